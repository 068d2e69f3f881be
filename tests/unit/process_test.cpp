// SPDX-License-Identifier: Apache-2.0
// Running programs: real children, which end well, badly, late or never.
#include "core/process/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.h"
#include "support/scratch.h"

namespace profconv::test {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Kind = ProcessEnd::Kind;

Command shell(const std::string& script) { return {.words = {"/bin/sh", "-c", script}, .name = "script"}; }

Command shell(const std::string& script, std::chrono::milliseconds deadline, std::chrono::milliseconds grace = 1000ms) {
  Command command = shell(script);
  command.deadline = deadline;
  command.grace = grace;
  return command;
}

/// Bytes of one kind, so many.
class Letters : public Source {
 public:
  explicit Letters(std::size_t count) : left_(count) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t count = std::min(buffer.size(), left_);
    std::fill_n(buffer.begin(), count, 'x');
    left_ -= count;
    return count;
  }

 private:
  std::size_t left_;
};

std::string all_of(Process& process) {
  std::string all;
  std::array<char, 100'000> block{};
  while (const std::size_t got = process.read(block)) all.append(block.data(), got);
  return all;
}

std::string output_of(Command command) {
  const Context context;
  Process process(std::move(command), context);
  return all_of(process);
}

ProcessError error_of(Command command) {
  try {
    output_of(std::move(command));
  } catch (const ProcessError& error) {
    return error;
  }
  throw std::logic_error("the program did not fail");
}

/// The first line, such as a process id that the child prints.
pid_t first_number(Process& process) {
  std::string line;
  std::array<char, 1> letter{};
  while (process.read(letter) != 0 && letter[0] != '\n') line += letter[0];
  return std::stoi(line);
}

/// A zombie is not.
bool is_running(pid_t pid) {
  std::string state;
  if (std::ifstream file("/proc/" + std::to_string(pid) + "/stat"); file) {
    std::getline(file, state, ')');
    file >> state;
  }
  return state != "Z" && ::kill(pid, 0) == 0;
}

/// A signal may take a moment.
bool goes(pid_t pid) {
  for (int i = 0; i < 500 && is_running(pid); ++i) std::this_thread::sleep_for(10ms);
  return !is_running(pid);
}

/// Of this process, where the system tells it.
std::size_t memory_bytes() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return pages * 4096;
}

/// Descriptors and children that a test leaves behind are a failure.
struct NothingLeft {
  int open_before = count();
  ~NothingLeft() {
    CHECK(count() == open_before);
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
    CHECK(errno == ECHILD);
  }
  static int count() {
    int open = 0;
    for (int i = 0; i < 1000; ++i) open += ::fcntl(i, F_GETFD) >= 0 ? 1 : 0;
    return open;
  }
};

/// The handling of a signal, which a test changes for a while.
class Handling {
 public:
  Handling(int signal, void (*handler)(int)) : signal_(signal), before_(::signal(signal, handler)) {}
  Handling(const Handling&) = delete;
  Handling& operator=(const Handling&) = delete;
  ~Handling() { ::signal(signal_, before_); }

 private:
  int signal_;
  void (*before_)(int);
};

}  // namespace

TEST_CASE("a program's output is read as it comes, and its words are passed as they are", "[process]") {
  const NothingLeft check;
  CHECK(output_of({.words = {"printf", "%s|", "$HOME; *", "", "`id`"}}) == "$HOME; *||`id`|");
  CHECK(output_of(shell("exit 0")).empty());
  Context context;
  Input input("lines", std::make_unique<Process>(shell("echo one; echo two"), context), context);
  LineReader lines(input);
  std::string_view line;
  CHECK((lines.next(line) && line == "one"));
  CHECK((lines.next(line) && line == "two"));
  CHECK_FALSE(lines.next(line));
}

