// SPDX-License-Identifier: Apache-2.0
// Telling a language's names from what other programs print.
#include "readers/dtrace/forms/unnamed_frames.h"

#include "readers/dtrace/forms/text_lines.h"

namespace profconv::dtrace {

void UnnamedFrames::add(FrameLine frame, std::string_view text, std::uint64_t line) {
  if (places_.try_emplace(frame.name, found_.size()).second) found_.push_back({shortened(text), line});
}

void UnnamedFrames::report(Report& report) const {
  constexpr std::size_t few = 3;
  for (const Found& each : found_) {
    const std::string words = "'" + each.text +
                              "' is where printa() prints frames and is read as one, though it names neither a module "
                              "nor an address";
    if (each.count == 1 && found_.size() <= few) {
      report.data_loss("dtrace.unnamed_frames", each.line, words);
    } else {
      report.note("dtrace.unnamed_frames", each.line, words);
    }
  }
}

void report_doubtful_frame(FrameDoubt doubt, std::string_view text, std::uint64_t line, Report& report) {
  const std::string quoted = "'" + shortened(text) + "'";
  switch (doubt) {
    case FrameDoubt::number:
      return report.data_loss("dtrace.doubtful_frames", line,
                              quoted + " is where a stack has its frames and is read as one, though it is a number");
    case FrameDoubt::several:
      return report.data_loss("dtrace.doubtful_frames", line,
                              quoted + " is read as one frame, and may be several, whose ends of lines are lost");
    case FrameDoubt::below_blanks:
      return report.data_loss("dtrace.lost_keys", line,
                              "the line above is read as empty, and may be an empty text key of which blanks are lost");
    case FrameDoubt::outdented:
      return report.data_loss("dtrace.doubtful_frames", line,
                              quoted + " has less blanks before it than the other frames, and may be other output");
    case FrameDoubt::begins_input:
      return report.data_loss(
          "dtrace.truncated", line,
          quoted + " has less blanks before it than the frame below: the input may begin within it");
  }
}

}  // namespace profconv::dtrace
