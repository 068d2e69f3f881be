// SPDX-License-Identifier: Apache-2.0
// Sets built by the caller, and what a builder refuses.
#include "check.h"

static pc_builder* new_builder(int32_t keep_order) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_builder* builder = NULL;
  CHECK_OK(pc_builder_create(context, keep_order, &builder, &error));
  pc_context_free(context);
  return builder;
}

static uint32_t string(pc_builder* builder, const char* text) {
  pc_error error = {.size = sizeof error};
  uint32_t id = 0;
  CHECK_OK(pc_builder_string(builder, string_of(text), &id, &error));
  return id;
}

static uint32_t frame(pc_builder* builder, const char* name) {
  pc_error error = {.size = sizeof error};
  pc_function function = {.size = sizeof function};
  pc_frame made = {.size = sizeof made};
  uint32_t id = 0;
  function.name = string(builder, name);
  CHECK_OK(pc_builder_function(builder, &function, &made.function, &error));
  CHECK_OK(pc_builder_frame(builder, &made, &id, &error));
  return id;
}

static size_t add_profile(pc_builder* builder, const char* const* types, size_t count) {
  pc_error error = {.size = sizeof error};
  pc_profile profile = {.size = sizeof profile};
  pc_value_type all[4] = {{0}};
  size_t index = 17;
  for (size_t i = 0; i < count; ++i) {
    all[i].size = sizeof all[i];
    all[i].type = string_of(types[i]);
    all[i].unit = string_of("count");
  }
  profile.default_type = count - 1;
  CHECK_OK(pc_builder_add_profile(builder, &profile, all, count, &index, &error));
  return index;
}

/// Rows of structs, as a sampler has them: strides skip what is beside a member.
typedef struct row {
  uint32_t stack;
  uint32_t thread;
  uint32_t labels;
  int64_t start_ns;
  int64_t samples;
  int64_t cpu;
} row;

static pc_samples rows_of(const row* rows, size_t count, pc_column values[2]) {
  pc_samples samples = {.size = sizeof samples};
  samples.count = count;
  samples.stack.data = &rows->stack;
  samples.thread.data = &rows->thread;
  samples.labels.data = &rows->labels;
  samples.start_ns.data = &rows->start_ns;
  samples.stack.stride = samples.thread.stride = samples.labels.stride = samples.start_ns.stride = sizeof *rows;
  values[0].data = &rows->samples;
  values[1].data = &rows->cpu;
  values[0].stride = values[1].stride = sizeof *rows;
  samples.values = values;
  samples.value_count = 2;
  return samples;
}

static void check_row(const pc_set* set, uint32_t thread, uint32_t labels) {
  pc_error error = {.size = sizeof error};
  pc_cursor* cursor = NULL;
  pc_samples samples = {.size = sizeof samples};
  pc_thread found = {.size = sizeof found};
  pc_label label[2];
  size_t count = 0;
  pc_string text = {NULL, 0};

  CHECK_OK(pc_cursor_create(set, 0, 0, &cursor, &error));
  CHECK_OK(pc_cursor_next(cursor, &samples, &error));
  CHECK(samples.count == 2 && samples.start_ns.stride == sizeof(int64_t));
  CHECK(((const int64_t*)samples.start_ns.data)[1] == 1000);
  CHECK(((const uint32_t*)samples.thread.data)[1] == thread && ((const uint32_t*)samples.labels.data)[1] == labels);
  CHECK(((const int64_t*)samples.values[1].data)[1] == 500);
  pc_cursor_free(cursor);
  CHECK_OK(pc_thread_at(set, thread, &found, &error));
  CHECK_OK(pc_string_at(set, found.thread_name, &text, &error));
  CHECK(found.tid == 7 && equals(text, "worker"));
  CHECK_OK(pc_labels_at(set, labels, label, 2, &count, &error));
  CHECK(count == 2 && label[0].is_number + label[1].is_number == 1);
}

static void check_profile(const pc_set* set) {
  pc_error error = {.size = sizeof error};
  pc_profile profile = {.size = sizeof profile};
  pc_attribute attribute = {.size = sizeof attribute};
  pc_string comment = {NULL, 0};
  pc_detection detection = {.size = sizeof detection};
  CHECK_OK(pc_profile_at(set, 0, &profile, &error));
  CHECK(equals(profile.name, "cpu") && equals(profile.command, "server") && profile.clock == PC_CLOCK_EPOCH);
  CHECK(profile.has_start == 1 && profile.start_ns == 1000000 && profile.duration_ns == 2000 && profile.period == 500);
  CHECK(equals(profile.period_type, "cpu") && equals(profile.period_unit, "nanoseconds"));
  CHECK(profile.default_type == 1 && profile.comment_count == 1 && profile.attribute_count == 2);
  CHECK_OK(pc_comment_at(set, 0, 0, &comment, &error));
  CHECK(equals(comment, "nightly"));
  CHECK_OK(pc_attribute_at(set, 0, 0, &attribute, &error));
  CHECK(equals(attribute.key, "host") && equals(attribute.text, "a1"));
  CHECK_OK(pc_attribute_at(set, 0, 1, &attribute, &error));
  CHECK(equals(attribute.key, "pid") && attribute.number == 42);
  CHECK_FAILS(PC_ERROR_USAGE, pc_set_source(set, &detection, &error));
}

