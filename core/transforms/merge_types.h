// SPDX-License-Identifier: Apache-2.0
// Which value types are one: those of one name and aggregation whose units can be told in one another. The finer unit
// and the finer power of ten are kept, so that every value stays an integer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "profconv/profile.h"

namespace profconv {

/// Sums of sums: what overflows a 64-bit integer on the way to a total that does not is no error.
__extension__ using Wide = __int128;

/// What two value types share where they are one.
struct TypeKey {
  std::string type;
  std::string dimension;  ///< of the unit
  Aggregation aggregation = Aggregation::sum;
  std::size_t again = 0;  ///< how many of the same key stand before it in its profile

  bool operator==(const TypeKey&) const = default;
  bool operator<(const TypeKey& other) const {
    return std::tie(type, dimension, aggregation, again) <
           std::tie(other.type, other.dimension, other.aggregation, other.again);
  }
};

/// One key for each value type of a profile.
[[nodiscard]] std::vector<TypeKey> type_keys(const Profile& profile);

/// What units are told apart by: "nanoseconds" and "ms" have one dimension.
[[nodiscard]] std::string dimension_of(const std::string& unit);

[[nodiscard]] bool is_time(const TypeKey& key);

/// The finer of two types of one key; of several words for one unit the longest.
[[nodiscard]] ValueType finer(const ValueType& a, const ValueType& b);

/// A value of type `from` in a finer type. Throws OverflowError past 128 bits.
[[nodiscard]] Wide in_type(Wide value, const ValueType& from, const ValueType& to);

/// Throws OverflowError, naming the type, where the value needs more than 64 bits.
[[nodiscard]] std::int64_t narrowed(Wide value, const ValueType& type);

}  // namespace profconv
