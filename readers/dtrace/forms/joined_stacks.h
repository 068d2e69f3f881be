// SPDX-License-Identifier: Apache-2.0
// Stacks of actions without the empty lines between them. Nothing calls the frame that a thread begins with, so that
// one which is last and in the middle, too, ends two stacks:
//
//               a.out`work+0x1f
//               libc.so.6`_start+0x2c
//               a.out`main+0x2c
//               libc.so.6`_start+0x2c
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "readers/dtrace/text/finding.h"
#include "readers/dtrace/text/frame_lines.h"

namespace profconv::dtrace {

/// Compares stacks that end in the same function.
class JoinedStacks {
 public:
  /// `frames`: at least one, the leaf first.
  void see(std::span<const FrameLine> frames, std::uint64_t line);
  /// Those that are probably several. Where a stack is cut at a depth, its last frame may be a recursion's: then others
  /// that end in it are as long.
  [[nodiscard]] Finding found() const;

 private:
  /// Stacks with the same last function.
  struct Group {
    std::size_t whole = 0;          ///< those that have it nowhere else
    std::size_t longest_whole = 0;  ///< in frames
    std::size_t longest = 0;        ///< of the others
    Finding others;
  };

  std::unordered_map<std::uint32_t, Group> groups_;  ///< by name
};

}  // namespace profconv::dtrace
