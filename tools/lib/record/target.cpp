// SPDX-License-Identifier: Apache-2.0
// fork(2), since posix_spawn(3) cannot wait before the exec, and setting the user.
#include "tools/lib/record/target.h"

#include <grp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "core/process/process_end.h"
#include "core/process/spawn.h"
#include "core/text/base_name.h"
#include "tools/lib/record/errors.h"
#include "tools/lib/record/process_stat.h"

namespace profconv::record {

namespace {

constexpr int signal_status = 128;

template <class Call>
auto uninterrupted(Call call) {
  while (true) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// All that the child needs after fork(), when it may not allocate.
struct Start {
  const char* path;
  char** words;
  char** variables;
  const Invoker* invoker;  ///< null: this process's user
  int go;
  int others_go;  ///< this process's end of that pipe
  int failed;
};

bool become(const Invoker& invoker) {
  const int count = static_cast<int>(invoker.account.groups.size());
  return ::setgroups(static_cast<std::size_t>(count), invoker.account.groups.data()) == 0 &&
         ::setgid(invoker.group) == 0 && ::setuid(invoker.user) == 0;
}

/// The child's life until its exec; only calls that are safe there.
[[noreturn]] void wait_and_exec(const Start& start) {
  constexpr int failed_status = 127;
  ::close(start.others_go);
  char byte = 0;
  if (uninterrupted([&] { return ::read(start.go, &byte, 1); }) == 1) {
    if (start.invoker == nullptr || become(*start.invoker)) ::execve(start.path, start.words, start.variables);
    const int error = errno;
    static_cast<void>(!::write(start.failed, &error, sizeof error));
  }
  std::_Exit(failed_status);
}

RecordError cannot_start(const std::string& name, int error) {
  const ProcessEnd end{ProcessEnd::Kind::not_started, error};
  return RecordError(describe(end, name));
}

/// Whether the process has ended and its parent has not noticed yet. Only Linux tells.
bool is_zombie(pid_t pid) { return process_stat(pid).starts_with('Z'); }

}  // namespace

Target Target::start(const std::vector<std::string>& words, const std::optional<Invoker>& invoker) {
  Target target;
  const std::string& program = words.front();
  std::string path;
  try {
    path = program_path(program, program);
  } catch (const ProcessError& error) {
    throw RecordError(error.what());
  }
  std::vector<std::string> arguments = words;
  std::vector<std::string> variables = environment_for(invoker);
  const std::vector<char*> argument_pointers = pointers_to(arguments);
  const std::vector<char*> variable_pointers = pointers_to(variables);
  auto [go, others_go] = PipeEnd::make();
  auto [failed, others_failed] = PipeEnd::make();
  const Start start{.path = path.c_str(),
                    .words = const_cast<char**>(argument_pointers.data()),
                    .variables = const_cast<char**>(variable_pointers.data()),
                    .invoker = invoker ? &*invoker : nullptr,
                    .go = go.descriptor(),
                    .others_go = others_go.descriptor(),
                    .failed = others_failed.descriptor()};
  target.pid_ = ::fork();
  if (target.pid_ == 0) wait_and_exec(start);
  if (target.pid_ < 0) throw cannot_start(program, errno);
  target.is_child_ = true;
  target.name_ = base_name(program);
  target.go_ = std::move(others_go);
  target.failed_ = std::move(failed);
  return target;
}

Target Target::attach(pid_t pid) {
  if (::kill(pid, 0) != 0 && errno == ESRCH) throw RecordError("there is no process " + std::to_string(pid));
  Target target;
  target.pid_ = pid;
  target.name_ = "process " + std::to_string(pid);
  if (const std::string program = one_line(process_name(pid)); !program.empty()) {
    target.name_ = program + " (" + target.name_ + ")";
  }
  if (target.has_ended()) throw RecordError(target.name_ + " has ended");
  return target;
}

Target::Target(Target&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)),
      is_child_(std::exchange(other.is_child_, false)),
      is_released_(other.is_released_),
      name_(std::move(other.name_)),
      go_(std::move(other.go_)),
      failed_(std::move(other.failed_)),
      status_(other.status_),
      cpu_time_(other.cpu_time_) {}

Target::~Target() {
  if (!is_child_ || is_released_) return;
  go_.close();
  reap(0);
}

void Target::release() {
  if (!is_child_ || is_released_) return;
  is_released_ = true;
  static_cast<void>(go_.write("x"));
  go_.close();
  int error = 0;
  std::array<char, sizeof error> bytes{};
  if (failed_.read(bytes) != bytes.size()) return failed_.close();
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(&error));
  reap(0);
  throw cannot_start(name_, error);
}

bool Target::has_ended() const {
  if (pid_ == 0) return false;
  if (!is_child_) return is_zombie(pid_) || (::kill(pid_, 0) != 0 && errno == ESRCH);
  if (status_) return true;
  siginfo_t about{};
  const int failed =
      uninterrupted([&] { return ::waitid(P_PID, static_cast<id_t>(pid_), &about, WEXITED | WNOHANG | WNOWAIT); });
  return failed != 0 || about.si_pid == pid_;
}

std::optional<int> Target::status() { return reap(WNOHANG); }

int Target::await_status() { return reap(0).value_or(0); }

std::optional<int> Target::reap(int options) {
  if (status_ || !is_child_) return status_;
  int status = 0;
  struct rusage used {};
  const pid_t ended = uninterrupted([&] { return ::wait4(pid_, &status, options, &used); });
  if (ended == 0) return std::nullopt;
  if (ended != pid_) return status_ = 0;  // this process ignores SIGCHLD
  const auto milliseconds = [](const timeval& time) {
    return std::chrono::milliseconds(time.tv_sec * 1000 + time.tv_usec / 1000);
  };
  cpu_time_ = milliseconds(used.ru_utime) + milliseconds(used.ru_stime);
  return status_ = WIFSIGNALED(status) ? signal_status + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace profconv::record
