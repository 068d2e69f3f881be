// SPDX-License-Identifier: Apache-2.0
// The lines of stacks, each taken apart once. Whose a stack is shows only when all of a map has been read: until then
// stacks are lists of lines.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/tables/id_table.h"
#include "core/tables/text_blocks.h"
#include "profconv/profile_builder.h"
#include "readers/bpftrace/frame_shapes.h"
#include "readers/bpftrace/frame_text.h"

namespace profconv::bpftrace {

/// A stack, leaf first: a part of FrameLines::lines.
struct StackLines {
  std::uint64_t begin = 0;
  std::uint32_t size = 0;
};

/// Lines and their frames.
class FrameLines {
 public:
  FrameLines(ProfileSetBuilder& builder, bool keep_offsets)
      : builder_(builder), keep_offsets_(keep_offsets), known_(1) {}

  /// Begins a stack, to which add() appends.
  void begin_stack() { begin_ = lines_.size(); }
  /// Appends a line without the blanks around it.
  void add(std::string_view line, FramePlace place) { lines_.push_back(id_of(line, place)); }
  [[nodiscard]] StackLines stack() const { return {begin_, static_cast<std::uint32_t>(lines_.size() - begin_)}; }

  /// Positive: frames that only the kernel has outweigh those that only programs have.
  [[nodiscard]] int ownership(StackLines stack) const;
  /// Appends the frames of a stack, leaf first.
  void append(StackLines stack, FrameKind kind, std::vector<FrameId>& frames);
  /// Whether an unwinder has failed.
  [[nodiscard]] bool has_failure(StackLines stack) const;
  /// The lines as they differ from each other.
  [[nodiscard]] const FrameShapes& shapes() const { return shapes_; }

 private:
  struct Known {
    std::string_view text;
    FrameText frame;
    Owner owner = Owner::unknown;
    FrameId of_program, of_kernel;
  };

  std::uint32_t id_of(std::string_view line, FramePlace place);
  FrameId make(const Known& known, FrameKind kind);

  ProfileSetBuilder& builder_;
  bool keep_offsets_;
  TextBlocks texts_;
  IdTable index_;  ///< into known_
  std::vector<Known> known_;
  FrameShapes shapes_;
  std::vector<std::uint32_t> lines_;
  std::size_t begin_ = 0;
};

}  // namespace profconv::bpftrace
