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

PC_API pc_status pc_table_sizes_get(const pc_set* set, pc_table_sizes* sizes, pc_error* error);
PC_API pc_status pc_string_at(const pc_set* set, uint32_t id, pc_string* string, pc_error* error);
PC_API pc_status pc_mapping_at(const pc_set* set, uint32_t id, pc_mapping* mapping, pc_error* error);
PC_API pc_status pc_function_at(const pc_set* set, uint32_t id, pc_function* function, pc_error* error);
PC_API pc_status pc_frame_at(const pc_set* set, uint32_t id, pc_frame* frame, pc_error* error);
PC_API pc_status pc_thread_at(const pc_set* set, uint32_t id, pc_thread* thread, pc_error* error);
/// Copies at most `capacity` labels; `count` is how many there are.
PC_API pc_status pc_labels_at(const pc_set* set, uint32_t id, pc_label* labels, size_t capacity, size_t* count,
                              pc_error* error);

/// A stack is its last frame and the stack that called it. A parent has a smaller id than its children.
PC_API pc_status pc_stack_at(const pc_set* set, uint32_t id, uint32_t* parent, uint32_t* frame, pc_error* error);
/// Copies at most `capacity` frames of a stack, the first ones in this order; `count` is how many there are.
PC_API pc_status pc_stack_frames(const pc_set* set, uint32_t id, pc_order order, uint32_t* frames, size_t capacity,
                                 size_t* count, pc_error* error);

// -- Profiles --------------------------------------------------------------------------------------------------------

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

/// The limits are those of the context, which may be freed before the builder. With `keep_order`, only adjacent
/// samples merge.
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
