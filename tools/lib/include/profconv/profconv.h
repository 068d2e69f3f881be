// SPDX-License-Identifier: Apache-2.0
// The C interface of profconv, in C99 and C++: read, transform, write and convert profiles. See docs/library_c.md.
//
// - Every function that can fail returns a pc_status and describes a failure in its last parameter, which may be NULL.
//   After a failure, other results are as they were. There is no global state.
// - A struct that begins with `size` may grow at its end. Set `size` to its sizeof, and unused members to 0.
// - Handles are made by this library and freed by their own function, which accepts NULL. One thread at a time uses a
//   handle, except that any number of threads can read one pc_set, and any thread can call pc_context_cancel().
// - Strings that go in end with a zero byte. A pc_string that comes out does not, and is valid as long as its handle.
//
// Results, values and tables are structs of plugin.h, which plugins use too.
#ifndef PROFCONV_PROFCONV_H
#define PROFCONV_PROFCONV_H

#include "profconv/plugin.h"

#if defined(__GNUC__)
#define PC_API __attribute__((visibility("default")))
#else
#define PC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// -- Results ---------------------------------------------------------------------------------------------------------

/// "profconv 1.2.3"
PC_API const char* pc_version(void);
/// The name of the constant, "PC_ERROR_READ"; "" for a number that is not a status.
PC_API const char* pc_status_name(pc_status status);

// -- Contexts --------------------------------------------------------------------------------------------------------

/// Limits, threads, progress and diagnostics of one conversion. Make one for each conversion.
typedef struct pc_context pc_context;

/// What a context allows. Limits that are 0 have the default of the command.
typedef struct pc_context_options {
  size_t size;
  size_t max_threads;  ///< the caller's included; 0: one for each processor
  uint64_t max_input_bytes;
  uint64_t max_output_bytes;
  uint64_t max_line_bytes;
  uint64_t max_string_bytes;
  uint64_t max_stack_depth;
  uint32_t max_frames;
  uint32_t max_stacks;
  uint32_t max_samples;
  uint32_t max_profiles;
  /// Called with the bytes read so far, as they are stored. May be NULL.
  void (*on_progress)(void* user, uint64_t bytes);
  void* user;
} pc_context_options;

PC_API pc_status pc_context_create(const pc_context_options* options, pc_context** context, pc_error* error);
PC_API void pc_context_free(pc_context* context);
/// Makes the call that is running, and every later one, fail with PC_ERROR_CANCELLED. Can be called from any thread,
/// from a callback and from a signal handler.
PC_API void pc_context_cancel(pc_context* context);

/// One kind of finding. Strings are valid until the context is used again.
typedef struct pc_diagnostic {
  size_t size;
  pc_severity severity;
  pc_string kind;
  pc_string message;  ///< of the first
  pc_string file;     ///< of the first; empty: no place
  uint64_t line;      ///< from 1; 0: not known
  uint64_t count;
} pc_diagnostic;

PC_API pc_status pc_diagnostic_count(const pc_context* context, size_t* count, pc_error* error);
PC_API pc_status pc_diagnostic_at(const pc_context* context, size_t index, pc_diagnostic* diagnostic, pc_error* error);

// -- Formats ---------------------------------------------------------------------------------------------------------

typedef int32_t pc_direction;
enum { PC_READERS = 0, PC_WRITERS = 1 };

typedef struct pc_format {
  size_t size;
  pc_string name;
  pc_string summary;
  size_t option_count;
  int32_t is_binary;  ///< of a writer
} pc_format;

typedef struct pc_option {
  size_t size;
  pc_string name;
  pc_string fallback;  ///< the value when it is not set
  pc_string summary;
  pc_option_type type;
  size_t choice_count;
  int64_t min;  ///< of an integer or a decimal
  int64_t max;
} pc_option;

PC_API pc_status pc_format_count(pc_direction direction, size_t* count, pc_error* error);
PC_API pc_status pc_format_at(pc_direction direction, size_t index, pc_format* format, pc_error* error);
PC_API pc_status pc_option_at(pc_direction direction, size_t format, size_t index, pc_option* option, pc_error* error);
PC_API pc_status pc_choice_at(pc_direction direction, size_t format, size_t option, size_t index, pc_string* choice,
                              pc_error* error);

// -- Reading ---------------------------------------------------------------------------------------------------------

