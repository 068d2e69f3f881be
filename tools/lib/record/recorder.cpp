// SPDX-License-Identifier: Apache-2.0
// A session whose tracer is read by a thread, and whose text is parsed when samples are taken.
#include "profconv/recorder.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "core/process/process_end.h"
#include "profconv/conversion.h"
#include "tools/lib/record/epoch.h"
#include "tools/lib/record/recorded_text.h"
#include "tools/lib/record/session.h"

namespace profconv {

namespace {

constexpr std::uint32_t most_frequency = 100'000;
constexpr std::uint64_t most_buffer_bytes = std::uint64_t{1} << 30;

record::Wish wish_of(const RecorderOptions& options) {
  if (options.frequency == 0 || options.frames == 0) {
    throw UsageError("a recorder needs a frequency and a number of frames above 0");
  }
  if (options.frequency > most_frequency) throw UsageError("a recorder's frequency is at most 100000");
  if (options.buffer_bytes > most_buffer_bytes) throw UsageError("a recorder's buffer has at most 1 GiB");
  return {.frequency = options.frequency,
          .frames = options.frames,
          .everything = false,
          .alone = true,
          .live = true,
          .kernel = options.kernel,
          .off_cpu = false,
          .script = {},
          .buffer_bytes = options.buffer_bytes};
}

pid_t process_of(const RecorderOptions& options) {
  if (options.process < 0 || options.process > std::numeric_limits<pid_t>::max()) {
    throw UsageError(std::to_string(options.process) + " is no process id");
  }
  return options.process == 0 ? ::getpid() : static_cast<pid_t>(options.process);
}

/// An error of the system at the tracer's start.
RecordError cannot_start(const std::string& tracer, const std::system_error& error) {
  const bool are_files_short = error.code() == std::errc::too_many_files_open;
  return RecordError(tracer + ": " + error.what() + (are_files_short ? ": raise the limit of open files" : ""));
}

/// Keeps signals from the threads that are started meanwhile.
class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;
  ~WithoutSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace

class Recorder::Tracing {
 public:
  explicit Tracing(const RecorderOptions& options)
      : pid_(process_of(options)),
        wish_(wish_of(options)),
        backend_(record::choose_backend(options.backend, wish_)),
        name_(backend_.name) {
    if (backend_.most_frames != nullptr) wish_.frames = std::min(wish_.frames, backend_.most_frames());
    has_fewer_frames_ = wish_.frames < options.frames;
    plan_ = backend_.plan(wish_);
  }
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;
  ~Tracing() {
    context_.cancel();
    if (thread_.joinable()) thread_.join();
  }

  void start() {
    if (session_) throw std::logic_error("a recorder can be started once");
    try {
      target_.emplace(record::Target::attach(pid_));
      session_.emplace(backend_, wish_, *target_, context_);
      session_->end_when([this] { return is_asked_to_stop_.load(); });
      session_->start();
      source_ = session_->text();
      if (backend_.text != nullptr) source_ = backend_.text(std::move(source_), pid_, context_);
      is_recording_ = true;
      const WithoutSignals held_back;
      thread_ = std::thread([this] { read_all(); });
    } catch (const ProcessError& error) {
      forget();
      throw RecordError(error.what());
    } catch (const std::system_error& error) {
      forget();
      throw cannot_start(name_, error);
    } catch (...) {
      forget();
      throw;
    }
  }

  void stop() {
    if (!session_) return;
    is_asked_to_stop_ = true;
    if (thread_.joinable()) thread_.join();
    const std::lock_guard lock(mutex_);
    throw_failure();
  }

  /// Whether this is the process that made it, and no copy.
  [[nodiscard]] bool is_ours() const { return ::getpid() == owner_; }
  [[nodiscard]] bool is_recording() const { return is_recording_; }
  [[nodiscard]] const std::string& backend() const { return name_; }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

