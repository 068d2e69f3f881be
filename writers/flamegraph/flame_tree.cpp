// SPDX-License-Identifier: Apache-2.0
// Making the tree. Without options that change stacks, each stack of the dictionary is looked up once, and its frames
// only as far as no other stack has brought them.
#include "writers/flamegraph/flame_tree.h"

#include <algorithm>
#include <span>

#include "profconv/comparison.h"
#include "profconv/context.h"
#include "profconv/errors.h"

namespace profconv::flamegraph {

FlameTree::FlameTree(const Dictionary& dictionary, const Names& names) {
  const std::size_t size = dictionary.stacks().size();
  own.resize(size);
  parents_.reserve(size);
  names_.reserve(size);
  for (const StackNode& stack : dictionary.stacks().subspan(1)) {
    parents_.push_back(stack.parent.value);
    names_.push_back(names.of_frame(stack.frame));
  }
}

FlameTree::Node FlameTree::append(Node parent, Names::Name name) {
  if (parents_.size() >= UINT32_MAX) throw LimitError("more than 4,294,967,294 frames to draw");
  parents_.push_back(parent);
  names_.push_back(name);
  own.push_back(0);
  if (is_comparison()) own_base.push_back(0);
  return static_cast<Node>(parents_.size() - 1);
}

FlameTree::Node FlameTree::child(Node parent, Names::Name name) {
  return children_.find_or_make(
      mix(mix(0, parent), name), [&](Node node) { return parents_[node] == parent && names_[node] == name; },
      [&] { return append(parent, name); });
}

std::string FlameTree::text(Node node, const Names& names) const {
  constexpr std::size_t most = 200;
  std::vector<Names::Name> path;
  for (; node != 0; node = parents_[node]) {
    if (!is_gap(node)) path.push_back(names_[node]);
  }
  std::string text;
  for (auto name = path.rbegin(); name != path.rend() && text.size() <= most; ++name) {
    text.append(text.empty() ? "" : ";").append(names.text(*name));
  }
  return one_line(text.size() > most ? text.substr(0, most) + "..." : text);
}

namespace {

constexpr std::size_t rows_between_polls = 4096;

/// Makes one tree of one profile.
class Maker {
 public:
  Maker(const Dictionary& dictionary, const Profile& profile, const Settings& settings, Names& names)
      : dictionary_(dictionary),
        profile_(profile),
        type_(profile.value_types[profile.default_type_index()]),
        settings_(settings),
        names_(names),
        is_base_(dictionary),
        by_path_(settings.reverse || settings.flamechart || !settings.bases.empty()),
        by_stack_(!by_path_ && !settings.threads && names.are_distinct()),
        known_(dictionary.stacks().size()) {
    if (by_stack_) tree() = FlameTree(dictionary, names);
    if (is_base_.compared_in(profile)) tree().own_base.resize(tree().size());
  }

  Stacks make(const Context& context) {
    const Samples& samples = profile_.samples;
    const std::vector<std::int64_t>& values = samples.values[profile_.default_type_index()];
    for (std::size_t row = 0; row < samples.size(); ++row) {
      if (row % rows_between_polls == 0) context.check_cancelled();
      if (values[row] == 0) continue;
      const FlameTree::Node node = node_of(samples.stack[row], settings_.threads ? samples.thread_of(row) : ThreadId{});
      if (node == nowhere) {
        ++stacks_.without_base;
      } else if (is_base_(samples.labels_of(row))) {
        check(__builtin_sub_overflow(tree().own_base[node], values[row], &tree().own_base[node]), node);
      } else {
        check(__builtin_add_overflow(tree().own[node], values[row], &tree().own[node]), node);
      }
    }
    refuse_negative();
    return std::move(stacks_);
  }

 private:
  static constexpr FlameTree::Node nowhere = UINT32_MAX;

  /// Where a stack ends, as it was last looked up.
  struct Known {
    FlameTree::Node node = 0;
    ThreadId thread;
  };

  void check(bool overflows, FlameTree::Node node) const {
    if (!overflows) return;
    throw WriteError("the sum of " + type_.type + " at the stack '" + stacks_.tree.text(node, names_) +
                     "' does not fit into 64 bits");
  }

  void refuse_negative() const {
    for (const auto* column : {&stacks_.tree.own, &stacks_.tree.own_base}) {
      const auto found = std::find_if(column->begin(), column->end(), [](std::int64_t value) { return value < 0; });
      if (found == column->end()) continue;
      const auto node = static_cast<FlameTree::Node>(found - column->begin());
      throw WriteError("the stack '" + stacks_.tree.text(node, names_) + "' has " + std::to_string(*found) + " " +
                       type_.type + ", and a frame has no negative width: leave it out with --ignore, or compare two " +
                       "profiles with profconv diff");
    }
  }

