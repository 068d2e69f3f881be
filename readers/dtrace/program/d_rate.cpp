// SPDX-License-Identifier: Apache-2.0
// The rate of a probe, which is in its name.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <utility>

#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

std::optional<SamplingRate> rate_of_name(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 14> units{{{"ns", 1},
                                                                             {"nsec", 1},
                                                                             {"us", 1'000},
                                                                             {"usec", 1'000},
                                                                             {"ms", 1'000'000},
                                                                             {"msec", 1'000'000},
                                                                             {"s", 1'000'000'000},
                                                                             {"sec", 1'000'000'000},
                                                                             {"m", 60'000'000'000},
                                                                             {"min", 60'000'000'000},
                                                                             {"h", 3'600'000'000'000},
                                                                             {"hour", 3'600'000'000'000},
                                                                             {"d", 86'400'000'000'000},
                                                                             {"day", 86'400'000'000'000}}};
  constexpr std::int64_t most = 1'000'000'000;
  const std::size_t dash = name.find('-');
  if (dash == std::string_view::npos || (name.substr(0, dash) != "profile" && name.substr(0, dash) != "tick"))
    return std::nullopt;
  const std::string_view text = name.substr(dash + 1);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number <= 0 || number > most) return std::nullopt;
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit.empty() || unit == "hz") return SamplingRate{.numerator = number, .denominator = 1};
  const auto* const found =
      std::find_if(units.begin(), units.end(), [&](const auto& each) { return each.first == unit; });
  // SamplingRate multiplies the denominator by the nanoseconds of a second.
  if (found == units.end() || number > most * most / found->second) return std::nullopt;
  const std::int64_t period = number * found->second;
  const std::int64_t common = std::gcd(most, period);
  return SamplingRate{.numerator = most / common, .denominator = period / common};
}

/// The last part of a probe's description.
std::string_view probe_name(std::string_view probe) { return trimmed(probe.substr(probe.rfind(':') + 1)); }

}  // namespace

bool is_probe(std::string_view probe, std::string_view name) {
  for (bool first = true; first || !probe.empty(); first = false) {
    const std::size_t end = std::min(probe.find(','), probe.size());
    if (probe_name(probe.substr(0, end)) != name) return false;
    probe.remove_prefix(std::min(end + 1, probe.size()));
  }
  return true;
}

std::optional<SamplingRate> rate_of_probe(std::string_view probe) {
  std::optional<SamplingRate> rate;
  for (bool first = true; first || !probe.empty(); first = false) {
    const std::size_t end = std::min(probe.find(','), probe.size());
    const auto next = rate_of_name(probe_name(probe.substr(0, end)));
    if (!next || (rate && rate->period_ns() != next->period_ns())) return std::nullopt;
    rate = next;
    probe.remove_prefix(std::min(end + 1, probe.size()));
  }
  return rate;
}

}  // namespace profconv::dtrace
