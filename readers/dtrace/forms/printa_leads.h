// SPDX-License-Identifier: Apache-2.0
// Text that a printf() leaves open and a printa() with a format goes on behind. A print without records leaves it
// alone, so that the next follows on the same line:
//
//   2026 Nov 29 07:58:36 2026 Nov 29 07:58:37 bash 4
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/printa_format.h"
#include "readers/dtrace/forms/printa_match.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Finds such texts at the beginning of a line.
class PrintaLeads {
 public:
  explicit PrintaLeads(const std::vector<PrintaFormat>& formats);

  /// Where the last of them begins, and where it ends. `telling`: those that no key looks like, alone.
  struct Place {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] Place last_of(std::string_view line, std::size_t column, bool telling) const;

  /// A record behind such a text, which may be a part of its first key if there is a record right above.
  void pass(PrintaMatch& match, std::string_view text, bool is_below_record, Report& report);

 private:
  [[nodiscard]] bool follows_last(std::string_view text) const;

  std::vector<PrintaFormat> leads_;
  std::string last_;
};

}  // namespace profconv::dtrace
