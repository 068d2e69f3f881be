// SPDX-License-Identifier: Apache-2.0
// What dtrace says between its results (`dtrace: 846 aggregation drops on CPU 0`), added up and said once in words that
// tell what it means for the profile; where a file is checked, each by itself.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Counts messages by what they are about.
class Messages {
 public:
  /// A line that begins with "dtrace: ".
  void add(std::string_view line, std::uint64_t number, Report& report);
  void report(Report& report) const;
  [[nodiscard]] bool any() const { return any_; }

 private:
  struct Count {
    std::uint64_t count = 0;
    std::uint64_t line = 0;
    std::string words;  ///< of the first
  };

  /// Says one message by itself.
  void tell(std::string_view text, std::uint64_t number, Report& report) const;
  void count(Count& into, std::uint64_t more, std::string_view line, std::uint64_t number);

  Count aggregation_drops_;
  Count drops_;
  Count other_drops_;
  Count errors_;
  Count others_;
  bool any_ = false;
};

}  // namespace profconv::dtrace
