// SPDX-License-Identifier: Apache-2.0
// Laws of merging over random profiles: no order and no grouping of the inputs changes anything, and sums are kept.
#include <algorithm>
#include <array>
#include <random>

#include "profconv/errors.h"
#include "profconv/merge.h"
#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "support/model_dump.h"

namespace profconv::test {

namespace {

constexpr int set_count = 6;
constexpr int rounds = 40;

/// Small ranges, so that much is equal and much is not.
class RandomSets {
 public:
  /// Profiles with periods meet more often than others.
  explicit RandomSets(unsigned seed, bool with_periods = false) : random_(seed), with_periods_(with_periods) {}

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

  std::size_t size_below(int limit) { return static_cast<std::size_t>(below(limit)); }

  ProfileSet next() {
    ProfileSetBuilder builder;
    const int profiles = 1 + below(3);
    for (int i = 0; i < profiles; ++i) fill(builder, builder.add_profile(below(2) == 0 ? "" : "named"));
    return std::move(builder).finish();
  }

  template <class T>
  void shuffle(std::vector<T>& items) {
    std::shuffle(items.begin(), items.end(), random_);
  }

 private:
  void fill(ProfileSetBuilder& builder, ProfileBuilder& profile) {
    const bool timed = below(with_periods_ ? 9 : 3) == 0;
    std::vector<ValueType> types{{.type = "samples", .unit = "count"},
                                 {.type = "cpu", .unit = below(2) == 0 ? "ns" : "milliseconds", .scale = -below(2)}};
    shuffle(types);
    types.resize(with_periods_ && below(4) != 0 ? 2 : 1 + size_below(2));
    const std::array others{Aggregation::max, Aggregation::min, Aggregation::last};
    if (below(with_periods_ ? 6 : 2) == 0)
      types.push_back({.type = "other", .unit = "count", .aggregation = others.at(size_below(3))});
    for (const ValueType& type : types) profile.add_value_type(type);
    Metadata& m = profile.metadata();
    m.clock = Clock::monotonic;
    m.command = std::string(size_below(2), 'c') + std::string(size_below(2), 'd');
    m.comments.assign(size_below(3), "comment " + std::to_string(below(2)));
    m.duration_ns = below(3);
    m.duration_instructions = below(3);
    m.default_type = std::array{"", "samples", "cpu", "other"}.at(size_below(4));
    if (below(2) == 0) m.start_ns = below(9);
    m.doc_url = below(2) == 0 ? "" : "u" + std::to_string(below(2));
    m.source_format = below(2) == 0 ? "dhat" : "pprof";
    m.module_names = below(5) == 0;
    for (const char* const key : {"host", "pid"}) {
      if (below(4) != 0) m.attributes[key] = below(2);
    }
    if (with_periods_) set_period(m);
    for (int row = below(8); row > 0; --row) add_row(builder, profile, types.size(), timed);
  }

  void set_period(Metadata& m) {
    const std::array<Period, 6> periods{{{},
                                         {.events = 10, .type = {.type = "cpu", .unit = "milliseconds"}},
                                         {.events = 10'000'000, .type = {.type = "cpu", .unit = "ns"}},
                                         {.events = 20, .type = {.type = "cpu", .unit = "ms"}},
                                         {.events = 1, .type = {.type = "cpu", .unit = "seconds", .scale = -2}},
                                         {.events = 10, .type = {.type = "wall", .unit = "ms"}}}};
    const Period& period = periods.at(size_below(below(8) == 0 ? 6 : 4));
    m.period = period.events;
    m.period_type = period.type;
  }

  void add_row(ProfileSetBuilder& builder, ProfileBuilder& profile, std::size_t types, bool timed) {
    SampleKey key;
    for (int depth = below(4); depth > 0; --depth) {
      const FunctionId function = builder.function({.name = builder.string("f" + std::to_string(below(3)))});
      key.stack = builder.child(key.stack, builder.frame({.function = function, .line = below(2)}));
    }
    key.thread = builder.thread({.pid = below(2), .tid = below(2), .thread_name = builder.string(below(2) ? "t" : "")});
    const std::array labels{LabelText{.key = "k", .number = below(2), .is_number = true}};
    if (below(3) == 0) key.labels = builder.labels(labels);
    if (timed) key.start_ns = below(4);
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < types; ++i) values.push_back(below(20) - 5);
    profile.add(key, values);
  }

