// SPDX-License-Identifier: Apache-2.0
// DHAT's frame table, and the stacks that point into it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "profconv/profile_builder.h"

namespace profconv::dhat {

/// Which entries of a stack (leaf first) were inlined into the one behind them.
///
/// Entries with one address are one physical frame with what was inlined into it, the physical function last. Recursion
/// repeats the whole chain, so a run of entries with one address is cut into its shortest repeating part.
class InlineChains {
 public:
  /// `addresses` and `entries` go together; marks[i] is set where entry i was inlined.
  void mark(std::span<const std::uint64_t> addresses, std::span<const std::uint32_t> entries, std::vector<bool>& marks);

 private:
  [[nodiscard]] std::size_t period(std::span<const std::uint32_t> run);

  std::vector<std::size_t> borders_;
};

/// Interns each entry once, and each stack of entries.
class FrameTable {
 public:
  explicit FrameTable(ProfileSetBuilder& builder) : builder_(&builder) {}

  void add(std::string_view text);
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

  /// The stack of these entries, leaf first; all of them must be below size().
  StackId stack(std::span<const std::uint32_t> entries);

 private:
  /// An entry, and its frames: physical and inlined.
  struct Entry {
    Frame frame;
    std::array<FrameId, 2> ids;
  };

  [[nodiscard]] FrameId frame_id(std::uint32_t entry, bool inlined);

  ProfileSetBuilder* builder_;
  std::vector<Entry> entries_;
  InlineChains chains_;
  std::vector<std::uint64_t> addresses_;
  std::vector<bool> inlined_;
  /// The stack before, root first: its beginning is often shared.
  struct Step {
    FrameId frame;
    StackId stack;
  };
  std::vector<Step> path_;
};

}  // namespace profconv::dhat
