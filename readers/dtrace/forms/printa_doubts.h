// SPDX-License-Identifier: Apache-2.0
// What makes it uncertain that a printa() format printed a record, or where its keys end.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/printa_match.h"
#include "readers/dtrace/program/printed_text.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Reports a record that its text does not tell for certain: another format, or the same one, may split it otherwise.
/// `begun`: the numbers of the formats in `matches` that its first line fits.
void report_doubts(PrintaMatch& match, const std::vector<PrintaMatch>& matches, const std::vector<std::size_t>& begun,
                   Report& report);

/// Reports a record that is all of `line`, if a printf() of the D program prints such lines too, or if it has an empty
/// key and default form without a D program prints such values.
void report_text_doubt(PrintaMatch& match, std::string_view line, const PrintedText& text, Report& report);

}  // namespace profconv::dtrace
