// SPDX-License-Identifier: Apache-2.0
// Functions and units to value types.
#include "readers/dtrace/aggregations/value_types.h"

#include <algorithm>
#include <string>
#include <vector>

namespace profconv::dtrace {

namespace {

const ValueType cpu_time{.type = "cpu", .unit = "nanoseconds"};

void check_functions(const Record& record, const Description& description, Report& report) {
  const std::vector<Function>& functions = description.functions;
  if (functions.empty()) return;
  std::string named;
  for (const Function& function : functions) named.append(named.empty() ? "" : "+").append(function.name);
  const std::size_t numbers = record.is_table ? 0 : std::max<std::size_t>(record.values.size(), 1);
  const bool one_unknown = functions.size() == 1 && !functions[0].known();
  const bool right = one_unknown || (record.is_table ? description.function(0, true).known() || !functions[0].known()
                                                     : description.numbers() == numbers);
  if (right) return;
  report.fail(record.line, "found " +
                               (record.is_table ? std::string("a table")
                                : numbers == 1  ? std::string("a number")
                                                : std::to_string(numbers) + " numbers") +
                               " as the value of this aggregation, expected output of " + named +
                               "(), by dtrace.aggregations or the D program");
}

/// What the number-th of `count` numbers behind the keys of each record counts.
ValueType number_type(const Record& record, const Description& description, std::size_t number, std::size_t count,
                      Report& report) {
  const Function function = description.function(number, false);
  const std::string unit = description.unit(number, false);
  ValueType type = function.value_type(record.shape.find(stack_letter) != std::string::npos && count == 1);
  if (record.is_action || record.is_packed) type = {.type = "events", .unit = "count"};
  if (!unit.empty()) {
    type.unit = unit;
    if (!function.known() && unit != "count") type.type = "value";
  } else if (type.type == "value" && number == 0) {
    report.note("dtrace.value_type", record.line,
                "nothing shows what these numbers count: read as value/count; name it with dtrace.aggregations and "
                "dtrace.units");
  }
  return type;
}

/// Numbers of eight bytes before the value are keys, or values too: of other aggregations that one printa() prints.
void report_doubtful_keys(const Record& record, const Description& description, Report& report) {
  const std::string& shape = record.shape;
  const std::size_t quads = shape.size() - (shape.find_last_not_of(static_cast<char>(ColumnKind::quad)) + 1);
  const bool has_keys_before = quads != 0 && quads < shape.size();
  if (record.format != 0 || !description.functions.empty() || (quads < 2 && !has_keys_before)) return;
  report.data_loss("dtrace.several_values", record.line,
                   "numbers before each value are read as keys; if they are values of one printa(): "
                   "--set dtrace.aggregations=count+sum");
}

}  // namespace

void add_value_types(ProfileBuilder& profile, const Record& record, const Description& description,
                     const Sources& sources) {
  check_functions(record, description, sources.report);
  report_doubtful_keys(record, description, sources.report);
  const std::size_t count = record.is_table ? 1 : std::max<std::size_t>(record.values.size(), 1);
  for (std::size_t i = 0; i < count; ++i) {
    ValueType type = record.is_table ? Function{"quantize"}.value_type(true)
                                     : number_type(record, description, i, count, sources.report);
    const auto types = profile.value_types();
    const auto is_same = [&](const ValueType& other) { return other.type == type.type; };
    if (std::any_of(types.begin(), types.end(), is_same)) type.type += std::to_string(i + 1);
    profile.add_value_type(type);
  }
  const bool counts_samples = count == 1 && profile.value_types()[0] == Function{"count"}.value_type(true);
  if (description.period_ns == 0 || !counts_samples) return;
  profile.add_value_type(cpu_time);
  profile.metadata().period = description.period_ns;
  profile.metadata().period_type = cpu_time;
}

}  // namespace profconv::dtrace
