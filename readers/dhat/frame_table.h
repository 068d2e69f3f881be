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

/// What DHAT calls the root of all stacks.
inline constexpr std::string_view root_text = "[root]";

/// Which entries of a stack (leaf first) were inlined into the one behind them.
///
/// Entries with one address are one physical frame with what was inlined into it, the physical function last. Recursion
/// repeats the whole chain, so a run of entries with one address is cut into its shortest repeating part.
class InlineChains {
 public:
  /// `addresses` and `entries` go together; marks[i] is 1 where entry i was inlined, else 0.
  void mark(std::span<const std::uint64_t> addresses, std::span<const std::uint32_t> entries,
            std::vector<unsigned char>& marks);

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
  /// An entry's address, and its frames: physical and inlined.
  struct Entry {
    std::uint64_t address = 0;
    std::array<FrameId, 2> ids;
  };

  FrameId make_frame(std::uint32_t entry, bool inlined);
  /// Fills frames_. False where that takes more than a look: an entry is met for the first time, or some may be
  /// inlined.
  bool look_up_frames(std::span<const std::uint32_t> entries);
  void find_frames(std::span<const std::uint32_t> entries);

  ProfileSetBuilder* builder_;
  std::vector<Entry> entries_;
  std::vector<Frame> physical_;  ///< of each entry; empty: "[root]"
  InlineChains chains_;
  std::vector<std::uint64_t> addresses_;
  std::vector<unsigned char> inlined_;
  std::vector<FrameId> frames_;  ///< of a stack, root first
};

}  // namespace profconv::dhat
