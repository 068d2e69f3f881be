// SPDX-License-Identifier: Apache-2.0
// The walk over the prefix tree in the order of bytes. It does not recurse: a stack may be a million frames deep.
#include "writers/collapsed/sorted_lines.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/names/name_children.h"
#include "core/text/text_order.h"
#include "profconv/errors.h"

namespace profconv::collapsed {

namespace {

/// Places of "name" and "name;" among all such texts, doubled; the last bit tells the two apart.
class Ranks {
 public:
  Ranks() = default;
  explicit Ranks(const LineNames& names);

  [[nodiscard]] std::uint32_t line(LineNames::Name name) const { return ranks_[std::size_t{name} * 2]; }
  [[nodiscard]] std::uint32_t branch(LineNames::Name name) const { return ranks_[std::size_t{name} * 2 + 1]; }
  [[nodiscard]] static bool is_branch(std::uint32_t rank) { return rank % 2 != 0; }

 private:
  std::vector<std::uint32_t> ranks_;
};

/// Whether all lines that go on with `branch` and a ';' stand before those that begin with `name`, a larger name.
bool is_before(std::string_view branch, std::string_view name) {
  return !name.starts_with(branch) || static_cast<unsigned char>(name[branch.size()]) > ';';
}

Ranks::Ranks(const LineNames& names) : ranks_(names.texts().size() * 2) {
  if (names.texts().size() > UINT32_MAX / 4) throw LimitError("more than 1,073,741,823 names of frames");
  std::uint32_t place = 0;
  // Each name's lines come at its own place. Its branches wait behind those longer names that a character below ';'
  // makes of it.
  std::vector<LineNames::Name> waiting;
  const auto end_waiting = [&] {
    ranks_[std::size_t{waiting.back()} * 2 + 1] = place++ * 2 + 1;
    waiting.pop_back();
  };
  for (const LineNames::Name name : order_of(names.texts())) {
    while (!waiting.empty() && is_before(names[waiting.back()], names[name])) end_waiting();
    waiting.push_back(name);
    ranks_[std::size_t{name} * 2] = place++ * 2;
  }
  while (!waiting.empty()) end_waiting();
}

/// The state of one walk.
class Walk {
 public:
  Walk(const NameTree& tree, const LineValues& values, LineNames& names, const ValueType& type, Lines& lines)
      : tree_(tree),
        values_(values),
        children_(tree, [&](NameTree::Node node) { return values.has(node); }),
        names_(names),
        type_(type),
        lines_(lines) {
    children_.for_each(0, [&](NameTree::Node node) { static_cast<void>(names.at_root(tree.name(node))); });
    make_leaves();
    ranks_ = Ranks(names);
  }

  void run() {
    items_.push_back({.rank = 1, .node = 0});
    enter(0, 1);
    while (!levels_.empty()) {
      Level& level = levels_.back();
      if (level.next == level.end) {
        items_.resize(level.begin);
        prefix_.resize(level.prefix_size);
        levels_.pop_back();
        continue;
      }
      const std::size_t first = level.next;
      const std::uint32_t rank = items_[first].rank;
      while (level.next != level.end && items_[level.next].rank == rank) ++level.next;
      if (Ranks::is_branch(rank)) {
        enter(first, level.next);
      } else {
        write_line(first, level.next);
      }
    }
  }

 private:
  /// A node, and what of it is meant: the line that ends there or the branch below.
  struct Item {
    std::uint32_t rank;
    NameTree::Node node;
  };
  /// Items of equal prefix, sorted.
  struct Level {
    std::size_t begin;
    std::size_t next;
    std::size_t end;
    std::size_t prefix_size;  ///< of the level above
  };

  /// Makes the names that differ at the end of a stack, before all are ranked.
  void make_leaves() {
    const auto known = static_cast<LineNames::Name>(names_.texts().size());
    for (LineNames::Name name = 1; name < known; ++name) {
      if (names_.as_leaf(name) != name) differ_as_leaves_ = true;
    }
  }

  [[nodiscard]] LineNames::Name name(NameTree::Node node) const {
    return tree_.parent(node) == 0 ? names_.at_root(tree_.name(node)) : tree_.name(node);
  }
  [[nodiscard]] LineNames::Name as_leaf(LineNames::Name name) const {
    return differ_as_leaves_ ? names_.as_leaf(name) : name;
  }

  /// Goes below the nodes of items [first, last), which are called the same.
  void enter(std::size_t first, std::size_t last) {
    const std::size_t begin = items_.size();
    const std::size_t prefix_size = prefix_.size();
    add_to_prefix(items_[first].node);
    if (last - first == 1) {
      add_items(end_of_chain(items_[first].node));
    } else {
      for (std::size_t i = first; i < last; ++i) add_items(items_[i].node);
    }
    std::sort(items_.begin() + static_cast<std::ptrdiff_t>(begin), items_.end(),
              [](const Item& a, const Item& b) { return a.rank != b.rank ? a.rank < b.rank : a.node < b.node; });
    levels_.push_back({.begin = begin, .next = begin, .end = items_.size(), .prefix_size = prefix_size});
  }

  void add_to_prefix(NameTree::Node node) {
    if (node != 0) prefix_.append(names_[name(node)]).push_back(';');
  }

  /// As long as nothing competes there is nothing to sort: takes all frames up to where stacks end or part.
  NameTree::Node end_of_chain(NameTree::Node node) {
    for (auto next = children_.only(node); next != 0 && !values_.has(next); next = children_.only(node)) {
      node = next;
      add_to_prefix(node);
    }
    return node;
  }

  void add_items(NameTree::Node node) {
    children_.for_each(node, [&](NameTree::Node child) {
      const LineNames::Name called = name(child);
      if (values_.has(child)) items_.push_back({ranks_.line(as_leaf(called)), child});
      if (children_.any(child)) items_.push_back({ranks_.branch(called), child});
    });
  }

  void write_line(std::size_t first, std::size_t last) {
    const std::string_view leaf = names_[as_leaf(name(items_[first].node))];
    LineValue sum;
    for (std::size_t i = first; i < last; ++i) {
      if (!combine(sum, values_[items_[i].node], type_.aggregation)) {
        refuse_to_combine(type_, prefix_ + std::string(leaf));
      }
    }
    lines_.write(prefix_, leaf, sum);
  }

  const NameTree& tree_;
  const LineValues& values_;
  NameChildren children_;
  LineNames& names_;
  const ValueType& type_;
  Lines& lines_;
  bool differ_as_leaves_ = false;  ///< some names, from what they are elsewhere
  Ranks ranks_;
  std::vector<Item> items_;
  std::vector<Level> levels_;
  std::string prefix_;
};

}  // namespace

void write_sorted(const NameTree& tree, const LineValues& values, LineNames& names, const ValueType& type,
                  Lines& lines) {
  Walk(tree, values, names, type, lines).run();
}

}  // namespace profconv::collapsed
