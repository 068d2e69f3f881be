// SPDX-License-Identifier: Apache-2.0
// Plugins of profconv, in C99 and C++: shared libraries that read or write formats. See docs/plugins.md. This header
// needs no other, and a plugin links nothing of profconv.
//
// - The first part, values, is also that of the C library (profconv.h).
// - A struct that begins with `size` may grow at its end. Set `size` to its sizeof, and what is not known to 0, unless
//   a member says otherwise. An array of such structs has a stride, the distance of its elements in bytes.
// - The host copies what it is given during a call. What it gives is valid until the job ends, unless said otherwise.
// - Every call of the host returns a status. Errors are sticky: after one, every later call of the job fails with it,
//   so that a plugin may check the last one alone. No exception may leave a plugin.
#ifndef PROFCONV_PLUGIN_H
#define PROFCONV_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// -- Values: results -------------------------------------------------------------------------------------------------

typedef int32_t pc_status;
enum {
  PC_OK = 0,
  PC_ERROR_READ = 1,              ///< the input
  PC_ERROR_WRITE = 2,             ///< the output
  PC_ERROR_USAGE = 3,             ///< the call: an unknown format, a NULL, an id or an index that does not exist
  PC_ERROR_SEVERAL_PROFILES = 4,  ///< the output holds one profile, and there are several; choose with `only`
  PC_ERROR_LIMIT = 5,             ///< an input beyond its limits
  PC_ERROR_OVERFLOW = 6,          ///< a sum overflows a 64-bit integer
  PC_ERROR_CANCELLED = 7,         ///< the conversion was cancelled
  PC_ERROR_LOSSY = 8,             ///< `strict` was set and something would be lost; nothing is written
  PC_ERROR_OUT_OF_MEMORY = 9,
  PC_ERROR_INTERNAL = 10,  ///< a bug in this library
  PC_ERROR_RECORD = 11     ///< nothing could be recorded, or not all
};

/// Bytes of UTF-8 without a zero byte at their end.
typedef struct pc_string {
  const char* data;
  size_t size;
} pc_string;

/// What went wrong: one line, ready to be shown, cut where it does not fit.
typedef struct pc_error {
  size_t size;
  pc_status status;
  int32_t has_byte;  ///< whether `byte` says where in the (decompressed) input
  uint64_t line;     ///< of the input, from 1; 0: not known
  uint64_t byte;
  char message[1000];
} pc_error;

typedef int32_t pc_severity;
enum {
  PC_SEVERITY_NOTE = 0,       ///< worth knowing
  PC_SEVERITY_DATA_LOSS = 1,  ///< something is missing from the result
  PC_SEVERITY_ERROR = 2       ///< a part of the input is wrong and was left out
};

typedef int32_t pc_confidence;
enum { PC_NO = 0, PC_DOUBTFUL = 1, PC_WEAK = 2, PC_LIKELY = 3, PC_CERTAIN = 4, PC_MAGIC = 5 };

typedef int32_t pc_option_type;
enum { PC_BOOLEAN = 0, PC_INTEGER = 1, PC_DECIMAL = 2, PC_TEXT = 3, PC_CHOICE = 4 };

typedef int32_t pc_compression;
enum { PC_COMPRESSION_DEFAULT = 0, PC_COMPRESSION_NONE = 1, PC_COMPRESSION_GZIP = 2, PC_COMPRESSION_ZSTD = 3 };

// -- Values: tables --------------------------------------------------------------------------------------------------
//
// Profiles share tables of strings, mappings, functions, frames, stacks, threads and sets of labels. An id is an index
// into one of them. Entry 0 of every table is its "nothing": the empty string, no mapping, the empty stack, an unknown
// thread, no labels.

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

typedef int32_t pc_order;
enum { PC_ROOT_FIRST = 0, PC_LEAF_FIRST = 1 };

// -- Values: profiles ------------------------------------------------------------------------------------------------

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
  size_t value_type_count;  ///< the counts are ignored where a profile is added
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
  int32_t is_comparison;    ///< of two profiles: samples of the base have the label "pprof::base" and negative values
} pc_profile;

/// A fact about the recording: a text, or a number.
typedef struct pc_attribute {
  size_t size;
  pc_string key;
  pc_string text;
  int64_t number;
  int32_t is_number;
} pc_attribute;

/// A number for each row: that of row i is `stride * i` bytes after `data`. With a stride of 0, which is what a stride
/// is that was not set, every row has the first number.
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

/// Profiles that share their tables. They never change.
typedef struct pc_set pc_set;
/// Goes through the samples of a profile.
typedef struct pc_cursor pc_cursor;

// -- The host --------------------------------------------------------------------------------------------------------

/// The version of this interface. It grows where functions or members are added; `pc_plugin.version` is the lowest that
/// a plugin needs. A host loads plugins that need its version or an older one.
#define PC_PLUGIN_VERSION 1

