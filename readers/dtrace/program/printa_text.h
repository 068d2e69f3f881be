// SPDX-License-Identifier: Apache-2.0
// What a printa() of a D program prints for each record, as it is written there.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "readers/dtrace/forms/printa_format.h"
#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/text_above.h"

namespace profconv::dtrace {

/// A format as written, with the text before it and how many aggregations it prints.
struct PrintaText {
  std::string lead;
  std::string format;
  std::size_t aggregations = 0;

  bool operator<(const PrintaText& other) const {
    return std::tie(lead, format, aggregations) < std::tie(other.lead, other.format, other.aggregations);
  }
};

/// That of an action; the text above it is a part of it if the format prints no keys. Empty: it is no printa() with a
/// format.
[[nodiscard]] PrintaText text_of(const DProgram& program, const DAction& action, const TextAbove& above);

/// The number of a format among the others, to which it is added if it is new. "%@12d" and "%12@d" are one.
std::size_t number_among(std::vector<PrintaFormat>& formats, const PrintaFormat& format);

}  // namespace profconv::dtrace
