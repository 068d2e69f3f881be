// SPDX-License-Identifier: Apache-2.0
// Values as people read them: bytes in MB, times in ms, all else as it is, every value of a table in one unit.
#pragma once

#include <cstdint>
#include <string>

#include "profconv/profile.h"

namespace profconv::top {

/// The unit in which a table's values are shown, the largest of its kind in which the table's total is 1 or more. A
/// kilobyte is 1024 bytes, as in pprof.
class Amounts {
 public:
  Amounts(const ValueType& type, std::int64_t total);

  /// "4.07MB", "1,234", "0".
  [[nodiscard]] std::string operator()(std::int64_t value) const;

 private:
  int scale_;
  std::int64_t divisor_ = 1;  ///< of the type's unit; 1: values stay whole
  std::string unit_;
};

}  // namespace profconv::top
