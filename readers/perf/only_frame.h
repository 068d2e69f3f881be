// SPDX-License-Identifier: Apache-2.0
// What follows the event of a sample without a call chain: -F prints the only frame there, with other fields before and
// after it.
//
//     7ffd12345678         68100142 |OP LOAD|LVL L1 hit|...|BLK  N/A               8           401136 main+0x4
//     (/bin/x)
//   call                     401136 main+0x4 (/bin/x) =>           401200 foo+0x0 (/bin/x)
//   401136 main+0x4         85f0a1b40 4K N/A
#pragma once

#include <cstddef>
#include <string_view>

namespace profconv::perf {

/// How much shows that a text is a frame, and not the end of a tracepoint's fields.
enum class FrameShape {
  word,     ///< nothing: a word of hexadecimal digits begins it
  address,  ///< an address in its sixteen columns
  alone,    ///< that, and there is nothing before it
  module,   ///< that, and a module in parentheses
};

struct OnlyFrame {
  std::string_view before;  ///< a tracepoint's fields; -F addr, data_src, weight, flags
  std::string_view frame;   ///< empty: not found
  std::string_view behind;  ///< -F insn, iregs, brstack, phys_addr and others, and where a branch went
  FrameShape shape = FrameShape::word;
  bool is_second = false;  ///< an address alone is the frame, after another: -F addr,ip or -F ip,phys_addr
};

/// Addresses are sixteen columns wide, and the last one is that of the frame. `blanks_before` are those between the
/// event and `rest`.
[[nodiscard]] OnlyFrame only_frame(std::string_view rest, std::size_t blanks_before);

}  // namespace profconv::perf
