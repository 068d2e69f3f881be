// SPDX-License-Identifier: Apache-2.0
// Every filter in one order, and one note of what they left out.
#include "profconv/filters.h"

#include <algorithm>
#include <utility>

namespace profconv {

namespace {

/// What the values of one type come to over all profiles, where they add.
struct Sum {
  ValueType type;
  std::int64_t value = 0;
  bool fits = true;
};

std::vector<Sum> sums_of(const ProfileSet& set) {
  std::vector<Sum> sums;
  for (const Profile& profile : set.profiles()) {
    for (std::size_t i = 0; i < profile.value_types.size(); ++i) {
      const ValueType& type = profile.value_types[i];
      if (type.aggregation != Aggregation::sum) continue;
      auto sum = std::find_if(sums.begin(), sums.end(), [&](const Sum& s) { return s.type == type; });
      if (sum == sums.end()) sum = sums.insert(sums.end(), {.type = type});
      for (const std::int64_t value : profile.samples.values[i]) {
        if (__builtin_add_overflow(sum->value, value, &sum->value)) sum->fits = false;
      }
    }
  }
  return sums;
}

std::uint64_t sample_count(const ProfileSet& set) {
  std::uint64_t count = 0;
  for (const Profile& profile : set.profiles()) count += profile.samples.size();
  return count;
}

/// " (1200 of 5000 cpu/nanoseconds, ...)": how much of each type.
std::string parts_left_out(const std::vector<Sum>& before, const std::vector<Sum>& after) {
  std::string text;
  for (const Sum& sum : before) {
    const auto rest = std::find_if(after.begin(), after.end(), [&](const Sum& s) { return s.type == sum.type; });
    std::int64_t part = 0;
    const bool fits =
        sum.fits && rest != after.end() && rest->fits && !__builtin_sub_overflow(sum.value, rest->value, &part);
    if (!fits) continue;
    const std::string power = sum.type.scale == 0 ? "" : "e" + std::to_string(sum.type.scale);
    text.append(text.empty() ? " (" : ", ").append(std::to_string(part)).append(power).append(" of ");
    text.append(std::to_string(sum.value)).append(power).append(" ").append(one_line(sum.type.type));
    if (!sum.type.unit.empty()) text.append("/").append(one_line(sum.type.unit));
  }
  return text.empty() ? text : text + ")";
}

}  // namespace

bool Filters::empty() const { return samples.empty() && stacks.empty() && scalings.empty() && !anonymize; }

ProfileSet apply_filters(ProfileSet set, const Filters& filters, const NameRules& names, SampleOrder order,
                         Context& context) {
  if (!filters.samples.empty() || !filters.stacks.empty()) {
    const std::vector<Sum> before = sums_of(set);
    const std::uint64_t count = sample_count(set);
    Filtered samples = filter_samples(std::move(set), filters.samples, names, context);
    Filtered stacks = filter_stacks(std::move(samples.set), filters.stacks, names, order, context);
    set = std::move(stacks.set);
    if (const std::uint64_t left_out = samples.left_out + stacks.left_out; left_out != 0) {
      context.note("filters.left_out", {},
                   "left out by filters: " + std::to_string(left_out) + " of " + std::to_string(count) + " samples" +
                       parts_left_out(before, sums_of(set)));
    }
  }
  if (!filters.scalings.empty()) set = scale_values(std::move(set), filters.scalings, context);
  if (filters.anonymize) set = anonymize(std::move(set), context);
  return set;
}

}  // namespace profconv
