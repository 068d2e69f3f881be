// SPDX-License-Identifier: Apache-2.0
// The records that printa() prints with formats. Every format is tried at every line; lines that may begin a record are
// held until it is whole, and those that turn out to be none of it go on to the reader of the default form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/printa_format.h"
#include "readers/dtrace/forms/printa_match.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/forms/record_reader.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Reads records in formats of printa(), and passes on what is none.
class PrintaReader {
 public:
  /// What a format without a value prints is text. Record::format counts from 1 in the order of `formats`.
  PrintaReader(std::vector<PrintaFormat> formats, FrameLines& frames, RecordSink& sink, RecordReader& others,
               Report& report);

  [[nodiscard]] bool has_formats() const { return !formats_.empty(); }
  /// A line that no format takes goes to the other reader, as soon as that is known. Throws LimitError.
  void feed(std::string_view line, std::uint64_t number);
  /// Gives up what is held. The other reader is not finished.
  void finish();

 private:
  struct HeldLine {
    std::size_t begin = 0;
    std::size_t length = 0;
    std::uint64_t number = 0;
  };
  struct Line {
    std::string text;
    std::uint64_t number = 0;
  };

  void process(std::string_view line, std::uint64_t number);
  void process_again();
  [[nodiscard]] std::size_t start(std::string_view line, std::uint64_t number);
  [[nodiscard]] bool may_begin(std::string_view line, std::uint64_t number);
  [[nodiscard]] std::size_t decide(std::string_view line, std::uint64_t number);
  [[nodiscard]] PrintaMatch* best();
  void emit(PrintaMatch& match, std::string_view first_line);
  void add_frames(PrintaMatch& match);
  FrameLine frame_of(const HeldLine& line);
  void hold(std::string_view line, std::uint64_t number);
  void let_go();
  void read_again(const PrintaMatch::End& from);
  void pass_on(std::string_view line, std::uint64_t number);
  [[nodiscard]] std::string_view text_of(const HeldLine& line) const {
    return std::string_view(held_text_).substr(line.begin, line.length);
  }

  std::vector<PrintaFormat> formats_;
  FrameLines& frames_;
  RecordSink& sink_;
  RecordReader& others_;
  Report& report_;

  std::vector<PrintaMatch> matches_;  ///< one for each format
  std::size_t column_ = 0;            ///< where in its first line the record may begin
  std::vector<HeldLine> held_;
  std::string held_text_;
  std::vector<Line> again_;      ///< lines to read again, the last first
  std::size_t last_format_ = 0;  ///< of the record right before; 0: something else stands there
};

}  // namespace profconv::dtrace
