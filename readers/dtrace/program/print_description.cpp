// SPDX-License-Identifier: Apache-2.0
// What the D program says of a print: names, functions, units, keys and the rate.
#include "readers/dtrace/program/print_description.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/description.h"
#include "readers/dtrace/program/expected_print.h"
#include "readers/dtrace/program/key_types.h"
#include "readers/dtrace/program/stack_keys.h"

namespace profconv::dtrace {

namespace {

KeyName name_of(std::string_view key) {
  // A literal is the same in every record and names nothing.
  if (key.starts_with('"') || (!key.empty() && key.find_first_not_of("0123456789-") == std::string_view::npos))
    return {};
  return parse_key_name(key);
}

/// The unit of what an aggregation is given: times are in nanoseconds, unless something was done to them.
std::string unit_of(const DAggregation& aggregation) {
  if (aggregation.arguments.empty() || aggregation.function == "count") return {};
  const std::string argument = with_dots(aggregation.arguments.front());
  const bool is_time = argument.find("timestamp") != std::string::npos;
  return is_time && argument.find_first_of("/>*") == std::string::npos ? "nanoseconds" : "";
}

/// What normalize() divides an aggregation by, as written; absent: nothing, "": several numbers.
std::optional<std::string> divisor_of(const DProgram& program, const std::string& name) {
  std::optional<std::string> divisor;
  for (const DAction* const action : program.actions_of(name)) {
    if (action->kind != DAction::Kind::normalize || action->aggregations.front() != name) continue;
    divisor = !divisor || *divisor == action->argument ? action->argument : std::string();
  }
  return divisor;
}

/// The unit of nanoseconds that were divided; "": no unit has a name for that.
std::string divided_nanoseconds(const std::string& divisor) {
  if (divisor == "1000") return "microseconds";
  if (divisor == "1000000") return "milliseconds";
  return divisor == "1000000000" ? "seconds" : "";
}

bool is_profile_probe(std::string_view probe) { return probe.find("profile-") != std::string_view::npos; }

}  // namespace

Description describe(const DProgram& program, const ExpectedPrint& expected, std::size_t columns) {
  Description description;
  for (const DAggregation* const aggregation : expected.aggregations) {
    const std::string_view name = std::string_view(aggregation->name).substr(1);
    description.name.append(description.name.empty() || name.empty() ? "" : "+").append(name);
    description.functions.push_back({aggregation->function});
    const std::string unit = unit_of(*aggregation);
    const auto divisor = divisor_of(program, aggregation->name);
    description.units.push_back(divisor && !unit.empty() ? divided_nanoseconds(*divisor) : unit);
  }
  const std::vector<std::string>& keys = expected.aggregations.front()->keys;
  for (std::size_t i = 0; i < keys.size() && description.keys.size() != columns; ++i) {
    if (expected.keys[i] != stack_letter) description.keys.push_back(name_of(keys[i]));
  }
  // A format may leave keys out, or name them twice.
  if (description.keys.size() != columns) description.keys.clear();
  const DAggregation& first = *expected.aggregations.front();
  const bool sampled = std::all_of(first.probes.begin(), first.probes.end(), is_profile_probe);
  const bool is_normalized = divisor_of(program, first.name).has_value();
  // A normalized count is no count of samples.
  if (sampled && !is_normalized && first.rate && first.function == "count")
    description.period_ns = first.rate->period_ns();
  description.prints = expected.clears == Clears::each_time ? Prints::add
                       : expected.clears == Clears::never   ? Prints::last
                                                            : Prints::automatic;
  description.clears_some = expected.clears_some;
  description.keeps_keys = std::all_of(expected.aggregations.begin(), expected.aggregations.end(),
                                       [&](const auto* each) { return keeps_keys(program, each->name); });
  description.may_look_alike = std::any_of(expected.aggregations.begin(), expected.aggregations.end(),
                                           [](const auto* each) { return dtrace::may_look_alike(*each); });
  if (expected.clears == Clears::never) description.truncation = expected.truncation;
  return description;
}

}  // namespace profconv::dtrace
