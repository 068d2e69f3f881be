// SPDX-License-Identifier: Apache-2.0
// Serving the tracer, and ending it.
#include "tools/lib/record/session.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <thread>
#include <utility>

#include "profconv/context.h"
#include "tools/lib/record/epoch.h"
#include "tools/lib/record/errors.h"

namespace profconv::record {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds between_looks{50};
constexpr std::chrono::minutes longest_start{2};
constexpr std::size_t block_bytes = std::size_t{1} << 16;

/// Signals by which a tracer may say that it was stopped.
bool was_stopped(const ProcessEnd& end) {
  return end.kind == ProcessEnd::Kind::killed && (end.number == SIGTERM || end.number == SIGINT);
}

/// "12 drops on CPU 0", "dtrace: 3 dynamic variable drops": numbers before "drops".
std::uint64_t drops_in(std::string_view said) {
  std::uint64_t sum = 0;
  while (!said.empty()) {
    const std::string_view line = said.substr(0, said.find('\n'));
    said.remove_prefix(std::min(line.size() + 1, said.size()));
    constexpr std::string_view mark = "dtrace: ";
    if (!line.starts_with(mark) || line.find(" drop") == line.npos) continue;
    std::uint64_t number = 0;
    std::from_chars(line.data() + mark.size(), line.data() + line.size(), number);
    sum += number;
  }
  return sum;
}

}  // namespace

/// What a session's tracer prints.
class TracerOutput : public Source {
 public:
  explicit TracerOutput(Session& session) : session_(session) {}
  std::size_t read(std::span<char> buffer) override { return session_.read(buffer); }

 private:
  Session& session_;
};

Session::Session(const Backend& backend, const Wish& wish, Target& target, const Context& context)
    : backend_(backend),
      tracing_(backend.plan(wish)),
      target_(target),
      context_(context),
      names_(tracing_.addresses),
      text_(tracing_.is_ours, &names_),
      block_(block_bytes, '\0') {
  try {
    tracer_ = std::make_unique<Process>(command(), context);
  } catch (const ProcessError& error) {
    throw failure(backend.name, error.end(), {}, this_system());
  }
}

Command Session::command() {
  Command command{.words = tracing_.words,
                  .name = std::string(backend_.name),
                  .environment = tracing_.environment,
                  .input = {},
                  .handed = {}};
  const std::string pid = std::to_string(target_.pid());
  std::replace(command.words.begin(), command.words.end(), std::string(pid_word), pid);
  if (!tracing_.has_controls) return command;
  auto [control_reads, control_writes] = PipeEnd::make();
  auto [answer_reads, answer_writes] = PipeEnd::make();
  command.handed.push_back(std::move(control_reads));
  command.handed.push_back(std::move(answer_writes));
  control_ = std::move(control_writes);
  answer_ = std::move(answer_reads);
  answer_.never_wait();
  control_.never_wait();
  static_cast<void>(control_.write("enable\n"));
  return command;
}

void Session::start() {
  const Clock::time_point until = Clock::now() + longest_start;
  while (!is_tracing()) {
    pump(between_looks);
    if (is_over_) throw failure(backend_.name, tracer_->wait(), tracer_->error_text(), this_system());
    if (asked_to_stop_ && asked_to_stop_()) throw Cancelled();
    if (Clock::now() > until)
      throw RecordError(std::string(backend_.name) + ": does not begin to trace; try another backend (--backend)");
    if (!target_.is_child() && target_.has_ended()) throw RecordError(target_.name() + " has ended");
  }
  if (target_.pid() != 0) computed_before_ = cpu_time_of(target_.pid(), target_.is_child());
  look_at_maps();
  target_.release();
  has_started_ = true;
  started_ = Clock::now();
}

bool Session::is_tracing() {
  if (!tracing_.has_controls) return text_.is_ready();
  struct pollfd answer {
    .fd = answer_.descriptor(), .events = POLLIN, .revents = 0
  };
  return ::poll(&answer, 1, 0) == 1 && (answer.revents & POLLIN) != 0;
}

std::unique_ptr<Source> Session::text() { return std::make_unique<TracerOutput>(*this); }

bool Session::has_output() const { return tracing_.has_controls ? bytes_ != 0 : text_.has_lines(); }

std::uint64_t Session::drops() const { return text_.lost() + drops_in(tracer_->error_text()); }

milliseconds Session::recorded() const {
  return std::chrono::duration_cast<milliseconds>((is_over_ ? ended_ : Clock::now()) - started_);
}

/// Takes what the tracer prints within `most`.
void Session::pump(milliseconds most) {
  const auto got = tracer_->read_for(block_, most);
  if (!got) return;
  const std::string_view bytes(block_.data(), *got);
  bytes_ += bytes.size();
  last_output_ = Clock::now();
  if (tracing_.has_controls) {
    pending_.append(bytes);
  } else {
    text_.add(bytes);
    if (text_.marks() != std::exchange(marks_, text_.marks())) ++turns_;
    if (bytes.empty()) text_.end();
    pending_.append(text_.lines());
    text_.lines().clear();
  }
  if (!bytes.empty()) return;
  is_over_ = true;
  if (ending_ == Ending::running) ended_ = Clock::now();
}

