// SPDX-License-Identifier: Apache-2.0
// The options of the reader of bcc's tools.
#pragma once

#include <array>
#include <string_view>

#include "profconv/options.h"

namespace profconv::bcc {

inline constexpr std::array<std::string_view, 2> offset_choices{"drop", "keep"};
inline constexpr Option offsets_option{.name = "offsets",
                                       .type = OptionType::choice,
                                       .fallback = "drop",
                                       .summary = "whether +0x1f after a function stays part of its name",
                                       .choices = offset_choices,
                                       .symbolizing = "keep"};
inline constexpr std::array options{offsets_option};

}  // namespace profconv::bcc
