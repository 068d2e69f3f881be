// SPDX-License-Identifier: Apache-2.0
// Two sets made comparable, and merged: the base with negated values and its label.
#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/transforms/keep_rows.h"
#include "core/transforms/merge_periods.h"
#include "core/transforms/merge_types.h"
#include "core/transforms/normalization.h"
#include "core/transforms/side_copy.h"
#include "profconv/comparison.h"
#include "profconv/errors.h"
#include "profconv/merge.h"

namespace profconv {

namespace {

std::string words_for(const ValueType& type) { return one_line(type.type + "/" + type.unit); }

std::string words_for(const std::vector<ValueType>& types) {
  std::string all;
  for (const ValueType& type : types) {
    all.append(all.empty() ? "" : ", ").append(words_for(type));
    if (type.aggregation != Aggregation::sum) all += " (does not add)";
  }
  return all.empty() ? "none" : all;
}

/// Value types that both profiles have and that add, by their places.
struct SharedTypes {
  std::vector<std::size_t> base;
  std::vector<std::size_t> now;
};

void note_left(const ValueType& type, std::string_view why, Context& context) {
  context.note("compare.left." + one_line(type.type), {},
               "values of " + words_for(type) + " are not compared: " + std::string(why));
}

SharedTypes shared_types(const Profile& base, const Profile& now, Context& context) {
  SharedTypes shared;
  const std::vector<TypeKey> base_keys = type_keys(base);
  const std::vector<TypeKey> now_keys = type_keys(now);
  std::map<TypeKey, std::size_t> base_places;
  for (std::size_t i = 0; i < base_keys.size(); ++i) base_places.emplace(base_keys[i], i);
  const auto is_shared = [&](const TypeKey& key) {
    return key.aggregation == Aggregation::sum && base_places.contains(key);
  };
  if (std::none_of(now_keys.begin(), now_keys.end(), is_shared)) {
    throw UsageError("no value type of the two can be compared: the base has " + words_for(base.value_types) +
                     ", the other " + words_for(now.value_types));
  }
  const std::set<TypeKey> known_now(now_keys.begin(), now_keys.end());
  for (std::size_t i = 0; i < now_keys.size(); ++i) {
    const auto found = base_places.find(now_keys[i]);
    if (now_keys[i].aggregation != Aggregation::sum) {
      note_left(now.value_types[i], "they do not add", context);
    } else if (found == base_places.end()) {
      note_left(now.value_types[i], "the base has none", context);
    } else {
      shared.base.push_back(found->second);
      shared.now.push_back(i);
    }
  }
  for (std::size_t i = 0; i < base_keys.size(); ++i) {
    if (!known_now.contains(base_keys[i])) {
      note_left(base.value_types[i], "only the base has them", context);
    }
  }
  return shared;
}

void keep_types(Profile& profile, const std::vector<std::size_t>& places) {
  Profile kept{.name = std::move(profile.name), .metadata = std::move(profile.metadata)};
  kept.samples = std::move(profile.samples);
  std::vector<std::vector<std::int64_t>> values;
  for (const std::size_t place : places) {
    kept.value_types.push_back(profile.value_types[place]);
    values.push_back(std::move(kept.samples.values[place]));
  }
  kept.samples.values = std::move(values);
  profile = std::move(kept);
}

void negate(Profile& profile) {
  for (std::size_t i = 0; i < profile.samples.values.size(); ++i) {
    for (std::int64_t& value : profile.samples.values[i]) {
      if (value == std::numeric_limits<std::int64_t>::min()) {
        throw OverflowError("the negative of a value of " + words_for(profile.value_types[i]) +
                            " overflows a 64-bit integer");
      }
      value = -value;
    }
  }
}

/// A sample's place in one recording says nothing of another.
void forget_the_run(Profile& profile) {
  profile.samples.start_ns.clear();
  profile.samples.shared_depth.clear();
  profile.samples.labels.resize(profile.samples.size());
}

/// Of the base's own metadata nothing is true of the whole but when and how it was sampled: as in pprof, the comparison
/// begins with the earlier recording, and lasts as long as both.
void describe_base(Profile& base, const Profile& now) {
  const Metadata& m = now.metadata;
  const Metadata& old = base.metadata;
  base.name = now.name;
  base.metadata = {.source_format = base.metadata.source_format,
                   .start_ns = old.start_ns,
                   .duration_ns = old.duration_ns,
                   .duration_instructions = old.duration_instructions,
                   .period = m.period,
                   .period_type = m.period_type,
                   .attributes = old.attributes,
                   .default_type = m.default_type,
                   .distribution = m.distribution,
                   .module_names = base.metadata.module_names,
                   .is_comparison = true,
                   .recordings = 0};
}

/// Counts taken at different rates differ for that alone.
void warn_of_rates(const Profile& base, const Profile& now, Context& context) {
  if (base.samples.size() == 0 || now.samples.size() == 0) return;
  const Period before{.events = base.metadata.period, .type = base.metadata.period_type};
  const Period after{.events = now.metadata.period, .type = now.metadata.period_type};
  if (before.events == 0 || after.events == 0 || united(before, after)) return;
  const std::vector<TypeKey> types = type_keys(now);
  if (std::none_of(types.begin(), types.end(), counts_samples)) return;
  context.data_loss("compare.periods", {},
                    "compares sample counts of different periods (" + one_line(words_for(before)) + ", " +
                        one_line(words_for(after)) + "): compare times (--freq, --type) or shares (--normalize)");
}

/// Places of profiles that are compared with one another.
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

Pairs pairs_of(const std::vector<Profile>& base, const std::vector<Profile>& now, Context& context) {
  if (base.size() == 1 && now.size() == 1) return {{0, 0}};
  Pairs pairs;
  std::vector<bool> met(base.size());
  using Key = std::pair<std::string_view, std::string_view>;
  const auto key_of = [](const Profile& profile) { return Key(profile.name, profile.metadata.distribution); };
  std::multimap<Key, std::size_t> unmet;
  for (std::size_t b = 0; b < base.size(); ++b) unmet.emplace(key_of(base[b]), b);
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto place = unmet.lower_bound(key_of(now[i]));  // of several the first
    if (place == unmet.end() || place->first != key_of(now[i])) {
      context.note("compare.only_now", {}, "a profile has no counterpart in the base: " + one_line(now[i].name));
      continue;
    }
    met[place->second] = true;
    pairs.emplace_back(place->second, i);
    unmet.erase(place);
  }
  for (std::size_t b = 0; b < base.size(); ++b) {
    if (met[b]) continue;
    context.note("compare.only_base", {}, "a profile of the base has no counterpart: " + one_line(base[b].name));
  }
  if (pairs.empty()) throw UsageError("no profile of the two has the name of one of the other; --only chooses one");
  // The order of a merged set, so that its profiles are these pairs, one by one.
  std::stable_sort(pairs.begin(), pairs.end(),
                   [&](const auto& a, const auto& b) { return key_of(now[a.second]) < key_of(now[b.second]); });
  return pairs;
}

/// Source files and modules in the place of functions; other granularities are a matter of matching.
ProfileSet at_granularity(ProfileSet set, Granularity granularity) {
  if (granularity <= Granularity::function) return set;
  // What it notes (no frame has a file) is true of one side alone, and seen in the result.
  Context unheard;
  StackFilter filter;
  filter.granularity = granularity;
  return filter_stacks(std::move(set), filter, {}, SampleOrder::merged, unheard).set;
}

/// The dictionary and the profiles of a set, to work on.
struct Parts {
  std::shared_ptr<const Dictionary> dictionary;
  std::vector<Profile> profiles;

