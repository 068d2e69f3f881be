// SPDX-License-Identifier: Apache-2.0
// What an entry of DHAT's frame table says.
//
//   0x1091BB: via(int (*)(int)) (fp.c:7)
//   0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so)
//   0x109163: main (proj (1)/main.c:12)
//
// Names and paths may contain blanks, colons and parentheses. The last ")" closes the place ("FILE:LINE",
// "FILE:LINE:COLUMN" or "in OBJECT"), which follows a blank. If the parentheses of a path do not match, the last "
// (...)" that reads as a place is the place.
#pragma once

#include <cstdint>
#include <string_view>

namespace profconv::dhat {

/// The parts of a frame; views into its text. Empty or 0: the text does not say.
struct FrameText {
  std::uint64_t address = 0;
  std::string_view name;  ///< "???" is left empty
  std::string_view file;
  std::int64_t line = 0;
  std::int64_t column = 0;
  std::string_view object;  ///< the binary, where the source file is not known
};

[[nodiscard]] FrameText parse_frame(std::string_view text);

}  // namespace profconv::dhat
