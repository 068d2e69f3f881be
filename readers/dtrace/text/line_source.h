// SPDX-License-Identifier: Apache-2.0
// Where the lexer gets its lines from: the input itself, or a filter that repairs pasted text or takes out the records
// that printa() printed with formats.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "profconv/input.h"

namespace profconv::dtrace {

struct Record;

/// A line; or, among the lines, a whole record that a filter made of some of them.
struct SourceLine {
  std::string_view text;
  std::uint64_t number = 0;
  std::shared_ptr<const Record> record;
};

/// Gives the lines of a text in their order.
class LineSource {
 public:
  virtual ~LineSource() = default;
  /// False at the end of the input. What it gives is good until the next call.
  virtual bool next(SourceLine& line) = 0;
  /// The input itself, if every line comes from there as it is, so that frames seen before can be skipped in it; else
  /// null.
  virtual LineReader* direct() { return nullptr; }
};

/// Lines as they stand in the input.
class InputLines final : public LineSource {
 public:
  explicit InputLines(LineReader& lines) : lines_(lines) {}

  bool next(SourceLine& line) override {
    if (!lines_.next(line.text)) return false;
    line.number = lines_.line_number();
    if (lines_.is_unterminated()) unterminated_ = line.text;
    return true;
  }
  LineReader* direct() override { return &lines_; }
  /// The last line, if it has no end; else empty.
  [[nodiscard]] const std::string& unterminated() const { return unterminated_; }

 private:
  std::string unterminated_;
  LineReader& lines_;
};

}  // namespace profconv::dtrace
