// SPDX-License-Identifier: Apache-2.0
// Whole records of what a tracer printed so far, as profiles.
#pragma once

#include <string_view>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "profconv/profile_builder.h"
#include "tools/lib/record/backend.h"

namespace profconv::record {

/// The values of our programs called the same, whatever the tracer.
[[nodiscard]] ProfileSet with_value_type(ProfileSet set, const Tracing& plan);

/// Reads `text`, which `plan` of `backend` made. Throws as the reader.
[[nodiscard]] ProfileSet read_text(const Backend& backend, const Tracing& plan, std::string_view text,
                                   SampleOrder order, Context& context);

}  // namespace profconv::record