  ProfileSet take(Context& context) {
    const std::string text = whole_text();
    if (text.empty()) return ProfileSetBuilder().finish();
    if (has_fewer_frames_) {
      context.note("record.frames", {},
                   "stacks have " + std::to_string(wish_.frames) +
                       " frames at most: the system allows no more (sysctl kernel.perf_event_max_stack)");
    }
    ProfileSet set = record::read_text(backend_, plan_, text, SampleOrder::as_read, context);
    if (plan_.counts_samples) set = with_sampling_rate(std::move(set), {.numerator = wish_.frequency}, context);
    set = apply_names(record::since_epoch(std::move(set)), {}, SampleOrder::as_read, context);
    const std::lock_guard lock(mutex_);
    text_.erase(0, text.size());
    return set;
  }

 private:
  void forget() {
    is_recording_ = false;
    source_.reset();
    session_.reset();
    target_.reset();
  }

  /// The thread's work.
  void read_all() {
    std::array<char, std::size_t{1} << 16> block{};
    std::optional<std::string> failure;
    try {
      while (const std::size_t got = source_->read(block)) {
        dropped_ = session_->drops();
        const std::lock_guard lock(mutex_);
        text_.append(block.data(), got);
      }
      dropped_ = session_->drops();
      failure = session_->failure_text();
    } catch (const Cancelled&) {
      // Nobody waits for more.
    } catch (const std::exception& error) {
      failure = error.what();
    }
    const std::lock_guard lock(mutex_);
    failure_ = std::move(failure);
    is_recording_ = false;
  }

  /// The whole records so far; they stay until they are read.
  std::string whole_text() {
    const std::lock_guard lock(mutex_);
    const std::size_t whole = backend_.whole(text_);
    if (whole == 0) throw_failure();
    return text_.substr(0, whole);
  }

  /// Once. Call it with mutex_ locked.
  void throw_failure() {
    if (failure_) throw RecordError(*std::exchange(failure_, std::nullopt));
  }

  pid_t owner_ = ::getpid();
  pid_t pid_;
  record::Wish wish_;
  const record::Backend& backend_;
  std::string name_;
  record::Tracing plan_;
  bool has_fewer_frames_ = false;  ///< than asked for
  Context context_;
  std::optional<record::Target> target_;
  std::optional<record::Session> session_;
  std::unique_ptr<Source> source_;
  std::atomic<bool> is_asked_to_stop_ = false;
  std::atomic<bool> is_recording_ = false;
  std::atomic<std::uint64_t> dropped_ = 0;
  std::mutex mutex_;                    ///< of what the thread leaves to be taken:
  std::string text_;                    ///< what the tracer printed
  std::optional<std::string> failure_;  ///< why it ended by itself
  std::thread thread_;
};

Recorder::Recorder(const RecorderOptions& options) {
  try {
    tracing_ = std::make_unique<Tracing>(options);
  } catch (const ProcessError& error) {
    throw RecordError(error.what());
  } catch (const std::system_error& error) {
    throw cannot_start(options.backend, error);
  }
}
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder& Recorder::operator=(Recorder&& other) noexcept {
  forget_in_child();
  tracing_ = std::move(other.tracing_);
  return *this;
}
Recorder::~Recorder() { forget_in_child(); }

/// The thread is not in a child of fork(), and the tracer is not its: nothing is to be joined or stopped there.
void Recorder::forget_in_child() noexcept {
  if (tracing_ && !tracing_->is_ours()) static_cast<void>(tracing_.release());
}

Recorder::Tracing& Recorder::tracing() const {
  if (!tracing_) throw std::logic_error("this recorder was moved from");
  if (!tracing_->is_ours()) throw std::logic_error("a recorder belongs to the process that made it");
  return *tracing_;
}

void Recorder::start() { tracing().start(); }
void Recorder::stop() { tracing().stop(); }
bool Recorder::is_recording() const { return tracing().is_recording(); }
const std::string& Recorder::backend() const { return tracing().backend(); }
std::uint64_t Recorder::dropped() const { return tracing().dropped(); }
ProfileSet Recorder::take(Context& context) { return tracing().take(context); }

std::vector<RecordedSample> Recorder::take_samples() {
  Context context;
  return recorded_samples(take(context));
}

}  // namespace profconv
