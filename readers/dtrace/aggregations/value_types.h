// SPDX-License-Identifier: Apache-2.0
// What the values of an aggregation count, from its description and its first record.
#pragma once

#include "profconv/profile_builder.h"
#include "readers/dtrace/aggregations/sources.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/description.h"

namespace profconv::dtrace {

/// Declares the value types of `profile`, and a period if a profile probe counts. Reports what is assumed. Throws
/// ReadError if the record cannot be what it is described as.
void add_value_types(ProfileBuilder& profile, const Record& record, const Description& description,
                     const Sources& sources);

}  // namespace profconv::dtrace
