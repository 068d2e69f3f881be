// SPDX-License-Identifier: Apache-2.0
// Reading and scanning lines.
#include "readers/dtrace/text/line_cursor.h"

#include <iterator>
#include <utility>

#include "readers/dtrace/text/frame_text.h"

namespace profconv::dtrace {

bool LineCursor::read_line() {
  while (!has_line_ && (!at_end_ || !kept_.empty())) {
    if (!kept_.empty()) {
      take_kept();
    } else if (at_end_ = !source_.next(current_); at_end_) {
      return false;
    }
    lines_read_ = current_.number;
    const bool is_said = current_.record == nullptr && is_message(current_.text);
    if (is_said && (is_surely_message(current_.text) || !is_printed())) {
      messages_.message(current_.text, current_.number);
      continue;
    }
    has_line_ = true;
    scan_line();
  }
  return has_line_;
}

void LineCursor::take_kept() {
  Kept& line = kept_.front();
  kept_text_.swap(line.text);
  current_.text = kept_text_;
  current_.number = line.number;
  current_.record = std::move(line.record);
  kept_.pop_front();
}

void LineCursor::scan_line() {
  known_frame_ = {};
  const std::string_view text = current_.text;
  if (current_.record != nullptr) {
    line_.kind = LineKind::text;
  } else if (text.empty()) {
    line_.kind = LineKind::blank;
  } else if (may_be_number(text) &&
             (scan_number(text, line_, hints.interrupts_stack ? hints.text_indent : 0) || scan_integers(text, line_))) {
  } else if ((known_frame_ = frames_.find(text, hints.leaf))) {
    line_.kind = LineKind::frame;
  } else if (const std::string_view frame = frame_before_blanks(text); !frame.empty()) {
    current_.text = frame;
    known_frame_ = frames_.find(frame, hints.leaf);
    line_.kind = LineKind::frame;
    if (!known_frame_) scan(frame, line_);
  } else {
    scan(text, line_);
  }
}

LineCursor::Kept LineCursor::keep() {
  take_line();
  return {.text = std::string(current_.text), .number = current_.number, .record = std::move(current_.record)};
}

void LineCursor::go_back(std::vector<Kept> lines) {
  if (has_line()) lines.push_back(keep());
  kept_.insert(kept_.begin(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
}

}  // namespace profconv::dtrace
