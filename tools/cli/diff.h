// SPDX-License-Identifier: Apache-2.0
// What a comparison found, for people and for programs.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "profconv/conversion.h"
#include "profconv/growth.h"

namespace profconv::cli {

/// A table for each value type: its sum before and after, and the functions that changed most, `most` of them.
[[nodiscard]] std::string diff_text(const ConversionReport& report, std::size_t most);

/// One object on one line, with every function that changed; docs/diff.md describes it.
[[nodiscard]] std::string diff_json(const ConversionReport& report, std::span<const Growth> grown);

/// "alloc_space (bytes) grew by 152 (+12.3%), from 1,234 to 1,386, where 5% is allowed; most in parse (+100)"; of
/// functions "alloc_space (bytes): 2 functions grew by more than 5%: parse +100 (+20.0%), read +52 (new)".
[[nodiscard]] std::string describe(const Growth& growth);

}  // namespace profconv::cli
