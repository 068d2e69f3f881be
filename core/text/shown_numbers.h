// SPDX-License-Identifier: Apache-2.0
// Numbers as texts, worked out with integers alone: equal profiles give equal bytes on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace profconv {

/// The factor of 1 in amount().
inline constexpr std::int64_t million = 1'000'000;

/// Products of two values.
__extension__ using Wide = __int128;

/// part * steps / whole, rounded to nearest, halves away from zero; 0 of a whole that is 0.
[[nodiscard]] Wide scaled(std::int64_t part, std::int64_t whole, std::int64_t steps);

/// "12.34" for a number of 10^-places, with all its places.
[[nodiscard]] std::string fixed(Wide number, int places);

/// "1,234,567.25" for a value of a type with this scale, times a factor in millionths, rounded where the factor leaves
/// more places than the values have.
[[nodiscard]] std::string amount(std::int64_t value, int scale, std::int64_t factor);

/// "5.67" for a share of the whole in percent.
[[nodiscard]] std::string percent(std::int64_t part, std::int64_t whole);

/// The same with its sign in front where it is not 0: "+0.12".
[[nodiscard]] std::string signed_percent(std::int64_t part, std::int64_t whole);

}  // namespace profconv