/// Notes what is mapped in the target. Of this process, which runs, the tracer finds all names.
void Session::look_at_maps() {
  const bool is_other = target_.pid() != 0 && target_.pid() != ::getpid();
  if (is_other && tracing_.addresses != AddressForm::none) names_.look_at_family(target_.pid());
}

/// Any command lets perf write what it has recorded; "ping" does nothing else.
void Session::ask_for_samples() {
  if (!control_.is_open() || Clock::now() - asked_ < between_looks) return;
  asked_ = Clock::now();
  std::array<char, 64> answers{};
  while (is_tracing() && answer_.read(answers) != 0) continue;
  static_cast<void>(control_.write("ping\n"));
}

/// Whether the recording has to end.
void Session::look() {
  constexpr std::chrono::minutes longest_end{1};
  if (ending_ != Ending::running) {
    if (!is_told_to_end_) return end_tracer();
    if (Clock::now() - std::max(last_output_, ended_) > longest_end) tracer_->signal(SIGKILL);
    return;
  }
  const auto running = Clock::now() - started_;
  look_at_maps();
  if (tracing_.is_asked) ask_for_samples();
  if (target_.has_ended()) return end(Ending::target_ended);
  if (duration_ != milliseconds{0} && running >= duration_) return end(Ending::time_is_up);
  if (asked_to_stop_ && asked_to_stop_()) end(Ending::stopped);
}

/// Before the target is reaped: then nothing is known of it.
void Session::take_cpu_time() {
  if (!computed_before_) return;
  const auto now = cpu_time_of(target_.pid(), target_.is_child());
  if (!now) return;
  cpu_time_ = now;
  cpu_time_->user -= computed_before_->user;
  cpu_time_->system -= computed_before_->system;
}

void Session::end(Ending why) {
  ending_ = why;
  ended_ = Clock::now();
  if (tracing_.is_ours) end_ns_ = latest_now_ns();
  take_cpu_time();
  if (told_of_end_) told_of_end_();
  turns_ = 0;
  end_tracer();
}

/// Sends SIGTERM, until which the tracer records what goes on: of our programs, until() leaves those samples out.
void Session::end_tracer() {
  if (!has_printed_all()) return;
  is_told_to_end_ = true;
  tracer_->signal(SIGTERM);
  if (ending_ == Ending::target_ended || tracing_.is_ours) return;
  ended_ = Clock::now();
  take_cpu_time();
}

/// bpftrace reads what each processor has recorded in turns, and drops the rest of the turn in which SIGTERM arrives
/// (perf_event_printer() in its src/bpftrace.cpp). A mark of the second turn after the end shows that the first one, in
/// which all was recorded, is over.
bool Session::has_printed_all() const {
  constexpr int enough = 2;
  constexpr milliseconds longest_silence{500};
  constexpr std::chrono::seconds longest{10};
  const auto now = Clock::now();
  return !tracing_.drops_at_end || turns_ >= enough || now - std::max(last_output_, ended_) > longest_silence ||
         now - ended_ > longest;
}

std::size_t Session::read(std::span<char> buffer) {
  while (taken_ == pending_.size() && !is_over_) {
    pending_.clear();
    taken_ = 0;
    look();
    pump(between_looks);
    if (is_over_) note_tracers_end();
  }
  const std::size_t count = std::min(buffer.size(), pending_.size() - taken_);
  std::copy_n(pending_.begin() + static_cast<std::ptrdiff_t>(taken_), count, buffer.begin());
  taken_ += count;
  return count;
}

/// Whether the target has ended too. It may still be about to: a tracer can stumble over a process that ends.
bool Session::ends_now() const {
  constexpr milliseconds longest{500};
  constexpr milliseconds step{10};
  if (target_.pid() == 0) return false;
  for (milliseconds waited{0}; waited < longest; waited += step) {
    if (target_.has_ended()) return true;
    std::this_thread::sleep_for(step);
  }
  return false;
}

/// A tracer that ended by itself has failed, unless the target has ended too, or its program says when to end.
void Session::note_tracers_end() {
  const ProcessEnd end = tracer_->wait();
  if (ending_ == Ending::running && ends_now()) {
    ending_ = Ending::target_ended;
    take_cpu_time();
  }
  if (ending_ != Ending::running || (end.is_good() && !tracing_.is_ours)) return;
  ending_ = Ending::tracer_ended;
  if (!end.is_good() || target_.pid() != 0) {
    failure_ = was_stopped(end) ? describe(end, backend_.name)
                                : failure(backend_.name, end, tracer_->error_text(), this_system()).what();
  }
}

}  // namespace profconv::record
