// SPDX-License-Identifier: Apache-2.0
// Aggregations whose records may be parts, or several, of another's, as empty lines that are lost are not seen.
#pragma once

#include <memory>
#include <span>

#include "readers/dtrace/aggregations/aggregation_profile.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Reports them, without a D program that says which keys there are.
void report_shape_doubts(std::span<const std::unique_ptr<AggregationProfile>> all, Report& report);

}  // namespace profconv::dtrace
