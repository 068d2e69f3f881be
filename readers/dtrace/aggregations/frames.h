// SPDX-License-Identifier: Apache-2.0
// From lines of frames to frames of the model. Most lines of a recording repeat, so each name is looked at once.
//
// A line such as `[ ./a.py:16 (f) ]` below a frame says whose code an interpreter ran there: a synthetic frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "profconv/profile_builder.h"
#include "readers/dtrace/text/frame_lines.h"
#include "readers/dtrace/text/frame_text.h"

namespace profconv::dtrace {

/// The frames of the model that the lines stand for, made when a sample first needs them.
class Frames {
 public:
  Frames(FrameLines& lines, ProfileSetBuilder& builder) : lines_(lines), builder_(builder) {}

  /// Puts the frames of lines, leaf first and all of one kind, before `end`, root first; gives where they begin.
  FrameId* put_before(FrameId* end, std::span<const FrameLine> lines, FrameKind kind);
  /// Whether one of the lines can only be of the kernel, by its module or address.
  [[nodiscard]] bool any_is_kernel(std::span<const FrameLine> lines);

  /// How many of the frames made were those of modules or functions, and how many only addresses.
  [[nodiscard]] std::size_t named() const { return named_; }
  [[nodiscard]] std::size_t addresses() const { return addresses_; }
  /// How many of them have a terminal's codes in their names.
  [[nodiscard]] std::size_t with_codes() const { return with_codes_; }

 private:
  [[nodiscard]] FrameText parse(FrameLine line) const;
  [[nodiscard]] FrameLines::Owner look_at(FrameLine line) const;
  FrameId make(FrameLine line, FrameKind kind, FrameId of_other_kind);
  FrameId make_annotation(std::string_view text);

  FrameLines& lines_;
  ProfileSetBuilder& builder_;
  std::size_t named_ = 0;
  std::size_t addresses_ = 0;
  std::size_t with_codes_ = 0;
};

}  // namespace profconv::dtrace
