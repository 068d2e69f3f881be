// SPDX-License-Identifier: Apache-2.0
// Detection, inputs, profiles, tables, samples in batches.
#include "check.h"

typedef struct reading {
  const char* text;
  size_t sent;
  int64_t result;  ///< what read_some() returns if it is not 0
} reading;

/// At most three bytes at a time.
static int64_t read_some(void* user, void* buffer, size_t capacity) {
  reading* from = user;
  size_t count = strlen(from->text + from->sent);
  if (from->result != 0) return from->result;
  if (count > 3) count = 3;
  if (count > capacity) count = capacity;
  memcpy(buffer, from->text + from->sent, count);
  from->sent += count;
  return (int64_t)count;
}

static void test_callbacks(void) {
  pc_error error = {.size = sizeof error};
  pc_set* set = NULL;
  pc_context* context = new_context();
  reading from = {"main;a 1\nmain;b 2\n", 0, 0};
  pc_input input = {.size = sizeof input};
  input.read = read_some;
  input.user = &from;
  input.name = "stream.folded";
  CHECK_OK(pc_read(context, &input, NULL, &set, &error));
  CHECK(shows(set, "main;a 1\nmain;b 2\n"));
  pc_set_free(set);

  from.result = -1;
  CHECK_FAILS(PC_ERROR_READ, pc_read(context, &input, NULL, &set, &error));
  CHECK(contains(error.message, "stream.folded"));
  from.result = INT64_MAX;
  CHECK_FAILS(PC_ERROR_USAGE, pc_read(context, &input, NULL, &set, &error));
  input.data = "two";
  CHECK_FAILS(PC_ERROR_USAGE, pc_read(context, &input, NULL, &set, &error));
  pc_input nothing = {.size = sizeof nothing};
  CHECK_FAILS(PC_ERROR_USAGE, pc_read(context, &nothing, NULL, &set, &error));
  CHECK(contains(error.message, "input needs one of path, data and read"));
  pc_context_free(context);
}

static void test_detection(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_detection detection = {.size = sizeof detection};
  pc_input input = {.size = sizeof input};
  pc_set* set = NULL;

  input.path = example("perl.dhat.json");
  CHECK_OK(pc_detect(context, &input, NULL, &detection, &error));
  CHECK(equals(detection.reader, "dhat") && detection.reason.size != 0 && detection.confidence == PC_MAGIC);
  CHECK(detection.compression.size == 0);
  input.path = example("go_cpu.pb.gz");
  CHECK_OK(pc_detect(context, &input, NULL, &detection, &error));
  CHECK(equals(detection.reader, "pprof") && equals(detection.compression, "gzip"));

  CHECK_OK(pc_read(context, &input, NULL, &set, &error));
  memset(&detection, 0, sizeof detection);
  detection.size = sizeof detection;
  CHECK_OK(pc_set_source(set, &detection, &error));
  CHECK(equals(detection.reader, "pprof") && equals(detection.compression, "gzip") && detection.reason.size != 0);
  pc_set_free(set);

  pc_input unknown = collapsed("\x01\x02\x03");
  CHECK_FAILS(PC_ERROR_READ, pc_detect(context, &unknown, NULL, &detection, &error));
  input.path = example("missing");
  CHECK_FAILS(PC_ERROR_READ, pc_detect(context, &input, NULL, &detection, &error));
  pc_context_free(context);
}

static void test_options(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_read_options options = {.size = sizeof options};
  pc_set* set = NULL;
  pc_input input = collapsed("main;a 1\nmain;b 2\nmain;a 4\n");
  const char* site_max[] = {"dhat.inuse=site-max"};
  const char* wrong[] = {"dhat.no-such=1"};
  const char* no_value[] = {"x"};
  const char* null[] = {NULL};

  options.keep_order = 1;
  pc_profile profile = {.size = sizeof profile};
  CHECK_OK(pc_read(context, &input, &options, &set, &error));
  CHECK_OK(pc_profile_at(set, 0, &profile, &error));
  CHECK(profile.sample_count == 3);
  pc_set_free(set);

  options.keep_order = 0;
  options.from = "no-such";
  CHECK_FAILS(PC_ERROR_USAGE, pc_read(context, &input, &options, &set, &error));
  options.from = "dhat";
  CHECK_FAILS(PC_ERROR_READ, pc_read(context, &input, &options, &set, &error));
  options.settings = site_max;
  options.setting_count = 1;
  pc_input heap = {.size = sizeof heap};
  int64_t total = 0;
  heap.path = example("perl.dhat.json");
  CHECK_OK(pc_read(context, &heap, &options, &set, &error));
  CHECK_OK(pc_total(set, 0, 1, &total, &error));
  CHECK(total == 4992113);
  CHECK_FAILS(PC_ERROR_USAGE, pc_total(set, 0, 100, &total, &error));
  pc_set_free(set);
  options.settings = wrong;
  CHECK_FAILS(PC_ERROR_USAGE, pc_read(context, &heap, &options, &set, &error));
  options.settings = no_value;
  CHECK_FAILS(PC_ERROR_USAGE, pc_read(context, &heap, &options, &set, &error));
  options.settings = null;
  CHECK_FAILS(PC_ERROR_USAGE, pc_read(context, &heap, &options, &set, &error));
  options.settings = NULL;
  CHECK_FAILS(PC_ERROR_USAGE, pc_read(context, &heap, &options, &set, &error));
  pc_context_free(context);
}

