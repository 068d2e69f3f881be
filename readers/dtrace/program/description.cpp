// SPDX-License-Identifier: Apache-2.0
// Descriptions from the options, aggregation by aggregation.
#include "readers/dtrace/program/description.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "readers/dtrace/program/expected_prints.h"

namespace profconv::dtrace {

std::size_t Description::numbers() const {
  const auto is_number = [](const Function& function) { return !function.is_distribution(); };
  return static_cast<std::size_t>(std::count_if(functions.begin(), functions.end(), is_number));
}

std::size_t Description::index(std::size_t number, bool is_table) const {
  if (functions.empty()) return number;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const bool can_be = !functions[i].known() || functions[i].is_distribution() == is_table;
    if (can_be && number-- == 0) return i;
  }
  return functions.size();
}

bool Description::only_counts() const {
  std::size_t counts = 0;
  std::size_t sums = 0;
  for (const Function& each : functions) {
    const bool is_count = each.name == "count" || each.is_distribution();
    if (is_count) ++counts;
    if (!is_count && each.value_type(false).aggregation == Aggregation::sum) ++sums;
  }
  return counts != 0 && sums == 0;
}

Function Description::function(std::size_t number, bool is_table) const {
  const std::size_t i = index(number, is_table);
  return i < functions.size() ? functions[i] : Function{};
}

std::string Description::unit(std::size_t number, bool is_table) const {
  const std::size_t i = index(number, is_table);
  return i < units.size() ? units[i] : std::string();
}

Descriptions::Descriptions(const Settings& settings, const ExpectedPrints& prints)
    : settings_(settings),
      prints_(prints),
      taken_(prints.size()),
      forms_(prints.forms()),
      know_several_(prints.hold_several()) {
  for (std::size_t print = 0; print < taken_.size(); ++print) behind_.push_back(print);
  for (const auto& functions : settings.functions) know_several_ = know_several_ || functions.size() > 1;
}

/// The first that was not taken, of those that the program repeats if there is one; where all were taken, the first.
std::optional<std::size_t> Descriptions::print_of(const Record& record) const {
  if (const auto repeated = not_taken(record, Among::repeated)) return repeated;
  const auto last = not_taken(record, Among::last);
  return last ? last : prints_.find(record);
}

std::optional<std::size_t> Descriptions::not_taken(const Record& record, Among among) const {
  auto print = prints_.find(record, 0, among);
  while (print && taken_[*print]) print = prints_.find(record, behind_taken(*print), among);
  return print;
}

/// The first after one that was taken that was not. The way to it is shortened for the next search.
std::size_t Descriptions::behind_taken(std::size_t print) const {
  std::size_t end = print;
  while (end < behind_.size() && behind_[end] != end) end = behind_[end];
  while (print < end) print = std::exchange(behind_[print], end);
  return end;
}

std::optional<std::size_t> Descriptions::after(std::size_t print, const Record& record) const {
  const bool is_last = prints_.is_last(print);
  auto next = prints_.find(record, print + 1, is_last ? Among::last : Among::repeated);
  if (!next && !is_last) next = prints_.find(record, 0, Among::repeated);
  return next ? next : prints_.find(record, 0, is_last ? Among::repeated : Among::last);
}

std::optional<std::size_t> Descriptions::beside(std::size_t print, const Record& record) const {
  if (!prints_.is_at_end(print)) return std::nullopt;
  return prints_.find(record, print + 1);
}

std::size_t Descriptions::count_beside(std::size_t print, const Record& record) const {
  // The next may be told from this one by its buckets, or not by those of every record.
  if (!record.rows.empty()) {
    Record any_table = record;
    any_table.rows.clear();
    return count_beside(print, any_table);
  }
  std::size_t count = 1;
  for (auto next = beside(print, record); next; next = beside(*next, record)) ++count;
  return count;
}

std::vector<std::size_t> Descriptions::groups_beside(std::size_t print, const Record& record) const {
  constexpr std::size_t most_prints = 16;
  std::vector<std::size_t> groups;
  std::vector<std::size_t> firsts;
  for (std::optional<std::size_t> next = print; next; next = beside(*next, record)) {
    const auto same = std::find_if(firsts.begin(), firsts.end(),
                                   [&](std::size_t first) { return prints_.have_same_keys(first, *next); });
    groups.push_back(static_cast<std::size_t>(same - firsts.begin()));
    if (same == firsts.end()) firsts.push_back(*next);
    if (groups.size() > most_prints) return {};
  }
  return groups;
}

Turns Descriptions::turns_of(const Record& record) const {
  Turns turns;
  for (const std::size_t print : prints_.like(record)) {
    if (prints_.is_at_end(print)) turns.at_end.push_back(print);
    if (!prints_.is_last(print)) {
      turns.repeated.push_back(print);
    } else if (turns.last.empty() || !prints_.is_at_end(turns.last.back())) {
      turns.last.push_back(print);
    }
  }
  return turns;
}

