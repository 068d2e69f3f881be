// SPDX-License-Identifier: Apache-2.0
// The flags of `profconv record`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/cli/conversion_flags.h"
#include "tools/lib/record/backend.h"

namespace profconv::cli {

/// What to record, and how long. The outputs, filters and settings are those of a conversion.
struct RecordFlags {
  ConversionFlags conversion;
  record::Wish wish;
  std::string backend = "auto";
  double seconds = 0;
  std::int32_t pid = 0;
  bool show_script = false;
  std::string live;                  ///< "page", a port, "top"; empty: nothing is shown
  std::vector<std::string> command;  ///< the words after --

  void declare(Flags& flags);
  /// The exit status where help was printed. Throws UsageError.
  [[nodiscard]] std::optional<int> parse(Flags& flags, const Arguments& arguments);
  /// Of the page; 0: any.
  [[nodiscard]] std::uint16_t live_port() const;

 private:
  void check_live() const;
};

}  // namespace profconv::cli
