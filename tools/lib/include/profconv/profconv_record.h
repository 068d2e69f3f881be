// SPDX-License-Identifier: Apache-2.0
// Recording with the C interface: samples of a running process, this one by default, by dtrace, bpftrace or perf.
// profconv.h includes this header.
#ifndef PROFCONV_PROFCONV_RECORD_H
#define PROFCONV_PROFCONV_RECORD_H

#include "profconv/profconv.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One recording. The tracer is a process of its own, and a thread of this library reads what it prints.
typedef struct pc_recorder pc_recorder;

/// What to record. Members that are 0 or NULL have the default.
typedef struct pc_recorder_options {
  size_t size;
  const char* backend;    ///< "dtrace", "bpftrace" or "perf"; default: the first that works here
  int64_t process;        ///< its id; default: this process
  uint32_t frequency;     ///< samples per second and processor; default: 99
  uint32_t frames;        ///< of a stack, at most; default: 100
  uint64_t buffer_bytes;  ///< of the tracer, for each processor; default: the tracer's
  int32_t kernel;         ///< the kernel's frames too
} pc_recorder_options;

typedef struct pc_recorder_state {
  size_t size;
  pc_string backend;
  uint64_t dropped;      ///< samples that the tracer says it lost
  int32_t is_recording;  ///< 0: before the start, after the stop, or the tracer or the process has ended
} pc_recorder_state;

/// `options` may be NULL. PC_ERROR_RECORD if no tracer is installed or it needs privileges.
PC_API pc_status pc_recorder_create(const pc_recorder_options* options, pc_recorder** recorder, pc_error* error);
/// Returns once the tracer traces, which takes dtrace two to three seconds. Once for each recorder.
PC_API pc_status pc_recorder_start(pc_recorder* recorder, pc_error* error);
/// Waits for the rest of what the tracer prints. What was not taken is still there.
PC_API pc_status pc_recorder_stop(pc_recorder* recorder, pc_error* error);
/// What was recorded since the last call: a set without profiles if there are no samples. Start times are nanoseconds
/// since 1970-01-01 UTC. PC_ERROR_RECORD, once all has been taken, if the tracer ended by itself.
PC_API pc_status pc_recorder_take(pc_recorder* recorder, pc_context* context, pc_set** set, pc_error* error);
PC_API pc_status pc_recorder_get(const pc_recorder* recorder, pc_recorder_state* state, pc_error* error);
/// Stops the tracer, at any moment, within two seconds; what was not taken is lost.
PC_API void pc_recorder_free(pc_recorder* recorder);

#ifdef __cplusplus
}
#endif

#endif
