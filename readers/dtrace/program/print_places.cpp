// SPDX-License-Identifier: Apache-2.0
// Looking prints up by what their records begin with.
#include "readers/dtrace/program/print_places.h"

#include <algorithm>
#include <set>

#include "readers/dtrace/text/columns.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

/// No text key looks like this.
std::string format_key(std::size_t format) { return std::string(1, '\0') + std::to_string(format); }

std::optional<std::size_t> first_of(std::optional<std::size_t> one, std::optional<std::size_t> other) {
  if (!one || !other) return one ? one : other;
  return std::min(*one, *other);
}

/// The first key, if it is an integer.
std::string number_in_front(const Record& record) {
  if (record.columns.empty() || record.columns.front().kind == ColumnKind::text) return {};
  return std::to_string(record.columns.front().number.value);
}

}  // namespace

bool is_among(const ExpectedPrint& print, Among among) {
  return among == Among::all || print.is_last == (among == Among::last);
}

void PrintPlaces::add(std::size_t place, const ExpectedPrint& print) {
  const bool is_told_by_text = print.format == 0 && !print.texts.empty() && !print.texts.front().empty();
  std::set<std::string> keys{print.format != 0 ? format_key(print.format) : std::string()};
  if (is_told_by_text) keys = print.texts.front();
  for (const std::string& key : keys) places_[key][print.is_last ? 1 : 0].push_back(place);
}

bool PrintPlaces::has_format(std::size_t format) const { return places_.contains(format_key(format)); }

std::optional<std::size_t> PrintPlaces::find_at(std::string_view key, const std::vector<ExpectedPrint>& prints,
                                                const Record& record, std::size_t begin, Among among) const {
  const auto places = places_.find(key);
  if (places == places_.end()) return std::nullopt;
  const auto find_in = [&](const std::vector<std::size_t>& list) -> std::optional<std::size_t> {
    const auto first = std::lower_bound(list.begin(), list.end(), begin);
    const auto found = std::find_if(first, list.end(), [&](std::size_t i) { return fits(prints[i], record); });
    return found == list.end() ? std::nullopt : std::optional(*found);
  };
  const auto& [repeated, last] = places->second;
  if (among == Among::all) return first_of(find_in(repeated), find_in(last));
  return find_in(among == Among::last ? last : repeated);
}

std::optional<std::size_t> PrintPlaces::find(const std::vector<ExpectedPrint>& prints, const Record& record,
                                             std::size_t begin, Among among) const {
  if (record.format != 0) return find_at(format_key(record.format), prints, record, begin, among);
  const std::string number = number_in_front(record);
  const bool has_text = number.empty() && !record.columns.empty();
  const std::string_view text = has_text ? trimmed(record.text_of(record.columns.front())) : number;
  if (text.size() >= least_cut) {
    for (std::size_t i = begin; i < prints.size(); ++i) {
      if (is_among(prints[i], among) && fits(prints[i], record)) return i;
    }
    return std::nullopt;
  }
  const auto by_text = text.empty() ? std::nullopt : find_at(text, prints, record, begin, among);
  return first_of(by_text, find_at({}, prints, record, begin, among));
}

}  // namespace profconv::dtrace
