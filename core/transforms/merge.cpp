// SPDX-License-Identifier: Apache-2.0
// Which profiles meet, and what they become.
#include "profconv/merge.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/model/dictionary_builder.h"
#include "core/transforms/content_order.h"
#include "core/transforms/dictionary_copy.h"
#include "core/transforms/merge_metadata.h"
#include "core/transforms/merge_rows.h"
#include "core/transforms/merge_types.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

enum class Timing : std::uint8_t { none, start_times, spans };

/// What profiles that become one agree on. All of it is as true of what they become.
struct GroupKey {
  std::string name;
  std::string distribution;
  Timing timing = Timing::none;
  std::vector<TypeKey> not_added;  ///< value types of which a row cannot lack one: 0 is no maximum
  std::size_t place = 0;           ///< among profiles of this key in one input

  bool operator<(const GroupKey& other) const {
    return std::tie(name, distribution, timing, not_added, place) <
           std::tie(other.name, other.distribution, other.timing, other.not_added, other.place);
  }
};

GroupKey key_of(const Profile& profile, const std::vector<TypeKey>& types) {
  const Samples& samples = profile.samples;
  GroupKey key{.name = profile.name, .distribution = profile.metadata.distribution};
  if (!samples.start_ns.empty()) key.timing = Timing::start_times;
  if (!samples.shared_depth.empty()) key.timing = Timing::spans;
  std::copy_if(types.begin(), types.end(), std::back_inserter(key.not_added),
               [](const TypeKey& type) { return type.aggregation != Aggregation::sum; });
  std::sort(key.not_added.begin(), key.not_added.end());
  return key;
}

bool adds_up(const GroupKey& key) {
  return std::none_of(key.not_added.begin(), key.not_added.end(),
                      [](const TypeKey& type) { return type.aggregation == Aggregation::last; });
}

std::string called(const std::string& name) { return name.empty() ? "without a name" : "called '" + name + "'"; }

/// Profiles that become one.
class Group {
 public:
  explicit Group(const GroupKey& key) : key_(key), rows_(adds_up(key)) {}

  void add(const Profile& profile, std::vector<TypeKey> types, const IdMaps& maps, std::string_view input,
           const Context& context) {
    metadata_.add(profile, input);
    if (key_.timing == Timing::spans) add_threads(profile, maps, input);
    rows_.add(profile, types, maps, context);
    types_.insert(types.begin(), types.end());
    if (members_++ == 0) {
      first_types_ = std::move(types);
    } else {
      same_types_ = same_types_ && types == first_types_;
      same_sets_ =
          same_sets_ && std::set(types.begin(), types.end()) == std::set(first_types_.begin(), first_types_.end());
    }
  }

  [[nodiscard]] Profile finish(const Dictionary& dictionary, const ContentOrder& order, Context& context) const {
    const std::vector<TypeKey> keys = kept_types();
    Profile profile{.name = key_.name, .metadata = metadata_.finish(keys, context)};
    const std::map<TypeKey, ValueType> finest = finest_types();
    for (const TypeKey& key : keys) profile.value_types.push_back(finest.at(key));
    profile.metadata.merged_maxima |= rows_.merged_maxima();
    profile.samples = rows_.sorted(keys, profile.value_types, dictionary, order);
    if (!same_sets_) note_zeros(context);
    if (members_ > 1 && key_.timing != Timing::none) note_clock(profile.metadata.clock, context);
    return profile;
  }

