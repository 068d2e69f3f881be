// SPDX-License-Identifier: Apache-2.0
// Every filter in one order, and one note of what they left out.
#include "profconv/filters.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace profconv {

namespace {

/// What the values of one type come to over all profiles, where they add.
struct Sum {
  ValueType type;
  std::int64_t value = 0;
  bool fits = true;
};

/// In the order of the types' first appearance, and found by what tells types apart.
class Sums {
 public:
  explicit Sums(const ProfileSet& set) {
    for (const Profile& profile : set.profiles()) {
      for (std::size_t i = 0; i < profile.value_types.size(); ++i) {
        if (profile.value_types[i].aggregation == Aggregation::sum) {
          add(profile.value_types[i], profile.samples.values[i]);
        }
      }
    }
  }

  [[nodiscard]] const std::vector<Sum>& all() const { return sums_; }
  /// Null: no profile has the type.
  [[nodiscard]] const Sum* find(const ValueType& type) const {
    const auto found = places_.find(key_of(type));
    return found == places_.end() ? nullptr : &sums_[found->second];
  }

 private:
  using Key = std::tuple<std::string, std::string, int>;

  static Key key_of(const ValueType& type) { return {type.type, type.unit, type.scale}; }

  void add(const ValueType& type, const std::vector<std::int64_t>& values) {
    const auto [place, is_new] = places_.try_emplace(key_of(type), sums_.size());
    if (is_new) sums_.push_back({.type = type});
    Sum& sum = sums_[place->second];
    for (const std::int64_t value : values) {
      if (__builtin_add_overflow(sum.value, value, &sum.value)) sum.fits = false;
    }
  }

  std::vector<Sum> sums_;
  std::map<Key, std::size_t> places_;
};

std::uint64_t sample_count(const ProfileSet& set) {
  std::uint64_t count = 0;
  for (const Profile& profile : set.profiles()) count += profile.samples.size();
  return count;
}

/// " (1200 of 5000 cpu/nanoseconds, ...)": how much of each type.
std::string parts_left_out(const Sums& before, const Sums& after) {
  std::string text;
  for (const Sum& sum : before.all()) {
    const Sum* const rest = after.find(sum.type);
    std::int64_t part = 0;
    const bool fits =
        sum.fits && rest != nullptr && rest->fits && !__builtin_sub_overflow(sum.value, rest->value, &part);
    if (!fits) continue;
    const std::string power = sum.type.scale == 0 ? "" : "e" + std::to_string(sum.type.scale);
    text.append(text.empty() ? " (" : ", ").append(std::to_string(part)).append(power).append(" of ");
    text.append(std::to_string(sum.value)).append(power).append(" ").append(one_line(sum.type.type));
    if (!sum.type.unit.empty()) text.append("/").append(one_line(sum.type.unit));
  }
  return text.empty() ? text : text + ")";
}

/// Why no sample is left: the first filter that keeps what it matches, and matched nothing.
std::string emptied_by(const Context& filtering) {
  constexpr std::array<std::string_view, 7> keeping{"focus", "tagfocus", "thread", "pid", "time", "show", "show-from"};
  for (const Diagnostic& found : filtering.diagnostics()) {
    const auto is_it = [&](std::string_view name) { return found.kind == "filters.unmatched." + std::string(name); };
    if (std::any_of(keeping.begin(), keeping.end(), is_it)) return found.message;
  }
  return "the filters exclude every sample";
}

Filtered filtered(ProfileSet set, const Filters& filters, const NameRules& names, SampleOrder order, Context& context) {
  const Sums before(set);
  const std::uint64_t count = sample_count(set);
  const std::unique_ptr<Context> filtering = context.fork();
  Filtered samples = filter_samples(std::move(set), filters.samples, names, *filtering);
  Filtered result = filter_stacks(std::move(samples.set), filters.stacks, names, order, *filtering);
  result.left_out += samples.left_out;
  if (result.left_out == count) {
    if (count != 0) result.emptied_by = emptied_by(*filtering);
    return result;
  }
  context.absorb(*filtering);
  if (result.left_out != 0) {
    context.note("filters.left_out", {},
                 "left out by filters: " + std::to_string(result.left_out) + " of " + std::to_string(count) +
                     " samples" + parts_left_out(before, Sums(result.set)));
  }
  return result;
}

}  // namespace

bool Filters::empty() const { return samples.empty() && stacks.empty() && scalings.empty() && !anonymize; }

bool Filters::may_drop_samples() const { return !samples.empty() || stacks.has_patterns(); }

Filtered apply_filters(ProfileSet set, const Filters& filters, const NameRules& names, SampleOrder order,
                       Context& context) {
  Filtered result{.set = std::move(set), .left_out = 0, .emptied_by = {}};
  if (!filters.samples.empty() || !filters.stacks.empty()) {
    result = filtered(std::move(result.set), filters, names, order, context);
  }
  if (!filters.scalings.empty()) result.set = scale_values(std::move(result.set), filters.scalings, context);
  if (filters.anonymize) result.set = anonymize(std::move(result.set), context);
  return result;
}

}  // namespace profconv
