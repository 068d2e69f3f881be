// SPDX-License-Identifier: Apache-2.0
// What the tests of the C interface share.
#ifndef PROFCONV_TESTS_CHECK_H
#define PROFCONV_TESTS_CHECK_H

#include <profconv/profconv.h>
#include <stdbool.h>
#include <string.h>

/// Reports a check that failed and goes on.
void check(bool holds, const char* words, const char* file, int line);
#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)

/// Checks the status of a call that was given `&error`, and that a failure is described.
void check_status(pc_status got, pc_status expected, const pc_error* error, const char* file, int line);
#define CHECK_OK(call) check_status((call), PC_OK, &error, __FILE__, __LINE__)
#define CHECK_FAILS(expected, call) check_status((call), (expected), &error, __FILE__, __LINE__)

bool equals(pc_string string, const char* text);
bool ends_with(pc_string string, const char* end);
bool contains(const char* text, const char* part);
pc_string string_of(const char* text);

/// A file of docs/examples, or one to write; good until the next but three calls.
const char* example(const char* name);
const char* scratch(const char* name);
bool exists(const char* path);

pc_context* new_context(void);
/// Collapsed stacks in memory.
pc_input collapsed(const char* text);
/// A set that was read from them.
pc_set* read_collapsed(const char* text);

/// Bytes that a write callback got.
typedef struct bytes {
  char data[65536];
  size_t size;
  size_t fail_after;  ///< 0: never
} bytes;
int32_t keep_bytes(void* user, const void* data, size_t size);
/// Writes a set as collapsed stacks and compares.
bool shows(const pc_set* set, const char* expected);

void test_errors(void);
void test_contexts(void);
void test_formats(void);
void test_reading(void);
void test_tables(void);
void test_samples(void);
void test_building(void);
void test_building_errors(void);
void test_transforms(void);
void test_sets(void);
void test_writing(void);
void test_converting(void);
void test_recorder(void);

#endif
