// SPDX-License-Identifier: Apache-2.0
// Finding locations. Stack nodes are looked at, never whole stacks: parents precede children, so one pass backwards
// finds what samples use, and one forwards joins inlined frames to those they were inlined into.
#include "writers/pprof/locations.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/tables/used_frames.h"

namespace profconv::pprof {

Locations::Locations(const Dictionary& dictionary, std::span<const Profile> profiles, Inlining inlining,
                     bool has_empty_stack)
    : dictionary_(dictionary), inlining_(inlining) {
  if (inlining == Inlining::source && !has_shared_locations()) inlining_ = Inlining::frames;
  if (inlining_ == Inlining::frames) {
    number_frames(profiles);
  } else {
    mark_nodes(profiles);
    make_chains();
    sort_chains();
    number_chains();
  }
  const auto uses_it = [](const Profile& profile) {
    const auto& stacks = profile.samples.stack;
    return std::find(stacks.begin(), stacks.end(), StackId{}) != stacks.end();
  };
  if (has_empty_stack && std::any_of(profiles.begin(), profiles.end(), uses_it)) empty_stack_ = count() + 1;
}

bool Locations::has_shared_locations() const {
  const auto frames = dictionary_.frames();
  return std::any_of(frames.begin(), frames.end(), [](const Frame& frame) { return frame.shares_location; });
}

std::uint8_t Locations::class_of(const Chain& chain) const {
  const Frame& physical = dictionary_.frame(chain.physical);
  return static_cast<std::uint8_t>(static_cast<int>(physical.kind) * 2 + (physical.inlined ? 1 : 0));
}

void Locations::number_frames(std::span<const Profile> profiles) {
  const std::vector<std::uint8_t> is_used = used_frames(dictionary_, profiles);
  std::vector<std::uint8_t> classes(is_used.size(), Numbering::unused);
  chains_.reserve(is_used.size());
  for (std::uint32_t i = 0; i < is_used.size(); ++i) {
    chains_.push_back({.outer = 0, .frame = FrameId{i}, .physical = FrameId{i}});
    if (is_used[i] != 0) classes[i] = class_of(chains_.back());
  }
  numbering_ = Numbering(classes);
}

bool Locations::is_joined(const StackNode& node) const {
  const Frame& inner = dictionary_.frame(node.frame);
  if (!inner.inlined || !node.parent) return false;
  const Frame& outer = dictionary_.frame(dictionary_.stack(node.parent).frame);
  if (inner.kind != outer.kind || (inner.mapping && inner.mapping != outer.mapping)) return false;
  if (inlining_ == Inlining::source) return inner.shares_location && inner.address == outer.address;
  return inner.address == 0 || inner.address == outer.address;
}

void Locations::mark_nodes(std::span<const Profile> profiles) {
  marks_.resize(dictionary_.stacks().size());
  for (const Profile& profile : profiles) {
    for (const StackId stack : profile.samples.stack) marks_[stack.value] = used | chain_end;
  }
  const auto stacks = dictionary_.stacks();
  for (std::size_t i = stacks.size(); i-- > 1;) {
    if (marks_[i] == 0) continue;
    const bool is_inner = is_joined(stacks[i]);
    if (is_inner) marks_[i] |= joined;
    if (const StackId parent = stacks[i].parent) {
      marks_[parent.value] |= is_inner ? used : used | chain_end;
    }
  }
}

void Locations::make_chains() {
  const auto stacks = dictionary_.stacks();
  chains_.resize(1);
  chain_of_node_.resize(stacks.size());
  std::unordered_map<std::uint64_t, std::uint32_t> known;
  for (std::size_t i = 1; i < stacks.size(); ++i) {
    if (marks_[i] == 0) continue;
    const std::uint32_t outer = (marks_[i] & joined) != 0 ? chain_of_node_[stacks[i].parent.value] : 0;
    const std::uint64_t key = std::uint64_t{outer} << 32 | stacks[i].frame.value;
    const auto [place, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(chains_.size()));
    if (is_new) {
      const FrameId frame = stacks[i].frame;
      chains_.push_back({.outer = outer, .frame = frame, .physical = outer == 0 ? frame : chains_[outer].physical});
    }
    chain_of_node_[i] = place->second;
  }
}

/// By their innermost frames, whose order is that of the locations in a pprof file that was read.
void Locations::sort_chains() {
  std::vector<std::uint32_t> order(chains_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin() + 1, order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return chains_[a].frame.value < chains_[b].frame.value; });
  std::vector<std::uint32_t> place(chains_.size());
  std::vector<Chain> sorted;
  for (const std::uint32_t chain : order) {
    place[chain] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(chains_[chain]);
  }
  for (Chain& chain : sorted) chain.outer = place[chain.outer];
  for (std::uint32_t& chain : chain_of_node_) chain = place[chain];
  chains_ = std::move(sorted);
}

void Locations::number_chains() {
  std::vector<std::uint8_t> classes(chains_.size(), Numbering::unused);
  for (std::uint32_t i = 1; i < marks_.size(); ++i) {
    if ((marks_[i] & chain_end) == 0) continue;
    const std::uint32_t chain = chain_of_node_[i];
    classes[chain] = class_of(chains_[chain]);
  }
  numbering_ = Numbering(classes);
}

StackId Locations::caller(StackId node) const {
  while ((marks_[node.value] & joined) != 0) node = dictionary_.stack(node).parent;
  return dictionary_.stack(node).parent;
}

void Locations::append(StackId stack, WireBytes& ids) const {
  if (!stack) {
    if (empty_stack_ != 0) ids.number(empty_stack_);
    return;
  }
  if (inlining_ != Inlining::frames) {
    for (; stack; stack = caller(stack)) ids.number(numbering_.id(chain_of_node_[stack.value]));
    return;
  }
  const auto nodes = dictionary_.stacks();
  while (stack) {
    // Most callers stand right before whom they call: nodes in a row need not wait for one another.
    std::uint32_t first = stack.value;
    while (first > 1 && nodes[first].parent.value == first - 1) --first;
    char* at = ids.room(stack.value - first + 1);
    for (std::uint32_t i = stack.value; i >= first; --i) at = put_varint(at, numbering_.id(nodes[i].frame.value));
    ids.set_end(at);
    stack = nodes[first].parent;
  }
}

void Locations::frames(std::uint32_t id, std::vector<FrameId>& out) const {
  out.clear();
  for (std::uint32_t chain = numbering_.item(id); chain != 0; chain = chains_[chain].outer) {
    out.push_back(chains_[chain].frame);
  }
}

}  // namespace profconv::pprof
