// SPDX-License-Identifier: Apache-2.0
// Telling wrapped values from printed numbers.
#include "readers/bpftrace/wrapped_values.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/text/blanks.h"
#include "core/text/excerpts.h"
#include "core/text/integers.h"

namespace profconv::bpftrace {

void WrappedValues::add_below(std::string_view text, std::uint64_t line, std::string_view map) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  text = without_blanks_around(text);
  if (value_ == 0 || text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return;
  const auto joined = parse_integer<std::int64_t>(std::to_string(value_).append(text));
  if (!joined) return;
  suspects_.push_back({.map = std::string(map), .line = line, .value = value_, .joined = *joined});
  is_open_ = true;
}

void WrappedValues::close(const Element& element, std::int64_t value) {
  is_open_ = false;
  Suspect& suspect = suspects_.back();
  if (suspect.map != element.map) return;
  suspect.next_element = element.line;
  suspect.is_wrapped = value >= suspect.joined;  // as elements are in the order of their values
}

void WrappedValues::report(Input& input, const Maps& maps) {
  if (suspects_.empty()) return;
  std::unordered_map<std::uint64_t, Suspect*> by_line;
  for (Suspect& suspect : suspects_) {
    if (suspect.next_element != 0) by_line.emplace(suspect.next_element, &suspect);
  }
  // An element with a new key need not begin a print.
  for (const MapRecords& map : maps.all()) {
    std::unordered_set<std::uint64_t> keys;
    for (const Record& record : map.records) {
      const bool is_new = keys.insert(record.key_hash).second;
      const auto found = by_line.find(record.line);
      if (found != by_line.end() && is_new) found->second->is_wrapped = true;
    }
  }
  if (!std::all_of(suspects_.begin(), suspects_.end(), [](const Suspect& each) { return each.is_wrapped; })) return;
  for (const Suspect& suspect : suspects_) {
    input.context().data_loss("bpftrace.value", input.at_line(suspect.line),
                              "this line may be the end of the value above it, of " + in_quotes(suspect.map) + ": " +
                                  std::to_string(suspect.value) + " is used, not " + std::to_string(suspect.joined));
  }
}

}  // namespace profconv::bpftrace
