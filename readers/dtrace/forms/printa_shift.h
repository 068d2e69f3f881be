// SPDX-License-Identifier: Apache-2.0
// Blanks that somebody put before or behind lines that printa() printed with formats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/printa_format.h"

namespace profconv::dtrace {

/// Whether a format begins with a number, be it a key, a value or written in it.
[[nodiscard]] bool begin_with_number(const std::vector<PrintaFormat>& formats);

/// Whether a format may end a line in a blank of its own.
[[nodiscard]] bool may_end_in_blanks(const std::vector<PrintaFormat>& formats);

/// The blanks before every line of a text, without which most lines begin as a format says; empty where some line does
/// with them.
[[nodiscard]] std::string indentation_of(const std::vector<PrintaFormat>& formats, std::string_view head);

}  // namespace profconv::dtrace
