// SPDX-License-Identifier: Apache-2.0
// Comparing growth with what is allowed, in integers.
#include "profconv/growth.h"

#include <algorithm>

#include "core/text/decimal.h"
#include "core/text/units.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

__extension__ using Wide = __int128;

constexpr int decimals_of_percent = 4;
constexpr std::int64_t million = 1'000'000;

Wide magnitude(std::int64_t value) { return value < 0 ? -Wide{value} : Wide{value}; }

/// Whether a growth is below what matters; an amount in one kind of unit says nothing about others.
bool is_below(const LeastGrowth& least, const TypeChanges& changes, Wide delta) {
  if (least.is_share) return delta * million < magnitude(changes.sum.base) * least.amount;
  for (int scale = changes.type.scale; scale > 0; --scale) delta *= 10;
  Wide amount = least.amount;
  for (int scale = changes.type.scale; scale < 0; ++scale) amount *= 10;
  if (least.unit.empty()) return delta < amount;
  const Unit* const wanted = find_unit(least.unit);
  const Unit* const own = find_unit(changes.type.unit);
  if (own == nullptr || own->kind != wanted->kind) return false;
  return delta * own->factor < amount * wanted->factor;
}

/// Whether a change in a value type is growth past the limit.
bool is_past(const GrowthLimit& limit, std::span<const LeastGrowth> least, const TypeChanges& type,
             const Change& change) {
  const Wide delta = Wide{change.now} - change.base;
  if (delta <= 0) return false;
  if (std::any_of(least.begin(), least.end(), [&](const LeastGrowth& l) { return is_below(l, type, delta); })) {
    return false;
  }
  return delta * million > magnitude(change.base) * limit.millionths;
}

void find_growth(const GrowthLimit& limit, std::span<const LeastGrowth> least, const ProfileChanges& profile,
                 const TypeChanges& type, std::vector<Growth>& found) {
  Growth growth{.profile = profile.name, .limit = limit, .changes = &type, .functions = {}};
  if (limit.per_function) {
    for (const FunctionChange& function : type.functions) {
      if (is_past(limit, least, type, function.self)) growth.functions.push_back(&function);
    }
  }
  if (limit.per_function ? !growth.functions.empty() : is_past(limit, least, type, type.sum)) {
    found.push_back(std::move(growth));
  }
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
    throw UsageError("'" + one_line(text) +
                     "' is not a limit: expected 5%, 0.5% or a value type's, as in alloc_space=5%");
  }
  limit.millionths = *value;
  return limit;
}

LeastGrowth parse_least_growth(std::string_view text) {
  if (text.ends_with('%')) {
    const auto share = parse_decimal(text.substr(0, text.size() - 1), decimals_of_percent);
    if (share) return {.amount = *share, .unit = {}, .is_share = true};
  }
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view unit = text.substr(digits);
  const auto amount = parse_decimal(text.substr(0, digits), 0);
  if (!amount || (!unit.empty() && find_unit(unit) == nullptr)) {
    throw UsageError("'" + one_line(text) +
                     "' is not an amount: expected a whole number, with or without a unit, or a share of the base: "
                     "1MiB, 10ms, 100, 0.5%");
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
        find_growth(limit, least, profile, type, found);
      }
    }
    if (has_type) continue;
    throw Error("no value type called '" + one_line(limit.type) + "' is compared (there are: " + types_of(changes) +
                ")");
  }
  return found;
}

}  // namespace profconv