/// Where bytes come from: one of `path`, `data` and `read`. gzip and zstd are decompressed.
typedef struct pc_input {
  size_t size;
  const char* path;  ///< "-": standard input
  const char* name;  ///< for messages and extensions, of what has no path; may be NULL
  const void* data;  ///< must stay there during the call
  size_t data_size;
  /// Fills the buffer and returns the number of bytes, 0 at the end, a negative number for a failure.
  int64_t (*read)(void* user, void* buffer, size_t capacity);
  void* user;
} pc_input;

typedef struct pc_read_options {
  size_t size;
  const char* from;             ///< name of a reader; NULL: detect it
  const char* const* settings;  ///< "OPTION=VALUE" or "FORMAT.OPTION=VALUE"
  size_t setting_count;
  int32_t keep_order;  ///< merge equal samples only if they are adjacent
} pc_read_options;

/// Why an input is read as a format. Strings are valid until the context, or as long as the set, that gave them.
typedef struct pc_detection {
  size_t size;
  pc_string reader;
  pc_string reason;
  pc_string compression;  ///< "gzip", "zstd" or ""
  pc_confidence confidence;
} pc_detection;

/// Finds the reader of an input. Of `options`, `from` and the settings count. A callback is read up to 1 MiB, and those
/// bytes are gone.
PC_API pc_status pc_detect(pc_context* context, const pc_input* input, const pc_read_options* options,
                           pc_detection* detection, pc_error* error);
PC_API pc_status pc_read(pc_context* context, const pc_input* input, const pc_read_options* options, pc_set** set,
                         pc_error* error);
PC_API void pc_set_free(pc_set* set);

// -- Transforming ----------------------------------------------------------------------------------------------------

typedef int32_t pc_toggle;
enum { PC_DEFAULT = 0, PC_ON = 1, PC_OFF = 2 };

/// What to do with profiles, in the order in which it is done. Regular expressions and words are those of the command's
/// flags.
typedef struct pc_transforms {
  size_t size;
  const char* only;          ///< the one profile to keep, by name or number from 1
  const char* rate;          ///< samples per second, "997" or "99.5"
  const char* const* types;  ///< the value types to keep, in this order
  size_t type_count;
  const char* default_type;  ///< the value type to show first
  const char* focus;
  const char* ignore;
  const char* tag_focus;
  const char* tag_ignore;
  const char* thread;
  const char* time;
  const int64_t* pids;
  size_t pid_count;
  const char* hide;
  const char* show;
  const char* show_from;
  const char* trim_root;
  const char* trim_leaf;
  const char* granularity;  ///< "address", "line", "function", "file" or "module"
  pc_toggle collapse_recursion;
  pc_toggle anonymize;
  int64_t max_depth;            ///< 0: any
  const char* const* scalings;  ///< "2", "1/3" or "cpu=0.5"
  size_t scaling_count;
  pc_toggle demangle;            ///< on by default
  const char* names;             ///< "full", "stackcollapse", "no-args", "no-templates" or "short"
  const char* const* tag_roots;  ///< keys of labels to show as frames
  size_t tag_root_count;
  const char* const* tag_leaves;
  size_t tag_leaf_count;
} pc_transforms;

PC_API pc_status pc_transform(pc_context* context, const pc_set* set, const pc_transforms* transforms, pc_set** result,
                              pc_error* error);
/// The order of the sets does not matter.
PC_API pc_status pc_merge(pc_context* context, const pc_set* const* sets, size_t count, pc_set** result,
                          pc_error* error);

typedef struct pc_comparison {
  size_t size;
  const char* granularity;  ///< NULL: "function"
  const char* normalize;    ///< NULL: no; "base": scale NEW to the total of BASE; "new": scale BASE to that of NEW
} pc_comparison;

/// Samples of the base get negative values, so that values total what has changed.
PC_API pc_status pc_compare(pc_context* context, const pc_set* base, const pc_set* now, const pc_comparison* comparison,
                            pc_set** result, pc_error* error);

// -- Writing ---------------------------------------------------------------------------------------------------------

