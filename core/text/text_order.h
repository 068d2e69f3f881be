// SPDX-License-Identifier: Apache-2.0
// The order of many texts by their bytes: names, most of which begin alike.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace profconv {

/// The places of the texts, that of the smallest first; of equal ones in any order. Bytes compare as unsigned numbers,
/// and the beginning of a text is smaller than it. Takes at most 2^32 texts.
[[nodiscard]] std::vector<std::uint32_t> order_of(std::span<const std::string_view> texts);

}  // namespace profconv
