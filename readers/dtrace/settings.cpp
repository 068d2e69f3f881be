// SPDX-License-Identifier: Apache-2.0
// The options of the reader and what they mean.
#include "readers/dtrace/settings.h"

#include <algorithm>
#include <array>
#include <span>

#include "profconv/errors.h"
#include "readers/dtrace/lines.h"

namespace profconv::dtrace {

namespace {

constexpr std::array<std::string_view, 2> offset_choices{"drop", "keep"};
constexpr std::array<std::string_view, 3> print_choices{"add", "last", "apart"};
constexpr std::array<std::string_view, 9> functions{"count",  "sum",      "min",       "max",       "avg",
                                                    "stddev", "quantize", "lquantize", "llquantize"};
constexpr std::array<Option, 6> options{{
    {.name = "keys",
     .summary = "names of the scalar key columns in order: pid,tid,execname,timestamp,walltimestamp fill the profile, "
                "others name labels, - leaves a label unnamed; a ';' goes on with the next aggregation"},
    {.name = "aggregations",
     .summary = "the functions of the aggregations in order: count,sum,min,max,avg,stddev,quantize,lquantize,"
                "llquantize"},
    {.name = "units", .summary = "the units of their values in order: bytes,nanoseconds"},
    {.name = "names", .summary = "names for the profiles of the aggregations in order"},
    {.name = "offsets",
     .type = OptionType::choice,
     .fallback = "drop",
     .summary = "whether +0x1f behind a function stays part of its name",
     .choices = offset_choices},
    {.name = "prints",
     .type = OptionType::choice,
     .fallback = "add",
     .summary = "an aggregation printed again: add the prints, take each key's last, or read it as another aggregation",
     .choices = print_choices},
}};

KeyName parse_key(std::string_view word) {
  constexpr std::pair<std::string_view, KeyRole> roles[] = {{"pid", KeyRole::pid},
                                                            {"tid", KeyRole::tid},
                                                            {"execname", KeyRole::execname},
                                                            {"timestamp", KeyRole::timestamp},
                                                            {"walltimestamp", KeyRole::walltimestamp}};
  for (const auto& [name, role] : roles) {
    if (word == name) return {role, std::string(name)};
  }
  return {KeyRole::label, word == "-" ? std::string() : std::string(word)};
}

/// Each meaning once, and one clock.
void check_keys(const std::vector<KeyName>& keys) {
  std::array<int, 6> used{};
  for (const KeyName& key : keys) {
    const auto role = static_cast<std::size_t>(key.role);
    const bool again = key.role != KeyRole::label && used[role]++ != 0;
    if (again) throw UsageError("dtrace.keys names '" + key.name + "' twice");
  }
  if (used[static_cast<std::size_t>(KeyRole::timestamp)] + used[static_cast<std::size_t>(KeyRole::walltimestamp)] > 1) {
    throw UsageError("dtrace.keys names both timestamp and walltimestamp, and a sample has one time");
  }
}

std::vector<std::vector<KeyName>> parse_keys(std::string_view text) {
  std::vector<std::vector<KeyName>> lists;
  while (!text.empty()) {
    const std::string_view list = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(list.size() + 1, text.size()));
    std::vector<KeyName>& keys = lists.emplace_back();
    for (std::size_t begin = 0; begin < list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      keys.push_back(parse_key(trimmed(list.substr(begin, end - begin))));
      begin = end + 1;
    }
    check_keys(keys);
  }
  return lists;
}

Function parse_function(std::string_view word) {
  if (word == "-") return {};
  if (std::find(functions.begin(), functions.end(), word) != functions.end()) return {std::string(word)};
  const std::string_view near = nearest(word, functions);
  throw UsageError("dtrace.aggregations: '" + std::string(word) + "' is no aggregating function" +
                   (near.empty() ? std::string() : "; did you mean '" + std::string(near) + "'?"));
}

std::vector<std::string> parse_list(const Options& set, std::string_view option) {
  std::vector<std::string> words;
  for (const std::string_view word : set.list(option)) words.emplace_back(word == "-" ? std::string_view() : word);
  return words;
}

}  // namespace

std::span<const Option> reader_options() { return options; }

bool Function::is_distribution() const { return name.ends_with("quantize"); }

ValueType Function::value_type(bool under_stacks) const {
  if (is_distribution()) return {.type = "events", .unit = "count"};
  if (name == "count" || (!known() && under_stacks)) return {.type = "samples", .unit = "count"};
  if (name == "max") return {.type = name, .unit = "count", .aggregation = Aggregation::max};
  if (name == "min") return {.type = name, .unit = "count", .aggregation = Aggregation::min};
  if (name == "avg" || name == "stddev") return {.type = name, .unit = "count", .aggregation = Aggregation::last};
  return {.type = known() ? name : "value", .unit = "count"};
}

Settings::Settings(const Options& set)
    : keys(parse_keys(set.text("keys"))),
      units(parse_list(set, "units")),
      names(parse_list(set, "names")),
      keep_offsets(set.text("offsets") == "keep") {
  for (const std::string_view word : set.list("aggregations")) functions.push_back(parse_function(word));
  const std::string_view choice = set.text("prints");
  prints = choice == "last" ? Prints::last : choice == "apart" ? Prints::apart : Prints::add;
}

const std::vector<KeyName>* Settings::keys_of(std::size_t aggregation) const {
  const std::size_t list = keys.size() == 1 ? 0 : aggregation;
  return list < keys.size() && !keys[list].empty() ? &keys[list] : nullptr;
}

}  // namespace profconv::dtrace
