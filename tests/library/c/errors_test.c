// SPDX-License-Identifier: Apache-2.0
// Errors, structs of other versions, contexts, formats.
#include "check.h"

static void test_error_struct(void) {
  char long_name[2000];
  pc_error error = {.size = sizeof error};
  pc_set* set = NULL;
  pc_input input = {.size = sizeof input};
  pc_context* context = new_context();

  memset(long_name, 'x', sizeof long_name - 1);
  long_name[sizeof long_name - 1] = '\0';
  input.path = long_name;
  CHECK_FAILS(PC_ERROR_READ, pc_read(context, &input, NULL, &set, &error));
  CHECK(strlen(error.message) == sizeof error.message - 1);
  CHECK(set == NULL);

  // A message is cut between characters: these have two bytes each.
  for (size_t i = 0; i + 2 < sizeof long_name; i += 2) memcpy(long_name + i, "\xc3\xa4", 2);
  long_name[sizeof long_name - 2] = '\0';
  CHECK_FAILS(PC_ERROR_READ, pc_read(context, &input, NULL, &set, &error));
  size_t size = strlen(error.message);
  CHECK((unsigned char)error.message[size - 1] == 0xa4 || (unsigned char)error.message[size - 1] < 0x80);

  // The caller's struct may be shorter, or not wanted.
  struct {
    size_t size;
    pc_status status;
    int32_t untouched;
  } shorter = {sizeof(size_t) + sizeof(pc_status), PC_OK, 4711};
  CHECK(pc_read(context, NULL, NULL, &set, (pc_error*)(void*)&shorter) == PC_ERROR_USAGE);
  CHECK(shorter.status == PC_ERROR_USAGE && shorter.untouched == 4711);
  CHECK(pc_read(context, NULL, NULL, &set, NULL) == PC_ERROR_USAGE);
  pc_error unset = {0};
  CHECK(pc_read(context, NULL, NULL, &set, &unset) == PC_ERROR_USAGE && unset.status == PC_OK);
  pc_context_free(context);
}

