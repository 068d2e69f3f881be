// SPDX-License-Identifier: Apache-2.0
// Which formats of printa() a line can begin with: most begin with words of their own, so a line is looked up by its
// first characters instead of being tried with every format.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/printa_format.h"

namespace profconv::dtrace {

/// Formats by the literal text that they begin with.
class PrintaIndex {
 public:
  explicit PrintaIndex(const std::vector<PrintaFormat>& formats);

  /// Fills in the numbers of the formats that may begin at the beginning of a line, in rising order.
  void find(std::string_view line, std::vector<std::size_t>& numbers) const;

 private:
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_beginning_;
  std::vector<std::size_t> lengths_;  ///< of beginnings, each once
  std::vector<std::size_t> others_;   ///< that begin with a key, a value or blanks
};

}  // namespace profconv::dtrace
