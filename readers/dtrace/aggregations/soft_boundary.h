// SPDX-License-Identifier: Apache-2.0
// Aggregations that dtrace prints one after the other as it ends, of which only a literal or a bucket tells where the
// second begins. Records before it may be of the second, too, or that literal of the first.
#pragma once

#include <cstddef>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/expected_prints.h"

namespace profconv::dtrace {

/// Watches the records of such prints.
class SoftBoundary {
 public:
  /// `prints` must outlive this.
  explicit SoftBoundary(const ExpectedPrints& prints) : prints_(prints) {}

  /// A record of a print of the D program.
  void pass(std::size_t print, const Record& record);
  /// Whether the next record, of `print`, may be of one print with the one before it, by its keys and its order.
  [[nodiscard]] bool is_soft(std::size_t print, const Record& next) const;

 private:
  const ExpectedPrints& prints_;
  bool has_last_ = false;
  std::size_t last_print_ = 0;
  Record last_;  ///< without its frames
};

}  // namespace profconv::dtrace