static void describe(pc_builder* builder) {
  pc_error error = {.size = sizeof error};
  pc_profile profile = {.size = sizeof profile};
  pc_value_type types[2] = {{0}};
  pc_attribute attribute = {.size = sizeof attribute};
  types[0].size = types[1].size = sizeof types[0];
  types[0].type = string_of("samples");
  types[0].unit = string_of("count");
  types[1].type = string_of("cpu");
  types[1].unit = string_of("nanoseconds");
  profile.name = string_of("cpu");
  profile.default_type = 1;
  profile.clock = PC_CLOCK_EPOCH;
  profile.has_start = 1;
  profile.start_ns = 1000000;
  profile.duration_ns = 2000;
  profile.period = 500;
  profile.period_type = types[1].type;
  profile.period_unit = types[1].unit;
  profile.command = string_of("server");
  CHECK_OK(pc_builder_add_profile(builder, &profile, types, 2, NULL, &error));
  CHECK_OK(pc_builder_add_comment(builder, 0, string_of("nightly"), &error));
  attribute.key = string_of("host");
  attribute.text = string_of("a1");
  CHECK_OK(pc_builder_add_attribute(builder, 0, &attribute, &error));
  attribute.key = string_of("pid");
  attribute.number = 42;
  attribute.is_number = 1;
  CHECK_OK(pc_builder_add_attribute(builder, 0, &attribute, &error));
}

/// The same stack in three ways.
static uint32_t stack_of_two(pc_builder* builder) {
  pc_error error = {.size = sizeof error};
  uint32_t frames[2] = {frame(builder, "main"), frame(builder, "work")}, stack = 0, same = 0;
  CHECK(frame(builder, "main") == frames[0]);
  CHECK_OK(pc_builder_stack(builder, PC_ROOT_FIRST, frames, 2, &stack, &error));
  uint32_t reversed[2] = {frames[1], frames[0]};
  CHECK_OK(pc_builder_stack(builder, PC_LEAF_FIRST, reversed, 2, &same, &error));
  CHECK(stack == same && stack != 0);
  CHECK_OK(pc_builder_child(builder, 0, frames[0], &same, &error));
  CHECK_OK(pc_builder_child(builder, same, frames[1], &same, &error));
  CHECK(stack == same);
  return stack;
}

void test_building(void) {
  pc_error error = {.size = sizeof error};
  pc_builder* builder = new_builder(1);
  pc_set* set = NULL;
  uint32_t stack = stack_of_two(builder), same = 0, thread = 0, labels = 0;
  pc_mapping mapping = {.size = sizeof mapping};
  pc_frame in_module = {.size = sizeof in_module};
  mapping.file = string(builder, "/bin/server");
  mapping.limit = 4096;
  CHECK_OK(pc_builder_mapping(builder, &mapping, &in_module.mapping, &error));
  in_module.address = 100;
  in_module.kind = PC_FRAME_JIT;
  CHECK_OK(pc_builder_frame(builder, &in_module, &same, &error));

  pc_thread worker = {.size = sizeof worker};
  worker.pid = 6;
  worker.tid = 7;
  worker.thread_name = string(builder, "worker");
  CHECK_OK(pc_builder_thread(builder, &worker, &thread, &error));
  pc_label two[2] = {{0}};
  two[0].key = string(builder, "bytes");
  two[0].unit = string(builder, "bytes");
  two[0].number = 64;
  two[0].is_number = 1;
  two[1].key = string(builder, "handler");
  two[1].text = string(builder, "get");
  CHECK_OK(pc_builder_labels(builder, two, 2, &labels, &error));

  describe(builder);
  row rows[2] = {{stack, thread, labels, 500, 1, 500}, {stack, thread, labels, 1000, 1, 500}};
  pc_column values[2];
  pc_samples samples = rows_of(rows, 2, values);
  CHECK_OK(pc_builder_add_samples(builder, 0, &samples, &error));
  CHECK_OK(pc_builder_finish(builder, &set, &error));
  check_row(set, thread, labels);
  check_profile(set);
  CHECK(shows(set, "main;work 1000\n"));
  pc_set* second = NULL;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_finish(builder, &second, &error));
  CHECK(contains(error.message, "the builder has finished"));
  pc_builder_free(builder);
  pc_set_free(set);
}