/// One reading or one writing. It belongs to the thread that the plugin was called on.
typedef struct pc_job pc_job;

/// Stacks as one array of frames: the frames of the first stack, those of the second, and so on.
typedef struct pc_stacks {
  size_t size;
  size_t count;            ///< of stacks
  const uint32_t* frames;  ///< ids
  size_t frame_count;      ///< the sum of `depth`
  pc_column depth;         ///< uint32_t, the number of frames of each stack
  pc_column parent;        ///< uint32_t, the stack that called the frames; data NULL: none
  pc_order order;          ///< of the frames of each stack
} pc_stacks;

/// Some labels, for one set of them. This struct does not grow.
typedef struct pc_labels {
  const pc_label* data;
  size_t count;
} pc_labels;

/// What the host can do. Give and take some 4,096 entries or rows a call.
typedef struct pc_host {
  size_t size;
  uint32_t version;     ///< PC_PLUGIN_VERSION of the host
  const char* program;  ///< "profconv 1.2.3"

  // Of every job. Options are read by their index on the card, and have been checked.
  /// A boolean as 0 or 1, an integer, a decimal times 1,000,000, the index of a choice.
  int64_t (*option_number)(pc_job* job, size_t option);
  pc_string (*option_text)(pc_job* job, size_t option);
  int32_t (*option_is_set)(pc_job* job, size_t option);
  /// The job's error, if any, and whether it was cancelled. Long loops call it now and then.
  pc_status (*check)(pc_job* job);
  /// Ends the job with an error. `line` is that of the input, from 1; 0: none.
  pc_status (*fail)(pc_job* job, pc_status status, uint64_t line, pc_string message);
  /// Findings of one kind are counted, and the first is shown. `kind` is a word such as "bad_line"; a job has at most
  /// 100 of them. All but notes are warnings, and with --strict errors.
  pc_status (*report)(pc_job* job, pc_severity severity, const char* kind, uint64_t line, pc_string message);

  // Reading the input, which is decompressed. Use `read` or `next_line`, not both.
  /// The beginning of the input, a megabyte if there is as much. Before the first read.
  pc_status (*head)(pc_job* job, pc_string* bytes);
  /// `count` is 0 at the end.
  pc_status (*read)(pc_job* job, void* buffer, size_t capacity, size_t* count);
  /// The next line without its end, valid until the next call; `data` is NULL after the last. `ending` may be NULL, and
  /// is 0 for a line that has no end, 1 for LF, 2 for CR LF.
  pc_status (*next_line)(pc_job* job, pc_string* line, int32_t* ending);

  // Adding to tables: `count` entries become as many `ids`. Equal entries have the same id.
  pc_status (*add_strings)(pc_job* job, const pc_string* strings, size_t stride, size_t count, uint32_t* ids);
  pc_status (*add_mappings)(pc_job* job, const pc_mapping* mappings, size_t stride, size_t count, uint32_t* ids);
  pc_status (*add_functions)(pc_job* job, const pc_function* functions, size_t stride, size_t count, uint32_t* ids);
  pc_status (*add_frames)(pc_job* job, const pc_frame* frames, size_t stride, size_t count, uint32_t* ids);
  pc_status (*add_threads)(pc_job* job, const pc_thread* threads, size_t stride, size_t count, uint32_t* ids);
  pc_status (*add_label_sets)(pc_job* job, const pc_labels* sets, size_t stride, size_t count, uint32_t* ids);
  /// Frames of which only the function's name is known.
  pc_status (*add_named_frames)(pc_job* job, const pc_string* names, size_t stride, size_t count, uint32_t* ids);
  pc_status (*add_stacks)(pc_job* job, const pc_stacks* stacks, uint32_t* ids);

  // Adding profiles. `profile` is an index, from 0.
  /// `known` may be NULL: viewers then show the last of `types`, else `known->default_type`. `profile` may be NULL.
  pc_status (*add_profile)(pc_job* job, const pc_profile* known, const pc_value_type* types, size_t stride,
                           size_t type_count, size_t* profile);
  pc_status (*add_comment)(pc_job* job, size_t profile, pc_string comment);
  /// Replaces an attribute with the same key.
  pc_status (*add_attribute)(pc_job* job, size_t profile, const pc_attribute* attribute);
  /// Equal samples become one row.
  pc_status (*add_samples)(pc_job* job, size_t profile, const pc_samples* samples);

  // Writing.
  pc_status (*write)(pc_job* job, const void* data, size_t size);

  // Looking at a set, as the functions of the same names in profconv_model.h do. They do not belong to a job, and their
  // errors are not sticky; `error` may be NULL. A `count` may be more than `capacity`: so many there are. Samples come
  // as columns that are not copied, `batch_rows` of them at a time (0: 4,096), and none after the last.
  pc_status (*table_sizes_get)(const pc_set* set, pc_table_sizes* sizes, pc_error* error);
  pc_status (*string_at)(const pc_set* set, uint32_t id, pc_string* string, pc_error* error);
  pc_status (*mapping_at)(const pc_set* set, uint32_t id, pc_mapping* mapping, pc_error* error);
  pc_status (*function_at)(const pc_set* set, uint32_t id, pc_function* function, pc_error* error);
  pc_status (*frame_at)(const pc_set* set, uint32_t id, pc_frame* frame, pc_error* error);
  pc_status (*thread_at)(const pc_set* set, uint32_t id, pc_thread* thread, pc_error* error);
  pc_status (*labels_at)(const pc_set* set, uint32_t id, pc_label* labels, size_t capacity, size_t* count,
                         pc_error* error);
  pc_status (*stack_at)(const pc_set* set, uint32_t id, uint32_t* parent, uint32_t* frame, pc_error* error);
  pc_status (*stack_frames)(const pc_set* set, uint32_t id, pc_order order, uint32_t* frames, size_t capacity,
                            size_t* count, pc_error* error);
  pc_status (*profile_count)(const pc_set* set, size_t* count, pc_error* error);
  pc_status (*profile_at)(const pc_set* set, size_t index, pc_profile* profile, pc_error* error);
  pc_status (*value_type_at)(const pc_set* set, size_t profile, size_t index, pc_value_type* type, pc_error* error);
  pc_status (*comment_at)(const pc_set* set, size_t profile, size_t index, pc_string* comment, pc_error* error);
  pc_status (*attribute_at)(const pc_set* set, size_t profile, size_t index, pc_attribute* attribute, pc_error* error);
  pc_status (*cursor_create)(const pc_set* set, size_t profile, size_t batch_rows, pc_cursor** cursor, pc_error* error);
  pc_status (*cursor_next)(pc_cursor* cursor, pc_samples* samples, pc_error* error);
  void (*cursor_free)(pc_cursor* cursor);
} pc_host;

