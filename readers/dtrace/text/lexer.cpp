// SPDX-License-Identifier: Apache-2.0
// Putting lines together.
#include "readers/dtrace/text/lexer.h"

#include <algorithm>
#include <utility>

#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/key_rows.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t most_joined_lines = 8;
/// Of text keys, which stacks below them do not share.
constexpr std::size_t key_indent = 2;
constexpr std::string_view offset_sign = "+0x";

/// How much of a frame's line is whole, if something other than digits follows its offset's sign; 0: the line is whole.
std::size_t length_of_cut_frame(std::string_view line) {
  const std::size_t tick = line.find('`');
  const std::size_t sign = tick == std::string_view::npos ? tick : line.rfind(offset_sign);
  if (sign == std::string_view::npos || sign <= tick + 1) return 0;
  const std::size_t digits = sign + offset_sign.size();
  const std::size_t end = std::min(line.find_first_not_of("0123456789abcdefABCDEF", digits), line.size());
  if (end == line.size() && end != digits) return 0;
  return end == digits ? sign : end;
}

}  // namespace

bool Lexer::has_line() {
  while (!has_line_ && (!at_end_ || !held_.empty())) {
    if (!held_.empty()) {
      take_held();
    } else if (at_end_ = !source_.next(current_); at_end_) {
      return false;
    }
    number_ = current_.number;
    if (current_.record == nullptr && is_message(current_.text)) {
      messages_.message(current_.text, current_.number);
      continue;
    }
    has_line_ = true;
    scan_line();
  }
  return has_line_;
}

/// Goes back to the first of the lines that were read ahead.
void Lexer::take_held() {
  HeldLine& line = held_.front();
  held_text_.swap(line.text);
  current_.text = held_text_;
  current_.number = line.number;
  current_.record = std::move(line.record);
  held_.pop_front();
}

void Lexer::scan_line() {
  known_frame_ = {};
  const std::string_view text = current_.text;
  if (current_.record != nullptr) {
    line_.kind = LineKind::text;
  } else if (text.empty()) {
    line_.kind = LineKind::blank;
  } else if (may_be_number(text) && scan_number(text, line_, interrupts_stack_ ? text_indent_ : 0)) {
  } else if ((known_frame_ = frames_.find(text, leaf_))) {
    line_.kind = LineKind::frame;
  } else {
    scan(text, line_);
  }
}

void Lexer::next(Token& token) {
  token.clear();
  if (!noise_.empty()) {
    token.kind = Token::Kind::text;
    token.line = noise_line_;
    token.text.swap(noise_);
    noise_.clear();
    interrupts_stack_ = before_ == Token::Kind::frames;
  } else {
    read(token);
    const bool was_interrupted = interrupts_stack_ || before_ == Token::Kind::frames;
    interrupts_stack_ = token.kind == Token::Kind::text && token.blanks == 0 && was_interrupted;
  }
  before_ = token.kind;
}

void Lexer::read(Token& token) {
  do {
    skip_blanks(token);
    token.kind = Token::Kind::end;
    token.line = number_;
    if (!has_line()) return;
    if (current_.record != nullptr) {
      token.kind = Token::Kind::record;
      token.record = std::move(current_.record);
      return take_line();
    }
  } while (enters_key_rows());
  if (in_key_rows_ && read_key_row(token)) return;
  if (current_.text.starts_with("    [CPU ") && read_cpu(token)) return;
  if (line_.kind == LineKind::frame || may_begin_unnamed(token)) return read_frames(token);
  switch (line_.kind) {
    case LineKind::number:
    case LineKind::columns:
      return read_scalars(token, Token::Kind::scalars);
    case LineKind::open_columns:
      return read_scalars(token, Token::Kind::open_scalars);
    case LineKind::heading:
      token.kind = Token::Kind::heading;
      return take_line();
    case LineKind::probe:
      token.kind = Token::Kind::probe;
      token.text = line_.output;
      return take_line();
    case LineKind::table_heading:
      return read_table(token);
    case LineKind::dump_heading:
      return read_dump(token);
    default:
      return read_text(token);
  }
}

