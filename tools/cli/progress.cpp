// SPDX-License-Identifier: Apache-2.0
// Following a conversion, and showing where it stands from time to time.
#include "tools/cli/progress.h"

#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

constexpr std::chrono::milliseconds before_first_line{1000};
constexpr std::chrono::milliseconds between{100};
constexpr std::string_view wipe = "\r\x1b[K";

/// False where standard error takes no more.
bool print(std::string_view text) { return std::fwrite(text.data(), 1, text.size(), stderr) == text.size(); }

}  // namespace

Progress::Progress(Context& context, std::vector<std::string> inputs, ProgressStyle style)
    : context_(context), inputs_(std::move(inputs)), as_json_(style == ProgressStyle::json) {
  if (style == ProgressStyle::never || (!as_json_ && !stderr_is_terminal())) return;
  standing_.count = inputs_.size();
  standing_.name = inputs_.front();
  try {
    const SignalsHeldBack held;
    shower_ = std::thread([this] {
      try {
        show_until_finished();
      } catch (const std::bad_alloc&) {
        // Where there is no memory for a line the conversion has none either, and says so.
      }
    });
  } catch (const std::system_error&) {
    return;  // a system without a thread to spare can still convert
  }
  context_.on_progress([this](std::uint64_t bytes) { read(bytes); });
}

Progress::~Progress() {
  try {
    finish();
  } catch (const std::exception&) {
    // Nothing that fails is shown better here.
  }
}

void Progress::give_up() {
  try {
    finish();
  } catch (const WriteError&) {
    // The error that ended the conversion matters more.
  }
}

void Progress::finish() {
  if (!shower_.joinable()) return;
  context_.on_progress(nullptr);
  {
    const std::lock_guard lock(mutex_);
    is_finished_ = true;
  }
  finishing_.notify_one();
  shower_.join();
  standing_.is_over = true;
  if (as_json_) show(standing_);
  if (shown_ && !as_json_) static_cast<void>(print(wipe));
  if (as_json_ && failure_ != 0) {
    throw WriteError("<stderr>: cannot write progress: " + std::generic_category().message(failure_));
  }
}

void Progress::begin(const Stage& stage) {
  const std::lock_guard lock(mutex_);
  if (stage.kind == Stage::Kind::reading) bytes_before_ = standing_.all_bytes;
  standing_.kind = stage.kind;
  standing_.name = stage.name;
  standing_.number = stage.number;
  standing_.count = stage.count;
  standing_.bytes = stage.bytes;
}

void Progress::read(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  standing_.bytes = bytes;
  standing_.all_bytes = bytes_before_ + bytes;
}

void Progress::show_until_finished() {
  const std::optional<std::uint64_t> all_size = size_of_all();
  std::unique_lock lock(mutex_);
  Clock::time_point next = start_ + (as_json_ ? between : before_first_line);
  while (!finishing_.wait_until(lock, next, [this] { return is_finished_; })) {
    Standing standing = standing_;
    standing.all_size = all_size;
    lock.unlock();
    show(std::move(standing));
    lock.lock();
    next = Clock::now() + between;
  }
  standing_.all_size = all_size;
}

void Progress::show(Standing standing) {
  if (standing.kind == Stage::Kind::reading) standing.size = file_size(standing.name);
  standing.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
  if (!print(as_json_ ? in_json(standing) : std::string(wipe) + in_words(standing, stderr_size().columns)) &&
      failure_ == 0)
    failure_ = errno;
  shown_ = true;
}

std::optional<std::uint64_t> Progress::size_of_all() const {
  std::uint64_t sum = 0;
  for (const std::string& input : inputs_) {
    const std::optional<std::uint64_t> size = file_size(input);
    if (!size) return std::nullopt;
    sum += *size;
  }
  return sum;
}

}  // namespace profconv::cli
