// SPDX-License-Identifier: Apache-2.0
// Putting lines together.
#include "readers/dtrace/text/lexer.h"

#include <algorithm>
#include <utility>

#include "readers/dtrace/text/frame_text.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t most_joined_lines = 8;
/// An empty text key is 52, some of which may be lost.
constexpr std::size_t fewest_blanks_of_key = 40;

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

void Lexer::next(Token& token) {
  token.clear();
  if (!noise_.empty()) {
    token.kind = Token::Kind::text;
    token.line = noise_line_;
    token.text.swap(noise_);
    noise_.clear();
    lines_.hints.interrupts_stack = before_ == Token::Kind::frames;
  } else {
    read(token);
    const bool was_interrupted = lines_.hints.interrupts_stack || before_ == Token::Kind::frames;
    lines_.hints.interrupts_stack = token.kind == Token::Kind::text && token.blanks == 0 && was_interrupted;
  }
  before_ = token.kind;
}

void Lexer::read(Token& token) {
  do {
    skip_blanks(token);
    token.kind = Token::Kind::end;
    token.line = lines_.lines_read();
    if (!lines_.has_line()) return;
    if (lines_.is_record()) {
      token.kind = Token::Kind::record;
      token.record = lines_.take_record();
      return lines_.take_line();
    }
  } while (key_rows_.enter());
  if (key_rows_.read(token)) return;
  if (lines_.text().starts_with("    [CPU ") && read_cpu(token)) return;
  if (lines_.is_frame() || may_begin_unnamed(token)) {
    read_frames(token);
    return doubt_first_frame(token);
  }
  switch (lines_.kind()) {
    case LineKind::number:
    case LineKind::columns:
      return read_scalars(token, Token::Kind::scalars);
    case LineKind::open_columns:
      return read_scalars(token, Token::Kind::open_scalars);
    case LineKind::heading:
      token.kind = Token::Kind::heading;
      return lines_.take_line();
    case LineKind::probe:
      token.kind = Token::Kind::probe;
      token.text = lines_.line().output;
      return lines_.take_line();
    case LineKind::table_heading:
      return tables_.read(token);
    case LineKind::dump_heading:
      return read_dump(token);
    default:
      return read_text(token);
  }
}

void Lexer::skip_blanks(Token& token) {
  bool is_wide = false;
  for (; lines_.has_line() && lines_.kind() == LineKind::blank && !lines_.is_record(); lines_.take_line()) {
    is_wide = lines_.text().size() >= fewest_blanks_of_key;
    // The newline that ends the rows of keys.
    if (!key_rows_.end()) ++token.blanks;
  }
  if (is_wide && lines_.has_line() && lines_.is_frame()) {
    messages_.doubtful_frame(FrameDoubt::below_blanks, lines_.line().content(), lines_.number());
  }
}

/// A frame whose text has no form of its own is told by its indentation, where a stack can begin: below an empty line
/// or keys. Annotations stand only below frames.
bool Lexer::may_begin_unnamed(const Token& token) const {
  const bool is_text = lines_.kind() == LineKind::open_columns || lines_.kind() == LineKind::text ||
                       lines_.kind() == LineKind::annotation;
  if (!is_text || !is_indented_as_frame()) return false;
  return token.blanks != 0 || lines_.number() == 1 || before_ == Token::Kind::scalars || before_ == Token::Kind::dump ||
         lines_.hints.interrupts_stack;
}

/// A word alone, `etc`, may be a language's name for a function.
bool Lexer::is_indented_as_frame() const {
  const std::string_view text = lines_.line().content();
  const bool is_mark = text.find_first_of("[<(.\xe2") == 0 && (is_elision_mark(text) || text.starts_with("[..."));
  return lines_.line().indent != 0 && lines_.line().indent == frame_indent_ && !is_mark && !lines_.is_printed();
}

FrameLine Lexer::take_frame() {
  // A line that ends in `+0x` is the name of others.
  if (lines_.known_frame() && (lines_.known_frame().digits != 0 || !lines_.text().ends_with(offset_sign))) {
    lines_.take_line();
    return lines_.known_frame();
  }
  const bool is_frame = lines_.known_frame() || lines_.is_frame();
  if (const std::size_t length = is_frame ? length_of_cut_frame(lines_.text()) : 0) return add_cut_frame(length);
  const FrameLine frame = lines_.known_frame() ? lines_.known_frame() : add_new_frame();
  lines_.take_line();
  return frame;
}

