// SPDX-License-Identifier: Apache-2.0
// The model of the C interface: what is in a pc_set, and how to build one. profconv.h includes this header.
//
// A set has tables of strings, mappings, functions, frames, stacks, threads and sets of labels, which its profiles
// share. An id is an index into one of them. Entry 0 of every table is its "nothing": the empty string, no mapping, the
// empty stack, an unknown thread, no labels.
#ifndef PROFCONV_PROFCONV_MODEL_H
#define PROFCONV_PROFCONV_MODEL_H

#include "profconv/profconv.h"

#ifdef __cplusplus
extern "C" {
#endif

// -- Tables ----------------------------------------------------------------------------------------------------------

/// How many entries each table of a set has, entry 0 included.
typedef struct pc_table_sizes {
  size_t size;
  uint32_t strings;
  uint32_t mappings;
  uint32_t functions;
  uint32_t frames;
  uint32_t stacks;
  uint32_t threads;
  uint32_t label_sets;
} pc_table_sizes;

/// A module or binary, and where it was mapped.
typedef struct pc_mapping {
  size_t size;
  uint64_t start;
  uint64_t limit;   ///< exclusive
  uint64_t offset;  ///< of `start` in the file
  uint32_t file;    ///< a string, as `build_id`
  uint32_t build_id;
  int32_t relative_addresses;  ///< addresses of frames are those of the file, not of the process
  int32_t has_functions;
  int32_t has_filenames;
  int32_t has_line_numbers;
  int32_t has_inline_frames;
} pc_mapping;

typedef struct pc_function {
  size_t size;
  int64_t start_line;    ///< 0: not known
  uint32_t name;         ///< a string, as the next two
  uint32_t system_name;  ///< as the linker knows it; may be 0
  uint32_t file;
} pc_function;

typedef int32_t pc_frame_kind;
enum { PC_FRAME_USER = 0, PC_FRAME_KERNEL = 1, PC_FRAME_JIT = 2, PC_FRAME_SYNTHETIC = 3 };

typedef struct pc_frame {
  size_t size;
  uint64_t address;   ///< 0: not known
  uint64_t offset;    ///< bytes from the beginning of the function, if has_offset
  int64_t line;       ///< 0: not known
  int64_t column;     ///< 0: not known
  uint32_t function;  ///< 0: only the address is known
  uint32_t mapping;
  int32_t has_offset;
  int32_t is_inlined;  ///< into the frame that called it
  pc_frame_kind kind;
} pc_frame;

typedef struct pc_thread {
  size_t size;
  int64_t pid;            ///< -1: not known
  int64_t tid;            ///< -1: not known
  uint32_t process_name;  ///< a string, as `thread_name`
  uint32_t thread_name;
} pc_thread;

/// A string, or a number with a unit, that the source recorded with a sample. This struct does not grow.
typedef struct pc_label {
  int64_t number;
  uint32_t key;   ///< a string, as the next two
  uint32_t text;  ///< of a label that is no number
  uint32_t unit;  ///< of a number; may be 0
  int32_t is_number;
} pc_label;

PC_API pc_status pc_table_sizes_get(const pc_set* set, pc_table_sizes* sizes, pc_error* error);
PC_API pc_status pc_string_at(const pc_set* set, uint32_t id, pc_string* string, pc_error* error);
PC_API pc_status pc_mapping_at(const pc_set* set, uint32_t id, pc_mapping* mapping, pc_error* error);
PC_API pc_status pc_function_at(const pc_set* set, uint32_t id, pc_function* function, pc_error* error);
PC_API pc_status pc_frame_at(const pc_set* set, uint32_t id, pc_frame* frame, pc_error* error);
PC_API pc_status pc_thread_at(const pc_set* set, uint32_t id, pc_thread* thread, pc_error* error);
/// Copies at most `capacity` labels; `count` is how many there are.
PC_API pc_status pc_labels_at(const pc_set* set, uint32_t id, pc_label* labels, size_t capacity, size_t* count,
                              pc_error* error);

typedef int32_t pc_order;
enum { PC_ROOT_FIRST = 0, PC_LEAF_FIRST = 1 };

/// A stack is its last frame and the stack that called it. A parent has a smaller id than its children.
PC_API pc_status pc_stack_at(const pc_set* set, uint32_t id, uint32_t* parent, uint32_t* frame, pc_error* error);
/// Copies at most `capacity` frames of a stack, the first ones in this order; `count` is how many there are.
PC_API pc_status pc_stack_frames(const pc_set* set, uint32_t id, pc_order order, uint32_t* frames, size_t capacity,
                                 size_t* count, pc_error* error);

// -- Profiles --------------------------------------------------------------------------------------------------------

typedef int32_t pc_aggregation;
enum { PC_SUM = 0, PC_MAX = 1, PC_MIN = 2, PC_LAST = 3 };

typedef struct pc_value_type {
  size_t size;
  pc_string type;              ///< "alloc_space"
  pc_string unit;              ///< "bytes"
  pc_aggregation aggregation;  ///< how two values of one stack combine
  int32_t scale;               ///< the true value is the integer times 10^scale
} pc_value_type;

typedef int32_t pc_clock;
enum { PC_CLOCK_RELATIVE = 0, PC_CLOCK_MONOTONIC = 1, PC_CLOCK_EPOCH = 2 };

/// A profile without its samples. What the source does not know is empty or zero.
typedef struct pc_profile {
  size_t size;
  pc_string name;
  size_t value_type_count;  ///< the counts are ignored by pc_builder_add_profile()
  size_t default_type;      ///< index of the value type to show first
  size_t comment_count;
  size_t attribute_count;
  uint64_t sample_count;
  pc_clock clock;  ///< of the start times of samples
  int32_t has_start;
  int64_t start_ns;  ///< of the recording, since 1970-01-01 UTC
  int64_t duration_ns;
  int64_t period;  ///< events between two samples
  pc_string period_type;
  pc_string period_unit;
  pc_string command;
  pc_string doc_url;
  pc_string source_format;  ///< name of a reader
} pc_profile;

/// A fact about the recording: a text, or a number.
typedef struct pc_attribute {
  size_t size;
  pc_string key;
  pc_string text;
  int64_t number;
  int32_t is_number;
} pc_attribute;

/// Why the set was read as its format. PC_ERROR_USAGE for sets that were not read.
PC_API pc_status pc_set_source(const pc_set* set, pc_detection* detection, pc_error* error);
PC_API pc_status pc_profile_count(const pc_set* set, size_t* count, pc_error* error);
PC_API pc_status pc_profile_at(const pc_set* set, size_t index, pc_profile* profile, pc_error* error);
PC_API pc_status pc_value_type_at(const pc_set* set, size_t profile, size_t index, pc_value_type* type,
                                  pc_error* error);
PC_API pc_status pc_comment_at(const pc_set* set, size_t profile, size_t index, pc_string* comment, pc_error* error);
PC_API pc_status pc_attribute_at(const pc_set* set, size_t profile, size_t index, pc_attribute* attribute,
                                 pc_error* error);
/// The sum of one column.
PC_API pc_status pc_total(const pc_set* set, size_t profile, size_t value_type, int64_t* total, pc_error* error);

// -- Samples ---------------------------------------------------------------------------------------------------------

/// A number for each row: that of row i is `stride * i` bytes after `data`. A stride of 0 gives every row the same
/// number.
typedef struct pc_column {
  const void* data;
  size_t stride;
} pc_column;

/// Rows as columns.
typedef struct pc_samples {
  size_t size;
  size_t count;             ///< of rows
  pc_column stack;          ///< uint32_t
  pc_column thread;         ///< uint32_t; data may be NULL when adding: unknown
  pc_column labels;         ///< uint32_t; data may be NULL when adding: none
  pc_column start_ns;       ///< int64_t; data NULL: there are no start times
  pc_column shared_depth;   ///< uint32_t, frames from the root that continue from the thread's previous sample; or NULL
  const pc_column* values;  ///< int64_t, a column for each value type
  size_t value_count;       ///< of columns
} pc_samples;

/// Goes through the samples of a profile.
typedef struct pc_cursor pc_cursor;

/// The set must live longer. `batch_rows` is the most rows of a batch; 0: 4096.
PC_API pc_status pc_cursor_create(const pc_set* set, size_t profile, size_t batch_rows, pc_cursor** cursor,
                                  pc_error* error);
/// The next rows, without copying them; valid until the next call, their data as long as the set. `count` is 0 at the
/// end. Columns of stacks and values are arrays; so are others, unless all rows have the same number.
PC_API pc_status pc_cursor_next(pc_cursor* cursor, pc_samples* samples, pc_error* error);
PC_API void pc_cursor_free(pc_cursor* cursor);

// -- Building --------------------------------------------------------------------------------------------------------

/// Builds a set. Equal entries of a table get the same id, and equal samples become one row.
typedef struct pc_builder pc_builder;

/// The limits are those of the context, which may be freed before the builder. With `keep_order`, only neighbours
/// merge.
PC_API pc_status pc_builder_create(const pc_context* context, int32_t keep_order, pc_builder** builder,
                                   pc_error* error);
PC_API void pc_builder_free(pc_builder* builder);

PC_API pc_status pc_builder_string(pc_builder* builder, pc_string string, uint32_t* id, pc_error* error);
PC_API pc_status pc_builder_mapping(pc_builder* builder, const pc_mapping* mapping, uint32_t* id, pc_error* error);
PC_API pc_status pc_builder_function(pc_builder* builder, const pc_function* function, uint32_t* id, pc_error* error);
PC_API pc_status pc_builder_frame(pc_builder* builder, const pc_frame* frame, uint32_t* id, pc_error* error);
PC_API pc_status pc_builder_thread(pc_builder* builder, const pc_thread* thread, uint32_t* id, pc_error* error);
PC_API pc_status pc_builder_labels(pc_builder* builder, const pc_label* labels, size_t count, uint32_t* id,
                                   pc_error* error);
PC_API pc_status pc_builder_stack(pc_builder* builder, pc_order order, const uint32_t* frames, size_t count,
                                  uint32_t* id, pc_error* error);
/// The stack of `parent` calling `frame`.
PC_API pc_status pc_builder_child(pc_builder* builder, uint32_t parent, uint32_t frame, uint32_t* id, pc_error* error);

/// Adds a profile with its value types; `default_type` is an index into them.
PC_API pc_status pc_builder_add_profile(pc_builder* builder, const pc_profile* profile, const pc_value_type* types,
                                        size_t type_count, size_t* index, pc_error* error);
PC_API pc_status pc_builder_add_comment(pc_builder* builder, size_t profile, pc_string comment, pc_error* error);
/// Replaces an attribute with the same key.
PC_API pc_status pc_builder_add_attribute(pc_builder* builder, size_t profile, const pc_attribute* attribute,
                                          pc_error* error);
/// Adds rows. After a failure, the rows before the one that failed have been added.
PC_API pc_status pc_builder_add_samples(pc_builder* builder, size_t profile, const pc_samples* samples,
                                        pc_error* error);
/// Ends building: the builder takes nothing more and can only be freed.
PC_API pc_status pc_builder_finish(pc_builder* builder, pc_set** set, pc_error* error);

#ifdef __cplusplus
}
#endif

#endif
