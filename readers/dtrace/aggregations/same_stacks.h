// SPDX-License-Identifier: Apache-2.0
// Prints of which stacks appear again: those of several processes look alike, and so do two prints of which the empty
// line between is lost, and lines that were copied twice.
#pragma once

#include <cstddef>
#include <cstdint>

namespace profconv::dtrace {

/// Counts the stacks of a print that came before in it.
class SameStacks {
 public:
  /// Such a stack, in `line`; the print has had so many `different` ones. `falls`: its value is the first that is less
  /// than the one above.
  void add(std::uint64_t line, std::size_t different, bool falls) {
    if (falls && restart_ == 0) restart_ = line;
    if (count_++ != 0) return;
    first_ = line;
    different_ = different;
  }
  void end_print() {
    if (line_ == 0 && 2 * count_ > different_) line_ = first_;
    count_ = 0;
  }
  /// The first such stack of the first print that has most of its stacks again; 0: none has.
  [[nodiscard]] std::uint64_t line() const { return line_; }
  /// The line of the first such stack where the order of a print begins again, or 0.
  [[nodiscard]] std::uint64_t restart() const { return restart_; }

 private:
  std::size_t count_ = 0;
  std::size_t different_ = 0;  ///< before the first
  std::uint64_t first_ = 0;
  std::uint64_t line_ = 0;
  std::uint64_t restart_ = 0;
};

}  // namespace profconv::dtrace
