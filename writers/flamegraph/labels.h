// SPDX-License-Identifier: Apache-2.0
// Names cut to the room they have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace profconv::flamegraph {

/// A name without its module: `read` of libc.so.6`read.
[[nodiscard]] std::string_view without_module(std::string_view name);

/// As much of a well-formed text as fits into so many columns, with ".." for what is cut; empty where not even one
/// character would be left.
[[nodiscard]] std::string fitted(std::string_view text, std::int64_t columns, bool cuts_left);

}  // namespace profconv::flamegraph
