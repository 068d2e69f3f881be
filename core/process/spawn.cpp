// SPDX-License-Identifier: Apache-2.0
// posix_spawn(3), which copies no memory of a large parent and reports a failing exec.
#include "core/process/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __APPLE__
#include <crt_externs.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <vector>

#ifndef __APPLE__
extern char** environ;  // NOLINT: POSIX leaves its declaration to the program
#endif

namespace profconv {

namespace {

using Kind = ProcessEnd::Kind;

/// What posix_spawn() and its helpers return.
void check(int error) {
  if (error != 0) throw std::system_error(error, std::generic_category());
}

/// What a child does with descriptors before its program starts.
class FileActions {
 public:
  FileActions() { check(::posix_spawn_file_actions_init(&actions_)); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }

  /// The stream is the pipe's end, or /dev/null where that is closed.
  void connect(int stream, const PipeEnd& end) {
    const int flags = stream == STDIN_FILENO ? O_RDONLY : O_WRONLY;
    check(end.is_open() ? ::posix_spawn_file_actions_adddup2(&actions_, end.descriptor(), stream)
                        : ::posix_spawn_file_actions_addopen(&actions_, stream, "/dev/null", flags, 0));
  }
  void hand(const PipeEnd& end, int number) {
    check(::posix_spawn_file_actions_adddup2(&actions_, end.descriptor(), number));
  }
  /// Descriptors from `first` on that others opened without O_CLOEXEC, where the system can tell its children to close
  /// them.
  void close_others([[maybe_unused]] int first) {
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
    check(::posix_spawn_file_actions_addclosefrom_np(&actions_, first));
#endif
#endif
  }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// A process group of its own, and signals as a program expects them.
class Attributes {
 public:
  Attributes() {
    check(::posix_spawnattr_init(&attributes_));
    sigset_t none;
    sigset_t usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGTERM, SIGXFSZ, SIGCHLD}) sigaddset(&usual, signal);
    int flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    check(::posix_spawnattr_setpgroup(&attributes_, 0));
    check(::posix_spawnattr_setsigmask(&attributes_, &none));
    check(::posix_spawnattr_setsigdefault(&attributes_, &usual));
    check(::posix_spawnattr_setflags(&attributes_, static_cast<short>(flags)));
  }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  ~Attributes() { ::posix_spawnattr_destroy(&attributes_); }
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

/// Whether a path is a program, and why not.
ProcessEnd judged(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return {errno == EACCES ? Kind::not_executable : Kind::not_found};
  }
  const bool is_program = S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
  return {is_program ? Kind::exited : Kind::not_executable};
}

/// This process's variables and the command's, which win.
std::vector<std::string> environment_of(const Command& command) {
#ifdef __APPLE__
  char** variable = *::_NSGetEnviron();
#else
  char** variable = environ;
#endif
  std::vector<std::string> all;
  for (; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const auto replaces = [&](const auto& added) { return text.substr(0, text.find('=')) == added.first; };
    if (std::none_of(command.environment.begin(), command.environment.end(), replaces)) all.emplace_back(text);
  }
  for (const auto& [key, value] : command.environment) {
    all.push_back(key);
    all.back().append("=").append(value);
  }
  return all;
}

/// As C passes them; good as long as `words` are. A zero byte would cut a word short.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) {
    if (word.find('\0') != std::string::npos) check(EINVAL);
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

Spawned start(Command& command, const std::string& path) {
  Spawned child;
  // Above the numbers that they get in the child, so that none is replaced before it was copied.
  const int last = STDERR_FILENO + static_cast<int>(command.handed.size());
  for (PipeEnd& end : command.handed) end.move_above(last);
  PipeEnd input;
  PipeEnd output;
  PipeEnd errors;
  if (command.input != nullptr) {
    std::tie(input, child.input) = command.input_is_socket ? PipeEnd::make_sockets() : PipeEnd::make();
    child.input.never_wait();
  }
  if (!command.ignores_output) {
    std::tie(child.output, output) = PipeEnd::make();
    std::tie(child.errors, errors) = PipeEnd::make();
  }
  FileActions actions;
  actions.connect(STDIN_FILENO, input);
  actions.connect(STDOUT_FILENO, output);
  actions.connect(STDERR_FILENO, errors);
  int number = STDERR_FILENO;
  for (const PipeEnd& end : command.handed) actions.hand(end, ++number);
  actions.close_others(number + 1);
  const Attributes attributes;
  std::vector<std::string> words = command.words;
  std::vector<std::string> variables = environment_of(command);
  check(::posix_spawn(&child.pid, path.c_str(), actions.get(), attributes.get(), pointers_to(words).data(),
                      pointers_to(variables).data()));
  return child;
}

}  // namespace

std::string program_path(const std::string& program, const std::string& name) {
  ProcessEnd found{Kind::not_found};
  if (program.find('/') != std::string::npos) {
    found = judged(program);
    if (found.is_good()) return program;
    throw ProcessError(found, describe(found, name));
  }
  const char* const variable = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing sets variables
  std::string_view folders = variable == nullptr ? "/usr/bin:/bin" : variable;
  while (!folders.empty() && !program.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
    if (!folder.starts_with('/')) continue;
    std::string path = std::string(folder) + "/" + program;
    const ProcessEnd here = judged(path);
    if (here.is_good()) return path;
    if (here.kind == Kind::not_executable) found = here;
  }
  throw ProcessError(found, describe(found, name));
}

Spawned spawn(Command& command) {
  const std::string name = name_of(command);
  const std::string path = program_path(command.words.at(0), name);
  try {
    return start(command, path);
  } catch (const std::system_error& error) {
    const ProcessEnd end{Kind::not_started, error.code().value()};
    throw ProcessError(end, describe(end, name));
  }
}

}  // namespace profconv
