// SPDX-License-Identifier: Apache-2.0
// The units of DHAT's times.
#include "core/wire/dhat_header.h"

#include <algorithm>
#include <array>
#include <utility>

namespace profconv {

namespace {

constexpr std::array<std::pair<std::string_view, std::int64_t>, 6> time_units{
    {{"\u00B5s", 1'000}, {"\u03BCs", 1'000}, {"us", 1'000}, {"ns", 1}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};

}  // namespace

std::int64_t dhat_unit_ns(std::string_view unit) {
  const auto* const found =
      std::find_if(time_units.begin(), time_units.end(), [&](const auto& known) { return known.first == unit; });
  return found == time_units.end() ? 0 : found->second;
}

}  // namespace profconv
