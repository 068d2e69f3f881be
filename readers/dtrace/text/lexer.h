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
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "readers/dtrace/text/frame_lines.h"
#include "readers/dtrace/text/line.h"
#include "readers/dtrace/text/line_source.h"
#include "readers/dtrace/text/token.h"

namespace profconv::dtrace {

/// Takes the messages that dtrace prints among its results, and what others printed into its lines.
class MessageSink {
 public:
  virtual ~MessageSink() = default;
  virtual void message(std::string_view line, std::uint64_t number) = 0;
  /// Something was printed into a line, which is taken for a frame. `is_known`: its name stands elsewhere, too.
  virtual void cut_frame(std::string_view line, std::string_view frame, bool is_known, std::uint64_t number) = 0;
};

/// Gives the tokens of a text.
class Lexer {
 public:
  /// No token has more than `most_frames` frames and one: who takes them refuses that many. `joins_texts`: a text key
  /// may hold newlines. All must outlive the lexer.
  Lexer(LineSource& source, FrameLines& frames, MessageSink& messages, std::size_t most_frames, bool joins_texts)
      : source_(source),
        input_(source.direct()),
        frames_(frames),
        messages_(messages),
        most_frames_(most_frames),
        joins_texts_(joins_texts) {}

  /// Replaces the token by the next one. At the end of the input it is `end`, again and again.
  void next(Token& token);
  /// How many lines the input has, as far as it was read.
  [[nodiscard]] std::uint64_t lines_read() const { return number_; }

 private:
  /// A line that was read ahead of the token that takes it.
  struct HeldLine {
    std::string text;
    std::uint64_t number = 0;
    std::shared_ptr<const Record> record;
  };

  /// Whether the next line is there; scans it when first asked.
  bool has_line();
  void take_held();
  void take_line() { has_line_ = false; }
  void scan_line();
  [[nodiscard]] bool may_begin_unnamed(const Token& token) const;

  void read(Token& token);
  void skip_blanks(Token& token);
  bool enters_key_rows();
  void read_frames(Token& token);
  void skip_known_frames(Token& token);
  FrameLine take_frame();
  FrameLine add_cut_frame(std::size_t length);
  void take_noise(Token& token);
  void make_key(Token& token, bool has_stacks);
  [[nodiscard]] bool ends_in_unnamed(const Token& token) const;
  void read_scalars(Token& token, Token::Kind kind);
  void join_lines(Token& token);
  void read_table(Token& token);
  bool read_table_row(Token& token);
  [[nodiscard]] bool is_next_row(const Token& token) const;
  bool skip_to_row(Token& token);
  bool read_key_row(Token& token);
  void read_dump(Token& token);
  bool read_cpu(Token& token);
  void read_text(Token& token);

  LineSource& source_;
  LineReader* input_;  ///< that the lines come from as they are; null: they do not
  FrameLines& frames_;
  MessageSink& messages_;
  std::size_t most_frames_;
  bool joins_texts_;

  SourceLine current_;  ///< the line that no token has taken yet
  bool has_line_ = false;
  bool at_end_ = false;
  Line line_;              ///< current_, scanned
  FrameLine known_frame_;  ///< of current_, if it was a frame before
  std::uint64_t number_ = 0;
  std::deque<HeldLine> held_;  ///< lines that were read ahead, which come before those of the source
  std::string held_text_;      ///< of the current line, if it was one of them

  Token::Kind before_ = Token::Kind::end;  ///< the token before
  bool interrupts_stack_ = false;          ///< which is text right below a frame
  std::size_t text_indent_ = 0;            ///< of the last text
  std::size_t frame_indent_ = 14;
  FrameLine leaf_;  ///< of the last stack: values in a row often are of one function
  std::size_t bar_of_table_ = 0;
  bool in_key_rows_ = false;
  bool follows_key_heading_ = false;
  std::size_t bar_column_ = 0;  ///< of -x agghist; 0: -x aggpack
  std::string noise_;           ///< a line taken for a frame that turned out to be text
  std::uint64_t noise_line_ = 0;
};

}  // namespace profconv::dtrace