bool Descriptions::is_last(const Record& record) const {
  return prints_.find(record) && !prints_.find(record, 0, Among::repeated);
}

bool Descriptions::is_repeated(const Record& record) const {
  return prints_.find(record) && !prints_.find(record, 0, Among::last);
}

bool Descriptions::is_same(std::size_t print, std::size_t other) const { return prints_.are_same(print, other); }

std::optional<std::string> Descriptions::untold(const std::set<std::size_t>& found) const {
  std::set<std::size_t> firsts;
  for (const std::size_t print : found) firsts.insert(prints_.first(print));
  for (std::size_t missing = 0; missing < taken_.size(); ++missing) {
    if (firsts.contains(prints_.first(missing))) continue;
    for (const std::size_t print : forms_.like(missing)) {
      if (!found.contains(print) || !prints_.are_alike(print, missing)) continue;
      return "found no records of " + prints_.names(missing) + ", which prints like " + prints_.names(print);
    }
    const auto next = found.lower_bound(missing);
    for (const auto near : {next, next == found.begin() ? next : std::prev(next)}) {
      if (near == found.end() || !prints_.must_follow(missing, *near)) continue;
      return "found no records of " + prints_.names(missing) + ", which is printed along with " + prints_.names(*near);
    }
  }
  return unprinted(found);
}

/// Names an aggregation of which no clause has printed anything, as dtrace may have ended before: it prints that, too.
std::optional<std::string> Descriptions::unprinted(const std::set<std::size_t>& found) const {
  constexpr std::size_t most_compared = 64;
  std::set<std::size_t> clauses;
  std::vector<std::size_t> last;
  for (const std::size_t print : found) {
    clauses.insert(prints_.clause(print));
    if (prints_.is_last(print) && last.size() < most_compared) last.push_back(print);
  }
  for (std::size_t missing = 0; missing < taken_.size(); ++missing) {
    if (prints_.is_last(missing) || clauses.contains(prints_.clause(missing))) continue;
    const auto like =
        std::find_if(last.begin(), last.end(), [&](std::size_t print) { return prints_.may_end_like(missing, print); });
    if (like == last.end()) continue;
    return "found no print of " + prints_.names(missing) + ", which dtrace then prints like " + prints_.names(*like) +
           " as it ends";
  }
  return std::nullopt;
}

std::optional<std::string> Descriptions::unreached_like(std::size_t print) const {
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    if (!is_same(i, print) && prints_.may_end_like(i, print)) return prints_.names(i);
  }
  return std::nullopt;
}

std::optional<std::string> Descriptions::mixed(bool has_gap) const {
  std::vector<bool> has_records(taken_.size());  // by the first print of the same
  for (std::size_t print = 0; print < taken_.size(); ++print) {
    if (taken_[print]) has_records[prints_.first(print)] = true;
  }
  for (std::size_t one = 0; one < taken_.size(); ++one) {
    if (!has_records[prints_.first(one)]) continue;
    for (const std::size_t two : forms_.like(one)) {
      if (two <= one || !has_records[prints_.first(two)] || !prints_.may_mix(one, two, has_gap)) continue;
      return prints_.names(one) + " and " + prints_.names(two);
    }
  }
  return std::nullopt;
}

bool Descriptions::expects(const Record& record) const { return prints_.find(record).has_value(); }

/// What the options say goes before what the D program says.
void Descriptions::overlay(Description& description, std::size_t number) const {
  if (const auto* keys = settings_.keys_of(number)) description.keys = *keys;
  if (number < settings_.functions.size()) description.functions = settings_.functions[number];
  if (number < settings_.units.size()) description.units = settings_.units[number];
  if (number < settings_.names.size() && !settings_.names[number].empty()) description.name = settings_.names[number];
  if (settings_.prints != Prints::automatic) description.prints = settings_.prints;
}

Description Descriptions::take(const Record& record, std::size_t number) {
  Description description;
  const auto print = expected_ ? expected_ : print_of(record);
  expected_.reset();
  if (print) {
    if (!taken_[*print]) behind_[*print] = *print + 1;
    taken_[*print] = true;
    description = prints_.describe(*print, record.columns.size());
  }
  overlay(description, number);
  return description;
}

std::size_t Descriptions::numbers_in(const Record& record, std::size_t number) const {
  if (const auto print = print_of(record)) {
    const std::size_t numbers = prints_.numbers(*print);
    return numbers > 1 || (record.is_table && numbers != 0) ? numbers : 0;
  }
  if (number >= settings_.functions.size() || settings_.functions[number].size() < 2) return 0;
  return Description{.functions = settings_.functions[number]}.numbers();
}

}  // namespace profconv::dtrace
