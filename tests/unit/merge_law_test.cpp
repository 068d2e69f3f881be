// SPDX-License-Identifier: Apache-2.0
// Laws of merging over random profiles: no order and no grouping of the inputs changes anything, and sums are kept.
#include <algorithm>
#include <array>
#include <random>

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
  explicit RandomSets(unsigned seed) : random_(seed) {}

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
    const bool timed = below(3) == 0;
    std::vector<ValueType> types{{.type = "samples", .unit = "count"},
                                 {.type = "cpu", .unit = below(2) == 0 ? "ns" : "milliseconds", .scale = -below(2)}};
    shuffle(types);
    types.resize(1 + size_below(2));
    const std::array others{Aggregation::max, Aggregation::min, Aggregation::last};
    if (below(2) == 0) types.push_back({.type = "other", .unit = "count", .aggregation = others.at(size_below(3))});
    for (const ValueType& type : types) profile.add_value_type(type);
    Metadata& m = profile.metadata();
    m.clock = Clock::monotonic;
    m.command = std::string(size_below(2), 'c') + std::string(size_below(2), 'd');
    m.comments.assign(size_below(3), "comment " + std::to_string(below(2)));
    m.duration_ns = below(3);
    if (below(2) == 0) m.start_ns = below(9);
    m.doc_url = below(2) == 0 ? "" : "u" + std::to_string(below(2));
    m.source_format = below(2) == 0 ? "dhat" : "pprof";
    m.module_names = below(5) == 0;
    for (int row = below(8); row > 0; --row) add_row(builder, profile, types.size(), timed);
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
};

/// All that a set says, and the ids with which it says it.
std::string exact(const ProfileSet& set) {
  std::string text = dump(set);
  for (const std::string_view string : set.dictionary().strings()) text.append(string).append("|");
  for (const Profile& profile : set.profiles()) {
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
    random.shuffle(sets);
    CHECK(exact(merged(sets)) == exact(all));
    while (sets.size() > 1) {
      const auto cut = static_cast<std::ptrdiff_t>(sets.size()) - 1 - random.below(static_cast<int>(sets.size()) - 1);
      std::vector<ProfileSet> group(sets.begin() + cut - 1, sets.end());
      sets.erase(sets.begin() + cut - 1, sets.end());
      sets.push_back(merged(group));
      random.shuffle(sets);
    }
    CHECK(exact(merged(sets)) == exact(all));
  }
}

}  // namespace profconv::test