/// Where bytes go: `path` or `write`. A file appears whole or not at all. A callback gets the bytes while they are
/// made.
typedef struct pc_output {
  size_t size;
  const char* path;  ///< "-": standard output
  /// Returns 0, or another number for a failure.
  int32_t (*write)(void* user, const void* data, size_t size);
  void* user;
  const char* to;  ///< name of a writer; NULL: by the extension of `path`
  const char* const* settings;
  size_t setting_count;
  pc_compression compression;  ///< default: by the extension of `path`, else as the format wants
} pc_output;

/// What became of a conversion.
typedef struct pc_report pc_report;

/// `report` may be NULL.
PC_API pc_status pc_write(pc_context* context, const pc_set* set, const pc_output* output, pc_report** report,
                          pc_error* error);
/// The losses that pc_write() would report. Neither `path` nor `write` is needed if `to` is there.
PC_API pc_status pc_losses(const pc_set* set, const pc_output* output, pc_report** report, pc_error* error);
PC_API void pc_report_free(pc_report* report);

// -- Converting in one call ------------------------------------------------------------------------------------------

typedef int32_t pc_stage_kind;
enum { PC_READING = 0, PC_WORKING = 1, PC_WRITING = 2 };

typedef struct pc_stage {
  size_t size;
  pc_stage_kind kind;
  pc_string name;   ///< path of the input or output, for this call
  uint64_t number;  ///< of this input or output among `count`, from 1
  uint64_t count;
  uint64_t bytes;  ///< written so far, before compression
} pc_stage;

/// What the command does with its flags.
typedef struct pc_conversion {
  size_t size;
  const char* const* inputs;  ///< paths, several are merged; "-": standard input
  size_t input_count;
  const char* const* outputs;  ///< paths; "-": standard output, "DIR/": one file for each input
  size_t output_count;
  const char* base;                 ///< what the inputs are compared with; may be NULL
  const pc_comparison* comparison;  ///< and how; may be NULL
  const char* from;
  const char* to;
  const char* const* settings;
  size_t setting_count;
  const pc_transforms* transforms;  ///< may be NULL
  pc_compression compression;
  int32_t force;          ///< let an output replace an input although that loses data
  int32_t strict;         ///< fail with PC_ERROR_LOSSY instead of losing anything
  int32_t dry_run;        ///< do everything, write nothing
  int32_t needs_samples;  ///< fail if filters leave no sample of any input
  void (*on_stage)(void* user, const pc_stage* stage);
  void* user;
  const char* const* symbols;  ///< for frames that are addresses: "auto", "debuginfod", files, folders; none: they stay
  size_t symbol_count;
} pc_conversion;

/// `report` may be NULL; it is also given with PC_ERROR_LOSSY.
PC_API pc_status pc_convert(pc_context* context, const pc_conversion* conversion, pc_report** report, pc_error* error);

// -- Reports ---------------------------------------------------------------------------------------------------------

typedef struct pc_report_summary {
  size_t size;
  size_t input_count;
  size_t output_count;
  int32_t is_lossy;  ///< an output lost something essential, or a diagnostic is above a note
} pc_report_summary;

typedef struct pc_input_report {
  size_t size;
  pc_string name;
  pc_string reader;
  pc_string reason;
  pc_string compression;
  uint64_t profiles;
  uint64_t samples;
} pc_input_report;

typedef struct pc_output_report {
  size_t size;
  pc_string path;
  pc_string writer;
  size_t loss_count;
  uint64_t bytes;      ///< before compression
  int32_t is_written;  ///< 0: a dry run, or losses alone were requested
} pc_output_report;

typedef struct pc_loss {
  size_t size;
  pc_string description;  ///< "12 thread names"
  pc_string hint;         ///< a setting that would keep it, "spall.version=3"; may be empty
  uint64_t count;
  int32_t feature;       ///< its number never changes its meaning
  int32_t is_essential;  ///< changes what the profile says
} pc_loss;

PC_API pc_status pc_report_get(const pc_report* report, pc_report_summary* summary, pc_error* error);
PC_API pc_status pc_report_input_at(const pc_report* report, size_t index, pc_input_report* input, pc_error* error);
PC_API pc_status pc_report_output_at(const pc_report* report, size_t index, pc_output_report* output, pc_error* error);
PC_API pc_status pc_report_loss_at(const pc_report* report, size_t output, size_t index, pc_loss* loss,
                                   pc_error* error);

#ifdef __cplusplus
}
#endif

#include "profconv/profconv_model.h"
#include "profconv/profconv_record.h"

#endif
