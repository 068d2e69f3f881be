// SPDX-License-Identifier: Apache-2.0
// Words of profconv's JSON (docs/schema/profconv.schema.json), each at the place of its enumerator.
#pragma once

#include <array>
#include <string_view>

namespace profconv::profconv_json {

inline constexpr std::string_view schema = "profconv/1";
inline constexpr std::array<std::string_view, 4> aggregation_names{"sum", "max", "min", "last"};
inline constexpr std::array<std::string_view, 4> kind_names{"user", "kernel", "jit", "synthetic"};
inline constexpr std::array<std::string_view, 3> clock_names{"relative", "monotonic", "epoch"};

}  // namespace profconv::profconv_json
