// SPDX-License-Identifier: Apache-2.0
// Serving a child's pipes, and ending it.
#include "core/process/process.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>

#include "core/process/spawn.h"
#include "core/text/excerpts.h"
#include "profconv/context.h"

namespace profconv {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds between_looks{50};
constexpr std::size_t block_bytes = std::size_t{1} << 16;

ProcessEnd end_of(int status) {
  return WIFSIGNALED(status) ? ProcessEnd{ProcessEnd::Kind::killed, WTERMSIG(status)}
                             : ProcessEnd{ProcessEnd::Kind::exited, WEXITSTATUS(status)};
}

template <class Call>
auto uninterrupted(Call call) {
  while (true) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

/// The child's whole group, or the child alone where it has moved to another.
void signal_group(pid_t leader, int signal) {
  if (::kill(-leader, signal) != 0) ::kill(leader, signal);
}

}  // namespace

std::string name_of(const Command& command) { return command.name.empty() ? command.words.at(0) : command.name; }

Process::Process(Command command, const Context& context) : command_(std::move(command)), context_(&context) {
  context.check_cancelled();
  fed_.resize(command_.input == nullptr ? 0 : block_bytes);
  Spawned child = spawn(command_);
  command_.handed.clear();
  pid_ = child.pid;
  input_ = std::move(child.input);
  output_ = std::move(child.output);
  errors_ = std::move(child.errors);
}

std::size_t Process::read(std::span<char> buffer) {
  if (buffer.empty()) return 0;
  while (output_.is_open()) {
    const std::size_t got = serve(buffer, between_looks);
    if (got != 0) return got;
  }
  const ProcessEnd end = wait();
  if (!end.is_good()) throw ProcessError(end, message());
  return 0;
}

std::optional<std::size_t> Process::read_for(std::span<char> buffer, milliseconds most) {
  const Clock::time_point until = Clock::now() + most;
  while (output_.is_open()) {
    const auto left = std::max(std::chrono::ceil<milliseconds>(until - Clock::now()), milliseconds{0});
    const std::size_t got = serve(buffer, std::min(left, between_looks));
    if (got != 0) return got;
    if (output_.is_open() && left == milliseconds{0}) return std::nullopt;
  }
  return 0;
}

void Process::signal(int number) {
  note_end();
  if (!end_) signal_group(pid_, number);
}

ProcessEnd Process::wait() {
  while (true) {
    if (const auto end = wait_for(std::chrono::hours{1})) return *end;
  }
}

std::optional<ProcessEnd> Process::wait_for(milliseconds most) {
  std::vector<char> dropped(block_bytes);
  const Clock::time_point until = Clock::now() + most;
  milliseconds pause{1};  // most children end as soon as their pipes do
  while (true) {
    const auto left = std::max(std::chrono::ceil<milliseconds>(until - Clock::now()), milliseconds{0});
    serve(dropped, std::min(pause, left));
    if (is_over()) return end_;
    if (left == milliseconds{0}) return std::nullopt;
    pause = std::min(pause * 2, between_looks);
  }
}

std::string_view Process::error_text() const {
  const std::string_view all = error_text_;
  return all.substr(all.size() - std::min(all.size(), command_.max_error_bytes));
}

/// Waits until a pipe is ready, for `pause` at most, and moves what is there. Returns the bytes of standard output.
std::size_t Process::serve(std::span<char> buffer, milliseconds pause) {
  try {
    context_->check_cancelled();
  } catch (const Cancelled&) {
    stop();
    throw;
  }
  note_end();
  if (!end_ && is_past_deadline()) {
    stop();
    end_ = {ProcessEnd::Kind::timed_out, static_cast<int>(command_.deadline.count())};
    return 0;
  }
  std::array<struct pollfd, 3> waited{{{.fd = output_.descriptor(), .events = POLLIN, .revents = 0},
                                       {.fd = errors_.descriptor(), .events = POLLIN, .revents = 0},
                                       {.fd = input_.descriptor(), .events = POLLOUT, .revents = 0}}};
  // After a signal the next look is soon enough.
  if (::poll(waited.data(), waited.size(), end_ ? 0 : static_cast<int>(pause.count())) < 0) return 0;
  if (input_.is_open() && waited[2].revents != 0) feed();
  if (errors_.is_open() && (end_ || waited[1].revents != 0)) collect_errors();
  return output_.is_open() && (end_ || waited[0].revents != 0) ? output_.read(buffer) : 0;
}

void Process::feed() {
  if (unfed_.empty()) unfed_ = {fed_.data(), command_.input->read(fed_)};
  if (unfed_.empty()) return input_.close();
  unfed_.remove_prefix(input_.write(unfed_));
}

void Process::collect_errors() {
  std::array<char, std::size_t{1} << 14> text{};
  error_text_.append(text.data(), errors_.read(text));
  if (error_text_.size() / 2 > command_.max_error_bytes) {
    error_text_.erase(0, error_text_.size() - command_.max_error_bytes);
  }
}

/// Looks whether the child has ended. What is in the pipes then is all that it wrote; programs that it started may hold
/// them open for as long as they like.
void Process::note_end() {
  if (end_) return;
  int status = 0;
  const pid_t ended = uninterrupted([&] { return ::waitpid(pid_, &status, WNOHANG); });
  if (ended == 0) return;
  end_ = ended == pid_ ? end_of(status) : ProcessEnd{ProcessEnd::Kind::unknown};
  input_.close();
  output_.end_here();
  errors_.end_here();
}

bool Process::is_past_deadline() const {
  return command_.deadline != milliseconds{0} && Clock::now() - start_ >= command_.deadline;
}

/// Until `until` at the latest. The child stays a zombie, so that its process group cannot become another's meanwhile.
void Process::await_end(Clock::time_point until) const noexcept {
  const auto has_ended = [&] {
    siginfo_t about{};
    const int failed =
        uninterrupted([&] { return ::waitid(P_PID, static_cast<id_t>(pid_), &about, WEXITED | WNOHANG | WNOWAIT); });
    return failed != 0 || about.si_pid == pid_;
  };
  for (int pause = 1; !has_ended() && Clock::now() < until; pause = std::min(pause * 2, 20)) {
    ::poll(nullptr, 0, pause);
  }
}

void Process::stop() noexcept {
  input_.close();
  output_.close();
  errors_.close();
  if (end_ || is_released_) return;
  signal_group(pid_, SIGTERM);
  signal_group(pid_, SIGCONT);  // a stopped process would not see it
  await_end(Clock::now() + command_.grace);
  signal_group(pid_, SIGKILL);
  int status = 0;
  const pid_t ended = uninterrupted([&] { return ::waitpid(pid_, &status, 0); });
  end_ = ended == pid_ ? end_of(status) : ProcessEnd{ProcessEnd::Kind::unknown};
}

/// How it ended, and the last line that it wrote about that.
std::string Process::message() const {
  constexpr std::size_t most_bytes = 200;
  std::string_view text = error_text();
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  text = text.substr(text.find_last_of("\r\n") + 1);
  std::string words = describe(*end_, name_of(command_));
  return text.empty() ? words : words + ": " + one_line(shortened(text, most_bytes));
}

std::string output_of(Command command, const Context& context, std::size_t most_bytes) {
  std::string text(most_bytes, '\0');
  Process process(std::move(command), context);
  std::size_t size = 0;
  while (const std::size_t bytes = process.read(std::span(text).subspan(size))) size += bytes;
  text.resize(size);
  return text;
}

}  // namespace profconv
