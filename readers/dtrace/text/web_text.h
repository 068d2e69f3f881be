// SPDX-License-Identifier: Apache-2.0
// Text copied from a web page or its source: no-break spaces instead of blanks, `&lt;` instead of `<`.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace profconv::dtrace {

/// Whether lines hold what DTrace does not print: a no-break space among blanks, or a character reference in a frame.
[[nodiscard]] bool is_web_text(std::span<const std::string_view> lines);

/// The line with plain characters. Only the references that HTML needs are known: `&amp;`, `&lt;`, `&gt;`, `&quot;`,
/// `&#39;`, `&nbsp;` and the like.
[[nodiscard]] std::string without_web_characters(std::string_view line);

}  // namespace profconv::dtrace
