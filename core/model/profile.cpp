// SPDX-License-Identifier: Apache-2.0
// Questions a Profile answers about itself.
#include "profconv/profile.h"

#include <algorithm>
#include <set>

#include "profconv/errors.h"

namespace profconv {

std::optional<std::size_t> Profile::find_type(std::string_view type) const {
  const auto called = [&](const ValueType& t) { return t.type == type; };
  const auto found = std::find_if(value_types.begin(), value_types.end(), called);
  if (found == value_types.end()) return std::nullopt;
  return static_cast<std::size_t>(found - value_types.begin());
}

std::size_t Profile::default_type_index() const {
  const std::size_t last = value_types.empty() ? 0 : value_types.size() - 1;
  return metadata.default_type.empty() ? last : find_type(metadata.default_type).value_or(last);
}

std::string as_comment(const Attributes::value_type& attribute) {
  const auto& [key, value] = attribute;
  const auto* const text = std::get_if<std::string>(&value);
  return key + ": " + (text != nullptr ? *text : std::to_string(std::get<std::int64_t>(value)));
}

std::vector<std::string_view> untold_attributes(const Metadata& metadata) {
  const std::set<std::string_view> comments(metadata.comments.begin(), metadata.comments.end());
  std::vector<std::string_view> keys;
  for (const auto& attribute : metadata.attributes) {
    if (!comments.contains(as_comment(attribute))) keys.push_back(attribute.first);
  }
  return keys;
}

void combine(std::int64_t& into, std::int64_t value, const ValueType& type) {
  switch (type.aggregation) {
    case Aggregation::sum: {
      std::int64_t sum = 0;
      if (__builtin_add_overflow(into, value, &sum)) {
        throw OverflowError("the sum of " + type.type + " overflows a 64-bit integer");
      }
      into = sum;
      break;
    }
    case Aggregation::max:
      into = std::max(into, value);
      break;
    case Aggregation::min:
      into = std::min(into, value);
      break;
    case Aggregation::last:
      into = value;
      break;
  }
}

std::int64_t total(const Profile& profile, std::size_t value_index) {
  std::int64_t sum = 0;
  for (const std::int64_t value : profile.samples.values[value_index]) {
    if (__builtin_add_overflow(sum, value, &sum)) {
      throw OverflowError("the total of " + profile.value_types[value_index].type + " does not fit into 64 bits");
    }
  }
  return sum;
}

}  // namespace profconv
