// SPDX-License-Identifier: Apache-2.0
// Values as people read them: bytes in MB, times in ms, others unchanged.
#pragma once

#include <cstdint>
#include <string>

#include "core/text/shown_numbers.h"
#include "profconv/profile.h"

namespace profconv::top {

/// The smallest amount of a table: of each row what the function took itself, or with what it called if that is 0.
class Least {
 public:
  void add(std::int64_t flat, std::int64_t cum);
  /// 0: every amount is.
  [[nodiscard]] Wide size() const { return size_; }

 private:
  Wide size_ = 0;
};

/// Shows every value of a table in one unit, which is chosen as pprof does: the one that suits the smallest, or if that
/// is less than a hundredth of the whole, the largest unit in which it is 0.01 or more. A kilobyte is 1024 bytes.
class Amounts {
 public:
  Amounts(const ValueType& type, Least least, std::int64_t whole);

  /// "4.07MB", "1,234", "0".
  [[nodiscard]] std::string operator()(std::int64_t value) const;

 private:
  int scale_;
  std::int64_t divisor_ = 1;  ///< of the type's unit; 1: values stay whole
  std::string unit_;
};

}  // namespace profconv::top
