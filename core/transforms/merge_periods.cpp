// SPDX-License-Identifier: Apache-2.0
// Uniting periods.
#include "core/transforms/merge_periods.h"

#include <algorithm>
#include <tuple>

#include "core/transforms/units.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

std::string words_for(const Period& period) {
  const ValueType& type = period.type;
  const std::string power = type.scale == 0 ? "" : "e" + std::to_string(type.scale);
  return type.type + " " + std::to_string(period.events) + power + " " + type.unit;
}

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/// Whether the last word of a name is "sample" or "samples": "Samples", "cycles_sample", "cpuSamples".
bool ends_with_samples(std::string_view name) {
  constexpr std::string_view word = "sample";
  const std::string lower = singular(name);
  if (!lower.ends_with(word)) return false;
  const std::size_t start = lower.size() - word.size();
  return start == 0 || !is_letter_or_digit(name[start - 1]) || name[start] == 'S';
}

}  // namespace

bool counts_samples(const TypeKey& key) {
  if (key.aggregation != Aggregation::sum) return false;
  const std::string unit = singular(key.dimension);
  if (unit == "sample" || unit == "hit") return true;
  if (!unit.empty() && unit != "count") return false;
  return ends_with_samples(key.type) || singular(key.type) == "hit";
}

void MergedPeriods::add(const Period& period, std::string_view input) {
  const std::string dimension = dimension_of(period.type.unit);
  for (Period& known : periods_) {
    if (known.type.type != period.type.type || dimension_of(known.type.unit) != dimension) {
      throw UsageError(std::string(input) + ": its sampling period is " + words_for(period) +
                       ", that of another input " + words_for(known) +
                       ": samples of different events cannot be merged; convert them one by one");
    }
    const ValueType type = finer(known.type, period.type);
    const Wide events = in_type(period.events, period.type, type);
    if (in_type(known.events, known.type, type) != events) continue;
    known = {.events = narrowed(events, type), .type = type};
    return;
  }
  periods_.push_back(period);
}

void MergedPeriods::add(const Profile& profile, std::string_view input) {
  const Metadata& m = profile.metadata;
  if (m.period != 0) add({.events = m.period, .type = m.period_type}, input);
  if (m.period == 0 && profile.samples.size() != 0) without_period_.emplace(input);
  for (const Period& period : m.merged_sampling.periods) add(period, input);
  const std::vector<TypeKey> types = type_keys(profile);
  const bool has_counts = std::any_of(types.begin(), types.end(), counts_samples);
  const bool has_only_counts = has_counts && std::all_of(types.begin(), types.end(), counts_samples);
  has_counts_ = has_counts_ || has_counts;
  has_only_counts_ = has_only_counts_ || m.merged_sampling.has_only_counts || has_only_counts;
  if (!differ() || !has_only_counts_) return;
  throw UsageError(std::string(input) + ": the inputs' sampling periods differ (" + in_words() +
                   "), and one has only counts of samples, which cannot be added then; convert them one by one");
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
  if (periods_.empty()) return;
  if (!differ() && without_period_.empty()) {
    metadata.period = periods_.front().events;
    metadata.period_type = periods_.front().type;
    return;
  }
  std::vector<Period>& periods = metadata.merged_sampling.periods = periods_;
  const auto place = [](const Period& p) { return std::tie(p.type.type, p.type.unit, p.type.scale, p.events); };
  std::sort(periods.begin(), periods.end(), [&](const Period& a, const Period& b) { return place(a) < place(b); });
  report(context);
}

}  // namespace profconv
