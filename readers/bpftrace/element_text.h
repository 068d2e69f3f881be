// SPDX-License-Identifier: Apache-2.0
// What lines of elements begin and end with.
#pragma once

#include <cstddef>
#include <string_view>

namespace profconv::bpftrace {

/// How long the map's name is that a line begins with, as "@" of "@[" or "@bytes" of "@bytes: 5"; 0: the line begins no
/// element.
[[nodiscard]] std::size_t map_name_size(std::string_view line);

/// Where the "]:" is that ends a key; npos: it goes on in the next line. Keys and values may hold others: it is the
/// last one before a value that can be read, or else the first.
[[nodiscard]] std::size_t key_end_in(std::string_view line);
inline constexpr std::size_t key_end_size = 2;

/// Whether a line that is no element may be one that is damaged, or the end of one: "a[x]: 5", "@ a: 5", "b, c]: 5".
[[nodiscard]] bool may_be_damaged_element(std::string_view line);

/// The first line of what tseries() prints: the least and the largest value, or "hh:mm:ss  |____|".
[[nodiscard]] bool is_time_series(std::string_view line);

}  // namespace profconv::bpftrace
