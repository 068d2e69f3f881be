// SPDX-License-Identifier: Apache-2.0
// Recording: what fails without a tracer. tests/library/recorder_test.py records with the tracers of this machine.
#define _POSIX_C_SOURCE 200809L  // setenv()

#include <stdlib.h>

#include "check.h"

static void test_without_a_tracer(void) {
  pc_error error = {.size = sizeof error};
  pc_recorder* recorder = NULL;
  pc_recorder_options options = {.size = sizeof options};
  const char* path = getenv("PATH");
  char* kept = path == NULL ? NULL : strcpy(malloc(strlen(path) + 1), path);
  setenv("PATH", "/nonexistent", 1);
  CHECK_FAILS(PC_ERROR_RECORD, pc_recorder_create(NULL, &recorder, &error));
  options.backend = "perf";
  CHECK_FAILS(PC_ERROR_RECORD, pc_recorder_create(&options, &recorder, &error));
  CHECK(contains(error.message, "perf: command not found"));
  if (kept != NULL) setenv("PATH", kept, 1);
  free(kept);
  options.backend = "gprof";
  CHECK_FAILS(PC_ERROR_USAGE, pc_recorder_create(&options, &recorder, &error));
  CHECK(contains(error.message, "not 'gprof'"));
  CHECK_FAILS(PC_ERROR_USAGE, pc_recorder_create(&options, NULL, &error));
  CHECK(recorder == NULL);
}

static void test_null(void) {
  pc_error error = {.size = sizeof error};
  pc_recorder_state state = {.size = sizeof state};
  pc_set* set = NULL;
  pc_context* context = new_context();
  CHECK_FAILS(PC_ERROR_USAGE, pc_recorder_start(NULL, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_recorder_stop(NULL, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_recorder_get(NULL, &state, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_recorder_take(NULL, context, &set, &error));
  pc_recorder_free(NULL);
  pc_context_free(context);
}

void test_recorder(void) {
  test_without_a_tracer();
  test_null();
}
