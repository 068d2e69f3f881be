// SPDX-License-Identifier: Apache-2.0
// Finding the whole line again.
#include "readers/dtrace/forms/cut_frames.h"

#include "readers/dtrace/forms/text_lines.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t longest_mended = 4096;
/// Each costs a search for every character of a line.
constexpr std::size_t most_attempts = 1000;

/// `en+0x1f`: the end of a frame that begins on the line above.
bool is_frame_end(std::string_view text) {
  const std::size_t plus = text.rfind('+');
  return plus != std::string_view::npos && is_offset(text.substr(plus)) &&
         text.find_first_of(" `") == std::string_view::npos;
}

}  // namespace

bool CutFrames::mend(FrameLine& frame, std::string_view rest, std::uint64_t line) {
  const std::string above = frames_.line(frame);
  if (const std::size_t length = whole_length(frame, above, rest); length != 0) {
    frame = frames_.find(joined_);
    report_.note("dtrace.mended", line,
                 "'" + shortened(std::string_view(above).substr(length)) +
                     "' was printed within the line of a frame, which is taken for " + shortened(frames_.text(frame)));
    return true;
  }
  if (!is_frame_end(rest)) return false;
  report_.data_loss("dtrace.cut_frame", line,
                    "something was printed within the line of a frame, whose name cannot be told: '" +
                        shortened(above) + "' and '" + shortened(rest) + "'");
  return true;
}

/// How much of `above` makes with `rest` a frame's line as was seen before, which is then in joined_; 0: none does.
std::size_t CutFrames::whole_length(FrameLine frame, std::string_view above, std::string_view rest) {
  if (above.size() + rest.size() > longest_mended || attempts_ == most_attempts) return 0;
  // A frame is known by its name: below a whole one that ends in +0x4c, a text "3" could be the end of +0x43.
  if (frame.digits != 0 && rest.find('+') == std::string_view::npos) return 0;
  ++attempts_;
  for (std::size_t length = above.size() - 1; length > 0; --length) {
    joined_.assign(above.substr(0, length)).append(rest);
    if (frames_.find(joined_)) return length;
  }
  return 0;
}

}  // namespace profconv::dtrace
