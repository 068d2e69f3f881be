// SPDX-License-Identifier: Apache-2.0
// What the commands that read have in common.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "profconv/context.h"
#include "profconv/options.h"
#include "tools/cli/flags.h"
#include "tools/cli/progress.h"

namespace profconv::cli {

/// What --set says. Throws UsageError where two say different things of one option.
[[nodiscard]] std::vector<Setting> parse_settings(const std::vector<std::string>& texts);

/// Options of every command that reads.
struct ReadingFlags {
  std::string from;
  std::vector<std::string> settings;
  std::vector<std::string> symbols;
  Limits limits;
  bool quiet = false;
  bool verbose = false;         ///< of conversions
  std::size_t max_threads = 0;  ///< 0: one for each processor
  std::string progress = "auto";

  void declare(Flags& flags);
  /// --symbols, of the commands that show or write frames.
  void declare_symbols(Flags& flags);
  /// Throws UsageError.
  [[nodiscard]] ProgressStyle progress_style() const;
  [[nodiscard]] std::vector<Setting> parsed_settings() const { return parse_settings(settings); }

 private:
  void declare_limits(Flags& flags);
};

}  // namespace profconv::cli
