// SPDX-License-Identifier: Apache-2.0
// Whole stacks that were seen before. A recording repeats its stacks, line by line, under other keys: what stands below
// a stack's first line is then one block of text that is known, and its lines need not be looked at.
//
//               libc.so.6`read+0x4c      the leaf, found by itself
//               a.out`poll+0x1f          the block: lines as far indented as the leaf,
//               a.out`main+0x2a          as long as they can be frames
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/id_table.h"
#include "core/tables/text_blocks.h"
#include "readers/dtrace/text/frame_lines.h"
#include "readers/dtrace/text/key_set.h"

namespace profconv::dtrace {

/// The lines below a stack's first one, by their looks.
struct StackBlock {
  std::string_view text;  ///< whole lines, each with its "\n"
  std::size_t lines = 0;
};

/// What stands below a frame with so many blanks before it. A line that begins with a digit ends it, as it may be a
/// value; an address does not.
[[nodiscard]] StackBlock block_below(std::size_t indent, std::string_view text);

/// Remembers blocks all of whose lines are frames, from their second appearance on, so that of stacks that never repeat
/// no more than a hash is kept.
class KnownStacks {
 public:
  /// Must outlive this.
  explicit KnownStacks(const FrameLines& lines) : lines_(lines) {}

  /// The frames of a leaf and the block below it, leaf first; none where they are not known. Good until learn().
  [[nodiscard]] std::span<const FrameLine> find(FrameLine leaf, const StackBlock& block);
  /// Takes in the block that find() did not find, if it was asked for before and these frames are the leaf's and those
  /// of its lines, maybe with more behind them.
  void learn(std::span<const FrameLine> frames);

 private:
  struct Stack {
    std::string_view text;
    std::size_t first_frame = 0;
    std::size_t frame_count = 0;
  };

  [[nodiscard]] std::span<const FrameLine> frames_of(const Stack& stack) const {
    return std::span(frames_).subspan(stack.first_frame, stack.frame_count);
  }
  [[nodiscard]] bool are_lines(std::string_view text, std::span<const FrameLine> frames) const;

  const FrameLines& lines_;
  std::vector<Stack> stacks_;  ///< the number of one is its place and 1
  std::vector<FrameLine> frames_;
  IdTable numbers_;
  TextBlocks texts_;
  std::size_t text_bytes_ = 0;
  KeySet seen_;            ///< the hashes of blocks that were asked for
  std::string candidate_;  ///< the block that was asked for last, if it may be learned
  std::size_t lines_in_candidate_ = 0;
  std::uint64_t hash_of_candidate_ = 0;
};

}  // namespace profconv::dtrace
