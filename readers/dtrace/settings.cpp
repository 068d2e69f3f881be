// SPDX-License-Identifier: Apache-2.0
// The options of the reader and what they mean.
#include "readers/dtrace/settings.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/names/function_offsets.h"
#include "profconv/errors.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

constexpr std::array<std::string_view, 4> print_choices{"auto", "add", "last", "apart"};
constexpr std::array<std::string_view, 9> functions{"count",  "sum",      "min",       "max",       "avg",
                                                    "stddev", "quantize", "lquantize", "llquantize"};
constexpr Option keys_option{
    .name = "keys",
    .summary =
        "names of the scalar keys in order: pid,tid,execname,timestamp,walltimestamp fill the profile, "
        "others name labels, - leaves a label unnamed, timestamp? is a time if it holds rising times in ns and "
        "else unnamed; a ';' "
        "goes on with the next aggregation"};
constexpr Option aggregations_option{
    .name = "aggregations",
    .summary =
        "functions of the aggregations in order: count,sum,min,max,avg,stddev,quantize,lquantize,"
        "llquantize; count+avg where one printa() prints two together"};
constexpr Option units_option{
    .name = "units", .summary = "units of their values in order: bytes,nanoseconds; count+bytes of two together"};
constexpr Option script_option{
    .name = "script", .summary = "file with the D program, for names, functions, keys, rate and print formats"};
constexpr Option printa_option{
    .name = "printa",
    .summary = "the format of printa() as in the D program: 'TID:%d COUNT:%@u\\n%k\\n'; one a line where several"};
constexpr Option names_option{.name = "names", .summary = "names for the profiles of the aggregations in order"};
constexpr Option prints_option{
    .name = "prints",
    .type = OptionType::choice,
    .fallback = "auto",
    .summary =
        "an aggregation printed again: add the prints, take each key's last, read it as another aggregation, or "
        "(auto) last where the totals only rise and no key falls, else add",
    .choices = print_choices};
constexpr std::array options{keys_option,   aggregations_option, units_option,   script_option,
                             printa_option, names_option,        offsets_option, prints_option};

/// Each meaning once, and one clock.
void check_keys(const std::vector<KeyName>& keys) {
  std::array<int, 7> used{};
  for (const KeyName& key : keys) {
    const auto role = static_cast<std::size_t>(key.role);
    const bool once = key.role != KeyRole::label && key.role != KeyRole::perhaps_timestamp;
    const bool again = once && used[role]++ != 0;
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
      keys.push_back(parse_key_name(trimmed(list.substr(begin, end - begin))));
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

std::string or_unnamed(std::string_view word) { return std::string(word == "-" ? std::string_view() : word); }

/// The parts of `count+avg`.
template <class Parse>
auto parse_together(std::string_view text, Parse parse) {
  std::vector<decltype(parse(text))> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    parts.push_back(parse(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

std::span<const Option> reader_options() { return options; }

KeyName parse_key_name(std::string_view word) {
  constexpr std::pair<std::string_view, KeyRole> roles[] = {{"pid", KeyRole::pid},
                                                            {"tid", KeyRole::tid},
                                                            {"execname", KeyRole::execname},
                                                            {"timestamp", KeyRole::timestamp},
                                                            {"walltimestamp", KeyRole::walltimestamp},
                                                            {"timestamp?", KeyRole::perhaps_timestamp}};
  for (const auto& [name, role] : roles) {
    if (word == name) return {role, std::string(name)};
  }
  return {KeyRole::label, word == "-" ? std::string() : std::string(word)};
}

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
    : keys(parse_keys(set.text(keys_option))),
      script(set.text(script_option)),
      printa(set.text(printa_option)),
      keep_offsets(keeps_offsets(set)) {
  for (const std::string_view word : set.list(aggregations_option)) {
    functions.push_back(parse_together(word, parse_function));
  }
  for (const std::string_view word : set.list(units_option)) units.push_back(parse_together(word, or_unnamed));
  for (const std::string_view word : set.list(names_option)) names.push_back(or_unnamed(word));
  const std::string_view choice = set.text(prints_option);
  if (choice == "add") prints = Prints::add;
  if (choice == "last") prints = Prints::last;
  if (choice == "apart") prints = Prints::apart;
}

const std::vector<KeyName>* Settings::keys_of(std::size_t aggregation) const {
  const std::size_t list = keys.size() == 1 ? 0 : aggregation;
  return list < keys.size() && !keys[list].empty() ? &keys[list] : nullptr;
}

}  // namespace profconv::dtrace
