// SPDX-License-Identifier: Apache-2.0
// The flags of filters, for every command that shows or converts profiles.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profconv/filters.h"
#include "tools/cli/reading_flags.h"

namespace profconv::cli {

/// What to leave out, and what to make of the rest.
struct FilterFlags {
  SampleFilter samples;
  StackFilter stacks;
  std::vector<std::string> pids;
  std::string granularity;
  std::string max_depth;
  std::vector<std::string> scalings;
  bool anonymize = false;

  void declare(Flags& flags);
  /// Throws UsageError.
  [[nodiscard]] Filters parsed() const;
};

}  // namespace profconv::cli