FrameLine Lexer::add_new_frame() {
  const std::string_view content = lines_.line().content();
  if (!lines_.is_frame() && parse_number(content)) {
    messages_.doubtful_frame(FrameDoubt::number, content, lines_.number());
  } else if (holds_several_frames(content)) {
    messages_.doubtful_frame(FrameDoubt::several, content, lines_.number());
  }
  return frames_.add(lines_.text(), lines_.is_frame());
}

/// Takes what is left of a frame that something was printed into, and the rest of its offset below.
FrameLine Lexer::add_cut_frame(std::size_t length) {
  const std::string_view text = lines_.text().substr(0, length);
  const bool is_known = frames_.find(text) || frames_.find(std::string(text).append(offset_sign).append("1"));
  const FrameLine frame = frames_.add(text, true);
  messages_.cut_frame(lines_.text(), frames_.text(frame), is_known, lines_.number());
  lines_.take_line();
  if (lines_.has_line() && !lines_.is_record() && is_hex(lines_.text())) lines_.take_line();
  return frame;
}

/// Makes the last line of the frames text: what stood at the place of a frame was printed into the indentation of the
/// current line.
void Lexer::take_noise(Token& token) {
  noise_ = frames_.line(token.frames.back());
  noise_line_ = lines_.number() - 1;
  const std::string_view content = lines_.text().substr(leading_blanks(lines_.text()));
  if (!frames_.find(std::string(frame_indent_, ' ').append(content))) {
    messages_.cut_frame(noise_, content, false, lines_.number());
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
  LineReader* const input = lines_.input_ahead();
  if (input == nullptr) return;
  const std::size_t known = token.frames.size();
  const std::size_t bytes = frames_.follow(token.frames.back(), input->ahead(), token.frames, most_frames_ + 1);
  input->take(bytes, token.frames.size() - known);
}

/// Whether the last line of the token is a frame only by its indentation.
bool Lexer::ends_in_unnamed(const Token& token) const {
  if (token.frames.empty()) return false;
  const std::string text = frames_.text(token.frames.back());
  return !is_frame(text) && !is_annotation(text);
}

/// Makes a frame that is indented as a text key such a key, as usym() prints, if a stack follows. An empty stack is
/// recognised only if other stacks are indented further.
void Lexer::make_key(Token& token, bool has_stacks) {
  const bool is_within = token.blanks == 0 && (before_ == Token::Kind::frames || lines_.hints.interrupts_stack);
  if (is_within || !lines_.has_line() || lines_.is_record()) return;
  const bool is_above_frame = lines_.known_frame() || lines_.is_frame();
  const bool is_above_blank = lines_.kind() == LineKind::blank;
  const bool is_above_value = lines_.kind() == LineKind::number || lines_.kind() == LineKind::columns;
  if (is_above_frame ? leading_blanks(lines_.text()) < key_indent : !has_stacks || (!is_above_blank && !is_above_value))
    return;
  token.become_key(frames_.line(token.frames.front()),
                   is_above_blank ? Token::Kind::open_scalars : Token::Kind::scalars);
}

void Lexer::read_frames(Token& token) {
  token.kind = Token::Kind::frames;
  token.line = lines_.number();
  if (!lines_.hints.interrupts_stack || token.blanks != 0) {
    if (!lines_.known_frame() && lines_.is_frame() && lines_.line().indent != key_indent)
      frame_indent_ = lines_.line().indent;
  }
  token.indent = lines_.known_frame() ? leading_blanks(lines_.text()) : lines_.line().indent;
  const bool has_stacks = lines_.hints.leaf && frame_indent_ != key_indent;
  lines_.hints.leaf = take_frame();
  token.frames.push_back(lines_.hints.leaf);
  if (token.indent == key_indent) {
    if (!lines_.has_line() || leading_blanks(lines_.text()) != key_indent) return make_key(token, has_stacks);
    frame_indent_ = key_indent;
  }
  skip_known_frames(token);
  while (token.frames.size() <= most_frames_ && lines_.has_line() && !lines_.is_record()) {
    const bool is_shaped = lines_.is_frame();
    const bool is_text = lines_.kind() == LineKind::text || lines_.kind() == LineKind::open_columns;
    const bool is_unnamed = lines_.kind() == LineKind::annotation || (is_text && is_indented_as_frame());
    if (!is_shaped && !is_unnamed) return;
    if (is_shaped && !lines_.known_frame() && lines_.line().indent == key_indent && token.indent > key_indent) return;
    const bool is_outdented = lines_.known_frame() ? frame_indent_ != 0 && lines_.text().front() != ' '
                                                   : lines_.line().indent < frame_indent_;
    if (is_shaped && is_outdented && ends_in_unnamed(token)) return take_noise(token);
    if (is_shaped && is_outdented) messages_.doubtful_frame(FrameDoubt::outdented, lines_.text(), lines_.number());
    if (is_shaped && !lines_.known_frame()) frame_indent_ = lines_.line().indent;
    const FrameLine above = token.frames.back();
    token.frames.push_back(take_frame());
    frames_.set_below(above, token.frames.back());
    skip_known_frames(token);
  }
}

/// An input can begin within a line, and what the traced program prints look like a frame.
void Lexer::doubt_first_frame(const Token& token) {
  if ((token.line != 1 && token.indent != 0) || token.frames.size() < 2) return;
  const std::string first(frames_.line(token.frames[0]));
  if (leading_blanks(first) >= leading_blanks(frames_.line(token.frames[1]))) return;
  messages_.doubtful_frame(token.line == 1 ? FrameDoubt::begins_input : FrameDoubt::outdented, first, token.line);
}

void Lexer::read_scalars(Token& token, Token::Kind kind) {
  token.kind = kind;
  token.line = lines_.number();
  token.text = lines_.text();
  token.columns.swap(lines_.line().columns);
  lines_.take_line();
  if (kind == Token::Kind::open_scalars && joins_texts_) join_lines(token);
}

/// Whether the line is the blanks that fill a text key up, as after one that ends in a newline.
bool Lexer::is_filling() const { return lines_.kind() == LineKind::blank && !lines_.text().empty(); }

/// A text key may hold newlines: the lines together are columns where each alone is none.
void Lexer::join_lines(Token& token) {
  while (token.kind == Token::Kind::open_scalars && token.line_count < most_joined_lines && lines_.has_line()) {
    const bool can_go_on =
        !lines_.is_record() && (lines_.kind() == LineKind::columns || lines_.kind() == LineKind::open_columns ||
                                lines_.kind() == LineKind::text || is_filling());
    if (!can_go_on) return;
    const ColumnsFound found = join_columns(token.text, token.columns, lines_.text());
    if (found == ColumnsFound::none) return;
    if (found == ColumnsFound::complete) token.kind = Token::Kind::scalars;
    ++token.line_count;
    lines_.take_line();
  }
}

void Lexer::read_dump(Token& token) {
  token.kind = Token::Kind::dump;
  token.line = lines_.number();
  lines_.take_line();
  std::string bytes;
  while (lines_.has_line() && !lines_.is_record() && read_dump_row(lines_.text(), bytes)) lines_.take_line();
  token.text = text_of_bytes(bytes);
}

bool Lexer::read_cpu(Token& token) {
  const auto cpu = parse_cpu_line(lines_.text());
  if (!cpu) return false;
  token.kind = Token::Kind::cpu;
  token.line = lines_.number();
  token.cpu = *cpu;
  token.text = lines_.text();
  lines_.take_line();
  return true;
}

void Lexer::read_text(Token& token) {
  token.line = lines_.number();
  token.kind = Token::Kind::text;
  token.text = lines_.text();
  lines_.hints.text_indent = lines_.line().indent;
  if (const auto named = parse_named_value(token.text); named && named->value) {
    token.kind = Token::Kind::named_value;
    token.count = *named->value;
    token.text = std::string(named->name);
  }
  lines_.take_line();
}

}  // namespace profconv::dtrace
