// SPDX-License-Identifier: Apache-2.0
// What the D program and the options leave open when all of an input is read.
#pragma once

#include <cstddef>

#include "readers/dtrace/aggregations/sources.h"
#include "readers/dtrace/program/description.h"

namespace profconv::dtrace {

/// Reports it. `described`: how many aggregations were found; `may_lack_print`: an empty line more than usual shows
/// that a print may have had no records.
void report_doubts(const Descriptions& descriptions, const Sources& sources, std::size_t described,
                   bool may_lack_print);

}  // namespace profconv::dtrace
