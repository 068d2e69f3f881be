// SPDX-License-Identifier: Apache-2.0
// Finding the whole line again.
#include "readers/dtrace/forms/cut_frames.h"

#include "readers/dtrace/forms/text_lines.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t longest_mended = 4096;
/// Each costs a search for every character of a line.
constexpr std::size_t most_attempts = 1000;

bool has_offset(std::string_view text) {
  const std::size_t plus = text.rfind('+');
  return plus != std::string_view::npos && is_offset(text.substr(plus));
}

/// "en+0x1f" or "`open": the end of a frame that begins on a line above.
bool is_frame_end(std::string_view text) {
  if (text.size() < 2 || text.find(' ') != std::string_view::npos) return false;
  const std::size_t tick = text.rfind('`');
  return tick == 0 || (tick == std::string_view::npos && has_offset(text));
}

/// "hello a.out`main+0x1f": a line that holds a whole frame.
bool holds_frame(std::string_view text) {
  const std::size_t tick = text.rfind('`');
  return tick != std::string_view::npos && tick != 0 && text.find(' ', tick) == std::string_view::npos &&
         has_offset(text);
}

/// Whether a frame's name has words without parentheses, as where others printed into it, and a word follows that may
/// be its end: "a.out`madone 3" and "in".
bool may_be_split(std::string_view frame, std::string_view rest) {
  const std::size_t tick = frame.find('`');
  return tick != std::string_view::npos && frame.find(' ', tick) != std::string_view::npos && !has_offset(frame) &&
         frame.find_first_of("(<", tick) == std::string_view::npos && rest.find(' ') == std::string_view::npos;
}

}  // namespace

void report_cut_frame(std::string_view line, std::string_view frame, bool is_known, std::uint64_t number,
                      Report& report) {
  const std::string words = "something was printed into the line of a frame, '" + shortened(line) +
                            "', which is taken for " + shortened(frame);
  is_known ? report.note("dtrace.mended", number, words) : report.data_loss("dtrace.cut_frame", number, words);
}

bool CutFrames::take_behind_output(Token& text, std::size_t indent) {
  const std::string_view line = text.text;
  const std::size_t tick = line.find('`');
  if (tick == std::string_view::npos) return false;
  const std::size_t begin = line.rfind(' ', tick) + 1;
  if (begin <= indent || !is_frame(line.substr(begin))) return false;
  const std::string_view blanks = line.substr(begin - indent, indent);
  const bool has_output = line.find_first_not_of(' ') < begin;
  if (indent == 0 || !has_output || blanks.find_first_not_of(' ') != std::string_view::npos) return false;
  const std::string frame(line.substr(begin - indent));
  report_cut_frame(line, line.substr(begin), true, text.line, report_);
  text.kind = Token::Kind::frames;
  text.frames.assign(1, frames_.add(frame, true));
  text.indent = indent;
  return true;
}

bool CutFrames::mend(FrameLine& frame, std::string_view rest, std::uint64_t line) {
  const std::string above = frames_.line(frame);
  if (const std::size_t length = whole_length(frame, above, rest); length != 0) {
    frame = frames_.find(joined_);
    report_.note("dtrace.mended", line,
                 "'" + shortened(std::string_view(above).substr(length)) +
                     "' was printed within the line of a frame, which is taken for " + shortened(frames_.text(frame)));
    return true;
  }
  if (holds_frame(rest)) {
    report_.data_loss("dtrace.cut_frame", line,
                      "this line may hold a frame, which is left out: '" + shortened(rest) + "'");
    return true;
  }
  if (!is_frame_end(rest) && !may_be_split(above, rest)) return false;
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
