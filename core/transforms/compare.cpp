// SPDX-License-Identifier: Apache-2.0
// Two sets made comparable, and merged: the base with negated values and its label.
#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "comparable_name.h"
#include "dictionary_copy.h"
#include "merge_types.h"
#include "name_policy.h"
#include "profconv/comparison.h"
#include "profconv/errors.h"
#include "profconv/merge.h"
#include "profconv/names.h"

namespace profconv {

namespace {

/// Which side of a comparison a set is.
enum class Side : std::uint8_t { base, now };

/// Whether names are written "module`function", as in collapsed stacks of DTrace.
bool has_framed_names(const Dictionary& dictionary) {
  const auto functions = dictionary.functions();
  return std::any_of(functions.begin(), functions.end(),
                     [&](const Function& f) { return !split_framed(dictionary.string(f.name)).module.empty(); });
}

bool has_mappings(const Dictionary& dictionary) {
  const auto mappings = dictionary.mappings();
  return std::any_of(mappings.begin(), mappings.end(), [](const Mapping& m) { return bool(m.file); });
}

/// "0x7f2a1c00", as formats that know names alone write a frame without a function.
bool is_address(std::string_view name) {
  return name.starts_with("0x") && name.size() > 2 &&
         name.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

/// Copies what can be found again in another run, and labels the base.
class ComparableCopy final : public DictionaryCopy {
 public:
  ComparableCopy(const Dictionary& from, Side side, bool keeps_modules)
      : DictionaryCopy(from), side_(side), keeps_modules_(keeps_modules) {}

 private:
  FrameId copy(const Frame& old) override {
    if (old.kind == FrameKind::synthetic) return DictionaryCopy::copy(old);
    const Function& function = from().function(old.function);
    const FramedName name = split_framed(from().string(function.name ? function.name : function.system_name));
    Frame frame{.address = old.address, .line = old.line};
    if (old.function && !is_address(name.function)) {
      frame.function =
          into().function({.name = into().string(comparable_name(name.function)), .file = carry(function.file)});
    }
    if (keeps_modules_) frame.mapping = into().mapping({.file = into().string(module_of(old, name))});
    return into().frame(frame);
  }

  [[nodiscard]] std::string_view module_of(const Frame& frame, const FramedName& name) const {
    const std::string_view file = from().string(from().mapping(frame.mapping).file);
    if (!file.empty() || name.module.empty()) return base_name(file);
    return name.module.substr(0, name.module.size() - 1);
  }

  ThreadId copy(const Thread& old) override {
    return into().thread({.process_name = carry(old.process_name), .thread_name = carry(old.thread_name)});
  }

  LabelSetId copy(std::span<const Label> old) override {
    std::vector<LabelText> texts;
    for (const Label& label : old) {
      if (from().string(label.key) == base_label_key) continue;
      texts.push_back({.key = from().string(label.key),
                       .text = from().string(label.text),
                       .unit = from().string(label.unit),
                       .number = label.number,
                       .is_number = label.is_number});
    }
    if (side_ == Side::base) texts.push_back({.key = base_label_key, .text = base_label_text});
    return into().labels(texts);
  }

  Side side_;
  bool keeps_modules_;
};

std::string words_for(const ValueType& type) { return one_line(type.type + "/" + type.unit); }

std::string words_for(const std::vector<ValueType>& types) {
  std::string all;
  for (const ValueType& type : types) all.append(all.empty() ? "" : ", ").append(words_for(type));
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
  for (std::size_t i = 0; i < now_keys.size(); ++i) {
    const auto found = std::find(base_keys.begin(), base_keys.end(), now_keys[i]);
    if (now_keys[i].aggregation != Aggregation::sum) {
      note_left(now.value_types[i], "they do not add", context);
    } else if (found == base_keys.end()) {
      note_left(now.value_types[i], "the base has none", context);
    } else {
      shared.base.push_back(static_cast<std::size_t>(found - base_keys.begin()));
      shared.now.push_back(i);
    }
  }
  for (std::size_t i = 0; i < base_keys.size(); ++i) {
    if (std::find(now_keys.begin(), now_keys.end(), base_keys[i]) == now_keys.end()) {
      note_left(base.value_types[i], "only the base has them", context);
    }
  }
  if (!shared.now.empty()) return shared;
  throw UsageError("no value type of the two can be compared: the base has " + words_for(base.value_types) +
                   ", the other " + words_for(now.value_types));
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
        throw OverflowError("the negative of a value of " + words_for(profile.value_types[i]) + " leaves 64 bits");
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

/// Of the base's own metadata nothing is true of the whole but how it was sampled.
void describe_base(Profile& base, const Profile& now, Context& context) {
  const Metadata& m = now.metadata;
  const Metadata& old = base.metadata;
  if (old.period != 0 && m.period != 0 && (old.period != m.period || old.period_type != m.period_type)) {
    context.note("compare.periods", {},
                 "the two were sampled at different rates, so that counts of samples differ for that alone: compare"
                 " times, or --normalize");
  }
  base.name = now.name;
  base.metadata = {.source_format = base.metadata.source_format,
                   .period = m.period,
                   .period_type = m.period_type,
                   .default_type = m.default_type,
                   .distribution = m.distribution,
                   .module_names = base.metadata.module_names};
}

/// Places of profiles that are compared with one another.
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

Pairs pairs_of(const std::vector<Profile>& base, const std::vector<Profile>& now, Context& context) {
  if (base.size() == 1 && now.size() == 1) return {{0, 0}};
  Pairs pairs;
  std::vector<bool> met(base.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    std::size_t found = 0;
    const auto fits = [&](std::size_t b) {
      return !met[b] && base[b].name == now[i].name && base[b].metadata.distribution == now[i].metadata.distribution;
    };
    while (found < base.size() && !fits(found)) ++found;
    if (found == base.size()) {
      context.note("compare.only_now", {}, "a profile has no counterpart in the base: " + one_line(now[i].name));
      continue;
    }
    met[found] = true;
    pairs.emplace_back(found, i);
  }
  for (std::size_t b = 0; b < base.size(); ++b) {
    if (met[b]) continue;
    context.note("compare.only_base", {}, "a profile of the base has no counterpart: " + one_line(base[b].name));
  }
  if (pairs.empty()) throw UsageError("no profile of the two has the name of one of the other; --only chooses one");
  return pairs;
}

ProfileSet at_granularity(ProfileSet set, Granularity granularity) {
  // What it notes (no frame has a line) is true of one side alone, and seen in the result.
  Context unheard;
  StackFilter filter;
  filter.granularity = granularity;
  return filter_stacks(std::move(set), filter, {}, SampleOrder::merged, unheard).set;
}

ProfileSet comparable(ProfileSet set, Side side, bool keeps_modules, const Context& context) {
  const auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  ComparableCopy copy(*dictionary, side, keeps_modules);
  for (Profile& profile : profiles) {
    forget_the_run(profile);
    if (side == Side::base) negate(profile);
    copy.carry(profile.samples, context);
  }
  return {std::move(copy).finish(), std::move(profiles)};
}

/// The dictionary and the profiles of a set, to work on.
struct Parts {
  std::shared_ptr<const Dictionary> dictionary;
  std::vector<Profile> profiles;

  explicit Parts(ProfileSet set) : dictionary(set.shared_dictionary()), profiles(std::move(set).release_profiles()) {}
  ProfileSet whole() && { return {std::move(dictionary), std::move(profiles)}; }
};

}  // namespace

ProfileSet compare(ProfileSet base, ProfileSet now, const ComparisonRules& rules, Context& context) {
  Parts old(at_granularity(std::move(base), rules.granularity));
  Parts fresh(at_granularity(std::move(now), rules.granularity));
  const bool base_is_framed = has_framed_names(*old.dictionary);
  const bool now_is_framed = has_framed_names(*fresh.dictionary);
  const bool both_have_modules =
      (base_is_framed || has_mappings(*old.dictionary)) && (now_is_framed || has_mappings(*fresh.dictionary));
  std::vector<Profile> old_profiles;
  std::vector<Profile> fresh_profiles;
  for (const auto& [b, n] : pairs_of(old.profiles, fresh.profiles, context)) {
    Profile& before = old.profiles[b];
    Profile& after = fresh.profiles[n];
    const SharedTypes types = shared_types(before, after, context);
    keep_types(before, types.base);
    keep_types(after, types.now);
    after.metadata.module_names = after.metadata.module_names || base_is_framed || now_is_framed;
    describe_base(before, after, context);
    old_profiles.push_back(std::move(before));
    fresh_profiles.push_back(std::move(after));
  }
  old.profiles = std::move(old_profiles);
  fresh.profiles = std::move(fresh_profiles);
  ProfileSet before = std::move(old).whole();
  ProfileSet after = std::move(fresh).whole();
  if (rules.normalized) after = normalize(std::move(after), before, context);
  Merger merger(context);
  merger.add(comparable(std::move(after), Side::now, both_have_modules, context), "the new profile");
  merger.add(comparable(std::move(before), Side::base, both_have_modules, context), "the base");
  return std::move(merger).finish();
}

}  // namespace profconv
