// SPDX-License-Identifier: Apache-2.0
// The options that histograms have as text and as a picture.
#pragma once

#include <array>
#include <string_view>

#include "profconv/options.h"

namespace profconv::hist {

inline constexpr std::array<std::string_view, 2> sort_choices{"total", "key"};

inline constexpr Option sort_option{.name = "sort",
                                    .type = OptionType::choice,
                                    .fallback = "total",
                                    .summary = "order of the keys: the largest total first, or by name",
                                    .choices = sort_choices};
inline constexpr Option columns_option{.name = "columns",
                                       .type = OptionType::integer,
                                       .fallback = "0",
                                       .summary = "number of keys side by side, if they fit; 0: as many as fit",
                                       .min = 0,
                                       .max = 64};
inline constexpr Option frames_option{.name = "frames",
                                      .type = OptionType::integer,
                                      .fallback = "3",
                                      .summary = "number of frames that name a key, from the leaf; 0: all",
                                      .min = 0,
                                      .max = 1'000'000'000};
inline constexpr Option exact_option{.name = "exact",
                                     .type = OptionType::boolean,
                                     .fallback = "no",
                                     .summary = "write bucket bounds as plain integers, not as 4K or 4.1 µs"};
inline constexpr Option ascii_option{.name = "ascii",
                                     .type = OptionType::boolean,
                                     .fallback = "no",
                                     .summary = "draw with ASCII only: @ for a full cell, . for less than half"};

}  // namespace profconv::hist
