// SPDX-License-Identifier: Apache-2.0
// Rebuilding profile sets.
#include "core/transforms/rewrite.h"

#include <algorithm>
#include <limits>
#include <string>

#include "core/tables/stack_depths.h"

namespace profconv {

namespace {

template <class IdType, class Make>
IdType once(std::vector<std::optional<IdType>>& known, IdType id, Make&& make) {
  std::optional<IdType>& slot = known[id.value];
  if (!slot) slot = make();
  return *slot;
}

std::vector<bool> find_stacks_in_use(const ProfileSet& set) {
  const auto stacks = set.dictionary().stacks();
  std::vector<bool> in_use(stacks.size());
  in_use[0] = true;
  for (const Profile& profile : set.profiles()) {
    for (const StackId stack : profile.samples.stack) in_use[stack.value] = true;
  }
  for (std::size_t i = stacks.size(); i-- > 1;) {
    if (in_use[i]) in_use[stacks[i].parent.value] = true;
  }
  return in_use;
}

bool has_last(const Profile& profile) {
  const auto& types = profile.value_types;
  return std::any_of(types.begin(), types.end(), [](const ValueType& t) { return t.aggregation == Aggregation::last; });
}

}  // namespace

/// The new places of what samples refer to.
class Rewriter::Rows {
 public:
  Rows(Rewriter& rewriter, const StackMap& stacks, const StackMap& beginnings)
      : from_(rewriter.from()),
        into_(rewriter.into_),
        context_(rewriter.context_),
        stacks_(stacks),
        beginnings_(beginnings) {
    carry_threads(rewriter);
    carry_labels();
    const auto has_shared = [](const Profile& profile) { return !profile.samples.shared_depth.empty(); };
    if (std::any_of(rewriter.profiles().begin(), rewriter.profiles().end(), has_shared)) depths_.take(from_.stacks());
  }

  /// For stacks that all stay apart: the rows stay what they are, and their ids change in place.
  void move_in_place(Samples& samples) const {
    for (std::size_t row = 0; row < samples.size(); ++row) {
      if (row % Context::steps_between_checks == 0) context_.check_cancelled();
      if (!samples.shared_depth.empty()) samples.shared_depth[row] = shared_depth(samples, row);
      samples.stack[row] = *stacks_[samples.stack[row].value];
    }
    move_columns(samples);
  }

  void move_columns(Samples& samples) const {
    for (ThreadId& thread : samples.thread) thread = threads_[thread.value];
    for (LabelSetId& labels : samples.labels) labels = label_sets_[labels.value];
  }

  void add(const Profile& profile) {
    ProfileBuilder& out = into_.add_profile(profile.name);
    for (const ValueType& type : profile.value_types) out.add_value_type(type);
    out.metadata() = profile.metadata;
    std::vector<std::uint32_t> still_shared(threads_.size(), everything);
    std::vector<std::int64_t> values(profile.value_types.size());
    std::size_t kept = 0;
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
      if (row % Context::steps_between_checks == 0) context_.check_cancelled();
      if (const auto key = new_key(profile.samples, row, still_shared)) {
        for (std::size_t v = 0; v < values.size(); ++v) values[v] = profile.samples.values[v][row];
        out.add(*key, values);
        ++kept;
      }
    }
    if (out.sample_count() < kept && has_last(profile)) report_lost(profile, kept - out.sample_count());
  }

 private:
  static constexpr std::uint32_t everything = std::numeric_limits<std::uint32_t>::max();

  void carry_threads(Rewriter& rewriter) {
    threads_.reserve(from_.threads().size());
    for (Thread thread : from_.threads()) {
      thread.process_name = rewriter.carry(thread.process_name);
      thread.thread_name = rewriter.carry(thread.thread_name);
      threads_.push_back(into_.thread(thread));
    }
  }

  void carry_labels() {
    std::vector<LabelText> texts;
    for (std::uint32_t i = 0; i < from_.label_set_count(); ++i) {
      texts.clear();
      for (const Label& label : from_.labels(LabelSetId{i})) {
        texts.push_back({.key = from_.string(label.key),
                         .text = from_.string(label.text),
                         .unit = from_.string(label.unit),
                         .number = label.number,
                         .is_number = label.is_number});
      }
      label_sets_.push_back(into_.labels(texts));
    }
  }

  /// As many frames as the new stack has where the old one's shared frames end.
  std::uint32_t shared_depth(const Samples& samples, std::size_t row) const {
    const StackId old_stack = samples.stack[row];
    StackId shared = old_stack;
    for (std::size_t above = depths_[old_stack]; above > samples.shared_depth[row]; --above) {
      shared = from_.stack(shared).parent;
    }
    while (!beginnings_[shared.value] && shared) shared = from_.stack(shared).parent;
    const std::size_t depth = beginnings_[shared.value] ? into_.depth(*beginnings_[shared.value]) : 0;
    const auto new_stack = stacks_[old_stack.value];
    return static_cast<std::uint32_t>(new_stack ? std::min(depth, into_.depth(*new_stack)) : depth);
  }