  explicit Parts(ProfileSet set) : dictionary(set.shared_dictionary()), profiles(std::move(set).release_profiles()) {}
  ProfileSet whole() && { return {std::move(dictionary), std::move(profiles)}; }
};

/// What meets: profiles of both sides, one by one, with the same value types.
struct Sides {
  Parts base;
  Parts now;
  std::vector<std::vector<SideRatios>> ratios;  ///< of each pair, for each value type

  Sides(ProfileSet old, ProfileSet fresh, const ComparisonRules& rules, Context& context)
      : base(std::move(old)), now(std::move(fresh)) {
    const bool has_framed = has_framed_names(*base.dictionary) || has_framed_names(*now.dictionary);
    std::vector<Profile> old_profiles;
    std::vector<Profile> fresh_profiles;
    for (const auto& [b, n] : pairs_of(base.profiles, now.profiles, context)) {
      Profile& before = base.profiles[b];
      Profile& after = now.profiles[n];
      const SharedTypes types = shared_types(before, after, context);
      std::vector<SideRatios>& of_types = ratios.emplace_back();
      const bool is_normalized = rules.normalization != Normalization::none;
      for (std::size_t i = 0; is_normalized && i < types.base.size(); ++i) {
        of_types.push_back(ratios_for(rules.normalization, measured(before, types.base[i], rules.base_totals, b),
                                      measured(after, types.now[i], rules.now_totals, n), context));
      }
      keep_types(before, types.base);
      keep_types(after, types.now);
      if (!is_normalized) warn_of_rates(before, after, context);
      describe_base(before, after);
      after.metadata.merged_sampling = {};
      after.metadata.module_names = after.metadata.module_names || has_framed;
      old_profiles.push_back(std::move(before));
      fresh_profiles.push_back(std::move(after));
    }
    base.profiles = std::move(old_profiles);
    now.profiles = std::move(fresh_profiles);
  }

