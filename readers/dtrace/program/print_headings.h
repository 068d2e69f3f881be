// SPDX-License-Identifier: Apache-2.0
// The text that a D program prints above an aggregation: printf("READS\n"); printa(@reads);
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/printed_text.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

/// Finds prints by their headings.
class PrintHeadings {
 public:
  /// `format` is that of the printf(), as written between the quotes.
  void add(std::size_t print, std::string_view format);
  /// The prints with this heading, in rising order. If several match, those with the most matching lines.
  [[nodiscard]] std::vector<std::size_t> find(const TextBefore& heading) const;
  /// Whether a line is one of a heading without conversions.
  [[nodiscard]] bool has_line(std::string_view line) const { return literals_.contains(trimmed(line)); }

 private:
  /// How many lines of a print's heading match the last of these, counted from the end.
  [[nodiscard]] std::size_t count_lines(std::size_t print, std::string_view lines) const;

  std::map<std::size_t, std::vector<PrintedText>> lines_;  ///< of each print
  std::map<std::string, std::vector<std::size_t>, std::less<>> literals_;
  std::vector<std::pair<PrintedText, std::size_t>> patterns_;
};

/// Whether a heading, as written between the quotes, prints more than blanks and ends of lines.
[[nodiscard]] bool has_words(std::string_view heading);

}  // namespace profconv::dtrace
