// SPDX-License-Identifier: Apache-2.0
// Telling the base of a comparison from what it is compared with.
#include "profconv/comparison.h"

#include <algorithm>
#include <tuple>

#include "core/names/frame_totals.h"
#include "core/transforms/normalization.h"
#include "profconv/errors.h"

namespace profconv {

BaseSamples::BaseSamples(const Dictionary& dictionary) : is_base_(dictionary.label_set_count()) {
  for (std::size_t i = 0; i < is_base_.size(); ++i) {
    const auto labels = dictionary.labels(LabelSetId{static_cast<std::uint32_t>(i)});
    is_base_[i] = std::any_of(labels.begin(), labels.end(), [&](const Label& label) {
      return !label.is_number && dictionary.string(label.key) == base_label_key &&
             dictionary.string(label.text) == base_label_text;
    });
  }
}

bool BaseSamples::compared_in(const Profile& profile) const {
  if (profile.metadata.is_comparison) return true;
  const auto& labels = profile.samples.labels;
  return std::any_of(labels.begin(), labels.end(), [&](LabelSetId id) { return (*this)(id); });
}

std::int64_t Change::delta() const {
  std::int64_t delta = 0;
  if (!__builtin_sub_overflow(now, base, &delta)) return delta;
  throw OverflowError("the change from " + std::to_string(base) + " to " + std::to_string(now) +
                      " does not fit into 64 bits");
}

namespace {

/// What a sum over the base's samples was before they were negated.
std::int64_t negated(std::int64_t value) { return Change{.base = value}.delta(); }

Change scaled(const Change& change, const SideRatios& ratios) {
  return {.base = times(change.base, ratios.base), .now = times(change.now, ratios.now)};
}

std::vector<FunctionChange> function_changes(const FrameTotals& totals, const Samples& samples, std::size_t type,
                                             const BaseSamples& is_base, const SideRatios& ratios) {
  const auto in_base = [&](std::size_t row) { return is_base(samples.labels_of(row)); };
  const std::vector<FrameTotal> base = totals.of(samples, type, in_base);
  const std::vector<FrameTotal> now = totals.of(samples, type, [&](std::size_t row) { return !in_base(row); });
  std::vector<FunctionChange> changed;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Change self = scaled({.base = negated(base[i].self), .now = now[i].self}, ratios);
    const Change total = scaled({.base = negated(base[i].total), .now = now[i].total}, ratios);
    if (self.delta() == 0 && total.delta() == 0) continue;
    changed.push_back({.name = std::string(now[i].name), .self = self, .total = total});
  }
  const auto size = [](const Change& change) {
    const auto delta = static_cast<std::uint64_t>(change.delta());
    return change.delta() < 0 ? -delta : delta;
  };
  std::sort(changed.begin(), changed.end(), [&](const FunctionChange& a, const FunctionChange& b) {
    return std::tuple(size(b.self), size(b.total), std::string_view(a.name)) <
           std::tuple(size(a.self), size(a.total), std::string_view(b.name));
  });
  return changed;
}

/// How many decimal places normalized values get: a total of few samples leaves fractions that decide a share.
int places_for(const Change& sum, const SideRatios& ratios) {
  constexpr std::int64_t few = 1'000'000;
  const auto is_few = [](std::int64_t value) { return value > -few && value < few; };
  const bool is_whole = ratios.base == Ratio{} && ratios.now == Ratio{};
  const bool fits = is_few(ratios.base.numerator) && is_few(ratios.now.numerator);
  return is_whole || !fits || !is_few(sum.base) || !is_few(sum.now) ? 0 : 3;
}

SideRatios with_places(SideRatios ratios, int places) {
  for (; places > 0; --places) {
    ratios.base.numerator *= 10;
    ratios.now.numerator *= 10;
  }
  return ratios;
}

Change sum_of(const Samples& samples, std::size_t type, const BaseSamples& is_base) {
  Change sum;
  for (std::size_t row = 0; row < samples.size(); ++row) {
    const std::int64_t value = samples.values[type][row];
    const bool fits = is_base(samples.labels_of(row)) ? !__builtin_sub_overflow(sum.base, value, &sum.base)
                                                      : !__builtin_add_overflow(sum.now, value, &sum.now);
    if (!fits) throw OverflowError("the sum of a compared value type does not fit into 64 bits");
  }
  return sum;
}

}  // namespace

Totals totals(const ProfileSet& set) {
  Totals all;
  for (const Profile& profile : set.profiles()) {
    std::vector<std::int64_t>& of_types = all.emplace_back();
    for (std::size_t i = 0; i < profile.value_types.size(); ++i) {
      of_types.push_back(profile.value_types[i].aggregation == Aggregation::sum ? total(profile, i) : 0);
    }
  }
  return all;
}

std::vector<TypeChanges> changes(const Dictionary& dictionary, const Profile& comparison,
                                 std::span<const SideRatios> ratios) {
  const BaseSamples is_base(dictionary);
  const FrameTotals totals(dictionary, comparison.metadata.module_names);
  std::vector<TypeChanges> all;
  for (std::size_t type = 0; type < comparison.value_types.size(); ++type) {
    SideRatios by = ratios.empty() ? SideRatios{} : ratios[type];
    const Change sum = sum_of(comparison.samples, type, is_base);
    const int places = places_for(sum, by);
    by = with_places(by, places);
    ValueType value_type = comparison.value_types[type];
    value_type.scale -= places;
    all.push_back({.type = std::move(value_type),
                   .sum = scaled(sum, by),
                   .functions = function_changes(totals, comparison.samples, type, is_base, by)});
  }
  return all;
}

}  // namespace profconv
