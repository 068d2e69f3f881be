// SPDX-License-Identifier: Apache-2.0
// The text that a D program prints above an aggregation: printf("READS\n"); printa(@reads);
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/dtrace/program/printed_text.h"

namespace profconv::dtrace {

/// Finds prints by their headings.
class PrintHeadings {
 public:
  /// `format` is that of the printf(), as written between the quotes.
  void add(std::size_t print, std::string_view format);
  /// The prints with this heading, in rising order.
  [[nodiscard]] std::vector<std::size_t> find(std::string_view heading) const;

 private:
  std::map<std::string, std::vector<std::size_t>, std::less<>> literals_;
  std::vector<std::pair<PrintedText, std::size_t>> patterns_;
};

}  // namespace profconv::dtrace
