// SPDX-License-Identifier: Apache-2.0
// Sampling a running process, this one by default, with dtrace, bpftrace or perf.
//
//   Recorder recorder;                              // of this process, 99 Hz, the first tracer that works here
//   recorder.start();                               // returns once the tracer traces
//   work();
//   for (const RecordedSample& sample : recorder.take_samples()) ...
//   recorder.stop();                                // what it printed last is there to be taken
//
// The tracer runs as a process of its own and a thread reads what it prints. dtrace and bpftrace need root on Linux.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "profconv/context.h"
#include "profconv/errors.h"
#include "profconv/profile.h"

#pragma GCC visibility push(default)
namespace profconv {

/// Nothing could be recorded, or not all: one line that ends with what to do.
class RecordError : public Error {
 public:
  using Error::Error;
};

/// What to record, and how.
struct RecorderOptions {
  std::string backend = "auto";    ///< or "dtrace", "bpftrace", "perf"
  std::int64_t process = 0;        ///< its id; 0: this process
  std::uint32_t frequency = 99;    ///< samples per second and processor, at most 100,000
  std::uint32_t frames = 100;      ///< of a stack, at most
  bool kernel = false;             ///< the kernel's frames too
  std::uint64_t buffer_bytes = 0;  ///< of the tracer, for each processor, at most 1 GiB; 0: its default
};

/// One call of a recorded stack.
struct RecordedFrame {
  std::string function;       ///< empty: not known
  std::string module;         ///< as the tracer prints it: a name or a path; empty: not known
  std::uint64_t address = 0;  ///< in the process, from perf in the module's file; 0: the tracer prints none
  bool is_kernel = false;

  bool operator==(const RecordedFrame&) const = default;
};

/// What a thread was doing when it was sampled.
struct RecordedSample {
  std::int64_t process = 0;
  std::int64_t thread = 0;
  std::int64_t start_ns = 0;          ///< since 1970-01-01 UTC
  std::vector<RecordedFrame> frames;  ///< from the root to the leaf
  std::int64_t count = 1;             ///< of samples that have all of this

  bool operator==(const RecordedSample&) const = default;
};

/// One recording. It can be moved, and destroyed at any moment; then the tracer is stopped within two seconds and what
/// was not taken is lost. One thread at a time uses it. The process that is recorded goes on in any case. The samples
/// of this process include the thread that reads the tracer.
///
/// A Recorder belongs to the process that made it: in a child of fork(), destroying it does nothing, and calls throw
/// std::logic_error, as they do for one that was moved from.
class Recorder {
 public:
  /// Throws UsageError for a backend that does not exist or cannot do what is asked, RecordError for one that is not
  /// installed or needs privileges.
  explicit Recorder(const RecorderOptions& options = {});
  Recorder(Recorder&&) noexcept;
  Recorder& operator=(Recorder&&) noexcept;
  ~Recorder();

  /// Starts the tracer and waits until it traces: two to three seconds for dtrace. Throws RecordError with the tracer's
  /// own words, or for a process that does not exist; std::logic_error if it was started before.
  void start();
  /// Ends the tracer and waits for the rest of what it prints, at most a minute. Does nothing if nothing is recorded.
  /// Throws RecordError if the tracer has ended by itself; what it printed before can still be taken.
  void stop();
  /// Whether the tracer runs: from start() to stop(), unless it or the process ends before.
  [[nodiscard]] bool is_recording() const;
  /// dtrace, bpftrace or perf.
  [[nodiscard]] const std::string& backend() const;
  /// Samples that the tracer says it lost so far.
  [[nodiscard]] std::uint64_t dropped() const;

  /// What was recorded since the last call, as profiles for any writer: none if there are no samples. Their times are
  /// since the epoch, and names are demangled. Until they are taken, the tracer's text is kept. Findings go to
  /// `context`. Throws RecordError, once all that was recorded has been taken, if the tracer ended by itself and stop()
  /// did not throw it. If another error is thrown, the samples are still there.
  [[nodiscard]] ProfileSet take(Context& context);
  /// The same as samples, in the order of their times.
  [[nodiscard]] std::vector<RecordedSample> take_samples();

 private:
  class Tracing;

  [[nodiscard]] Tracing& tracing() const;
  void forget_in_child() noexcept;

  std::unique_ptr<Tracing> tracing_;
};

/// The samples of profiles that were taken, in the order of their times.
[[nodiscard]] std::vector<RecordedSample> recorded_samples(const ProfileSet& set);

}  // namespace profconv
#pragma GCC visibility pop
