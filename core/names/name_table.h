// SPDX-License-Identifier: Apache-2.0
// The names that an output shows, by number: code that merges by name compares numbers, not strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/names/frame_names.h"
#include "core/tables/id_table.h"
#include "profconv/dictionary.h"

namespace profconv {

/// Equal names have one number. Frames come first, by FrameId, then the stack without frames, then what add() adds.
/// Refers to the names, which must outlive it.
class NameTable {
 public:
  /// From 1; 0 is not a name.
  using Name = std::uint32_t;

  /// Numbers the frames of a dictionary by what `name_of(FrameId)` returns, which is called once per frame.
  template <class NameOf>
  NameTable(const Dictionary& dictionary, NameOf name_of) {
    const std::size_t frames = dictionary.frames().size();
    of_frame_.resize(frames);
    texts_.reserve(frames + 2);
    for (std::uint32_t i = 1; i < frames; ++i) of_frame_[i] = add(name_of(FrameId{i}));
    of_no_stack_ = add(no_stack_name);
    are_distinct_ = texts_.size() == frames + 1;
    // Hardly any stack has the frame that means nothing: it does not count as a namesake.
    of_frame_[0] = add(name_of(FrameId{}));
    index_ = {};
    indexed_ = 1;
  }
  /// Numbers the frames by their usual names.
  NameTable(const Dictionary& dictionary, const FrameNames& names)
      : NameTable(dictionary, [&](FrameId frame) { return names[frame]; }) {}

  /// The number of a name, which it has from now on. The first call takes time for all names. Throws LimitError.
  Name add(std::string_view text);

  [[nodiscard]] Name of_frame(FrameId frame) const { return of_frame_[frame.value]; }
  /// What a stack without frames is called: no_stack_name.
  [[nodiscard]] Name of_no_stack() const { return of_no_stack_; }
  [[nodiscard]] std::string_view text(Name name) const { return texts_[name]; }
  /// All names by number; the first is empty.
  [[nodiscard]] std::span<const std::string_view> texts() const { return texts_; }
  /// One past the largest number.
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

  /// Whether each frame has a name of its own, which the stack without frames does not share either.
  [[nodiscard]] bool are_distinct() const { return are_distinct_; }
  /// The position of each name among all names in the order of their bytes.
  [[nodiscard]] std::vector<std::uint32_t> ranks() const;

 private:
  IdTable index_;  ///< empty once all frames are numbered, until another name is added
  std::size_t indexed_ = 1;
  std::vector<std::string_view> texts_{1};
  std::vector<Name> of_frame_;
  Name of_no_stack_ = 0;
  bool are_distinct_ = false;
};

}  // namespace profconv