TEST_CASE("an output of any size is read in pieces", "[process]") {
  const Context context;
  Process process({.words = {"head", "-c", "300000000", "/dev/zero"}}, context);
  std::vector<char> block(1'000'000);
  std::uint64_t bytes = 0;
  while (const std::size_t got = process.read(block)) bytes += got;
  CHECK(bytes == 300'000'000);
}

TEST_CASE("a child's variables are this process's, and the command's before them", "[process]") {
  ::setenv("PROFCONV_TEST_A", "kept", 1);
  ::setenv("PROFCONV_TEST_B", "old", 1);
  Command command = shell("echo $PROFCONV_TEST_A $PROFCONV_TEST_B $PROFCONV_TEST_C");
  command.environment = {{"PROFCONV_TEST_B", "new"}, {"PROFCONV_TEST_C", "added"}};
  CHECK(output_of(std::move(command)) == "kept new added\n");
}

TEST_CASE("standard input is /dev/null, or a source that is passed on while output is read", "[process]") {
  const NothingLeft check;
  CHECK(output_of({.words = {"cat"}}).empty());
  Command command{.words = {"cat"}, .input = std::make_unique<Letters>(5'000'000)};
  CHECK(output_of(std::move(command)) == std::string(5'000'000, 'x'));
  Command widens{.words = {"od", "-v", "-An", "-tx1"}, .input = std::make_unique<Letters>(1'600'000)};
  CHECK(output_of(std::move(widens)).size() == 100'000 * (16 * std::string(" 78").size() + 1));
}

TEST_CASE("a child that does not read its input raises no SIGPIPE here", "[process]") {
  const NothingLeft check;
  static std::atomic<int> raised;
  raised = 0;
  const Handling handling(SIGPIPE, [](int) { ++raised; });
  Command closes = shell("exec <&-; sleep 0.1; echo done");
  closes.input = std::make_unique<Letters>(5'000'000);
  CHECK(output_of(std::move(closes)) == "done\n");
  Command ends = shell("echo done");
  ends.input = std::make_unique<Letters>(5'000'000);
  CHECK(output_of(std::move(ends)) == "done\n");
  CHECK(raised == 0);
}

TEST_CASE("a program that fails is an error with its status or signal and its last words", "[process]") {
  const NothingLeft check;
  const ProcessError exited = error_of(shell("echo 1; echo first >&2; echo 'no such file: a' >&2; echo >&2; exit 3"));
  CHECK(exited.end() == ProcessEnd{Kind::exited, 3});
  CHECK(exited.what() == std::string("script exited with status 3: no such file: a"));
  const ProcessError killed = error_of(shell("kill -SEGV $$"));
  CHECK(killed.end() == ProcessEnd{Kind::killed, SIGSEGV});
  CHECK(killed.what() == std::string("script was killed by signal 11"));
  const Context context;
  CHECK(Process(shell("exit 4"), context).wait() == ProcessEnd{Kind::exited, 4});
}

TEST_CASE("a program that cannot be started is an error that tells why", "[process]") {
  const NothingLeft check;
  const Scratch scratch;
  const std::string file = scratch / "file";
  std::ofstream(file) << "#!/no/such/interpreter\n";
  const auto kind = [](const std::string& program) { return error_of({.words = {program}}).end().kind; };
  CHECK(error_of({.words = {"no-such-program"}}).what() == std::string("no-such-program: command not found"));
  CHECK(kind("/no/such/program") == Kind::not_found);
  CHECK(kind(scratch.path()) == Kind::not_executable);
  CHECK(kind(file) == Kind::not_executable);
  ::chmod(file.c_str(), 0755);
  CHECK(error_of({.words = {file}}).end() == ProcessEnd{Kind::not_started, ENOENT});
  std::ofstream(file) << "echo a script without #! needs a shell\n";
  CHECK(error_of({.words = {file}}).end() == ProcessEnd{Kind::not_started, ENOEXEC});
  CHECK(error_of({.words = {"printf", std::string("a\0b", 3)}}).end() == ProcessEnd{Kind::not_started, EINVAL});
}

TEST_CASE("programs are looked for in PATH, but not in directories relative to this one", "[process]") {
  const Scratch scratch;
  std::ofstream(scratch / "tool") << "#!/bin/sh\necho found\n";
  ::chmod((scratch / "tool").c_str(), 0755);
  const std::string before = std::getenv("PATH");
  ::setenv("PATH", ("/nowhere:" + scratch.path().string()).c_str(), 1);
  CHECK(output_of({.words = {"tool"}}) == "found\n");
  ::setenv("PATH", (fs::relative(scratch.path()).string() + "::").c_str(), 1);
  CHECK(error_of({.words = {"tool"}}).end().kind == Kind::not_found);
  ::setenv("PATH", before.c_str(), 1);
}

TEST_CASE("of standard error the last part is kept, and no amount of it stops the child", "[process]") {
  const NothingLeft check;
  const std::string flood = "head -c 60000000 /dev/zero | tr '\\0' e >&2; echo last >&2; ";
  const Context context;
  Command command = shell(flood + "echo out");
  command.max_error_bytes = 1000;
  Process process(std::move(command), context);
  CHECK(all_of(process) == "out\n");
  CHECK(process.error_text() == std::string(995, 'e') + "last\n");
  const std::size_t before = memory_bytes();
  Process unread(shell("head -c 20000000 /dev/zero; " + flood + "head -c 20000000 /dev/zero; exit 5"), context);
  CHECK(unread.wait() == ProcessEnd{Kind::exited, 5});
  CHECK(unread.error_text().ends_with("eeelast\n"));
  CHECK(memory_bytes() < before + 20'000'000);
}

TEST_CASE("a child that is late is stopped with all that it started", "[process]") {
  const NothingLeft check;
  const Context context;
  const auto begin = std::chrono::steady_clock::now();
  Process process(shell("sleep 600 & echo $!; wait", 300ms), context);
  const pid_t grandchild = first_number(process);
  try {
    all_of(process);
    FAIL("the deadline is not noticed");
  } catch (const ProcessError& error) {
    CHECK(error.end() == ProcessEnd{Kind::timed_out, 300});
    CHECK(error.what() == std::string("script did not end within 300 ms and was stopped"));
  }
  CHECK(goes(grandchild));
  CHECK(Process(shell("exec sleep 600", 100ms), context).wait() == ProcessEnd{Kind::timed_out, 100});
  CHECK(std::chrono::steady_clock::now() - begin < 20s);
  Process early(shell("echo out", 300ms), context);
  std::this_thread::sleep_for(400ms);
  CHECK(all_of(early) == "out\n");
}

TEST_CASE("a child that ignores SIGTERM or is stopped is killed", "[process]") {
  const NothingLeft check;
  const std::string ignores = "trap '' TERM; echo $$; while :; do sleep 0.05; done";
  const Context context;
  Process process(shell(ignores, 300ms, 200ms), context);
  const pid_t child = first_number(process);
  CHECK(process.wait().kind == Kind::timed_out);
  CHECK_FALSE(is_running(child));
  CHECK(Process(shell("kill -STOP $$", 200ms, 600s), context).wait().kind == Kind::timed_out);
}

TEST_CASE("what a child has left running does not keep its output open, and is left alone", "[process]") {
  const Context context;
  Process process(shell("sleep 600 & echo $!; echo rest"), context);
  const pid_t grandchild = first_number(process);
  CHECK(all_of(process) == "rest\n");
  CHECK(is_running(grandchild));
  ::kill(grandchild, SIGKILL);
  Process floods(shell("(while :; do echo more; done) & echo $! >&2"), context);
  CHECK(floods.wait().is_good());
  ::kill(std::stoi(std::string(floods.error_text())), SIGKILL);
}

TEST_CASE("a cancelled conversion stops the child, and so does the destructor at any moment", "[process]") {
  const NothingLeft check;
  Context context;
  Process process(shell("echo $$; exec sleep 600"), context);
  const pid_t child = first_number(process);
  std::thread canceller([&] {
    std::this_thread::sleep_for(100ms);
    context.cancel();
  });
  CHECK_THROWS_AS(all_of(process), Cancelled);
  canceller.join();
  CHECK_FALSE(is_running(child));
  CHECK_THROWS_AS(Process(shell("exit 0"), context), Cancelled);

  const Context other;
  pid_t left = 0;
  {
    Process running(shell("echo $$; yes"), other);
    left = first_number(running);
    CHECK(is_running(left));
  }
  CHECK_FALSE(is_running(left));
  for (int i = 0; i < 20; ++i) const Process unread(shell("yes; yes >&2"), other);
}

TEST_CASE("a child gets no descriptor but its streams, and signals as usual", "[process]") {
  const Handling pipes(SIGPIPE, SIG_IGN);
  CHECK(error_of(shell("kill -PIPE $$; exit 9")).end() == ProcessEnd{Kind::killed, SIGPIPE});
  sigset_t term;
  sigset_t before;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &term, &before);
  CHECK(error_of(shell("kill -TERM $$; exit 9")).end() == ProcessEnd{Kind::killed, SIGTERM});
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
#ifdef __linux__
  const int inheritable = ::open("/dev/null", O_RDONLY);  // NOLINT: without O_CLOEXEC on purpose
  CHECK(output_of({.words = {"ls", "/proc/self/fd"}}) == "0\n1\n2\n3\n");
  ::close(inheritable);
#endif
}

