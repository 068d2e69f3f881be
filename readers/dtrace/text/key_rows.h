// SPDX-License-Identifier: Apache-2.0
// Two forms of illumos in which keys stand beside a picture: -x agghist, a bar for each key,
//
//              key  ------------- Distribution ------------- count
//       SAML token |@@@@@@@@@@@@@@@@@@@@                     6
//
// and -x aggpack, a whole distribution in one line, whose cells are pictures and no numbers:
//
//      key  min .-----. max  | count
//      100    0 :xX_  : 4    | 108
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/text/columns.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

/// A line of either.
struct KeyRow {
  std::string_view keys;
  Number count;
};

/// Where the bars of -x agghist begin below this heading.
[[nodiscard]] std::size_t bar_column(std::string_view heading);
[[nodiscard]] std::optional<KeyRow> parse_bar_row(std::string_view line, std::size_t bar_column);

[[nodiscard]] bool is_packed_heading(std::string_view line);
[[nodiscard]] std::optional<KeyRow> parse_packed_row(std::string_view line);

/// Keys that two blanks or more keep apart; texts are ranges of `keys`.
[[nodiscard]] std::vector<Column> columns_apart(std::string_view keys);

}  // namespace profconv::dtrace
