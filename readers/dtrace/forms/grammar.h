// SPDX-License-Identifier: Apache-2.0
// Tokens to records. Each printed form has its function, in the order of Token::Kind:
//
//   default form    keys in order, stacks among them, and a value: frames, scalars, dump, table
//   key rows        -x agghist and -x aggpack: a record per line
//   per CPU         -x aggpercpu: lines below a value or table
//   named values    printa("@reads = %@d\n", @reads)
//   actions         stacks without values (stack_actions.h)
//   between         probes that fired, headings, text (between.h)
//
// Records that printa() printed with formats come as tokens of their own: PrintaLines takes them out of the lines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "readers/dtrace/forms/assembly.h"
#include "readers/dtrace/forms/cut_frames.h"
#include "readers/dtrace/forms/doubtful_keys.h"
#include "readers/dtrace/forms/messages.h"
#include "readers/dtrace/forms/record_sink.h"
#include "readers/dtrace/forms/scalars.h"
#include "readers/dtrace/forms/table_forms.h"
#include "readers/dtrace/forms/unnamed_frames.h"
#include "readers/dtrace/text/lexer.h"
#include "readers/dtrace/text/line_source.h"
#include "readers/dtrace/text/pasted.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Where no D program is known.
[[nodiscard]] inline const ExpectedPrints& no_prints() {
  static const ExpectedPrints none;
  return none;
}

/// The text that the program prints, if it prints stacks above.
[[nodiscard]] inline LineCursor::IsPrinted printed_by(const ExpectedPrints& prints) {
  if (!prints.prints_stacks()) return {};
  return [&prints](std::string_view line) { return prints.text().can_be(line); };
}

/// Reads the records of a text.
class Grammar {
 public:
  /// All must outlive the grammar.
  Grammar(LineSource& source, FrameLines& frames, RecordSink& sink, Report& report, const Treatment& treatment = {},
          const ExpectedPrints& prints = no_prints());

  /// Reads to the end of the source.
  void read();
  /// Hands on the records that were read before an error.
  void settle() { assembly_.settle(); }
  /// Reports what was found. Throws ReadError where that was neither a record nor an empty result.
  void finish();
  /// How many empty lines the input ended in: what dtrace prints at its end, if anything, would follow the first.
  [[nodiscard]] std::size_t last_blanks() const { return front_->blanks; }

 private:
  /// Reports messages of dtrace.
  class MessageLines final : public MessageSink {
   public:
    explicit MessageLines(Report& report) : report_(report) {}
    void message(std::string_view line, std::uint64_t number) override { messages.add(line, number, report_); }
    void cut_frame(std::string_view line, std::string_view frame, bool is_known, std::uint64_t number) override {
      report_cut_frame(line, frame, is_known, number, report_);
    }
    void doubtful_frame(FrameDoubt doubt, std::string_view line, std::uint64_t number) override {
      report_doubtful_frame(doubt, line, number, report_);
    }

    Messages messages;

   private:
    Report& report_;
  };

  const Token& peek();
  void take();
  void take_blanks();
  void take_frames();
  void take_scalars();
  void take_keys();
  void take_value();
  void take_key_row();
  bool take_cpu();
  void take_named_value();
  void take_lines_of_text();
  bool is_frame_behind_output();
  bool is_key_above_frames();
  void take_text(std::string_view text, std::uint64_t line, std::size_t blanks);

  [[nodiscard]] Findings& found() { return assembly_.found(); }

  Report& report_;
  MessageLines messages_;
  Lexer lexer_;
  bool stacks_have_values_;

  std::array<Token, 2> tokens_;
  Token* front_ = tokens_.data();     ///< the token that is taken
  Token* next_ = tokens_.data() + 1;  ///< the one after it, if has_next_
  bool has_next_ = false;
  Assembly assembly_;
  OpenRecord& open_;  ///< of the assembly
  Scalars scalars_;
  TableForms tables_;
  const FrameLines& frame_lines_;
  DoubtfulKeys keys_;
  CutFrames cut_frames_;
  bool in_key_rows_ = false;  ///< the last token was one
  bool in_cpu_table_ = false;
};

}  // namespace profconv::dtrace
