// SPDX-License-Identifier: Apache-2.0
// Which locations a profile has: one for each frame, or one for each physical frame together with those inlined into
// it. Only what a sample refers to is a location.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "profconv/profile.h"
#include "writers/pprof/numbering.h"
#include "writers/pprof/wire.h"

namespace profconv::pprof {

/// Which inlined frames are lines of the location they were inlined into: those that were so in their source, none,
/// all.
enum class Inlining : std::uint8_t { source, frames, lines };

/// The locations of some profiles that share a dictionary.
class Locations {
 public:
  /// The dictionary must outlive the locations.
  Locations(const Dictionary& dictionary, std::span<const Profile> profiles, Inlining inlining, bool has_empty_stack);

  /// Appends the location ids of a stack, leaf first.
  void append(StackId stack, WireBytes& ids) const;

  /// How many locations stand for frames; their ids are 1..count().
  [[nodiscard]] std::uint32_t count() const { return numbering_.count(); }
  /// Replaces `out` with the frames of a location, innermost first.
  void frames(std::uint32_t id, std::vector<FrameId>& out) const;
  /// The frame of a location that was not inlined into another one of it.
  [[nodiscard]] FrameId physical_frame(std::uint32_t id) const { return chains_[numbering_.item(id)].physical; }
  /// The location that stands for the stack without frames; 0: there is none.
  [[nodiscard]] std::uint32_t empty_stack() const { return empty_stack_; }

  /// Ranges of locations that agree in kind() and is_inlined().
  [[nodiscard]] std::span<const ClassRange> ranges() const { return numbering_.ranges(); }
  [[nodiscard]] static FrameKind kind(std::uint8_t of) { return static_cast<FrameKind>(of / 2); }
  [[nodiscard]] static bool is_inlined(std::uint8_t of) { return of % 2 != 0; }

 private:
  /// A frame, the chain that it was inlined into (0: none), and the frame where that ends.
  struct Chain {
    std::uint32_t outer = 0;
    FrameId frame;
    FrameId physical;
  };
  /// What is known of a stack node.
  enum Mark : std::uint8_t { used = 1, joined = 2, chain_end = 4 };

  [[nodiscard]] bool has_shared_locations() const;
  void number_frames(std::span<const Profile> profiles);
  void mark_nodes(std::span<const Profile> profiles);
  void make_chains();
  void sort_chains();
  void number_chains();
  [[nodiscard]] std::uint8_t class_of(const Chain& chain) const;
  [[nodiscard]] bool is_joined(const StackNode& node) const;
  [[nodiscard]] StackId caller(StackId node) const;

  const Dictionary& dictionary_;
  Inlining inlining_;                         ///< `frames` where no frame is joined to another
  std::vector<std::uint8_t> marks_;           ///< of each stack node, where inlined frames are joined
  std::vector<std::uint32_t> chain_of_node_;  ///< else the chain of a node is its frame
  std::vector<Chain> chains_;
  Numbering numbering_;  ///< of chains
  std::uint32_t empty_stack_ = 0;
};

}  // namespace profconv::pprof
