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

}  // namespace

bool Lexer::has_line() {
  while (!has_line_ && !at_end_) {
    at_end_ = !source_.next(current_);
    if (at_end_) return false;
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
  const FrameLine frame = known_frame_ ? known_frame_ : frames_.add(current_.text, line_.kind == LineKind::frame);
  take_line();
  return frame;
}

/// Takes frames that are what stood there the last time from the input itself: most have one caller.
void Lexer::skip_known_frames(Token& token) {
  if (input_ == nullptr) return;
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

void Lexer::read_frames(Token& token) {
  token.kind = Token::Kind::frames;
  token.line = current_.number;
  if (!interrupts_stack_ || token.blanks != 0) {
    if (!known_frame_ && line_.kind == LineKind::frame) frame_indent_ = line_.indent;
  }
  token.indent = known_frame_ ? leading_blanks(current_.text) : line_.indent;
  leaf_ = take_frame();
  token.frames.push_back(leaf_);
  skip_known_frames(token);
  while (token.frames.size() <= most_frames_ && has_line() && current_.record == nullptr) {
    const bool is_shaped = line_.kind == LineKind::frame;
    const bool is_unnamed =
        line_.kind == LineKind::annotation || ((line_.kind == LineKind::text || line_.kind == LineKind::open_columns) &&
                                               line_.indent != 0 && line_.indent == frame_indent_);
    if (!is_shaped && !is_unnamed) return;
    if (is_shaped && !known_frame_ && line_.indent < frame_indent_ && ends_in_unnamed(token)) {
      // What stood at the place of a frame was printed into the indentation of this one.
      noise_ = frames_.line(token.frames.back());
      noise_line_ = current_.number - 1;
      token.frames.pop_back();
      if (token.frames.empty()) {
        token.kind = Token::Kind::text;
        token.line = noise_line_;
        token.text.swap(noise_);
        noise_.clear();
      }
      return;
    }
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

void Lexer::read_table(Token& token) {
  token.kind = Token::Kind::table;
  token.line = current_.number;
  token.end = Token::End::input;
  take_line();
  for (; has_line(); take_line()) {
    if (current_.record != nullptr) {
      token.end = Token::End::line;
      return;
    }
    if (const auto row = parse_table_row(current_.text)) {
      token.rows.push_back(*row);
    } else if (line_.kind == LineKind::number && current_.text.size() >= value_width) {
      // Of the next aggregation that one printa() prints.
      token.numbers.push_back(line_.columns.back().number);
    } else {
      token.end = current_.text.empty() ? Token::End::blank : Token::End::line;
      // The newline that ends the record. After numbers it ended their line.
      if (token.end == Token::End::blank && token.numbers.empty()) take_line();
      return;
    }
  }
}

/// Takes the heading of rows of keys. Rows of -x aggpack need none.
bool Lexer::enters_key_rows() {
  const bool is_packed_row = line_.kind == LineKind::packed && !is_packed_heading(current_.text);
  if (line_.kind != LineKind::key_heading && (line_.kind != LineKind::packed || is_packed_row)) {
    if (is_packed_row && !in_key_rows_) {
      in_key_rows_ = true;
      bar_column_ = 0;
    }
    return false;
  }
  bar_column_ = line_.kind == LineKind::packed ? 0 : bar_column(current_.text);
  in_key_rows_ = follows_key_heading_ = true;
  take_line();
  return true;
}

/// Each line is a record.
bool Lexer::read_key_row(Token& token) {
  const auto row = bar_column_ == 0 ? parse_packed_row(current_.text) : parse_bar_row(current_.text, bar_column_);
  if (!row) {
    in_key_rows_ = false;
    return false;
  }
  token.kind = Token::Kind::key_row;
  token.line = current_.number;
  token.text = row->keys;
  token.columns = columns_apart(token.text);
  token.count = row->count;
  token.is_packed = bar_column_ == 0;
  token.follows_heading = std::exchange(follows_key_heading_, false);
  take_line();
  return true;
}

void Lexer::read_dump(Token& token) {
  token.kind = Token::Kind::dump;
  token.line = current_.number;
  take_line();
  std::string bytes;
  while (has_line() && current_.record == nullptr && read_dump_row(current_.text, bytes)) take_line();
  token.text = text_of_bytes(bytes);
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