void test_reading(void) {
  test_callbacks();
  test_detection();
  test_options();
}

static pc_set* read_heap(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_input input = {.size = sizeof input};
  pc_set* set = NULL;
  input.path = example("perl.dhat.json");
  CHECK_OK(pc_read(context, &input, NULL, &set, &error));
  pc_context_free(context);
  return set;
}

static void test_metadata(const pc_set* set) {
  pc_error error = {.size = sizeof error};
  size_t count = 0;
  pc_profile profile = {.size = sizeof profile};
  pc_value_type type = {.size = sizeof type};
  pc_string comment = {NULL, 0};
  pc_attribute attribute = {.size = sizeof attribute};

  CHECK_OK(pc_profile_count(set, &count, &error));
  CHECK(count == 1);
  CHECK_OK(pc_profile_at(set, 0, &profile, &error));
  CHECK(profile.sample_count == 380 && profile.value_type_count == 9 && profile.default_type == 3);
  CHECK(profile.comment_count == 5 && profile.attribute_count == 2 && profile.has_start == 0);
  CHECK(profile.command.size > 7 && memcmp(profile.command.data, "perl -e", 7) == 0);
  CHECK(equals(profile.source_format, "dhat"));
  CHECK_OK(pc_value_type_at(set, 0, 3, &type, &error));
  CHECK(equals(type.type, "inuse_space") && equals(type.unit, "bytes") && type.aggregation == PC_SUM);
  bool found = false;
  for (size_t i = 0; i < profile.comment_count; ++i) {
    CHECK_OK(pc_comment_at(set, 0, i, &comment, &error));
    found = found || equals(comment, "te: 88334901 instrs");
  }
  CHECK(found);
  CHECK_OK(pc_attribute_at(set, 0, 0, &attribute, &error));
  CHECK(equals(attribute.key, "mode") && equals(attribute.text, "heap") && attribute.is_number == 0);
  CHECK_OK(pc_attribute_at(set, 0, 1, &attribute, &error));
  CHECK(equals(attribute.key, "pid") && attribute.number == 2989 && attribute.is_number == 1);
  CHECK_FAILS(PC_ERROR_USAGE, pc_profile_at(set, 1, &profile, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_value_type_at(set, 0, 9, &type, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_comment_at(set, 0, 5, &comment, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_attribute_at(set, 0, 2, &attribute, &error));
}

static void test_stacks(const pc_set* set) {
  pc_error error = {.size = sizeof error};
  pc_table_sizes sizes = {.size = sizeof sizes};
  uint32_t root_first[64], leaf_first[64], parent = 0, last = 0;
  size_t count = 0;

  CHECK_OK(pc_table_sizes_get(set, &sizes, &error));
  CHECK(sizes.strings > 1 && sizes.functions > 1 && sizes.mappings == 3 && sizes.threads == 1 && sizes.label_sets == 1);
  uint32_t stack = sizes.stacks - 1;
  CHECK_OK(pc_stack_frames(set, stack, PC_ROOT_FIRST, root_first, 64, &count, &error));
  CHECK_OK(pc_stack_frames(set, stack, PC_LEAF_FIRST, leaf_first, 64, &count, &error));
  CHECK(count > 2 && count <= 16);
  for (size_t i = 0; i < count; ++i) CHECK(root_first[i] == leaf_first[count - 1 - i]);
  CHECK_OK(pc_stack_at(set, stack, &parent, &last, &error));
  CHECK(parent < stack && last == leaf_first[0]);
  uint32_t few[2] = {0, 0};
  CHECK_OK(pc_stack_frames(set, stack, PC_ROOT_FIRST, few, 2, &count, &error));
  CHECK(few[0] == root_first[0] && few[1] == root_first[1] && count > 2);
  CHECK_OK(pc_stack_frames(set, 0, PC_ROOT_FIRST, NULL, 0, &count, &error));
  CHECK(count == 0);
  CHECK_FAILS(PC_ERROR_USAGE, pc_stack_frames(set, sizes.stacks, PC_ROOT_FIRST, few, 2, &count, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_stack_frames(set, stack, 2, few, 2, &count, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_stack_frames(set, stack, PC_ROOT_FIRST, NULL, 2, &count, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_stack_at(set, sizes.stacks, &parent, &last, &error));
}

void test_tables(void) {
  pc_error error = {.size = sizeof error};
  pc_set* set = read_heap();
  bool found = false;
  pc_table_sizes sizes = {.size = sizeof sizes};

  test_metadata(set);
  test_stacks(set);
  CHECK_OK(pc_table_sizes_get(set, &sizes, &error));
  pc_frame frame = {.size = sizeof frame};
  pc_function function = {.size = sizeof function};
  pc_mapping mapping = {.size = sizeof mapping};
  pc_thread thread = {.size = sizeof thread};
  pc_string name = {NULL, 0}, file = {NULL, 0};
  pc_label label;
  size_t labels = 0;
  for (uint32_t id = 1; id < sizes.frames; ++id) {
    CHECK_OK(pc_frame_at(set, id, &frame, &error));
    CHECK_OK(pc_function_at(set, frame.function, &function, &error));
    CHECK_OK(pc_mapping_at(set, frame.mapping, &mapping, &error));
    CHECK_OK(pc_string_at(set, function.name, &name, &error));
    CHECK_OK(pc_string_at(set, mapping.file, &file, &error));
    if (!equals(name, "malloc") || found) continue;
    found = frame.address != 0 && frame.is_inlined == 0 && frame.kind == PC_FRAME_USER && frame.has_offset == 0 &&
            ends_with(file, "/vgpreload_dhat-amd64-linux.so");
  }
  CHECK(found);
  CHECK_OK(pc_thread_at(set, 0, &thread, &error));
  CHECK(thread.pid == -1 && thread.tid == -1 && thread.process_name == 0 && thread.thread_name == 0);
  CHECK_OK(pc_labels_at(set, 0, &label, 1, &labels, &error));
  CHECK(labels == 0);
  CHECK_FAILS(PC_ERROR_USAGE, pc_labels_at(set, 1, &label, 1, &labels, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_labels_at(set, 0, NULL, 1, &labels, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_frame_at(set, sizes.frames, &frame, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_function_at(set, sizes.functions, &function, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_mapping_at(set, sizes.mappings, &mapping, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_thread_at(set, 1, &thread, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_string_at(set, sizes.strings, &name, &error));
  pc_set_free(set);
}

static uint32_t id_at(pc_column column, size_t row) {
  return *(const uint32_t*)(const void*)((const char*)column.data + column.stride * row);
}

static int64_t number_at(pc_column column, size_t row) {
  return *(const int64_t*)(const void*)((const char*)column.data + column.stride * row);
}

void test_samples(void) {
  pc_error error = {.size = sizeof error};
  pc_set* set = read_heap();
  pc_cursor* cursor = NULL;
  pc_samples samples = {.size = sizeof samples};
  size_t rows = 0, batches = 0;
  int64_t sum = 0, total = 0;

  CHECK_OK(pc_cursor_create(set, 0, 100, &cursor, &error));
  for (;;) {
    CHECK_OK(pc_cursor_next(cursor, &samples, &error));
    if (samples.count == 0) break;
    CHECK(samples.value_count == 9 && samples.count <= 100);
    CHECK(samples.start_ns.data == NULL && samples.shared_depth.data == NULL);
    for (size_t row = 0; row < samples.count; ++row) {
      CHECK(id_at(samples.stack, row) != 0);
      CHECK(id_at(samples.thread, row) == 0 && id_at(samples.labels, row) == 0);
      sum += number_at(samples.values[1], row);
    }
    rows += samples.count;
    ++batches;
  }
  CHECK(rows == 380 && batches == 4);
  CHECK_OK(pc_total(set, 0, 1, &total, &error));
  CHECK(sum == total && total == 4992113);
  pc_cursor_free(cursor);
  CHECK_OK(pc_cursor_create(set, 0, 0, &cursor, &error));
  CHECK_OK(pc_cursor_next(cursor, &samples, &error));
  CHECK(samples.count == 380);
  CHECK_FAILS(PC_ERROR_USAGE, pc_cursor_next(cursor, NULL, &error));
  pc_cursor_free(cursor);
  CHECK_FAILS(PC_ERROR_USAGE, pc_cursor_create(set, 1, 0, &cursor, &error));
  pc_set_free(set);
}
