// SPDX-License-Identifier: Apache-2.0
// Adding up, ordering and pruning. It does not recurse: a stack may be a million frames deep.
#include "writers/flamegraph/layout.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "core/names/name_children.h"
#include "core/names/name_totals.h"
#include "core/text/shown_numbers.h"
#include "profconv/errors.h"

namespace profconv::flamegraph {

namespace {

class Plan {
 public:
  Plan(const FlameTree& tree, const Names& names, const ValueType& type, const Settings& settings)
      : tree_(tree), names_(names), type_(type), settings_(settings) {}

  Layout make() {
    add_up();
    const std::int64_t sum = widths_[0];
    layout_.whole = sum;
    if (sum == 0) return std::move(layout_);
    apply_total(sum);
    find_largest_change();
    find_least_width();
    place();
    layout_.pruned = drawable() - layout_.boxes.size();
    return std::move(layout_);
  }

 private:
  using Node = FlameTree::Node;

  /// A frame whose children are being placed.
  struct Open {
    std::size_t begin;  ///< in siblings_
    std::size_t next;
    std::size_t end;
    std::size_t box;  ///< of the parent
    std::int64_t x;
    std::uint32_t depth;
  };

  [[nodiscard]] std::int64_t own_width(Node node) const {
    if (!tree_.is_comparison()) return tree_.own[node];
    if (settings_.widths == Widths::fresh) return tree_.own[node];
    if (settings_.widths == Widths::base) return tree_.own_base[node];
    return std::max(tree_.own[node], tree_.own_base[node]);
  }

  std::vector<std::int64_t> added_up(std::vector<std::int64_t> values) const {
    const Node node = profconv::add_up(tree_.nodes, values);
    if (node == 0) return values;
    throw WriteError("the sum of " + type_.type + " at the stack '" + tree_.text(node) + "' does not fit into 64 bits");
  }

  void add_up() {
    std::vector<std::int64_t> own(tree_.size());
    for (Node node = 0; node < own.size(); ++node) own[node] = own_width(node);
    widths_ = added_up(std::move(own));
    if (!tree_.is_comparison()) return;
    now_ = added_up(tree_.own);
    base_ = added_up(tree_.own_base);
  }

  void apply_total(std::int64_t sum) {
    if (settings_.total == 0) return;
    Wide total = settings_.total;
    for (int i = type_.scale; i < 0 && total < Wide{INT64_MAX} * million; ++i) total *= 10;
    for (int i = type_.scale; i > 0; --i) total /= 10;
    total /= million;
    layout_.total_is_too_small = total < sum || total > INT64_MAX;
    if (!layout_.total_is_too_small) layout_.whole = static_cast<std::int64_t>(total);
  }

  void find_largest_change() {
    for (Node node = 0; tree_.is_comparison() && node < tree_.size(); ++node) {
      const std::int64_t change = tree_.own[node] - tree_.own_base[node];
      layout_.largest_self_change = std::max(layout_.largest_self_change, change < 0 ? -change : change);
    }
  }

  /// The smallest integer that is not too narrow, and never 0: what has no width cannot be seen.
  void find_least_width() {
    const LeastWidth& least = settings_.least_width;
    const Wide parts = Wide{least.is_percent ? 100 : settings_.frames_width()} * million;
    const Wide needed = (Wide{layout_.whole} * least.millionths + parts - 1) / parts;
    least_ = needed < 1 ? 1 : needed > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(needed);
  }

  void place() {
    children_.emplace(tree_.nodes, [&](Node node) { return widths_[node] != 0; });
    add_box(0, 0, 0, layout_.whole);
    open(0, 0, 0);
    while (!open_.empty()) {
      Open& level = open_.back();
      if (level.next == level.end) {
        siblings_.resize(level.begin);
        open_.pop_back();
        continue;
      }
      const Node node = siblings_[level.next++];
      const std::int64_t x = level.x;
      level.x += widths_[node];
      if (tree_.is_gap(node)) continue;
      if (widths_[node] < least_) {
        layout_.pruned_value += widths_[node];
        layout_.boxes[level.box].pruned += widths_[node];
        continue;
      }
      const std::uint32_t depth = level.depth + 1;
      add_box(node, depth, x, widths_[node]);
      if (children_->any(node)) open(node, depth, x);
    }
  }

  void open(Node parent, std::uint32_t depth, std::int64_t x) {
    const std::size_t begin = siblings_.size();
    children_->for_each(parent, [&](Node node) { siblings_.push_back(node); });
    const auto first = siblings_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto by_name = [&](Node a, Node b) { return name(a) < name(b); };
    if (settings_.sorting == Sorting::name) std::sort(first, siblings_.end(), by_name);
    if (settings_.sorting == Sorting::total) {
      std::sort(first, siblings_.end(),
                [&](Node a, Node b) { return widths_[a] != widths_[b] ? widths_[a] > widths_[b] : by_name(a, b); });
    }
    // What a frame does itself lies left of what it calls.
    open_.push_back({.begin = begin,
                     .next = begin,
                     .end = siblings_.size(),
                     .box = layout_.boxes.size() - 1,
                     .x = x + own_width(parent),
                     .depth = depth});
  }

  [[nodiscard]] std::string_view name(Node node) const { return names_.text(tree_.nodes.name(node)); }

  void add_box(Node node, std::uint32_t depth, std::int64_t x, std::int64_t width) {
    Box box{.node = node, .depth = depth, .x = x, .width = width};
    if (tree_.is_comparison()) {
      box.all = {.base = base_[node], .now = now_[node]};
      box.self = {.base = tree_.own_base[node], .now = tree_.own[node]};
    } else {
      box.all.now = width;
      box.self.now = tree_.own[node];
    }
    layout_.boxes.push_back(box);
    layout_.deepest = std::max(layout_.deepest, depth);
  }

  /// Frames that stand for anything, the root included.
  [[nodiscard]] std::uint64_t drawable() const {
    std::uint64_t count = 0;
    for (Node node = 0; node < tree_.size(); ++node) {
      const bool stands_for_any = widths_[node] != 0 || (tree_.is_comparison() && (now_[node] | base_[node]) != 0);
      count += stands_for_any && !tree_.is_gap(node) ? 1 : 0;
    }
    return count;
  }

  const FlameTree& tree_;
  const Names& names_;
  const ValueType& type_;
  const Settings& settings_;
  Layout layout_;
  std::int64_t least_ = 1;
  std::vector<std::int64_t> widths_;
  std::vector<std::int64_t> now_;  ///< of comparisons, as base_
  std::vector<std::int64_t> base_;
  std::optional<NameChildren> children_;  ///< those that have a width
  std::vector<Node> siblings_;
  std::vector<Open> open_;
};

}  // namespace

Layout lay_out(const FlameTree& tree, const Names& names, const ValueType& type, const Settings& settings) {
  return Plan(tree, names, type, settings).make();
}

}  // namespace profconv::flamegraph
