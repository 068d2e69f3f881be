// SPDX-License-Identifier: Apache-2.0
// Naming sample types, and taking fractions out of values: pprof holds integers.
#include "writers/pprof/columns.h"

#include "profconv/errors.h"
#include "writers/pprof/unique_names.h"

namespace profconv::pprof {

namespace {

constexpr int most_digits = 18;  ///< of a power of ten in 64 bits

std::int64_t power_of_ten(int exponent) {
  std::int64_t power = 1;
  while (exponent-- > 0) power *= 10;
  return power;
}

std::string_view name_of(Aggregation aggregation) {
  switch (aggregation) {
    case Aggregation::max:
      return "max";
    case Aggregation::min:
      return "min";
    case Aggregation::last:
      return "last";
    case Aggregation::sum:
      break;
  }
  return "sum";
}

}  // namespace

Columns::Columns(std::span<const Profile> profiles, bool as_read) : profiles_(profiles), as_read_(as_read) {
  UniqueNames names;
  for (const Profile& profile : profiles) {
    for (const ValueType& type : profile.value_types) names.reserve(type.type);
  }
  for (const Profile& profile : profiles) {
    first_.push_back(columns_.size());
    for (const ValueType& type : profile.value_types) {
      Column column{.type = type.type, .unit = type.unit, .adds = type.aggregation == Aggregation::sum};
      if (!as_read) {
        column.type = names.take(type.type.empty() ? "value" : type.type);
        if (type.unit.empty()) column.unit = "count";
      }
      columns_.push_back(std::move(column));
    }
  }
  if (columns_.empty()) throw WriteError("the profile has no values");
}

void Columns::write_types(wire::pprof::Profile& out, StringTable& strings) const {
  for (const Column& column : columns_) {
    auto& type = *out.add_sample_type();
    type.set_type(strings.of(column.type));
    type.set_unit(strings.of(column.unit));
  }
}

void Columns::write_default(wire::pprof::Profile& out, StringTable& strings) const {
  for (std::size_t i = 0; i < profiles_.size(); ++i) {
    if (profiles_[i].value_types.empty() || (as_read_ && profiles_[i].metadata.default_type.empty())) continue;
    out.set_default_sample_type(strings.of(columns_[first_[i] + profiles_[i].default_type_index()].type));
    return;
  }
}

std::int64_t Columns::unscaled(std::int64_t value, const ValueType& type) {
  if (type.scale > 0) {
    std::int64_t scaled = value;
    for (int i = 0; i < type.scale && scaled != 0; ++i) {
      if (__builtin_mul_overflow(scaled, 10, &scaled)) {
        throw OverflowError("pprof holds integers of 64 bits: a value of " + type.type + " does not fit");
      }
    }
    return scaled;
  }
  if (type.scale < -most_digits) {
    rounded_ += value != 0 ? 1 : 0;
    return 0;
  }
  const std::int64_t divisor = power_of_ten(-type.scale);
  const std::int64_t rest = value % divisor;
  rounded_ += rest != 0 ? 1 : 0;
  const std::int64_t distance = rest < 0 ? -rest : rest;
  const std::int64_t away = distance >= divisor - distance ? (rest < 0 ? -1 : 1) : 0;
  return value / divisor + (rest == 0 ? 0 : away);
}

void Columns::append(std::size_t profile, std::size_t row, WireBytes& out) {
  const std::vector<ValueType>& types = profiles_[profile].value_types;
  out.numbers(first_[profile], 0);
  for (std::size_t i = 0; i < types.size(); ++i) {
    Column& column = columns_[first_[profile] + i];
    std::int64_t value = profiles_[profile].samples.values[i][row];
    if (types[i].scale != 0) value = unscaled(value, types[i]);
    column.has_overflow |= __builtin_add_overflow(column.total, value, &column.total);
    out.number(static_cast<std::uint64_t>(value));
  }
  out.numbers(columns_.size() - first_[profile] - types.size(), 0);
}

void Columns::report(Context& context) const {
  if (rounded_ != 0) context.note("pprof.rounded", {}, "values rounded to integers: " + std::to_string(rounded_));
  for (const Column& column : columns_) {
    if (!column.adds || !column.has_overflow) continue;
    context.note("pprof.total", {},
                 "the total of " + column.type + " overflows a 64-bit integer: viewers will show a wrong one");
  }
  for (std::size_t p = 0; p < profiles_.size(); ++p) {
    for (std::size_t i = 0; i < profiles_[p].value_types.size(); ++i) {
      const std::string& type = profiles_[p].value_types[i].type;
      const std::string& written = columns_[first_[p] + i].type;
      if (type.empty() || type == written) continue;
      std::string message = "a value type '" + type;
      message.append("' is written as '").append(written).append("': pprof finds them by name");
      context.note("pprof.type_name", {}, message);
    }
  }
}

nlohmann::json Columns::facts(std::size_t profile) const {
  nlohmann::json facts;
  bool is_needed = false;
  const std::vector<ValueType>& types = profiles_[profile].value_types;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const Column& column = columns_[first_[profile] + i];
    nlohmann::json fact = nlohmann::json::object();
    if (types[i].type != column.type) fact["type"] = types[i].type;
    if (types[i].unit != column.unit) fact["unit"] = types[i].unit;
    if (types[i].aggregation != Aggregation::sum) fact["aggregation"] = name_of(types[i].aggregation);
    is_needed = is_needed || !fact.empty();
    facts.push_back(std::move(fact));
  }
  return is_needed ? facts : nlohmann::json();
}

}  // namespace profconv::pprof