  /// What a sample that is left out did not share with its predecessor, its successor cannot share with it either; and
  /// nobody shares more with a sample than it has.
  std::optional<SampleKey> new_key(const Samples& samples, std::size_t row, std::vector<std::uint32_t>& still_shared) {
    const ThreadId old_thread = samples.thread_of(row);
    const auto stack = stacks_[samples.stack[row].value];
    SampleKey key{.thread = threads_[old_thread.value], .labels = label_sets_[samples.labels_of(row).value]};
    if (!samples.start_ns.empty()) key.start_ns = samples.start_ns[row];
    if (!samples.shared_depth.empty()) {
      std::uint32_t& shared = still_shared[old_thread.value];
      shared = std::min(shared, shared_depth(samples, row));
      key.shared_depth = shared;
      if (stack) shared = static_cast<std::uint32_t>(into_.depth(*stack));
    }
    if (!stack) return std::nullopt;
    key.stack = *stack;
    return key;
  }

  void report_lost(const Profile& profile, std::size_t rows) const {
    std::string types;
    for (const ValueType& type : profile.value_types) {
      if (type.aggregation == Aggregation::last) types.append(types.empty() ? "" : ", ").append(type.type);
    }
    context_.data_loss("rewrite.merged_last", {},
                       std::to_string(rows) + " samples became equal to others, and of their " + types +
                           ", which cannot be added, only the last is kept");
  }

  const Dictionary& from_;
  ProfileSetBuilder& into_;
  Context& context_;
  const StackMap& stacks_;
  const StackMap& beginnings_;
  std::vector<ThreadId> threads_;
  std::vector<LabelSetId> label_sets_;
  StackDepths depths_;  ///< of the old stacks, where samples share them
};

Rewriter::Rewriter(ProfileSet set, SampleOrder order, Context& context)
    : set_(std::move(set)),
      context_(context),
      into_(order, Limits::none()),
      stacks_in_use_(find_stacks_in_use(set_)),
      strings_(from().strings().size()),
      mappings_(from().mappings().size()),
      functions_(from().functions().size()) {}

Rewriter::~Rewriter() = default;

StringId Rewriter::carry(StringId id) {
  return once(strings_, id, [&] { return into_.string(from().string(id)); });
}

MappingId Rewriter::carry(MappingId id) {
  return once(mappings_, id, [&] {
    Mapping mapping = from().mapping(id);
    mapping.file = carry(mapping.file);
    mapping.build_id = carry(mapping.build_id);
    return into_.mapping(mapping);
  });
}

FunctionId Rewriter::carry(FunctionId id) {
  return once(functions_, id, [&] {
    Function function = from().function(id);
    function.name = carry(function.name);
    function.system_name = carry(function.system_name);
    function.file = carry(function.file);
    return into_.function(function);
  });
}

FrameId Rewriter::carry(const Frame& frame, FunctionId function) {
  Frame carried = frame;
  carried.function = function;
  carried.mapping = carry(frame.mapping);
  return into_.frame(carried);
}

StackMap Rewriter::map_frames(const std::function<std::optional<FrameId>(const Frame&)>& new_frame) {
  const auto old_stacks = from().stacks();
  std::vector<std::optional<std::optional<FrameId>>> frames(from().frames().size());
  StackMap stacks(old_stacks.size());
  stacks[0] = StackId{};
  for (std::size_t i = 1; i < old_stacks.size(); ++i) {
    if (i % Context::steps_between_checks == 0) context_.check_cancelled();
    if (!stacks_in_use_[i]) continue;
    const StackNode& node = old_stacks[i];
    auto& frame = frames[node.frame.value];
    if (!frame) frame = new_frame(from().frame(node.frame));
    const StackId parent = *stacks[node.parent.value];
    stacks[i] = *frame ? into_.child(parent, **frame) : parent;
  }
  return stacks;
}

bool Rewriter::all_stay_apart(const StackMap& stacks) const {
  std::vector<bool> seen(stacks.size());
  std::vector<bool> taken(into_.dictionary().stacks().size());
  for (const Profile& profile : set_.profiles()) {
    for (const StackId old_stack : profile.samples.stack) {
      if (seen[old_stack.value]) continue;
      seen[old_stack.value] = true;
      const auto stack = stacks[old_stack.value];
      if (!stack || taken[stack->value]) return false;
      taken[stack->value] = true;
    }
  }
  return true;
}

ProfileSet Rewriter::finish(const StackMap& stacks) && { return std::move(*this).finish(stacks, stacks); }

ProfileSet Rewriter::finish(const StackMap& stacks, const StackMap& beginnings) && {
  Rows rows(*this, stacks, beginnings);
  if (&stacks != &beginnings || !all_stay_apart(stacks)) {
    for (const Profile& profile : set_.profiles()) rows.add(profile);
    return std::move(into_).finish();
  }
  std::vector<Profile> profiles = std::move(set_).release_profiles();
  for (Profile& profile : profiles) rows.move_in_place(profile.samples);
  return {std::move(into_).finish().shared_dictionary(), std::move(profiles)};
}

ProfileSet Rewriter::finish(std::vector<RowPlaces> places) && {
  const StackMap none;
  const Rows rows(*this, none, none);
  std::vector<Profile> profiles = std::move(set_).release_profiles();
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    profiles[i].samples.stack = std::move(places[i].stack);
    profiles[i].samples.shared_depth = std::move(places[i].shared_depth);
    rows.move_columns(profiles[i].samples);
  }
  return {std::move(into_).finish().shared_dictionary(), std::move(profiles)};
}

}  // namespace profconv
