// SPDX-License-Identifier: Apache-2.0
// A line of what printa() printed, matched against the steps of its format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/printa_format.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

/// What a conversion printed, by its place in the line.
struct PrintaDatum {
  std::size_t step = 0;
  std::size_t begin = 0;
  std::size_t length = 0;  ///< without the blanks that fill it up
  Number number;           ///< of a number or value
};

/// How far a line takes a format.
struct PrintaFit {
  enum class End : std::uint8_t {
    none,     ///< the line does not fit
    newline,  ///< the next step is for the next line
    stack,    ///< frames follow
    table,    ///< the line ends where a value should stand: the table of a distribution follows
    record    ///< the format ends, maybe within the line
  };

  End end = End::none;
  std::size_t step = 0;     ///< the next one
  std::size_t column = 0;   ///< behind what was matched
  std::size_t lead = 0;     ///< behind the text before the format
  std::size_t cut = 0;      ///< blanks of the format that the end of the line lacks
  bool lacks_fill = false;  ///< so does the last datum of the line, those that fill it up
  bool is_padded = false;   ///< blanks follow a text that the format does not fill up
  bool is_joined = false;   ///< one datum may end, and the next begin, elsewhere as well
};

/// Matches a line from a step on. What it holds is added to `data`, unless it does not fit. The time is linear in the
/// line: one that would take many attempts counts as not fitting.
[[nodiscard]] PrintaFit fit(const PrintaFormat& format, std::string_view line, std::size_t step,
                            std::vector<PrintaDatum>& data);

}  // namespace profconv::dtrace
