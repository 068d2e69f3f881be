// SPDX-License-Identifier: Apache-2.0
// Put before the C library with LD_PRELOAD, this makes system calls do what they seldom do. PROFCONV_IO_FAULTS says
// what, words between blanks:
//
//   short             reads and writes move from 1 to 7 bytes
//   interrupted       of three reads and writes one is interrupted by a signal before it has begun
//   busy              of three reads and writes one would have to wait
//   read:4:5          the 4th read and all later ones fail with error number 5; write, close and rename likewise
//   truncate:2:PATH   before the 2nd read of all the file PATH is emptied
//   append:2:PATH     before the 2nd read of all the file PATH gets the line "late;frame 1000"
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// One word of the variable.
struct Fault {
  std::string kind;
  unsigned long number = 0;
  std::string argument;
};

std::vector<Fault> parse_faults() {
  const char* const text = std::getenv("PROFCONV_IO_FAULTS");
  std::istringstream words(text == nullptr ? "" : text);
  std::vector<Fault> faults;
  for (std::string word; words >> word;) {
    Fault fault{.kind = word.substr(0, word.find(':'))};
    const auto colon = word.find(':');
    if (colon != std::string::npos) {
      const auto second = word.find(':', colon + 1);
      fault.number = std::stoul(word.substr(colon + 1, second - colon - 1));
      fault.argument = second == std::string::npos ? "" : word.substr(second + 1);
    }
    faults.push_back(fault);
  }
  return faults;
}

const std::vector<Fault>& faults() {
  static const std::vector<Fault> all = parse_faults();
  return all;
}

bool asked_for(const char* kind) {
  return std::any_of(faults().begin(), faults().end(), [&](const Fault& fault) { return fault.kind == kind; });
}

/// What the `number`-th call of this kind is to fail with; 0: nothing.
int failure(const char* kind, unsigned long number) {
  for (const Fault& fault : faults()) {
    if (fault.kind == kind && number >= fault.number) return std::stoi(fault.argument);
  }
  return 0;
}

void change_files(unsigned long reads) {
  for (const Fault& fault : faults()) {
    if (fault.number != reads) continue;
    if (fault.kind == "truncate" && ::truncate(fault.argument.c_str(), 0) != 0) std::abort();
    if (fault.kind == "append") {
      constexpr std::string_view line = "late;frame 1000\n";
      const int file = ::open(fault.argument.c_str(), O_WRONLY | O_APPEND);
      if (::syscall(SYS_write, file, line.data(), line.size()) < 0) std::abort();
      ::syscall(SYS_close, file);
    }
  }
}

/// -1 with errno set where a call of this number is not to be made.
int refuse(const char* kind, unsigned long number) {
  errno = failure(kind, number);
  if (errno == 0 && number % 3 == 1 && asked_for("interrupted")) errno = EINTR;
  if (errno == 0 && number % 3 == 1 && asked_for("busy")) errno = EAGAIN;
  return errno == 0 ? 0 : -1;
}

std::size_t moved(std::size_t size, unsigned long number) {
  return asked_for("short") ? std::min<std::size_t>(size, 1 + number * 5 % 7) : size;
}

}  // namespace

extern "C" {

ssize_t read(int file, void* buffer, size_t size) {
  static std::atomic<unsigned long> calls{0};
  const unsigned long number = ++calls;
  change_files(number);
  if (refuse("read", number) != 0) return -1;
  return ::syscall(SYS_read, file, buffer, moved(size, number));
}

ssize_t write(int file, const void* buffer, size_t size) {
  static std::atomic<unsigned long> calls{0};
  if (file == STDERR_FILENO) return ::syscall(SYS_write, file, buffer, size);
  const unsigned long number = ++calls;
  if (refuse("write", number) != 0) return -1;
  return ::syscall(SYS_write, file, buffer, moved(size, number));
}

int close(int file) {
  static std::atomic<unsigned long> calls{0};
  const int error = failure("close", ++calls);
  const auto status = static_cast<int>(::syscall(SYS_close, file));
  if (error == 0) return status;
  errno = error;
  return -1;
}

int rename(const char* from, const char* to) noexcept {
  errno = failure("rename", 1);
  return errno == 0 ? ::renameat(AT_FDCWD, from, AT_FDCWD, to) : -1;
}
}
