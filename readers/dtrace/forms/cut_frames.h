// SPDX-License-Identifier: Apache-2.0
// Frames whose line the traced program's own output has cut in two:
//
//                 a.out`mathdone 26330
//   +0x10
//
// Where the same line was whole before, its end says which it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "readers/dtrace/text/frame_lines.h"
#include "readers/dtrace/text/report.h"
#include "readers/dtrace/text/token.h"

namespace profconv::dtrace {

/// Reports that a frame was read from a line that something else was printed into. `is_known`: its name is
/// elsewhere, too.
void report_cut_frame(std::string_view line, std::string_view frame, bool is_known, std::uint64_t number,
                      Report& report);

/// Mends them.
class CutFrames {
 public:
  CutFrames(FrameLines& frames, Report& report) : frames_(frames), report_(report) {}

  /// Makes a line of text a frame if one follows something else on it: `hello              a.out`main+0x1f`. `indent`:
  /// of the stacks. False: the line holds no frame.
  bool take_behind_output(Token& text, std::size_t indent);
  /// Whether `rest`, the line below a frame, is the end of its line; if the whole is known the frame becomes that.
  bool mend(FrameLine& frame, std::string_view rest, std::uint64_t line);

 private:
  [[nodiscard]] std::size_t whole_length(FrameLine frame, std::string_view above, std::string_view rest);

  FrameLines& frames_;
  Report& report_;
  std::size_t attempts_ = 0;
  std::string joined_;
};

}  // namespace profconv::dtrace