// -- Cards: lists of words end with NULL, and may be NULL. Names are of a-z, 0-9, '-' and '_'. -----------------------

typedef struct pc_option_card {
  size_t size;
  const char* name;
  const char* fallback;  ///< the value when it is not set, as a user would write it; NULL: no, 0, the first choice
  const char* summary;
  const char* const* choices;  ///< of a PC_CHOICE
  int64_t min;                 ///< of a PC_INTEGER or PC_DECIMAL, whole; any number if both are 0
  int64_t max;
  pc_option_type type;
} pc_option_card;

/// What a probe finds. `reason` is in words: "begins with 'version: 3'".
typedef struct pc_probe {
  size_t size;
  pc_confidence confidence;
  char reason[200];
} pc_probe;

typedef struct pc_reader_card {
  size_t size;
  void* self;
  const char* name;
  const char* summary;
  const char* const* aliases;
  const char* const* extensions;  ///< with the dot; they order formats of equal confidence
  const char* const* carries;     ///< names of features that the reader may set, such as "thread_ids"
  const pc_option_card* options;
  size_t option_stride;
  size_t option_count;
  /// Looks at the beginning of an input. The result is PC_NO beforehand.
  void (*probe)(void* self, pc_string head, pc_string file_name, pc_probe* result);
  pc_status (*read)(void* self, pc_job* job);
} pc_reader_card;

typedef struct pc_writer_card {
  size_t size;
  void* self;
  const char* name;
  const char* summary;
  const char* const* aliases;
  const char* const* extensions;
  const char* const* carries;  ///< names of features that the writer keeps; what others a profile has is lost
  const pc_option_card* options;
  size_t option_stride;
  size_t option_count;
  int32_t is_binary;
  int32_t keeps_order;         ///< merge equal samples only if they are adjacent
  pc_compression compression;  ///< that the format demands
  /// The set has one profile, unless the writer carries "profiles".
  pc_status (*write)(void* self, pc_job* job, const pc_set* set);
} pc_writer_card;

typedef struct pc_plugin {
  size_t size;
  uint32_t version;  ///< the lowest version of this interface that it needs: 1
  /// Whether its functions can be called from several threads at the same time, each with its own job.
  int32_t is_thread_safe;
  const char* name;
  const char* release;  ///< its own version, "1.2"; may be NULL
  const pc_reader_card* readers;
  size_t reader_stride;
  size_t reader_count;
  const pc_writer_card* writers;
  size_t writer_stride;
  size_t writer_count;
} pc_plugin;

#define PC_PLUGIN_EXPORT __attribute__((visibility("default")))

/// The one function that a plugin defines. Both the host and the result must stay; NULL refuses the host.
PC_PLUGIN_EXPORT const pc_plugin* profconv_plugin_v1(const pc_host* host);

#ifdef __cplusplus
}
#endif

#endif
