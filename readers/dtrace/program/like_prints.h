// SPDX-License-Identifier: Apache-2.0
// Prints of a D program that look alike. A program may have hundreds: each is compared with those that it can look like
// by the text that its keys begin with.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "readers/dtrace/program/expected_print.h"

namespace profconv::dtrace {

/// Groups prints whose records have the same form: a format, or so many keys and values.
class PrintForms {
 public:
  explicit PrintForms(const std::vector<ExpectedPrint>& prints);

  /// The prints of one's form, in rising order; only they can be are_alike().
  [[nodiscard]] const std::vector<std::size_t>& like(std::size_t print) const { return groups_[group_of_[print]]; }

 private:
  std::vector<std::vector<std::size_t>> groups_;
  std::vector<std::size_t> group_of_;
};

/// Two prints in default form whose records look alike, but have other numbers of keys.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> like_numbers(const std::vector<ExpectedPrint>& prints);
/// Finds out which have a double.
void find_doubles(std::vector<ExpectedPrint>& prints);
/// Whether only the empty lines between prints in default form tell some of them apart.
[[nodiscard]] bool need_blanks(const std::vector<ExpectedPrint>& prints);

}  // namespace profconv::dtrace
