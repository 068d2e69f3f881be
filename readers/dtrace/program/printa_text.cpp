// SPDX-License-Identifier: Apache-2.0
// Formats by their texts.
#include "readers/dtrace/program/printa_text.h"

#include <algorithm>

namespace profconv::dtrace {

std::size_t number_among(std::vector<PrintaFormat>& formats, const PrintaFormat& format) {
  const auto like = std::find_if(formats.begin(), formats.end(), [&](const PrintaFormat& other) {
    return other.aggregations() == format.aggregations() && other.is_like(format);
  });
  const auto number = static_cast<std::size_t>(like - formats.begin()) + 1;
  if (like == formats.end()) formats.push_back(format);
  return number;
}

PrintaText text_of(const DProgram& program, const DAction& action, const TextAbove& above) {
  if (action.kind != DAction::Kind::printa || !action.format) return {};
  std::size_t count = 0;
  for (const std::string& name : action.aggregations) count += program.find(name) != nullptr ? 1U : 0U;
  return {prints_no_keys(program, action) ? above.lead : std::string(), *action.format, count};
}

}  // namespace profconv::dtrace