static void test_struct_versions(void) {
  pc_error error = {.size = sizeof error};
  pc_set* set = read_collapsed("a;b 1\n");
  struct {
    pc_profile known;
    int64_t newer;
  } longer;
  size_t count = 0;

  memset(&longer, 0, sizeof longer);
  longer.newer = 17;
  longer.known.size = sizeof longer;
  CHECK_OK(pc_profile_at(set, 0, &longer.known, &error));
  CHECK(longer.known.size == sizeof longer && longer.known.sample_count == 1 && longer.newer == 17);

  pc_profile shorter;
  memset(&shorter, 0, sizeof shorter);
  shorter.size = offsetof(pc_profile, default_type);
  shorter.comment_count = 4711;
  CHECK_OK(pc_profile_at(set, 0, &shorter, &error));
  CHECK(shorter.value_type_count == 1 && shorter.comment_count == 4711);
  shorter.size = 0;
  CHECK_FAILS(PC_ERROR_USAGE, pc_profile_at(set, 0, &shorter, &error));
  CHECK(contains(error.message, "profile->size is not set"));

  struct {
    pc_transforms known;
    int64_t newer;
  } transforms;
  pc_set* result = NULL;
  pc_context* context = new_context();
  memset(&transforms, 0, sizeof transforms);
  transforms.known.size = sizeof transforms;
  CHECK_OK(pc_transform(context, set, &transforms.known, &result, &error));
  pc_set_free(result);
  transforms.newer = 1;
  CHECK_FAILS(PC_ERROR_USAGE, pc_transform(context, set, &transforms.known, &result, &error));
  CHECK(contains(error.message, "has a field that this version does not know"));
  transforms.known.size = 0;
  CHECK_FAILS(PC_ERROR_USAGE, pc_transform(context, set, &transforms.known, &result, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_profile_count(set, NULL, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_profile_count(NULL, &count, &error));
  pc_context_free(context);
  pc_set_free(set);
}

void test_errors(void) {
  CHECK(strncmp(pc_version(), "profconv ", 9) == 0);
  CHECK(strcmp(pc_status_name(PC_OK), "PC_OK") == 0);
  CHECK(strcmp(pc_status_name(PC_ERROR_INTERNAL), "PC_ERROR_INTERNAL") == 0);
  CHECK(strcmp(pc_status_name(PC_ERROR_RECORD), "PC_ERROR_RECORD") == 0);
  CHECK(pc_status_name(PC_ERROR_RECORD + 1)[0] == '\0' && pc_status_name(-1)[0] == '\0');
  test_error_struct();
  test_struct_versions();
  pc_context_free(NULL);
  pc_context_cancel(NULL);
  pc_set_free(NULL);
  pc_cursor_free(NULL);
  pc_builder_free(NULL);
  pc_report_free(NULL);
}

static void count_progress(void* user, uint64_t read) { *(uint64_t*)user = read; }

static void cancel_on_progress(void* user, uint64_t read) {
  (void)read;
  pc_context_cancel(*(pc_context**)user);
}

/// A file has problems that reading survives.
static void test_diagnostics(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_set* set = NULL;
  size_t count = 0;
  pc_diagnostic diagnostic = {.size = sizeof diagnostic};
  pc_input broken = collapsed("main;a 1\nno number\nmain;b 2\n");
  pc_read_options from = {.size = sizeof from};
  from.from = "collapsed";
  CHECK_OK(pc_read(context, &broken, &from, &set, &error));
  CHECK_OK(pc_diagnostic_count(context, &count, &error));
  CHECK(count == 1);
  CHECK_OK(pc_diagnostic_at(context, 0, &diagnostic, &error));
  CHECK(diagnostic.severity == PC_SEVERITY_ERROR && diagnostic.line == 2 && diagnostic.count == 1);
  CHECK(equals(diagnostic.file, "stacks.folded") && diagnostic.kind.size != 0 && diagnostic.message.size != 0);
  CHECK_FAILS(PC_ERROR_USAGE, pc_diagnostic_at(context, 1, &diagnostic, &error));
  CHECK(contains(error.message, "diagnostic 1 does not exist"));
  pc_set_free(set);
  pc_context_free(context);
}

void test_contexts(void) {
  pc_error error = {.size = sizeof error};
  pc_context_options options = {.size = sizeof options};
  pc_context* context = NULL;
  pc_set* set = NULL;
  pc_input input = collapsed("main;a 1\nmain;b;c 2\n");
  uint64_t progress = 0;

  options.max_threads = 1;
  options.on_progress = count_progress;
  options.user = &progress;
  CHECK_OK(pc_context_create(&options, &context, &error));
  CHECK_OK(pc_read(context, &input, NULL, &set, &error));
  CHECK(progress == 20);
  pc_set_free(set);
  pc_context_free(context);

  set = NULL;
  options.max_stack_depth = 2;
  CHECK_OK(pc_context_create(&options, &context, &error));
  CHECK_FAILS(PC_ERROR_LIMIT, pc_read(context, &input, NULL, &set, &error));
  CHECK(error.line == 2 && set == NULL);
  pc_context_free(context);

  options.max_stack_depth = 0;
  options.on_progress = cancel_on_progress;
  options.user = &context;
  CHECK_OK(pc_context_create(&options, &context, &error));
  pc_context_cancel(context);
  pc_input file = {.size = sizeof file};
  file.path = example("perl.dhat.json");
  CHECK_FAILS(PC_ERROR_CANCELLED, pc_read(context, &file, NULL, &set, &error));
  pc_context_free(context);
  CHECK_FAILS(PC_ERROR_USAGE, pc_context_create(&options, NULL, &error));
  test_diagnostics();
}

void test_formats(void) {
  pc_error error = {.size = sizeof error};
  size_t count = 0;
  pc_format format = {.size = sizeof format};
  pc_option option = {.size = sizeof option};
  bool found_spall = false;
  size_t choices = 0;

  CHECK_OK(pc_format_count(PC_READERS, &count, &error));
  CHECK(count >= 7);
  CHECK_OK(pc_format_count(PC_WRITERS, &count, &error));
  for (size_t i = 0; i < count; ++i) {
    CHECK_OK(pc_format_at(PC_WRITERS, i, &format, &error));
    CHECK(format.name.size != 0 && format.summary.size != 0);
    if (equals(format.name, "spall")) found_spall = format.is_binary != 0;
    for (size_t j = 0; j < format.option_count; ++j) {
      CHECK_OK(pc_option_at(PC_WRITERS, i, j, &option, &error));
      CHECK(option.name.size != 0 && option.min <= option.max);
      if (option.type == PC_CHOICE) CHECK(option.choice_count > 1);
      for (size_t k = 0; k < option.choice_count; ++k) {
        pc_string choice = {NULL, 0};
        CHECK_OK(pc_choice_at(PC_WRITERS, i, j, k, &choice, &error));
        CHECK(choice.size != 0);
        ++choices;
      }
    }
    CHECK_FAILS(PC_ERROR_USAGE, pc_option_at(PC_WRITERS, i, format.option_count, &option, &error));
  }
  CHECK(found_spall && choices > 5);
  CHECK_FAILS(PC_ERROR_USAGE, pc_format_at(PC_WRITERS, count, &format, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_format_count(2, &count, &error));
  pc_string choice = {NULL, 0};
  CHECK_FAILS(PC_ERROR_USAGE, pc_choice_at(PC_WRITERS, 0, 0, 1000, &choice, &error));
}
