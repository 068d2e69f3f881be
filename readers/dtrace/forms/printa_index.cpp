// SPDX-License-Identifier: Apache-2.0
// Looking formats up.
#include "readers/dtrace/forms/printa_index.h"

#include <algorithm>

namespace profconv::dtrace {

namespace {

/// The text that a line of this format begins with. Blanks at its end may have been cut off.
std::string_view beginning_of(const PrintaFormat& format) {
  if (format.steps().empty() || format.steps().front().kind != PrintaStep::Kind::literal) return {};
  const std::string_view text = format.steps().front().literal;
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace

PrintaIndex::PrintaIndex(const std::vector<PrintaFormat>& formats) {
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const std::string_view beginning = beginning_of(formats[i]);
    if (beginning.empty()) {
      others_.push_back(i);
      continue;
    }
    by_beginning_[std::string(beginning)].push_back(i);
    lengths_.push_back(beginning.size());
  }
  std::sort(lengths_.begin(), lengths_.end());
  lengths_.erase(std::unique(lengths_.begin(), lengths_.end()), lengths_.end());
}

void PrintaIndex::find(std::string_view line, std::vector<std::size_t>& numbers) const {
  numbers = others_;
  for (const std::size_t length : lengths_) {
    if (length > line.size()) break;
    const auto found = by_beginning_.find(line.substr(0, length));
    if (found != by_beginning_.end()) numbers.insert(numbers.end(), found->second.begin(), found->second.end());
  }
  std::sort(numbers.begin(), numbers.end());
}

}  // namespace profconv::dtrace
