// SPDX-License-Identifier: Apache-2.0
// The C interface to recording.
#include "profconv/recorder.h"

#include "handles.h"

struct pc_recorder {
  explicit pc_recorder(const profconv::RecorderOptions& options) : recorder(options) {}

  profconv::Recorder recorder;
};

namespace profconv::c {

namespace {

RecorderOptions recorder_options(const pc_recorder_options& given) {
  RecorderOptions options;
  if (given.backend != nullptr) options.backend = given.backend;
  if (given.frequency != 0) options.frequency = given.frequency;
  if (given.frames != 0) options.frames = given.frames;
  options.process = given.process;
  options.kernel = given.kernel != 0;
  options.buffer_bytes = given.buffer_bytes;
  return options;
}

}  // namespace

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_recorder_create(const pc_recorder_options* options, pc_recorder** recorder, pc_error* error) {
  return guarded(error, [&] {
    require_pointer(recorder, "recorder");
    *recorder = new pc_recorder(recorder_options(taken_or_default(options, "options")));
  });
}

pc_status pc_recorder_start(pc_recorder* recorder, pc_error* error) {
  return guarded(error, [&] { required(recorder, "recorder").recorder.start(); });
}

pc_status pc_recorder_stop(pc_recorder* recorder, pc_error* error) {
  return guarded(error, [&] { required(recorder, "recorder").recorder.stop(); });
}

pc_status pc_recorder_take(pc_recorder* recorder, pc_context* context, pc_set** set, pc_error* error) {
  return guarded(error, [&] {
    require_pointer(set, "set");
    profconv::ProfileSet made = required(recorder, "recorder").recorder.take(required(context, "context").context);
    *set = new pc_set(std::move(made), profconv::SampleOrder::as_read);
  });
}

pc_status pc_recorder_get(const pc_recorder* recorder, pc_recorder_state* state, pc_error* error) {
  return guarded(error, [&] {
    const profconv::Recorder& of = required(recorder, "recorder").recorder;
    pc_recorder_state made{};
    made.backend = view(of.backend());
    made.dropped = of.dropped();
    made.is_recording = of.is_recording() ? 1 : 0;
    give(state, made, "state");
  });
}

void pc_recorder_free(pc_recorder* recorder) { delete recorder; }
