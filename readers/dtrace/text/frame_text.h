// SPDX-License-Identifier: Apache-2.0
// Frames of a stack, one per line: module`function+0xOFFSET, module`0xADDRESS, 0xADDRESS, module:0xOFFSET (-x
// noresolve) or a language's own name for it (ustack helpers).
//
//               libc.so.6`read+0x4c
#pragma once

#include <cstdint>
#include <string_view>

#include "profconv/dictionary.h"

namespace profconv::dtrace {

/// A frame's text taken apart. Empty or zero: the line does not say.
struct FrameText {
  std::string_view module;
  std::string_view function;
  std::uint64_t address = 0;
  std::uint64_t offset = Frame::no_offset;  ///< in the function
  bool has_address = false;
  bool has_tick = false;  ///< the module was told from the rest by a backtick
};

/// Why a line that is read as a frame may be none.
enum class FrameDoubt : std::uint8_t {
  number,        ///< it is one
  several,       ///< it holds several frames
  below_blanks,  ///< right above it is a line of many blanks, as an empty text key is
  begins_input,  ///< its line is the first, and has less blanks before it than those below
  outdented      ///< it has less blanks before it than the other frames
};

/// Between a function and the offset in it, in hexadecimal.
constexpr std::string_view offset_sign = "+0x";

/// Never fails: what has no other form is a function's name.
[[nodiscard]] FrameText parse_frame(std::string_view text, bool keep_offset);

/// Whether a text, its indentation removed, has the form of a frame that names a module or an address.
[[nodiscard]] bool is_frame(std::string_view text);
/// The frame of a line, without the blanks after it. Empty if the line has no frame, or may be text or a key with
/// blanks after it.
[[nodiscard]] std::string_view frame_before_blanks(std::string_view line);
/// Whether it is several frames, as where the ends of lines are lost: `a.out`f+0x1 a.out`main+0x2`.
[[nodiscard]] bool holds_several_frames(std::string_view text);
/// Whether a frame is indented by tabs; DTrace indents by blanks.
[[nodiscard]] bool is_indented_by_tab(std::string_view line);

}  // namespace profconv::dtrace