  FlameTree::Node node_of(StackId stack, ThreadId thread) {
    if (by_stack_ && stack) return stack.value;
    if (settings_.flamechart) return follow(path_of(stack, thread));
    Known& known = known_[stack.value];
    if (known.node == 0 || known.thread != thread) {
      known = {.node = by_path_ ? insert(path_of(stack, thread)) : climb(stack, thread), .thread = thread};
    }
    return known.node;
  }

  /// Goes up to the first frame that is in the tree, and down from there.
  FlameTree::Node climb(StackId stack, ThreadId thread) {
    if (!stack) return tree().child(thread_root(thread), names_.of_no_stack());
    climbed_.clear();
    FlameTree::Node node = 0;
    for (; stack && node == 0; stack = dictionary_.stack(stack).parent) {
      const Known& known = known_[stack.value];
      if (known.node != 0 && known.thread == thread) {
        node = known.node;
      } else {
        climbed_.push_back(stack);
      }
    }
    if (node == 0) node = thread_root(thread);
    for (auto below = climbed_.rbegin(); below != climbed_.rend(); ++below) {
      node = tree().child(node, names_.of_frame(dictionary_.stack(*below).frame));
      known_[below->value] = {.node = node, .thread = thread};
    }
    return node;
  }

  FlameTree::Node thread_root(ThreadId thread) {
    FlameTree::Node node = 0;
    if (!thread) return node;
    for (const Names::Name name : names_.of_thread(thread)) node = tree().child(node, name);
    return node;
  }

  /// The names of a stack from the root, as options want them; empty where it has none of the bases.
  std::span<const Names::Name> path_of(StackId stack, ThreadId thread) {
    path_.clear();
    for (; stack; stack = dictionary_.stack(stack).parent) {
      path_.push_back(names_.of_frame(dictionary_.stack(stack).frame));
    }
    if (path_.empty()) path_.push_back(names_.of_no_stack());
    if (!settings_.bases.empty() && !cut_to_base()) return {};
    if (!settings_.reverse) std::reverse(path_.begin(), path_.end());
    if (thread) {
      const std::vector<Names::Name>& front = names_.of_thread(thread);
      path_.insert(path_.begin(), front.begin(), front.end());
    }
    return path_;
  }

  /// Leaf first: leaves out what calls the base.
  bool cut_to_base() {
    const auto base = std::find_if(path_.begin(), path_.end(),
                                   [&](Names::Name name) { return settings_.bases.contains(names_.text(name)); });
    if (base == path_.end()) return false;
    path_.erase(base + 1, path_.end());
    return true;
  }

  FlameTree::Node insert(std::span<const Names::Name> path) {
    if (path.empty()) return nowhere;
    FlameTree::Node node = 0;
    for (const Names::Name name : path) node = tree().child(node, name);
    return node;
  }

  /// Goes on from the sample before as far as the frames are the same.
  FlameTree::Node follow(std::span<const Names::Name> path) {
    if (path.empty()) return nowhere;
    std::size_t same = 0;
    while (same < path.size() && same < open_.size() && tree().name(open_[same]) == path[same]) ++same;
    open_.resize(same);
    for (const Names::Name name : path.subspan(same)) {
      open_.push_back(tree().append(open_.empty() ? 0 : open_.back(), name));
    }
    return place_of_own(open_.back());
  }

  /// Where a frame's own value goes: to itself as long as it has called nothing, behind what it has called after that.
  FlameTree::Node place_of_own(FlameTree::Node node) {
    const auto last = static_cast<FlameTree::Node>(tree().size() - 1);
    if (last == node || (tree().is_gap(last) && tree().parent(last) == node)) return last;
    return tree().append(node, FlameTree::gap);
  }

  FlameTree& tree() { return stacks_.tree; }

  const Dictionary& dictionary_;
  const Profile& profile_;
  const ValueType& type_;
  const Settings& settings_;
  Names& names_;
  BaseSamples is_base_;
  bool by_path_;   ///< stacks are not drawn as they are
  bool by_stack_;  ///< the nodes are the dictionary's stacks
  Stacks stacks_;
  std::vector<Known> known_;
  std::vector<StackId> climbed_;
  std::vector<Names::Name> path_;
  std::vector<FlameTree::Node> open_;  ///< the frames of the sample before, of a flame chart
};

}  // namespace

Stacks stacks_of(const Dictionary& dictionary, const Profile& profile, const Settings& settings, Names& names,
                 const Context& context) {
  return Maker(dictionary, profile, settings, names).make(context);
}

}  // namespace profconv::flamegraph
