// SPDX-License-Identifier: Apache-2.0
// The options of the reader and what they mean.
#include "readers/bpftrace/settings.h"

#include <algorithm>
#include <utility>

#include "core/names/function_offsets.h"
#include "core/text/blanks.h"
#include "profconv/errors.h"

namespace profconv::bpftrace {

namespace {

constexpr std::array<std::string_view, 3> print_choices{"auto", "add", "last"};
constexpr std::array<std::string_view, 5> functions{"count", "sum", "avg", "min", "max"};
constexpr Option keys_option{
    .name = "keys",
    .summary =
        "names of a map's keys in order: pid,tid,comm,nsecs fill the profile, kstack,ustack name stacks, others name "
        "labels, - leaves a label unnamed; @map=... is for one map, a ';' goes on with the next"};
constexpr Option functions_option{
    .name = "functions", .summary = "functions of the maps' numbers: @a=avg,@m=max; count, sum, avg, min or max"};
constexpr Option units_option{.name = "units", .summary = "units of the maps' values: @b=bytes,@t=nanoseconds"};
constexpr Option prints_option{
    .name = "prints",
    .type = OptionType::choice,
    .fallback = "auto",
    .summary = "a map printed again: add the prints, take each key's last, or (auto) last where none falls",
    .choices = print_choices};
constexpr std::array options{keys_option, functions_option, units_option, offsets_option, prints_option};

KeyName parse_key_name(std::string_view word) {
  constexpr std::pair<std::string_view, KeyRole> roles[] = {{"pid", KeyRole::pid},       {"tid", KeyRole::tid},
                                                            {"comm", KeyRole::comm},     {"nsecs", KeyRole::nsecs},
                                                            {"kstack", KeyRole::kstack}, {"ustack", KeyRole::ustack}};
  for (const auto& [name, role] : roles) {
    if (word == name) return {role, std::string(name)};
  }
  return {KeyRole::label, word == "-" ? std::string() : std::string(word)};
}

/// "@bytes=comm": takes the map off the front.
std::string take_map(std::string_view& text) {
  const std::size_t end = text.find('=');
  if (!text.starts_with('@') || end == std::string_view::npos) return {};
  std::string map(text.substr(0, end));
  text.remove_prefix(end + 1);
  return map;
}

/// Calls take(part) for the parts of a list.
template <class Take>
void for_each_part(std::string_view text, char separator, Take take) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    take(without_blanks_around(part));
  }
}

std::vector<KeyName> parse_keys(std::string_view text) {
  std::vector<KeyName> keys;
  for_each_part(text, ',', [&](std::string_view word) { keys.push_back(parse_key_name(word)); });
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool is_once = keys[i].role != KeyRole::label && !keys[i].is_stack();
    const auto is_same = [&](const KeyName& other) { return other.role == keys[i].role; };
    if (is_once && std::any_of(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(i), is_same)) {
      throw UsageError("bpftrace.keys names '" + keys[i].name + "' twice");
    }
  }
  return keys;
}

template <class Value>
const Value* find(const ByMap<Value>& settings, std::string_view map) {
  auto found = settings.find(map);
  if (found == settings.end()) found = settings.find(std::string_view());
  return found == settings.end() ? nullptr : &found->second;
}

}  // namespace

std::span<const Option> reader_options() { return options; }

Settings::Settings(const Options& set) : keep_offsets(keeps_offsets(set)) {
  for_each_part(set.text(keys_option), ';', [&](std::string_view list) {
    std::string map = take_map(list);
    keys[std::move(map)] = parse_keys(list);
  });
  for_each_part(set.text(functions_option), ',', [&](std::string_view word) {
    std::string map = take_map(word);
    if (std::find(bpftrace::functions.begin(), bpftrace::functions.end(), word) == bpftrace::functions.end()) {
      throw UsageError("bpftrace.functions: expected count, sum, avg, min or max, got '" + std::string(word) + "'");
    }
    functions[std::move(map)] = word;
  });
  for_each_part(set.text(units_option), ',', [&](std::string_view word) {
    std::string map = take_map(word);
    units[std::move(map)] = word;
  });
  const std::string_view choice = set.text(prints_option);
  if (choice == "add") prints = Prints::add;
  if (choice == "last") prints = Prints::last;
}

const std::vector<KeyName>* Settings::keys_of(std::string_view map) const { return find(keys, map); }

std::string_view Settings::function_of(std::string_view map) const {
  const std::string* const function = find(functions, map);
  return function != nullptr ? std::string_view(*function) : std::string_view();
}

std::string_view Settings::unit_of(std::string_view map) const {
  const std::string* const unit = find(units, map);
  return unit != nullptr ? std::string_view(*unit) : std::string_view();
}

}  // namespace profconv::bpftrace
