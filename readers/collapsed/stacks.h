// SPDX-License-Identifier: Apache-2.0
// Stacks from their text, "main;parse;read_[k]". A name is looked at once: where it ends and its hash are found in the
// same words of eight bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/id_table.h"
#include "profconv/profile_builder.h"

namespace profconv::collapsed_in {

/// A frame's name as the text has it, with its marks. Its first and last bytes, up to eight, stand in words too, and
/// tell most names apart.
struct Name {
  const char* text = nullptr;
  std::size_t size = 0;
  std::uint64_t first = 0;
  std::uint64_t last = 0;  ///< of those behind the words before
  std::uint64_t hash = 0;
};

/// Finds frames by their names.
class Frames {
 public:
  explicit Frames(ProfileSetBuilder& builder) : builder_(&builder), known_(1) {}

  FrameId operator()(const Name& name) {
    const std::uint32_t id =
        index_.find(name.hash, [&](std::uint32_t known) { return is_same(known_[known].name, name); });
    return known_[id != 0 ? id : add(name)].frame;
  }

 private:
  struct Known {
    Name name;
    FrameId frame;
  };

  static bool is_same(const Name& a, const Name& b) {
    constexpr std::size_t in_words = sizeof a.first + sizeof a.last;
    return a.first == b.first && a.last == b.last && a.size == b.size &&
           (a.size < in_words || std::memcmp(a.text, b.text, a.size) == 0);
  }
  std::uint32_t add(Name name);
  FrameId make(std::string_view name);

  ProfileSetBuilder* builder_;
  IdTable index_;  ///< into known_
  std::vector<Known> known_;
  std::deque<std::string> names_;
};

/// Interns stacks. Neighbouring lines share their beginnings, so that only what differs is looked up.
class Stacks {
 public:
  explicit Stacks(ProfileSetBuilder& builder) : builder_(&builder), frames_(builder) {}

  StackId operator()(std::string_view text);

  /// How many frames had no name, those that a line shares with the one before left out.
  [[nodiscard]] std::uint64_t nameless() const { return nameless_; }

 private:
  /// Forgets the frames of the line before that are none of this one's, and takes over its text.
  void take(std::string_view text);

  ProfileSetBuilder* builder_;
  Frames frames_;
  std::string text_;               ///< of the line before, and behind it what ends its last name
  std::size_t size_ = 0;           ///< of the text alone
  std::vector<std::size_t> ends_;  ///< of its frames' names
  std::vector<FrameId> line_;      ///< those frames, root first
  std::uint64_t nameless_ = 0;
};

}  // namespace profconv::collapsed_in