 private:
  static MeasuredType measured(const Profile& profile, std::size_t type, const Totals& known, std::size_t place) {
    return {.type = &profile.value_types[type],
            .total = known.empty() ? total(profile, type) : known.at(place).at(type)};
  }
};

/// Profiles with a copy of their dictionary.
ProfileSet copied(std::vector<Profile> profiles, Side side, SideCopy& copy, const Context& context) {
  for (Profile& profile : profiles) {
    forget_the_run(profile);
    if (side == Side::base) negate(profile);
    copy.carry(profile.samples, context);
  }
  return {std::move(copy).finish(), std::move(profiles)};
}

/// Both sides in one set.
ProfileSet merged(std::vector<Profile> base, SideCopy& base_copy, std::vector<Profile> now, SideCopy& now_copy,
                  Context& context) {
  Merger merger(context);
  merger.add(copied(std::move(now), Side::now, now_copy, context), "the new profile");
  merger.add(copied(std::move(base), Side::base, base_copy, context), "the base");
  return std::move(merger).finish();
}

/// With frames that meet.
ProfileSet matched(Parts base, Parts now, Granularity granularity, Context& context) {
  const FrameMatching matching{.granularity = granularity,
                               .base_has_modules = has_modules(*base.dictionary),
                               .now_has_modules = has_modules(*now.dictionary)};
  MatchedCopy base_copy(*base.dictionary, Side::base, matching);
  MatchedCopy now_copy(*now.dictionary, Side::now, matching);
  return merged(std::move(base.profiles), base_copy, std::move(now.profiles), now_copy, context);
}

/// Leaves out samples whose values are all 0, as pprof does of what it merges: Go's heap profiles have some, and a
/// comparison says nothing of them.
void drop_empty(Samples& samples, std::size_t thread_count) {
  std::vector<bool> kept(samples.size());
  for (const std::vector<std::int64_t>& values : samples.values) {
    for (std::size_t row = 0; row < values.size(); ++row) kept[row] = kept[row] || values[row] != 0;
  }
  keep_rows(samples, kept, thread_count);
}

/// With frames as each side recorded them.
ProfileSet detailed(Parts base, Parts now, Context& context) {
  // Where one side has no modules they would keep its functions and those of the other apart by name.
  if (!has_modules(*base.dictionary) || !has_modules(*now.dictionary)) {
    for (Profile& profile : base.profiles) profile.metadata.module_names = false;
    for (Profile& profile : now.profiles) profile.metadata.module_names = false;
  }
  for (Parts* const side : {&base, &now}) {
    for (Profile& profile : side->profiles) drop_empty(profile.samples, side->dictionary->threads().size());
  }
  DetailedCopy base_copy(*base.dictionary, Side::base, now.dictionary.get());
  DetailedCopy now_copy(*now.dictionary, Side::now, nullptr);
  return merged(std::move(base.profiles), base_copy, std::move(now.profiles), now_copy, context);
}

ProfileSet normalized(ProfileSet set, const std::vector<std::vector<SideRatios>>& ratios) {
  Parts parts(std::move(set));
  const BaseSamples is_base(*parts.dictionary);
  for (std::size_t i = 0; i < parts.profiles.size(); ++i) scale_sides(parts.profiles[i], is_base, ratios[i]);
  return std::move(parts).whole();
}

void warn_of_comparison(const ProfileSet& set, std::string_view side, Context& context) {
  const BaseSamples is_base(set.dictionary());
  const auto& profiles = set.profiles();
  if (std::none_of(profiles.begin(), profiles.end(), [&](const Profile& p) { return is_base.compared_in(p); })) return;
  context.data_loss("compare.of_comparison", {},
                    std::string(side) +
                        " is itself a comparison: its differences are compared; give the profiles that "
                        "it was made of");
}

}  // namespace

Comparison compare(ProfileSet base, ProfileSet now, const ComparisonRules& rules, Context& context) {
  warn_of_comparison(base, "BASE", context);
  warn_of_comparison(now, "NEW", context);
  Sides sides(std::move(base), std::move(now), rules, context);
  std::optional<ProfileSet> details;
  // What merging notes is noted of the other set.
  if (rules.with_details) details = detailed(sides.base, sides.now, *context.fork());
  Parts old(at_granularity(std::move(sides.base).whole(), rules.granularity));
  Parts fresh(at_granularity(std::move(sides.now).whole(), rules.granularity));
  Comparison comparison{.set = matched(std::move(old), std::move(fresh), rules.granularity, context),
                        .details = std::move(details),
                        .changes = {}};
  const std::vector<Profile>& profiles = comparison.set.profiles();
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    comparison.changes.push_back(
        {.name = profiles[i].name, .types = changes(comparison.set.dictionary(), profiles[i], sides.ratios[i])});
  }
  if (rules.normalization == Normalization::none) return comparison;
  comparison.set = normalized(std::move(comparison.set), sides.ratios);
  if (comparison.details) comparison.details = normalized(std::move(*comparison.details), sides.ratios);
  return comparison;
}

}  // namespace profconv
