// SPDX-License-Identifier: Apache-2.0
// From a D program to the shapes of what it prints.
#include "readers/dtrace/expected_prints.h"

#include <algorithm>
#include <array>
#include <utility>

namespace profconv::dtrace {

namespace {

constexpr char any_scalar = '?';
constexpr char any_number = 'n';

bool is_call_of(std::string_view expression, std::string_view function) {
  return expression.starts_with(function) && expression.substr(function.size()).starts_with('(');
}

template <class Words>
bool is_one_of(std::string_view expression, const Words& words) {
  return std::find(words.begin(), words.end(), expression) != words.end();
}

/// What a key can be in the shape of a record.
char letter_of(std::string_view key) {
  constexpr std::array<std::string_view, 3> stacks{"stack", "ustack", "jstack"};
  constexpr std::array<std::string_view, 11> numbers{"pid", "tid", "ppid", "uid",       "gid",          "cpu",
                                                     "id",  "ipl", "epid", "timestamp", "walltimestamp"};
  constexpr std::array<std::string_view, 7> texts{"execname",  "probefunc", "probemod", "probename",
                                                  "probeprov", "cwd",       "zonename"};
  constexpr std::array<std::string_view, 10> text_calls{"usym", "ufunc",     "umod",     "uaddr",   "sym",
                                                        "func", "copyinstr", "stringof", "strjoin", "mod"};
  for (const std::string_view stack : stacks) {
    if (is_call_of(key, stack)) return stack_letter;
  }
  if (is_one_of(key, numbers)) return any_number;
  if (key.starts_with('"') || is_one_of(key, texts)) return static_cast<char>(ColumnKind::text);
  for (const std::string_view call : text_calls) {
    if (is_call_of(key, call)) return static_cast<char>(ColumnKind::text);
  }
  return any_scalar;
}

bool letter_fits(char found, char expected) {
  const bool is_text = found == static_cast<char>(ColumnKind::text);
  if (expected == any_scalar) return found != stack_letter;
  if (expected == any_number) return found != stack_letter && !is_text;
  return found == expected;
}

bool is_table(const DAggregation& aggregation) { return Function{aggregation.function}.is_distribution(); }

KeyName name_of(std::string_view key) {
  if (key.starts_with('"')) return {};
  return parse_key_name(key);
}

/// The unit of what an aggregation is given: times are in nanoseconds, unless something was done to them.
std::string unit_of(const DAggregation& aggregation) {
  if (aggregation.arguments.empty() || aggregation.function == "count") return {};
  const std::string& argument = aggregation.arguments.front();
  const bool is_time = argument.find("timestamp") != std::string::npos;
  return is_time && argument.find_first_of("/>*") == std::string::npos ? "nanoseconds" : "";
}

bool is_profile_probe(std::string_view probe) { return probe.find("profile-") != std::string_view::npos; }

}  // namespace

std::vector<PrintaFormat> formats_of(std::string_view lines) {
  std::vector<PrintaFormat> formats;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    if (end != begin) formats.push_back(PrintaFormat::of_records(lines.substr(begin, end - begin)));
    begin = end + 1;
  }
  return formats;
}

ExpectedPrints::ExpectedPrints(DProgram program, std::vector<PrintaFormat>& formats) : program_(std::move(program)) {
  for (const DAction& action : program_.actions) {
    if (action.kind == DAction::Kind::printa) add(action, formats);
  }
  for (const DAggregation* const aggregation : program_.printed_at_end()) {
    prints_.push_back({.aggregations = {aggregation}, .clears = true, .at_end = true});
  }
}

void ExpectedPrints::add(const DAction& action, std::vector<PrintaFormat>& formats) {
  ExpectedPrint print;
  for (const std::string& name : action.aggregations) {
    if (const DAggregation* const aggregation = program_.find(name)) print.aggregations.push_back(aggregation);
  }
  if (print.aggregations.empty()) return;
  if (action.format) {
    print.format = formats_[*action.format];
    if (print.format == 0) {
      const PrintaFormat format(*action.format, print.aggregations.size());
      // What prints no value prints no records.
      if (!format.has_value()) return;
      formats.push_back(format);
      print.format = formats_[*action.format] = formats.size();
    }
  }
  print.clears = program_.clears(action.aggregations.front());
  prints_.push_back(std::move(print));
}

bool ExpectedPrints::fits(const ExpectedPrint& print, const Record& record) const {
  if (print.format != record.format) return false;
  const bool any_table = std::any_of(print.aggregations.begin(), print.aggregations.end(),
                                     [](const DAggregation* aggregation) { return is_table(*aggregation); });
  if (any_table != record.is_table) return false;
  if (print.format != 0) return true;
  const std::vector<std::string>& keys = print.aggregations.front()->keys;
  if (record.shape.size() < keys.size()) return false;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!letter_fits(record.shape[i], letter_of(keys[i]))) return false;
  }
  // The values that one printa() prints together look like keys, but for the last, unless they were told from keys
  // before.
  const std::string_view more = std::string_view(record.shape).substr(keys.size());
  std::size_t numbers = 0;
  for (const DAggregation* const aggregation : print.aggregations) {
    if (is_table(*aggregation)) break;
    ++numbers;
  }
  const std::size_t behind_keys = numbers - (any_table || numbers == 0 ? 0 : 1);
  if (!record.values.empty() && more.empty()) return true;
  return more.size() == behind_keys &&
         std::all_of(more.begin(), more.end(), [](char c) { return letter_fits(c, any_number); });
}

std::optional<std::size_t> ExpectedPrints::find(const Record& record, std::size_t begin) const {
  for (std::size_t i = begin; i < prints_.size(); ++i) {
    if (fits(prints_[i], record)) return i;
  }
  return std::nullopt;
}

std::size_t ExpectedPrints::numbers(std::size_t print) const {
  const auto& aggregations = prints_[print].aggregations;
  return static_cast<std::size_t>(std::count_if(aggregations.begin(), aggregations.end(),
                                                [](const DAggregation* each) { return !is_table(*each); }));
}

Description ExpectedPrints::describe(std::size_t print, std::size_t columns) const {
  const ExpectedPrint& expected = prints_[print];
  Description description;
  description.print = print;
  for (const DAggregation* const aggregation : expected.aggregations) {
    const std::string_view name = std::string_view(aggregation->name).substr(1);
    description.name.append(description.name.empty() || name.empty() ? "" : "+").append(name);
    description.functions.push_back({aggregation->function});
    description.units.push_back(unit_of(*aggregation));
  }
  for (const std::string& key : expected.aggregations.front()->keys) {
    if (letter_of(key) == stack_letter || description.keys.size() == columns) continue;
    description.keys.push_back(name_of(key));
  }
  // A format may leave keys out, or name them twice.
  if (description.keys.size() != columns) description.keys.clear();
  const DAggregation& first = *expected.aggregations.front();
  const bool sampled = std::all_of(first.probes.begin(), first.probes.end(), is_profile_probe);
  if (sampled && first.rate && first.function == "count") description.period_ns = first.rate->period_ns();
  description.prints = expected.clears ? Prints::add : Prints::last;
  return description;
}

bool ExpectedPrints::prints_stacks() const {
  return std::any_of(program_.actions.begin(), program_.actions.end(),
                     [](const DAction& action) { return action.kind == DAction::Kind::stack; });
}

bool ExpectedPrints::sorts_by_value() const { return !program_.option("aggsortkey") && !program_.option("aggsortrev"); }

}  // namespace profconv::dtrace
