// SPDX-License-Identifier: Apache-2.0
// Drawing the line.
#include "tools/cli/progress.h"

#include <cstdio>

#include "tools/cli/messages.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

constexpr std::chrono::milliseconds before_first{1000};
constexpr std::chrono::milliseconds between{100};
constexpr std::uint64_t bytes_per_megabyte = 1'000'000;

}  // namespace

Progress::Progress(Context& context, std::vector<std::string> inputs, bool quiet)
    : context_(context), inputs_(std::move(inputs)), next_(Clock::now() + before_first) {
  if (quiet || !stderr_is_terminal()) return;
  context_.on_progress([this](std::uint64_t bytes) { update(bytes); });
}

Progress::~Progress() {
  context_.on_progress(nullptr);
  clear();
}

void Progress::clear() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
}

void Progress::update(std::uint64_t bytes) {
  // A count that falls is the next input's.
  if (bytes < last_bytes_ && current_ + 1 < inputs_.size()) ++current_;
  last_bytes_ = bytes;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + between;
  const std::string& input = inputs_[current_];
  std::string line = "\r\x1b[Kprofconv: " + inert(input == "-" ? "<stdin>" : input, 40) + ": " +
                     grouped(bytes / bytes_per_megabyte) + " MB read";
  if (const auto size = file_size(input); size && *size != 0) {
    line += " (" + std::to_string(bytes * 100 / *size) + " %)";
  }
  std::fputs(line.c_str(), stderr);
  shown_ = true;
}

}  // namespace profconv::cli