  std::mt19937 random_;
  bool with_periods_;
};

/// All that a set says, and the ids with which it says it.
std::string exact(const ProfileSet& set) {
  std::string text = dump(set);
  for (const std::string_view string : set.dictionary().strings()) text.append(string).append("|");
  for (const Profile& profile : set.profiles()) {
    const MergedSampling& sampling = profile.metadata.merged_sampling;
    const Metadata& m = profile.metadata;
    text.append(m.period_type.unit).append(sampling.has_only_counts ? " counts " : " ").append(sampling.default_type);
    text += std::to_string(m.duration_instructions) + " of " + std::to_string(m.recordings) + " ";
    for (const Period& p : sampling.periods) {
      text += std::to_string(p.events) + p.type.type + p.type.unit + std::to_string(p.type.scale) + " ";
    }
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
      text += std::to_string(profile.samples.stack[row].value) + "," +
              std::to_string(profile.samples.thread_of(row).value) + "," +
              std::to_string(profile.samples.labels_of(row).value) + " ";
    }
  }
  return text;
}

ProfileSet merged(const std::vector<ProfileSet>& sets) {
  Context context;
  return merge(sets, context);
}

std::int64_t samples_of(const ProfileSet& set) {
  std::int64_t sum = 0;
  for (const Profile& profile : set.profiles()) {
    if (const auto type = profile.find_type("samples")) sum += total(profile, *type);
  }
  return sum;
}

/// CPU time in tenths of nanoseconds.
std::int64_t time_of(const ProfileSet& set) {
  std::int64_t sum = 0;
  for (const Profile& profile : set.profiles()) {
    const auto index = profile.find_type("cpu");
    if (!index) continue;
    const ValueType& type = profile.value_types[*index];
    sum += total(profile, *index) * (type.unit == "ns" ? 1 : 1'000'000) * (type.scale == 0 ? 10 : 1);
  }
  return sum;
}

/// The sets merged group by group, in random order; "refused" where any merge is.
std::string merged_in_groups(std::vector<ProfileSet> sets, RandomSets& random) {
  try {
    random.shuffle(sets);
    while (sets.size() > 1) {
      const auto cut = static_cast<std::ptrdiff_t>(sets.size()) - 1 - random.below(static_cast<int>(sets.size()) - 1);
      std::vector<ProfileSet> group(sets.begin() + cut - 1, sets.end());
      sets.erase(sets.begin() + cut - 1, sets.end());
      sets.push_back(merged(group));
      random.shuffle(sets);
    }
    return exact(merged(sets));
  } catch (const UsageError&) {
    return "refused";
  }
}

}  // namespace

TEST_CASE("law: neither the order nor the grouping of what is merged matters", "[merge][laws]") {
  for (unsigned seed = 0; seed < rounds; ++seed) {
    INFO("seed " << seed);
    RandomSets random(seed);
    std::vector<ProfileSet> sets;
    for (int i = 0; i < set_count; ++i) sets.push_back(random.next());
    const ProfileSet all = merged(sets);
    std::int64_t samples = 0;
    for (const ProfileSet& set : sets) samples += samples_of(set);
    CHECK(samples_of(all) == samples);
    CHECK(merged_in_groups(sets, random) == exact(all));
    random.shuffle(sets);
    CHECK(exact(merged(sets)) == exact(all));
  }
}

TEST_CASE("law: nor does either where sampling periods differ, refusals included", "[merge][laws]") {
  int refused = 0;
  int mixed = 0;
  for (unsigned seed = 0; seed < 4 * rounds; ++seed) {
    INFO("seed " << seed);
    RandomSets random(seed, true);
    std::vector<ProfileSet> sets;
    std::int64_t time = 0;
    for (int i = 0; i < set_count / 2; ++i) time += time_of(sets.emplace_back(random.next()));
    std::string all = "refused";
    try {
      const ProfileSet flat = merged(sets);
      all = exact(flat);
      CHECK(time_of(flat) == time);
      const auto is_mixed = [](const Profile& p) { return p.metadata.merged_sampling.periods.size() > 1; };
      mixed += std::any_of(flat.profiles().begin(), flat.profiles().end(), is_mixed) ? 1 : 0;
    } catch (const UsageError&) {
      ++refused;
    }
    for (int order = 0; order < 3; ++order) CHECK(merged_in_groups(sets, random) == all);
  }
  CHECK(refused > rounds / 4);
  CHECK(mixed > rounds / 4);
}

}  // namespace profconv::test
