// SPDX-License-Identifier: Apache-2.0
// Comparing growth with what is allowed, in integers.
#include "profconv/growth.h"

#include <algorithm>

#include "decimal.h"
#include "profconv/errors.h"
#include "units.h"

namespace profconv {

namespace {

__extension__ using Wide = __int128;

constexpr int decimals_of_percent = 4;
constexpr std::int64_t million = 1'000'000;

/// Whether a growth is below what was said to matter; of other units nothing was said.
bool is_below(const LeastGrowth& least, const TypeChanges& changes, Wide delta) {
  for (int scale = changes.type.scale; scale > 0; --scale) delta *= 10;
  Wide amount = least.amount;
  for (int scale = changes.type.scale; scale < 0; ++scale) amount *= 10;
  if (least.unit.empty()) return delta < amount;
  const Unit* const wanted = find_unit(least.unit);
  const Unit* const own = find_unit(changes.type.unit);
  if (own == nullptr || own->kind != wanted->kind) return false;
  return delta * own->factor < amount * wanted->factor;
}

bool is_past(const GrowthLimit& limit, std::span<const LeastGrowth> least, const TypeChanges& changes) {
  const Wide delta = Wide{changes.sum.now} - changes.sum.base;
  if (delta <= 0) return false;
  if (std::any_of(least.begin(), least.end(), [&](const LeastGrowth& l) { return is_below(l, changes, delta); })) {
    return false;
  }
  const Wide base = changes.sum.base < 0 ? -Wide{changes.sum.base} : Wide{changes.sum.base};
  return delta * million > base * limit.millionths;
}

std::string types_of(std::span<const ProfileChanges> changes) {
  std::vector<std::string> names;
  for (const ProfileChanges& profile : changes) {
    for (const TypeChanges& type : profile.types) names.push_back(one_line(type.type.type));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string all;
  for (const std::string& name : names) all.append(all.empty() ? "" : ", ").append(name);
  return all;
}

}  // namespace

GrowthLimit parse_growth_limit(std::string_view text) {
  GrowthLimit limit;
  std::string_view percent = text;
  const std::size_t equals = text.rfind('=');
  if (equals != std::string_view::npos) {
    limit.type = text.substr(0, equals);
    percent.remove_prefix(equals + 1);
  }
  const bool has_sign = percent.ends_with('%');
  const auto value =
      has_sign ? parse_decimal(percent.substr(0, percent.size() - 1), decimals_of_percent) : std::nullopt;
  if (!value || equals == 0) {
    throw UsageError("'" + one_line(text) + "' is no limit: expected 5%, 0.5% or a value type's, as in alloc_space=5%");
  }
  limit.millionths = *value;
  return limit;
}

LeastGrowth parse_least_growth(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view unit = text.substr(digits);
  const auto amount = parse_decimal(text.substr(0, digits), 0);
  if (!amount || (!unit.empty() && find_unit(unit) == nullptr)) {
    throw UsageError("'" + one_line(text) +
                     "' is no amount: expected a whole number, with or without a unit of bytes"
                     " or time: 1MiB, 10ms, 100");
  }
  return {.amount = *amount, .unit = std::string(unit)};
}

std::vector<Growth> grown(std::span<const ProfileChanges> changes, std::span<const GrowthLimit> limits,
                          std::span<const LeastGrowth> least) {
  std::vector<Growth> found;
  for (const GrowthLimit& limit : limits) {
    bool has_type = false;
    for (const ProfileChanges& profile : changes) {
      for (const TypeChanges& type : profile.types) {
        if (!limit.type.empty() && limit.type != type.type.type) continue;
        has_type = true;
        if (is_past(limit, least, type)) found.push_back({.profile = profile.name, .limit = limit, .changes = &type});
      }
    }
    if (has_type) continue;
    throw Error("no value type called '" + one_line(limit.type) + "' is compared (there are: " + types_of(changes) +
                ")");
  }
  return found;
}

}  // namespace profconv
