// SPDX-License-Identifier: Apache-2.0
// What is true of a whole profile of a document.
#pragma once

#include "profconv/profile.h"
#include "readers/json/values.h"

namespace profconv::json_in {

/// {"type": "cpu", "unit": "nanoseconds", "aggregation": "sum", "scale": 0}
[[nodiscard]] ValueType read_value_type(const Document& in);

/// Reads the object that the reader is at.
void read_metadata(const Document& in, Metadata& metadata);

}  // namespace profconv::json_in