 private:
  /// What goes on from one span to the next is told by their order on the thread, of which one input knows nothing of
  /// another's.
  void add_threads(const Profile& profile, const IdMaps& maps, std::string_view input) {
    std::set<ThreadId> threads;
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
      threads.insert(maps.threads[profile.samples.thread_of(row).value]);
    }
    for (const ThreadId thread : threads) {
      if (threads_.insert(thread).second) continue;
      throw UsageError(std::string(input) +
                       ": has spans of a thread that another input has, too, in unknown order; convert each alone, or "
                       "use --thread, --pid");
    }
  }

  /// In the order of the inputs, if they have one; without counts of samples it would depend on which are merged first.
  [[nodiscard]] std::vector<TypeKey> kept_types() const {
    if (same_types_ && !metadata_.periods_differ()) return first_types_;
    std::vector<TypeKey> kept(types_.begin(), types_.end());
    if (metadata_.periods_differ()) std::erase_if(kept, counts_samples);
    return kept;
  }

  [[nodiscard]] std::map<TypeKey, ValueType> finest_types() const {
    std::map<TypeKey, ValueType> types;
    for (const MergedRows::Column& column : rows_.columns()) {
      const auto [place, is_new] = types.try_emplace(column.key, column.type);
      if (!is_new) place->second = finer(place->second, column.type);
    }
    return types;
  }

  void note_zeros(Context& context) const {
    context.note("merge.zeros", {},
                 "the profiles " + called(key_.name) +
                     " do not all have the same value types: one that an input lacks is 0 there");
  }

  static void note_clock(Clock clock, Context& context) {
    if (clock == Clock::monotonic) {
      context.note("merge.clock", {}, "start times are monotonic: assuming one boot of one machine");
    } else if (clock == Clock::relative) {
      context.note("merge.clock", {}, "start times are relative: every input starts at 0, so they overlap");
    }
  }

  GroupKey key_;
  MergedRows rows_;
  MergedMetadata metadata_;
  std::set<ThreadId> threads_;  ///< of spans
  std::set<TypeKey> types_;
  std::vector<TypeKey> first_types_;
  bool same_types_ = true;
  bool same_sets_ = true;
  std::size_t members_ = 0;
};

}  // namespace

class Merger::Groups {
 public:
  explicit Groups(Context& context) : context_(context), dictionary_(context.limits()) {}

  void add(const ProfileSet& set, std::string_view input) {
    const IdMaps maps = dictionary_.absorb(set.dictionary());
    std::map<GroupKey, std::size_t> places;
    std::map<std::string, std::size_t> names;
    for (const Profile& profile : set.profiles()) {
      std::vector<TypeKey> types = type_keys(profile);
      GroupKey key = key_of(profile, types);
      key.place = places[key]++;
      most_of_name_[key.name] = std::max(most_of_name_[key.name], ++names[key.name]);
      groups_.try_emplace(key, key).first->second.add(profile, std::move(types), maps, input, context_);
    }
  }

  ProfileSet finish() && {
    note_apart();
    const Dictionary dictionary = std::move(dictionary_).take();
    const ContentOrder order(dictionary, context_);
    std::vector<Profile> profiles;
    for (const auto& [key, group] : groups_) profiles.push_back(group.finish(dictionary, order, context_));
    // Profiles with equal rows then have equal ids, however they were made.
    DictionaryCopy copy(dictionary);
    for (Profile& profile : profiles) copy.carry(profile.samples, context_);
    return {std::move(copy).finish(), std::move(profiles)};
  }

 private:
  void note_apart() {
    std::map<std::string, std::size_t> names;
    for (const auto& [key, group] : groups_) ++names[key.name];
    for (const auto& [name, count] : names) {
      if (count <= most_of_name_[name]) continue;
      context_.note("merge.apart", {},
                    "profiles " + called(name) +
                        " are kept apart: they differ in start times, buckets, or value types that do not add");
    }
  }

  Context& context_;
  DictionaryBuilder dictionary_;
  std::map<GroupKey, Group> groups_;
  std::map<std::string, std::size_t> most_of_name_;  ///< in one input
};

Merger::Merger(Context& context) : groups_(std::make_unique<Groups>(context)) {}

Merger::~Merger() = default;

void Merger::add(const ProfileSet& set, std::string_view input) { groups_->add(set, input); }

ProfileSet Merger::finish() && { return std::move(*groups_).finish(); }

ProfileSet merge(const std::vector<ProfileSet>& sets, Context& context) {
  Merger merger(context);
  for (std::size_t i = 0; i < sets.size(); ++i) merger.add(sets[i], "profile set " + std::to_string(i + 1));
  return std::move(merger).finish();
}

}  // namespace profconv
