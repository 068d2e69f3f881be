// SPDX-License-Identifier: Apache-2.0
// The model's enumerations and numbers as words, for text and JSON alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profconv/options.h"
#include "profconv/profile.h"

namespace profconv::cli {

[[nodiscard]] std::string_view aggregation_word(Aggregation aggregation);
[[nodiscard]] std::string_view clock_word(Clock clock);
[[nodiscard]] std::string_view option_type_word(OptionType type);

/// A word as a POSIX shell takes it, in quotes where it has to be.
[[nodiscard]] std::string in_shell(std::string_view word);

/// An integer times 10^scale without leaving integers: (12345, -2) is "123.45"; digits in groups of three.
[[nodiscard]] std::string scaled(std::int64_t value, int scale);
/// Nanoseconds as seconds, exactly: "12.000000345".
[[nodiscard]] std::string seconds(std::int64_t nanoseconds);
/// Nanoseconds since 1970 as "2024-05-17 12:34:56.789012345 UTC".
[[nodiscard]] std::string date(std::int64_t nanoseconds);

}  // namespace profconv::cli
