// SPDX-License-Identifier: Apache-2.0
// Making the tree: stacks as they are, or as paths that options have changed.
#include "writers/flamegraph/flame_tree.h"

#include <algorithm>
#include <span>

#include "core/text/excerpts.h"
#include "profconv/comparison.h"
#include "profconv/context.h"
#include "profconv/errors.h"

namespace profconv::flamegraph {

std::string FlameTree::text(Node node) const {
  constexpr std::size_t most = 200;
  std::string text;
  for (const Names::Name name : nodes.path(node)) {
    if (text.size() > most) break;
    if (name != gap) text.append(text.empty() ? "" : ";").append(nodes.names().text(name));
  }
  return one_line(shortened(text, most));
}

namespace {

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
        is_comparison_(is_base_.compared_in(profile)),
        by_path_(settings.reverse || settings.flamechart || !settings.bases.empty()),
        stacks_{
            .tree = {.nodes = tree_for(dictionary, names, by_path_ || settings.threads), .own = {}, .own_base = {}}} {
    if (by_path_ && !settings.flamechart) known_.resize(dictionary.stacks().size());
  }

  Stacks make(const Context& context) {
    const Samples& samples = profile_.samples;
    const std::vector<std::int64_t>& values = samples.values[profile_.default_type_index()];
    make_room();
    for (std::size_t row = 0; row < samples.size(); ++row) {
      if (row % Context::steps_between_checks == 0) context.check_cancelled();
      if (values[row] == 0) continue;
      const FlameTree::Node node = node_of(samples.stack[row], settings_.threads ? samples.thread_of(row) : ThreadId{});
      if (node == nowhere) {
        ++stacks_.without_base;
        continue;
      }
      if (node >= tree().own.size()) make_room();
      if (is_base_(samples.labels_of(row))) {
        check(__builtin_sub_overflow(tree().own_base[node], values[row], &tree().own_base[node]), node);
      } else {
        check(__builtin_add_overflow(tree().own[node], values[row], &tree().own[node]), node);
      }
    }
    make_room();
    refuse_negative();
    nodes().drop_index();
    return std::move(stacks_);
  }

 private:
  static constexpr FlameTree::Node nowhere = UINT32_MAX;

  /// Where a stack that is not drawn as it is ends, as it was last looked up.
  struct Known {
    FlameTree::Node node = 0;
    ThreadId thread;
  };

  static NameTree tree_for(const Dictionary& dictionary, const Names& names, bool from_root) {
    if (from_root) return {dictionary, names.table(), NameTree::Start::root};
    return {dictionary, names.table()};
  }

  /// Gives every node a value.
  void make_room() {
    tree().own.resize(nodes().size());
    if (is_comparison_) tree().own_base.resize(nodes().size());
  }

  void check(bool overflows, FlameTree::Node node) const {
    if (!overflows) return;
    throw WriteError("the sum of " + type_.type + " at the stack '" + stacks_.tree.text(node) +
                     "' does not fit into 64 bits");
  }

  void refuse_negative() const {
    for (const auto* column : {&stacks_.tree.own, &stacks_.tree.own_base}) {
      const auto found = std::find_if(column->begin(), column->end(), [](std::int64_t value) { return value < 0; });
      if (found == column->end()) continue;
      const auto node = static_cast<FlameTree::Node>(found - column->begin());
      throw WriteError(
          "the stack '" + stacks_.tree.text(node) + "' has " + std::to_string(*found) + " " + type_.type +
          ", and a frame cannot have a negative width: use --ignore, or compare profiles with profconv diff");
    }
  }

  FlameTree::Node node_of(StackId stack, ThreadId thread) {
    if (!by_path_) return nodes().node_of(stack, thread_root(thread));
    if (settings_.flamechart) return follow(path_of(stack, thread));
    Known& known = known_[stack.value];
    if (known.node == 0 || known.thread != thread) known = {.node = insert(path_of(stack, thread)), .thread = thread};
    return known.node;
  }

  FlameTree::Node thread_root(ThreadId thread) {
    FlameTree::Node node = 0;
    if (!thread) return node;
    for (const Names::Name name : names_.of_thread(thread)) node = nodes().child(node, name);
    return node;
  }

  /// The names of a stack from the root, as options want them; empty where it has none of the bases.
  std::span<const Names::Name> path_of(StackId stack, ThreadId thread) {
    path_.clear();
    for (; stack; stack = dictionary_.stack(stack).parent) {
      path_.push_back(names_.table().of_frame(dictionary_.stack(stack).frame));
    }
    if (path_.empty()) path_.push_back(names_.table().of_no_stack());
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
    for (const Names::Name name : path) node = nodes().child(node, name);
    return node;
  }

  /// Goes on from the sample before as far as the frames are the same.
  FlameTree::Node follow(std::span<const Names::Name> path) {
    if (path.empty()) return nowhere;
    std::size_t same = 0;
    while (same < path.size() && same < open_.size() && nodes().name(open_[same]) == path[same]) ++same;
    open_.resize(same);
    for (const Names::Name name : path.subspan(same)) {
      open_.push_back(nodes().append(open_.empty() ? 0 : open_.back(), name));
    }
    return place_of_own(open_.back());
  }

  /// Where a frame's own value goes: to itself as long as it has called nothing, behind what it has called after that.
  FlameTree::Node place_of_own(FlameTree::Node node) {
    const auto last = static_cast<FlameTree::Node>(tree().size() - 1);
    if (last == node || (tree().is_gap(last) && nodes().parent(last) == node)) return last;
    return nodes().append(node, FlameTree::gap);
  }

  FlameTree& tree() { return stacks_.tree; }
  NameTree& nodes() { return stacks_.tree.nodes; }

  const Dictionary& dictionary_;
  const Profile& profile_;
  const ValueType& type_;
  const Settings& settings_;
  Names& names_;
  BaseSamples is_base_;
  bool is_comparison_;
  bool by_path_;  ///< stacks are not drawn as they are
  Stacks stacks_;
  std::vector<Known> known_;  ///< by stack, where stacks are not drawn as they are
  std::vector<Names::Name> path_;
  std::vector<FlameTree::Node> open_;  ///< the frames of the sample before, of a flame chart
};

}  // namespace

Stacks stacks_of(const Dictionary& dictionary, const Profile& profile, const Settings& settings, Names& names,
                 const Context& context) {
  return Maker(dictionary, profile, settings, names).make(context);
}

}  // namespace profconv::flamegraph
