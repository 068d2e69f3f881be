// SPDX-License-Identifier: Apache-2.0
// The option of readers whose frames are "function+0x1f".
#pragma once

#include <array>
#include <string_view>

#include "profconv/options.h"

namespace profconv {

inline constexpr std::array<std::string_view, 2> offset_choices{"drop", "keep"};
inline constexpr Option offsets_option{.name = "offsets",
                                       .type = OptionType::choice,
                                       .fallback = "drop",
                                       .summary = "whether the offset after a function (+0x1f) stays part of its name",
                                       .choices = offset_choices,
                                       .symbolizing = "keep"};

[[nodiscard]] inline bool keeps_offsets(const Options& set) { return set.text(offsets_option) == "keep"; }

}  // namespace profconv
