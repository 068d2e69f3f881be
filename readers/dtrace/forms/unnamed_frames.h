// SPDX-License-Identifier: Apache-2.0
// Lines among the frames that printa() printed without indentation which name neither a module nor an address. Some
// languages call their functions so, and other programs print such lines in between:
//
//   libjvm.so`JavaCalls::call_helper+0x2f4
//   Interpreter                                  a frame
//   done                                         of another program, maybe
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "readers/dtrace/text/frame_lines.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Counts them. All are read as frames.
class UnnamedFrames {
 public:
  void add(FrameLine frame, std::string_view text, std::uint64_t line);
  /// A frame that was there before, named or not.
  void see_again(FrameLine frame) {
    if (found_.empty()) return;
    if (const auto at = places_.find(frame.name); at != places_.end()) ++found_[at->second].count;
  }
  /// Few lines that come once are a warning: languages name more of their functions, or the same again and again.
  void report(Report& report) const;

 private:
  struct Found {
    std::string text;
    std::uint64_t line = 0;
    std::uint64_t count = 1;
  };

  std::vector<Found> found_;
  std::unordered_map<std::uint32_t, std::size_t> places_;  ///< by the names of their lines
};

/// No language names its functions by numbers: a key or a value is where frames are. Two frames of one line lost its
/// end.
void report_doubtful_frame(FrameDoubt doubt, std::string_view text, std::uint64_t line, Report& report);

}  // namespace profconv::dtrace
