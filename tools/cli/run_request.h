// SPDX-License-Identifier: Apache-2.0
// Carrying a request out on the command line: signals, progress, and its report in words.
#pragma once

#include "profconv/conversion.h"
#include "tools/cli/reading_flags.h"

namespace profconv::cli {

/// Throws UsageError where binary bytes would go to a terminal.
void refuse_binary_on_terminal(const ConversionRequest& request);

/// Asks for colour where the result is a table and goes to a terminal that wants it.
void colour_for_terminal(ConversionRequest& request);

/// What came of a request.
struct RunResult {
  int status = 0;
  ConversionReport report;
};

/// Converts, and says what was noticed and lost; of a dry run says what it found.
[[nodiscard]] RunResult run_request(ConversionRequest request, const ReadingFlags& reading);

}  // namespace profconv::cli
