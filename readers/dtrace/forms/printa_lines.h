// SPDX-License-Identifier: Apache-2.0
// The records that printa() prints with formats. Every format is tried at every line; lines that may begin a record are
// held until it is whole, and those that turn out to be none of it go on to the lexer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/printa_candidates.h"
#include "readers/dtrace/forms/printa_format.h"
#include "readers/dtrace/forms/printa_match.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/forms/unnamed_frames.h"
#include "readers/dtrace/program/expected_prints.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/line_source.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Takes such records out of the lines of another source.
class PrintaLines final : public LineSource {
 public:
  /// What a format without a value prints is text. Record::format counts from 1 in the order of `formats`. The others
  /// must outlive this.
  PrintaLines(std::vector<PrintaFormat> formats, const ExpectedPrints& prints, FrameLines& frames, LineSource& below,
              Report& report);

  /// Throws LimitError.
  bool next(SourceLine& line) override;

 private:
  struct HeldLine {
    std::size_t begin = 0;
    std::size_t length = 0;
    std::uint64_t number = 0;
  };
  struct Line {
    std::string text;
    std::uint64_t number = 0;
    std::shared_ptr<const Record> record;
  };

  void feed(std::string_view line, std::uint64_t number);
  void finish();
  void process(std::string_view line, std::uint64_t number);
  void process_again();
  [[nodiscard]] std::size_t start(std::string_view line, std::uint64_t number);
  [[nodiscard]] std::size_t decide(std::string_view line, std::uint64_t number);
  void emit(PrintaMatch& match, std::string_view first_line);
  void add_frames(PrintaMatch& match);
  FrameLine frame_of(const HeldLine& line);
  void hold(std::string_view line, std::uint64_t number);
  void let_go();
  [[nodiscard]] bool holds_text() const;
  void read_again(const PrintaMatch::End& from);
  void pass_on(std::string_view line, std::uint64_t number);
  [[nodiscard]] std::string_view text_of(const HeldLine& line) const {
    return std::string_view(held_text_).substr(line.begin, line.length);
  }

  FrameLines& frames_;
  LineSource& below_;
  Report& report_;
  PrintaCandidates candidates_;
  /// The line of the last record, if its guessed format ends in a stack it lacks.
  std::uint64_t last_without_frames_ = 0;
  UnnamedFrames unnamed_;
  bool is_finished_ = false;

  std::vector<HeldLine> held_;
  std::string held_text_;
  std::vector<Line> again_;      ///< lines to read again, the last first
  std::deque<Line> ready_;       ///< lines and records that go on
  Line given_;                   ///< the one given last
  bool in_table_ = false;        ///< the last line that went on was of a table
  std::size_t last_format_ = 0;  ///< of the record right before; 0: something else stands there
};

}  // namespace profconv::dtrace