void Lexer::skip_blanks(Token& token) {
  for (; has_line() && line_.kind == LineKind::blank && current_.record == nullptr; take_line()) {
    // The newline that ends the rows of keys.
    if (!std::exchange(in_key_rows_, false)) ++token.blanks;
  }
}

/// A frame whose text has no form of its own is told by its indentation, where a stack can begin: below an empty line
/// or keys. Annotations stand only below frames.
bool Lexer::may_begin_unnamed(const Token& token) const {
  const bool is_text =
      line_.kind == LineKind::open_columns || line_.kind == LineKind::text || line_.kind == LineKind::annotation;
  if (!is_text || line_.indent == 0 || line_.indent != frame_indent_) return false;
  return token.blanks != 0 || current_.number == 1 || before_ == Token::Kind::scalars || before_ == Token::Kind::dump ||
         interrupts_stack_;
}

FrameLine Lexer::take_frame() {
  // A line that ends in `+0x` is the name of others.
  if (known_frame_ && (known_frame_.digits != 0 || !current_.text.ends_with(offset_sign))) {
    take_line();
    return known_frame_;
  }
  const bool is_frame = known_frame_ || line_.kind == LineKind::frame;
  if (const std::size_t length = is_frame ? length_of_cut_frame(current_.text) : 0) return add_cut_frame(length);
  const FrameLine frame = known_frame_ ? known_frame_ : frames_.add(current_.text, line_.kind == LineKind::frame);
  take_line();
  return frame;
}

/// Takes what is left of a frame that something was printed into, and the rest of its offset below.
FrameLine Lexer::add_cut_frame(std::size_t length) {
  const std::string_view text = current_.text.substr(0, length);
  const bool is_known = frames_.find(text) || frames_.find(std::string(text).append(offset_sign).append("1"));
  const FrameLine frame = frames_.add(text, true);
  messages_.cut_frame(current_.text, frames_.text(frame), is_known, current_.number);
  take_line();
  if (has_line() && current_.record == nullptr && is_hex(current_.text)) take_line();
  return frame;
}

/// Makes the last line of the frames text: what stood at the place of a frame was printed into the indentation of the
/// current line.
void Lexer::take_noise(Token& token) {
  noise_ = frames_.line(token.frames.back());
  noise_line_ = current_.number - 1;
  const std::string_view content = current_.text.substr(leading_blanks(current_.text));
  if (!frames_.find(std::string(frame_indent_, ' ').append(content))) {
    messages_.cut_frame(noise_, content, false, current_.number);
  }
  token.frames.pop_back();
  if (!token.frames.empty()) return;
  token.kind = Token::Kind::text;
  token.line = noise_line_;
  token.text.swap(noise_);
  noise_.clear();
}

/// Takes frames that are what stood there the last time from the input itself: most have one caller.
void Lexer::skip_known_frames(Token& token) {
  if (input_ == nullptr || has_line_ || !held_.empty()) return;
  const std::size_t known = token.frames.size();
  const std::size_t bytes = frames_.follow(token.frames.back(), input_->ahead(), token.frames, most_frames_ + 1);
  input_->take(bytes, token.frames.size() - known);
}

/// Whether the last line of the token is a frame only by its indentation.
bool Lexer::ends_in_unnamed(const Token& token) const {
  if (token.frames.empty()) return false;
  const std::string text = frames_.text(token.frames.back());
  return !is_frame(text) && !is_annotation(text);
}

/// Makes a frame at the place of a text key such a key, as those of usym(), if a stack follows. An empty one is told
/// only if others are indented further.
void Lexer::make_key(Token& token, bool has_stacks) {
  const bool is_within = token.blanks == 0 && (before_ == Token::Kind::frames || interrupts_stack_);
  if (is_within || !has_line() || current_.record != nullptr) return;
  const bool is_above_frame = known_frame_ || line_.kind == LineKind::frame;
  const bool is_above_blank = line_.kind == LineKind::blank;
  const bool is_above_value = line_.kind == LineKind::number || line_.kind == LineKind::columns;
  if (is_above_frame ? leading_blanks(current_.text) < key_indent : !has_stacks || (!is_above_blank && !is_above_value))
    return;
  token.kind = is_above_blank ? Token::Kind::open_scalars : Token::Kind::scalars;
  token.text = frames_.line(token.frames.front());
  token.columns.assign(
      1, {.kind = ColumnKind::text, .number = {}, .begin = key_indent, .length = token.text.size() - key_indent});
  token.frames.clear();
}

