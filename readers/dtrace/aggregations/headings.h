// SPDX-License-Identifier: Apache-2.0
// Headings that D programs print above their aggregations.
#pragma once

#include <string>
#include <string_view>

namespace profconv::dtrace {

/// A heading without its numbers: dates, intervals and totals differ from print to print.
[[nodiscard]] std::string without_numbers(std::string_view heading);

/// Whether a text is rather what BEGIN prints, as `Tracing... Hit Ctrl-C to end.`, than the heading of a print.
[[nodiscard]] bool is_opening(std::string_view heading);

/// The profile's name that a heading gives; empty if an action printed it on a probe's line (`of_probe`), or if it has
/// no letter.
[[nodiscard]] std::string_view name_in(std::string_view heading, bool of_probe);

}  // namespace profconv::dtrace
