// SPDX-License-Identifier: Apache-2.0
// Uniting periods.
#include "core/transforms/merge_periods.h"

#include <algorithm>
#include <tuple>

#include "core/text/units.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/// Whether the last word of a name is "sample" or "samples": "Samples", "cycles_sample", "cpuSamples".
bool ends_with_samples(std::string_view name) {
  constexpr std::string_view word = "sample";
  const std::string lower = singular(name);
  if (!lower.ends_with(word)) return false;
  const std::size_t start = lower.size() - word.size();
  return start == 0 || !is_letter_or_digit(name[start - 1]) || name[start] == 'S';
}

bool samples_same_events(const Period& a, const Period& b) {
  return a.type.type == b.type.type && dimension_of(a.type.unit) == dimension_of(b.type.unit);
}

/// Returns whether the period was known.
bool unite_with(std::vector<Period>& known, const Period& period) {
  for (Period& one : known) {
    const std::optional<Period> both = united(one, period);
    if (!both) continue;
    one = *both;
    return true;
  }
  return false;
}

}  // namespace

std::string words_for(const Period& period) {
  const ValueType& type = period.type;
  const std::string power = type.scale == 0 ? "" : "e" + std::to_string(type.scale);
  return type.type + " " + std::to_string(period.events) + power + " " + type.unit;
}

bool counts_samples(const TypeKey& key) {
  if (key.aggregation != Aggregation::sum) return false;
  const std::string unit = singular(key.dimension);
  if (unit == "sample" || unit == "hit") return true;
  if (!unit.empty() && unit != "count") return false;
  return ends_with_samples(key.type) || singular(key.type) == "hit";
}

std::optional<Period> united(const Period& a, const Period& b) {
  if (!samples_same_events(a, b)) return std::nullopt;
  const ValueType type = finer(a.type, b.type);
  const Wide events = in_type(a.events, a.type, type);
  if (in_type(b.events, b.type, type) != events) return std::nullopt;
  return Period{.events = narrowed(events, type), .type = type};
}

void MergedPeriods::add(const Period& period, std::string_view input) {
  if (!periods_.empty() && !samples_same_events(periods_.front(), period)) {
    throw UsageError(std::string(input) + ": its sampling period is " + words_for(period) + ", that of another input " +
                     words_for(periods_.front()) + ": different events cannot be merged; convert each alone");
  }
  if (!unite_with(periods_, period)) periods_.push_back(period);
}

void MergedPeriods::add(const Profile& profile, std::string_view input) {
  const Metadata& m = profile.metadata;
  std::vector<Period> periods = m.merged_sampling.periods;
  if (m.period != 0) periods.push_back({.events = m.period, .type = m.period_type});
  if (profile.samples.size() == 0) {
    for (const Period& period : periods) {
      if (!unite_with(unused_, period)) unused_.push_back(period);
    }
    return;
  }
  has_samples_ = true;
  for (const Period& period : periods) add(period, input);
  if (m.period == 0) without_period_.emplace(input);
  add_counts(profile);
  if (!differ() || !has_only_counts_) return;
  throw UsageError(std::string(input) + ": sampling periods differ (" + in_words() +
                   "), and one input has only sample counts, which cannot be added then; convert each alone");
}

void MergedPeriods::add_counts(const Profile& profile) {
  const std::vector<TypeKey> types = type_keys(profile);
  const bool has_counts = std::any_of(types.begin(), types.end(), counts_samples);
  const bool has_only_counts = has_counts && std::all_of(types.begin(), types.end(), counts_samples);
  has_counts_ = has_counts_ || has_counts;
  has_only_counts_ = has_only_counts_ || profile.metadata.merged_sampling.has_only_counts || has_only_counts;
}

std::string MergedPeriods::in_words() const {
  constexpr std::size_t most_listed = 3;
  std::string all;
  for (std::size_t i = 0; i < std::min(periods_.size(), most_listed); ++i) {
    all.append(i == 0 ? "" : ", ").append(words_for(periods_[i]));
  }
  return periods_.size() > most_listed ? all + ", ..." : all;
}

void MergedPeriods::report(Context& context) const {
  if (differ()) {
    return context.data_loss("merge.periods", {},
                             "the inputs' sampling periods differ (" + in_words() + "): dropped the period" +
                                 (has_counts_ ? " and the counts of samples" : ""));
  }
  const std::size_t others = without_period_.size() - 1;
  context.data_loss("merge.period", {},
                    "dropped the sampling period (" + in_words() + "): " + *without_period_.begin() +
                        (others == 0 ? " has" : " and " + std::to_string(others) + " more have") + " none");
}

void MergedPeriods::finish(Metadata& metadata, Context& context) const {
  metadata.merged_sampling.has_only_counts = has_only_counts_;
  const std::vector<Period>& known = has_samples_ ? periods_ : unused_;
  if (known.empty()) return;
  if (known.size() == 1 && without_period_.empty()) {
    metadata.period = known.front().events;
    metadata.period_type = known.front().type;
    return;
  }
  std::vector<Period>& periods = metadata.merged_sampling.periods = known;
  const auto place = [](const Period& p) { return std::tie(p.type.type, p.type.unit, p.type.scale, p.events); };
  std::sort(periods.begin(), periods.end(), [&](const Period& a, const Period& b) { return place(a) < place(b); });
  if (has_samples_) report(context);
}

}  // namespace profconv