static void test_wrong_ids(pc_builder* builder) {
  pc_error error = {.size = sizeof error};
  uint32_t id = 4711, missing = 1000;
  pc_function function = {.size = sizeof function};
  pc_frame one = {.size = sizeof one};
  pc_mapping mapping = {.size = sizeof mapping};
  pc_thread thread = {.size = sizeof thread};
  pc_label label = {0};
  function.file = missing;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_function(builder, &function, &id, &error));
  CHECK(contains(error.message, "string 1000 does not exist"));
  one.function = missing;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_frame(builder, &one, &id, &error));
  one.function = 0;
  one.kind = 4;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_frame(builder, &one, &id, &error));
  mapping.build_id = missing;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_mapping(builder, &mapping, &id, &error));
  thread.thread_name = missing;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_thread(builder, &thread, &id, &error));
  label.key = missing;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_labels(builder, &label, 1, &id, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_labels(builder, NULL, 1, &id, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_stack(builder, PC_ROOT_FIRST, &missing, 1, &id, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_stack(builder, 2, NULL, 0, &id, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_child(builder, missing, 1, &id, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_child(builder, 0, missing, &id, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_string(builder, string_of("x"), NULL, &error));
  CHECK(id == 4711);
}

static void test_wrong_profiles(pc_builder* builder) {
  pc_error error = {.size = sizeof error};
  pc_profile profile = {.size = sizeof profile};
  pc_value_type type = {.size = sizeof type};
  pc_attribute attribute = {.size = sizeof attribute};
  type.type = string_of("samples");
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_profile(builder, &profile, NULL, 0, NULL, &error));
  profile.default_type = 1;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_profile(builder, &profile, &type, 1, NULL, &error));
  profile.default_type = 0;
  profile.clock = 3;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_profile(builder, &profile, &type, 1, NULL, &error));
  profile.clock = 0;
  type.aggregation = 4;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_profile(builder, &profile, &type, 1, NULL, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_comment(builder, 0, string_of("x"), &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_attribute(builder, 0, &attribute, &error));
}

/// What was added before a failure is there; every row may take its number from one place.
static void test_one_number(pc_builder* builder, uint32_t stack) {
  pc_error error = {.size = sizeof error};
  pc_samples samples = {.size = sizeof samples};
  pc_column values[2];
  samples.values = values;
  samples.value_count = 2;
  pc_set* set = NULL;
  int64_t one = 1;
  samples.count = 3;
  samples.stack.data = &stack;
  samples.stack.stride = 0;
  values[0].data = values[1].data = &one;
  values[0].stride = values[1].stride = 0;
  CHECK(pc_builder_add_samples(builder, 0, &samples, &error) == PC_ERROR_OVERFLOW);
  CHECK_OK(pc_builder_finish(builder, &set, &error));
  CHECK(shows(set, "leaf 1\n"));
  pc_set_free(set);
}

void test_building_errors(void) {
  pc_error error = {.size = sizeof error};
  pc_builder* builder = new_builder(0);
  pc_context* context = new_context();
  const char* types[] = {"samples", "cpu"};
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_create(NULL, 0, &builder, &error));
  test_wrong_ids(builder);
  test_wrong_profiles(builder);
  CHECK(add_profile(builder, types, 2) == 0);

  uint32_t stack = 0, leaf = frame(builder, "leaf");
  CHECK_OK(pc_builder_child(builder, 0, leaf, &stack, &error));
  row rows[2] = {{stack, 0, 0, 0, INT64_MAX, 1}, {stack, 0, 0, 0, 1, 1}};
  pc_column values[2];
  pc_samples samples = rows_of(rows, 2, values);
  samples.start_ns.data = samples.thread.data = samples.labels.data = NULL;
  CHECK_FAILS(PC_ERROR_OVERFLOW, pc_builder_add_samples(builder, 0, &samples, &error));
  samples.value_count = 1;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_samples(builder, 0, &samples, &error));
  samples.value_count = 2;
  rows[0].stack = 99;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_samples(builder, 0, &samples, &error));
  CHECK(contains(error.message, "stack 99 does not exist"));
  rows[0].stack = stack;
  samples.thread.data = &rows->thread;
  rows[0].thread = 99;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_samples(builder, 0, &samples, &error));
  samples.thread.data = NULL;
  samples.labels.data = &rows->labels;
  rows[0].labels = 99;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_samples(builder, 0, &samples, &error));
  samples.labels.data = NULL;
  values[1].data = NULL;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_samples(builder, 0, &samples, &error));
  samples.stack.data = NULL;
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_samples(builder, 0, &samples, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_add_samples(builder, 1, &samples, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_builder_finish(builder, NULL, &error));
  test_one_number(builder, stack);
  pc_builder_free(builder);
  pc_context_free(context);
}