TEST_CASE("a process that ignores its children's ends is told that it did", "[process]") {
  const Handling children(SIGCHLD, SIG_IGN);
  const Context context;
  Process process(shell("echo out"), context);
  CHECK(process.wait().kind == Kind::unknown);
}

TEST_CASE("pipes are not inherited and apart from standard streams, even where those are closed", "[process]") {
  const int standard_input = ::dup(STDIN_FILENO);
  ::close(STDIN_FILENO);
  Command command{.words = {"cat"}, .input = std::make_unique<Letters>(3)};
  CHECK(output_of(std::move(command)) == "xxx");
  {
    const auto [reads, writes] = PipeEnd::make();
    CHECK(reads.descriptor() > STDERR_FILENO);
    CHECK(::fcntl(reads.descriptor(), F_GETFD) == FD_CLOEXEC);
    CHECK(::fcntl(writes.descriptor(), F_GETFD) == FD_CLOEXEC);
  }
  CHECK(::fcntl(STDIN_FILENO, F_GETFD) < 0);
  ::dup2(standard_input, STDIN_FILENO);
  ::close(standard_input);
}

TEST_CASE("a child may be watched for a while, and go on", "[process]") {
  const Scratch scratch;
  Command command = shell("read line; echo unseen; echo unseen >&2; sleep 0.3; echo > \"$0\"");
  command.words.push_back(scratch / "done");
  command.ignores_output = true;
  const Context context;
  {
    Process process(std::move(command), context);
    CHECK_FALSE(process.wait_for(50ms));
    CHECK_FALSE(process.wait_for(0ms));
    process.release();
  }
  for (int i = 0; i < 1000 && !fs::exists(scratch / "done"); ++i) std::this_thread::sleep_for(10ms);
  CHECK(fs::exists(scratch / "done"));
  while (::waitpid(-1, nullptr, 0) > 0) {
  }
}

TEST_CASE("two hundred children on four threads leave nothing behind", "[process]") {
  const NothingLeft check;
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int run = 0; run < 50; ++run) {
        Command command{.words = {"cat"}, .input = std::make_unique<Letters>(100)};
        good += output_of(std::move(command)).size() == 100 ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(good == 200);
}

}  // namespace profconv::test
