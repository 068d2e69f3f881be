// SPDX-License-Identifier: Apache-2.0
// Tests of the C interface, in C99. main EXAMPLES SCRATCH
#include <stdio.h>
#include <stdlib.h>

#include "check.h"

static int failures = 0;
static const char* examples_folder = "";
static const char* scratch_folder = "";

void check(bool holds, const char* words, const char* file, int line) {
  if (holds) return;
  ++failures;
  printf("%s:%d: %s\n", file, line, words);
}

void check_status(pc_status got, pc_status expected, const pc_error* error, const char* file, int line) {
  if (got != expected) {
    ++failures;
    printf("%s:%d: %s instead of %s: %s\n", file, line, pc_status_name(got), pc_status_name(expected),
           got == PC_OK ? "" : error->message);
  } else if (got != PC_OK && (error->status != got || error->message[0] == '\0')) {
    ++failures;
    printf("%s:%d: %s is not described\n", file, line, pc_status_name(got));
  }
}

bool equals(pc_string string, const char* text) {
  return string.size == strlen(text) && memcmp(string.data, text, string.size) == 0;
}

bool ends_with(pc_string string, const char* end) {
  size_t size = strlen(end);
  return string.size >= size && memcmp(string.data + string.size - size, end, size) == 0;
}

bool contains(const char* text, const char* part) { return strstr(text, part) != NULL; }

pc_string string_of(const char* text) {
  pc_string string = {text, strlen(text)};
  return string;
}

static const char* path_in(const char* folder, const char* name) {
  static char paths[4][4096];
  static unsigned next = 0;
  char* path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

const char* example(const char* name) { return path_in(examples_folder, name); }
const char* scratch(const char* name) { return path_in(scratch_folder, name); }

bool exists(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file != NULL) fclose(file);
  return file != NULL;
}

pc_context* new_context(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = NULL;
  CHECK_OK(pc_context_create(NULL, &context, &error));
  return context;
}

pc_input collapsed(const char* text) {
  pc_input input = {.size = sizeof input};
  input.data = text;
  input.data_size = strlen(text);
  input.name = "stacks.folded";
  return input;
}

pc_set* read_collapsed(const char* text) {
  pc_error error = {.size = sizeof error};
  pc_input input = collapsed(text);
  pc_set* set = NULL;
  pc_context* context = new_context();
  CHECK_OK(pc_read(context, &input, NULL, &set, &error));
  pc_context_free(context);
  return set;
}

int32_t keep_bytes(void* user, const void* data, size_t size) {
  bytes* kept = user;
  if (kept->fail_after != 0 && kept->size + size > kept->fail_after) return 1;
  if (kept->size + size >= sizeof kept->data) return 1;
  memcpy(kept->data + kept->size, data, size);
  kept->size += size;
  kept->data[kept->size] = '\0';
  return 0;
}

bool shows(const pc_set* set, const char* expected) {
  pc_error error = {.size = sizeof error};
  static bytes kept;
  pc_output output = {.size = sizeof output};
  pc_context* context = new_context();
  memset(&kept, 0, sizeof kept);
  output.to = "collapsed";
  output.write = keep_bytes;
  output.user = &kept;
  CHECK_OK(pc_write(context, set, &output, NULL, &error));
  pc_context_free(context);
  if (strcmp(kept.data, expected) == 0) return true;
  printf("expected:\n%sgot:\n%s", expected, kept.data);
  return false;
}

int main(int count, char** words) {
  if (count != 3) return 2;
  examples_folder = words[1];
  scratch_folder = words[2];
  test_errors();
  test_contexts();
  test_formats();
  test_reading();
  test_tables();
  test_samples();
  test_building();
  test_building_errors();
  test_transforms();
  test_sets();
  test_writing();
  test_converting();
  test_recorder();
  printf("%d checks failed\n", failures);
  return failures == 0 ? 0 : 1;
}
