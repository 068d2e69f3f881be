// SPDX-License-Identifier: Apache-2.0
// What people mean who use another tool's words: suggestions for unknown options and formats.
#pragma once

#include <string>
#include <string_view>

#include "tools/cli/flags.h"

namespace profconv::cli {

/// "--to" for "--format", "--set title=X" for "--title=X" or "--title" before "X"; empty: nothing fits.
[[nodiscard]] std::string option_by_meaning(const Flags& flags, std::string_view word, std::string_view next);
/// "chrome" for "perfetto"; empty: nothing fits.
[[nodiscard]] std::string_view writer_by_meaning(std::string_view word);

/// Whether it is a format that can be written, by its name or another that it is called.
[[nodiscard]] bool names_writer(std::string_view name);

/// Throws UsageError for a format that cannot be written, with the one that was meant.
void require_writer(std::string_view name);
/// Throws UsageError for an output named after what another program reads, "r.html" or "r.speedscope.json", with the
/// name that was meant.
void require_extension(const std::string& output);

}  // namespace profconv::cli
