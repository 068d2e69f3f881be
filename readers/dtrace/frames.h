// SPDX-License-Identifier: Apache-2.0
// Frames of a stack, one a line: module`function+0xOFFSET, module`0xADDRESS, 0xADDRESS, module:0xOFFSET (-x noresolve)
// or a language's own name for it (ustack helpers). Most lines of a recording repeat, so each name is looked at once.
//
//               libc.so.6`read+0x4c
//
// A line such as `[ ./a.py:16 (f) ]` below a frame says whose code an interpreter ran there: a synthetic frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "profconv/profile_builder.h"
#include "readers/dtrace/frame_lines.h"
#include "readers/dtrace/known_frames.h"

namespace profconv::dtrace {

/// A frame's text taken apart. Empty or zero: the line does not say.
struct FrameText {
  std::string_view module;
  std::string_view function;
  std::uint64_t address = 0;
  bool has_address = false;
  bool has_tick = false;  ///< the module was told from the rest by a backtick
};

/// Never fails: what has no other form is a function's name.
[[nodiscard]] FrameText parse_frame(std::string_view text, bool keep_offset);

/// Whether a text, its indentation removed, has the form of a frame that names a module or an address.
[[nodiscard]] bool is_frame(std::string_view text);

/// The frames of the model that the lines stand for, made when a sample first needs them.
class Frames {
 public:
  Frames(FrameLines& lines, ProfileSetBuilder& builder) : lines_(lines), builder_(builder) {
    if (lines.sharing() == Sharing::texts) apart_.emplace();
  }

  /// Puts the frames of lines, leaf first and all of one kind, before `end`, root first; gives where they begin.
  FrameId* put_before(FrameId* end, std::span<const FrameLine> lines, FrameKind kind);
  /// Whether one of the lines can only be of the kernel, by its module or address.
  [[nodiscard]] bool any_is_kernel(std::span<const FrameLine> lines);

  /// How many of the frames made were those of modules or functions, and how many only addresses.
  [[nodiscard]] std::size_t named() const { return named_; }
  [[nodiscard]] std::size_t addresses() const { return addresses_; }

 private:
  // `known` is apart_ or else lines_.
  template <class Known>
  FrameId* put_before(Known& known, FrameId* end, std::span<const FrameLine> lines, FrameKind kind);
  template <class Known>
  [[nodiscard]] bool any_is_kernel(Known& known, std::span<const FrameLine> lines);
  [[nodiscard]] FrameText parse(FrameLine line) const;
  [[nodiscard]] FrameLines::Owner look_at(FrameLine line) const;
  FrameId make(FrameLine line, FrameKind kind, FrameId of_other_kind);
  FrameId make_annotation(std::string_view text);

  FrameLines& lines_;
  ProfileSetBuilder& builder_;
  std::optional<KnownFrames> apart_;
  std::size_t named_ = 0;
  std::size_t addresses_ = 0;
};

}  // namespace profconv::dtrace
