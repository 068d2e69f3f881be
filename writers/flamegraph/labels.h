// SPDX-License-Identifier: Apache-2.0
// Names cut to the room they have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace profconv::flamegraph {

/// A name without its module: `read` of libc.so.6`read.
[[nodiscard]] std::string_view without_module(std::string_view name);

/// A name without its first namespace, package or path, as long as what is left says something by itself: `sort::merge`
/// of `core::sort::merge`, `cobra.(*Command).execute` of `github.com/spf13/cobra.(*Command).execute`; else the same
/// name.
[[nodiscard]] std::string_view without_first_part(std::string_view name);

/// A name with as few of its first parts left out as fit into so many columns; all of them where none fits.
[[nodiscard]] std::string_view with_parts_that_fit(std::string_view name, std::int64_t columns);

/// As much of a well-formed text as fits into so many columns, with ".." for what is cut; empty where not even one
/// character would be left.
[[nodiscard]] std::string fitted(std::string_view text, std::int64_t columns, bool cuts_left);

}  // namespace profconv::flamegraph
