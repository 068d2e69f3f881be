// SPDX-License-Identifier: Apache-2.0
// A recording from the tracer's start to its end.
//
//   Target target = Target::start({"./prog"}, find_invoker());
//   Session session(dtrace_backend, wish, target, context);
//   session.start();                                     // the tracer is attached, the program runs
//   request.open = [&](auto&) { return session.text(); };  // what the tracer prints, until the recording ends
//   convert(request, context);
//   session.throw_if_failed();
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/process/process.h"
#include "profconv/input.h"
#include "tools/lib/record/address_names.h"
#include "tools/lib/record/backend.h"
#include "tools/lib/record/cpu_time.h"
#include "tools/lib/record/target.h"
#include "tools/lib/record/tracer_text.h"

namespace profconv::record {

/// Why a recording ended.
enum class Ending : std::uint8_t { running, target_ended, time_is_up, stopped, tracer_ended };

class Session {
 public:
  /// `target` and `context` must outlive the session. Throws RecordError where the tracer cannot be started.
  Session(const Backend& backend, const Wish& wish, Target& target, const Context& context);

  /// Ends the recording after so long; 0: not by itself.
  void end_after(std::chrono::milliseconds duration) { duration_ = duration; }
  /// Asked twenty times a second whether to end the recording; may be empty.
  void end_when(std::function<bool()> asked) { asked_to_stop_ = std::move(asked); }

  /// Told when nothing more is recorded, while the tracer may still print; may be empty.
  void on_end(std::function<void()> told) { told_of_end_ = std::move(told); }

  /// Waits until the tracer traces, and releases the target. Throws RecordError; Cancelled.
  void start();
  /// The tracer's output until it has ended; the session must outlive it.
  [[nodiscard]] std::unique_ptr<Source> text();

  /// Whether start() has released the target.
  [[nodiscard]] bool has_started() const { return has_started_; }
  [[nodiscard]] Ending ending() const { return ending_; }
  /// Whether the tracer has printed samples, or has written what may hold some.
  [[nodiscard]] bool has_output() const;
  /// Samples that the tracer says it lost.
  [[nodiscard]] std::uint64_t drops() const;
  /// When the recording ended, as latest_now_ns(); nothing: it has not, or the tracer's program is the user's. Until
  /// the tracer ends it records on.
  [[nodiscard]] std::optional<std::int64_t> end_ns() const { return end_ns_; }
  /// The files that were mapped in the processes whose names are found here.
  [[nodiscard]] std::vector<PlacedFile> places() const { return names_.places(); }
  /// How long it recorded.
  [[nodiscard]] std::chrono::milliseconds recorded() const;
  /// What the target computed meanwhile, with children of a program that was started; nothing: not known, or not over.
  [[nodiscard]] std::optional<CpuTime> cpu_time() const { return cpu_time_; }
  /// The error of a tracer that ended by itself, unless the target had ended.
  [[nodiscard]] std::optional<std::string> failure_text() const { return failure_; }

 private:
  friend class TracerOutput;
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] Command command();
  void pump(std::chrono::milliseconds most);
  void look_at_maps();
  void ask_for_samples();
  void look();
  void end(Ending why);
  void end_tracer();
  [[nodiscard]] bool has_printed_all() const;
  [[nodiscard]] bool is_tracing();
  std::size_t read(std::span<char> buffer);
  [[nodiscard]] bool ends_now() const;
  void take_cpu_time();
  void note_tracers_end();

  const Backend& backend_;
  Tracing tracing_;
  Target& target_;
  const Context& context_;
  std::chrono::milliseconds duration_{0};
  std::function<bool()> asked_to_stop_;
  std::function<void()> told_of_end_;
  PipeEnd control_;  ///< of perf
  PipeEnd answer_;
  AddressNames names_;
  TracerText text_;
  std::string pending_;  ///< output that was not read
  std::size_t taken_ = 0;
  std::unique_ptr<Process> tracer_;
  std::string block_;
  Ending ending_ = Ending::running;
  bool has_started_ = false;
  bool is_told_to_end_ = false;
  bool is_over_ = false;
  std::uint64_t marks_ = 0;  ///< of text_ after the last output
  int turns_ = 0;            ///< outputs with a mark since the recording ended
  Clock::time_point started_ = Clock::now();
  Clock::time_point asked_;  ///< last, for samples
  Clock::time_point ended_ = Clock::now();
  std::optional<std::int64_t> end_ns_;
  Clock::time_point last_output_ = Clock::now();
  std::uint64_t bytes_ = 0;
  std::optional<CpuTime> computed_before_;
  std::optional<CpuTime> cpu_time_;
  std::optional<std::string> failure_;
};

}  // namespace profconv::record