void Lexer::read_frames(Token& token) {
  token.kind = Token::Kind::frames;
  token.line = current_.number;
  if (!interrupts_stack_ || token.blanks != 0) {
    if (!known_frame_ && line_.kind == LineKind::frame && line_.indent != key_indent) frame_indent_ = line_.indent;
  }
  token.indent = known_frame_ ? leading_blanks(current_.text) : line_.indent;
  const bool has_stacks = leaf_ && frame_indent_ != key_indent;
  leaf_ = take_frame();
  token.frames.push_back(leaf_);
  if (token.indent == key_indent) {
    if (!has_line() || leading_blanks(current_.text) != key_indent) return make_key(token, has_stacks);
    frame_indent_ = key_indent;
  }
  skip_known_frames(token);
  while (token.frames.size() <= most_frames_ && has_line() && current_.record == nullptr) {
    const bool is_shaped = line_.kind == LineKind::frame;
    const bool is_unnamed =
        line_.kind == LineKind::annotation || ((line_.kind == LineKind::text || line_.kind == LineKind::open_columns) &&
                                               line_.indent != 0 && line_.indent == frame_indent_);
    if (!is_shaped && !is_unnamed) return;
    if (is_shaped && !known_frame_ && line_.indent == key_indent && token.indent > key_indent) return;
    const bool is_outdented =
        known_frame_ ? frame_indent_ != 0 && current_.text.front() != ' ' : line_.indent < frame_indent_;
    if (is_shaped && is_outdented && ends_in_unnamed(token)) return take_noise(token);
    if (is_shaped && !known_frame_) frame_indent_ = line_.indent;
    const FrameLine above = token.frames.back();
    token.frames.push_back(take_frame());
    frames_.set_below(above, token.frames.back());
    skip_known_frames(token);
  }
}

void Lexer::read_scalars(Token& token, Token::Kind kind) {
  token.kind = kind;
  token.line = current_.number;
  token.text = current_.text;
  token.columns.swap(line_.columns);
  take_line();
  if (kind == Token::Kind::open_scalars && joins_texts_) join_lines(token);
}

/// A text key may hold newlines: the lines together are columns where each alone is none.
void Lexer::join_lines(Token& token) {
  while (token.kind == Token::Kind::open_scalars && token.line_count < most_joined_lines && has_line()) {
    const bool can_go_on =
        current_.record == nullptr &&
        (line_.kind == LineKind::columns || line_.kind == LineKind::open_columns || line_.kind == LineKind::text);
    if (!can_go_on) return;
    const ColumnsFound found = join_columns(token.text, token.columns, current_.text);
    if (found == ColumnsFound::none) return;
    if (found == ColumnsFound::complete) token.kind = Token::Kind::scalars;
    ++token.line_count;
    take_line();
  }
}

bool Lexer::read_cpu(Token& token) {
  const auto cpu = parse_cpu_line(current_.text);
  if (!cpu) return false;
  token.kind = Token::Kind::cpu;
  token.line = current_.number;
  token.cpu = *cpu;
  token.text = current_.text;
  take_line();
  return true;
}

void Lexer::read_text(Token& token) {
  token.line = current_.number;
  token.kind = Token::Kind::text;
  token.text = current_.text;
  text_indent_ = line_.indent;
  if (const auto named = parse_named_value(token.text); named && named->value) {
    token.kind = Token::Kind::named_value;
    token.count = *named->value;
    token.text = std::string(named->name);
  }
  take_line();
}

}  // namespace profconv::dtrace
