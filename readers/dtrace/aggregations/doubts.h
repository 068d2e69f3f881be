// SPDX-License-Identifier: Apache-2.0
// What the D program and the options leave open when all of an input is read.
#pragma once

#include <cstddef>

#include "readers/dtrace/aggregations/sources.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/description.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Reports a value without keys that begins another aggregation, where the program does not print one or text is above.
void report_more_values(const Record& record, const Descriptions& descriptions, Report& report);

/// Reports the last print of the input, which the program makes, if what dtrace prints as it ends looks alike: an
/// aggregation whose printa() has not run. An empty line follows if it prints nothing.
void report_unreached(std::size_t last_print, const Descriptions& descriptions, Report& report);

/// Reports the rest. `described`: how many aggregations were found; `may_lack_print`: an empty line more than usual
/// shows that a print may have had no records.
void report_doubts(const Descriptions& descriptions, const Sources& sources, std::size_t described,
                   bool may_lack_print);

}  // namespace profconv::dtrace
