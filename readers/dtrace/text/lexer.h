// SPDX-License-Identifier: Apache-2.0
// Lines to tokens. A token is what belongs together by the lines alone: the frames of a stack, columns and what their
// texts go on with, a table with its rows. The grammar (forms/) decides what they are in a record.
//
//   (blank)
//                 libc.so.6`read+0x4c     frames, with one blank before them
//                 a.out`main+0x1f
//                  45                     scalars: a number that may be a value
//
// Most lines are frames that were seen before in the same order. Those are taken from the input without being scanned
// (FrameLines::follow).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "readers/dtrace/text/frame_lines.h"
#include "readers/dtrace/text/key_row_lines.h"
#include "readers/dtrace/text/line_cursor.h"
#include "readers/dtrace/text/pasted.h"
#include "readers/dtrace/text/table_lines.h"
#include "readers/dtrace/text/token.h"

namespace profconv::dtrace {

/// Gives the tokens of a text.
class Lexer {
 public:
  /// No token has more than `most_frames` frames and one: who takes them refuses that many. All must outlive the lexer.
  Lexer(LineSource& source, FrameLines& frames, MessageSink& messages, std::size_t most_frames,
        const Treatment& treatment, LineCursor::IsPrinted is_printed = {})
      : lines_(source, frames, messages, std::move(is_printed)),
        tables_(lines_),
        key_rows_(lines_),
        frames_(frames),
        messages_(messages),
        most_frames_(most_frames),
        joins_texts_(!treatment.collapsed),
        frame_indent_(treatment.indent) {}

  /// Replaces the token by the next one. At the end of the input it is `end`, again and again.
  void next(Token& token);
  /// How many lines the input has, as far as it was read.
  [[nodiscard]] std::uint64_t lines_read() const { return lines_.lines_read(); }

 private:
  [[nodiscard]] bool may_begin_unnamed(const Token& token) const;
  [[nodiscard]] bool is_indented_as_frame() const;

  void read(Token& token);
  void skip_blanks(Token& token);
  void read_frames(Token& token);
  void skip_known_frames(Token& token);
  FrameLine take_frame();
  FrameLine add_new_frame();
  FrameLine add_cut_frame(std::size_t length);
  void take_noise(Token& token);
  void doubt_first_frame(const Token& token);
  void make_key(Token& token, bool has_stacks);
  [[nodiscard]] bool ends_in_unnamed(const Token& token) const;
  void read_scalars(Token& token, Token::Kind kind);
  [[nodiscard]] bool is_filling() const;
  void join_lines(Token& token);
  void read_dump(Token& token);
  bool read_cpu(Token& token);
  void read_text(Token& token);

  LineCursor lines_;
  TableLines tables_;
  KeyRowLines key_rows_;
  FrameLines& frames_;
  MessageSink& messages_;
  std::size_t most_frames_;
  bool joins_texts_;  ///< a text key may hold newlines
  std::size_t frame_indent_;

  Token::Kind before_ = Token::Kind::end;  ///< the token before
  std::string noise_;                      ///< a line taken for a frame that turned out to be text
  std::uint64_t noise_line_ = 0;
};

}  // namespace profconv::dtrace
