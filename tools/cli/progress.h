// SPDX-License-Identifier: Apache-2.0
// A line on a terminal that says how far a long reading has come; nothing anywhere else.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profconv/context.h"

namespace profconv::cli {

/// Shows bytes read, and of files the share, after a second; the line is wiped by clear() or at the end.
class Progress {
 public:
  /// `inputs` in the order in which they will be read. The context keeps no hold of this after the destructor.
  Progress(Context& context, std::vector<std::string> inputs, bool quiet);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void clear();

 private:
  void update(std::uint64_t bytes);

  using Clock = std::chrono::steady_clock;

  Context& context_;
  std::vector<std::string> inputs_;
  std::size_t current_ = 0;
  std::uint64_t last_bytes_ = 0;
  Clock::time_point next_;
  bool shown_ = false;
};

}  // namespace profconv::cli
