// SPDX-License-Identifier: Apache-2.0
// Profiles that callers of the C interface, and plugins, build: what is known of them, and samples as columns.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "calls.h"
#include "profconv/profile_builder.h"

namespace profconv::c {

[[nodiscard]] ValueType value_type(const pc_value_type& given);
/// Returns the index of the new profile.
std::size_t add_profile(ProfileSetBuilder& into, const pc_profile* given, std::vector<ValueType> types);
void set_attribute(ProfileBuilder& into, const pc_attribute& given);
/// Throws UsageError for rows that are not of this profile and dictionary; the rows before stay added.
void add_samples(ProfileBuilder& into, const Dictionary& dictionary, const pc_samples& given);

/// Throws UsageError for a column whose numbers, each a T, would overlap. A stride of 0 is one number for all rows.
template <class T>
void require_column(const pc_column& column, std::string_view what) {
  if (column.data == nullptr || column.stride == 0 || column.stride >= sizeof(T)) return;
  throw UsageError(std::string(what) + " has a stride of " + std::to_string(column.stride) + " bytes; a number has " +
                   std::to_string(sizeof(T)));
}

template <class T>
[[nodiscard]] T at(const pc_column& column, std::size_t row) {
  T number;
  std::memcpy(&number, static_cast<const char*>(column.data) + column.stride * row, sizeof(number));
  return number;
}

}  // namespace profconv::c
