// SPDX-License-Identifier: Apache-2.0
// Records that were read as one because the empty line between them is missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/record.h"

namespace profconv::dtrace {

/// Where in a shape a number stands right above a stack and as wide as a value, so that it may be one.
[[nodiscard]] std::vector<std::size_t> possible_values(std::string_view shape);
/// Whether such a number has frames above it as well.
[[nodiscard]] bool is_below_frames(const Record& record, std::size_t value);

/// How long the shape is that stands both above and below a stack: two lines of scalars that are whole records, with a
/// frame between that may be output of another program. 0 for every other shape.
[[nodiscard]] std::size_t size_around_stack(std::string_view shape);

/// The line in which the datum at this place of a record's shape begins.
[[nodiscard]] std::uint64_t line_of(const Record& record, std::size_t place);
/// The number at this place of the shape.
[[nodiscard]] const Number& number_at(const Record& record, std::size_t place);

/// Takes the first stacks off a record, and gives them as one without value.
[[nodiscard]] Record take_stacks(Record& record, std::size_t count);

/// The records that a record consists of, each but the last ending in the value at one of these places.
[[nodiscard]] std::vector<Record> split(const Record& record, const std::vector<std::size_t>& values);

}  // namespace profconv::dtrace
