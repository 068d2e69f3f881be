// SPDX-License-Identifier: Apache-2.0
// What perf printed of a frame: `perf script -F` chooses its parts for all frames, and its address ends in one column.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "readers/perf/frame_text.h"

namespace profconv::perf {

using FrameMarks = std::uint8_t;  ///< a set of those below

inline constexpr FrameMarks with_module = 1;
inline constexpr FrameMarks without_module = 2;
inline constexpr FrameMarks with_symbol = 4;
inline constexpr FrameMarks without_symbol = 8;
inline constexpr FrameMarks with_offset = 16;
inline constexpr FrameMarks without_offset = 32;  ///< of a known symbol
inline constexpr FrameMarks is_cut = 64;          ///< ends within its module or offset

struct FrameForm {
  FrameMarks marks = 0;
  /// Up to the end of the address; 0: no blanks are before it; 1: not as wide as perf prints it.
  std::uint32_t columns = 0;
};

/// The form of a line that parse_frame() took apart.
[[nodiscard]] FrameForm form_of(std::string_view line, const FrameText& frame);

/// The forms of a call chain together.
struct ChainForm {
  std::size_t physical_frames = 0;  ///< that were not inlined
  FrameMarks marks = 0;             ///< of those
  std::uint32_t least_columns = UINT32_MAX;
  std::uint32_t most_columns = 0;
  bool is_alone = false;  ///< the only frame of a first line, which has no columns of its own

  void add(const FrameForm& form, bool is_inlined) {
    if (form.columns != 0) least_columns = std::min(least_columns, form.columns);
    most_columns = std::max(most_columns, form.columns);
    if (is_inlined) return;
    ++physical_frames;
    marks = static_cast<FrameMarks>(marks | form.marks);
  }
};

}  // namespace profconv::perf
