// SPDX-License-Identifier: Apache-2.0
// Finding the prints of a D program that a record can be of. A program may have thousands that look alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/expected_print.h"

namespace profconv::dtrace {

/// Which prints are looked for: those that are made once, as dtrace ends, or the others.
enum class Among : std::uint8_t { all, repeated, last };

/// Whether a print is one of them.
[[nodiscard]] bool is_among(const ExpectedPrint& print, Among among);

/// The places of prints in a list, by format, or by the text that is the first key.
class PrintPlaces {
 public:
  /// The next print of the list; `place` is its own.
  void add(std::size_t place, const ExpectedPrint& print);
  /// The first from `begin` on that has the form of a record, in the list of which this has the places.
  [[nodiscard]] std::optional<std::size_t> find(const std::vector<ExpectedPrint>& prints, const Record& record,
                                                std::size_t begin, Among among) const;
  [[nodiscard]] bool has_format(std::size_t format) const;

 private:
  /// Repeated ones, and last ones.
  using Places = std::array<std::vector<std::size_t>, 2>;

  [[nodiscard]] std::optional<std::size_t> find_at(std::string_view key, const std::vector<ExpectedPrint>& prints,
                                                   const Record& record, std::size_t begin, Among among) const;

  std::map<std::string, Places, std::less<>> places_;  ///< "": the others
};

}  // namespace profconv::dtrace
