// SPDX-License-Identifier: Apache-2.0
// Structs of the C interface as the requests that they mean.
#pragma once

#include "handles.h"

namespace profconv::c {

/// What a request does with profiles.
void set_transforms(ConversionRequest& request, const pc_transforms* transforms);
[[nodiscard]] ComparisonRules comparison_rules(const pc_comparison* comparison);
/// None: the default.
[[nodiscard]] std::optional<Compression> compression_of(pc_compression compression);

}  // namespace profconv::c
