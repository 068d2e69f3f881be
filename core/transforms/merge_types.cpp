// SPDX-License-Identifier: Apache-2.0
// Comparing and converting value types.
#include "core/transforms/merge_types.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "core/text/units.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

constexpr std::string_view time_dimension = " time";

[[noreturn]] void refuse(const ValueType& type) {
  throw OverflowError("the merged " + type.type + " in " + type.unit + " overflows a 64-bit integer");
}

std::int64_t factor_of(const std::string& unit) {
  const Unit* const known = find_unit(unit);
  return known == nullptr ? 1 : known->factor;
}

}  // namespace

std::string dimension_of(const std::string& unit) {
  const Unit* const known = find_unit(unit);
  if (known == nullptr) return unit;
  return std::string(known->kind == UnitKind::time ? time_dimension : " bytes");
}

bool is_time(const TypeKey& key) { return key.dimension == time_dimension; }

std::vector<TypeKey> type_keys(const Profile& profile) {
  std::vector<TypeKey> keys;
  std::map<TypeKey, std::size_t> met;  // by the first of a key
  for (const ValueType& type : profile.value_types) {
    TypeKey key{.type = type.type, .dimension = dimension_of(type.unit), .aggregation = type.aggregation};
    key.again = met[key]++;
    keys.push_back(std::move(key));
  }
  return keys;
}

ValueType finer(const ValueType& a, const ValueType& b) {
  const auto place = [](const ValueType& t) {
    return std::tuple(factor_of(t.unit), -static_cast<std::int64_t>(t.unit.size()), t.unit);
  };
  ValueType type = place(a) <= place(b) ? a : b;
  type.scale = std::min(a.scale, b.scale);
  return type;
}

Wide in_type(Wide value, const ValueType& from, const ValueType& to) {
  const std::int64_t ratio = factor_of(from.unit) / factor_of(to.unit);
  if (__builtin_mul_overflow(value, Wide{ratio}, &value)) refuse(to);
  for (int scale = from.scale; scale > to.scale && value != 0; --scale) {
    if (__builtin_mul_overflow(value, Wide{10}, &value)) refuse(to);
  }
  return value;
}

std::int64_t narrowed(Wide value, const ValueType& type) {
  using Narrow = std::numeric_limits<std::int64_t>;
  if (value < Narrow::min() || value > Narrow::max()) refuse(type);
  return static_cast<std::int64_t>(value);
}

}  // namespace profconv
