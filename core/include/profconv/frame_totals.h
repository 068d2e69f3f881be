// SPDX-License-Identifier: Apache-2.0
// What each frame took itself, and with all that it called: the numbers of every table of functions.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "profconv/context.h"
#include "profconv/names.h"
#include "profconv/profile.h"

namespace profconv {

/// A name and its values: in stacks that end in it, and in all that have it (once each, however deep it recurses).
struct FrameTotal {
  std::string_view name;
  std::int64_t self = 0;
  std::int64_t total = 0;
};

/// Adds values up by the names of frames: frames of one name count as one, and samples without a stack as
/// no_stack_name.
class FrameTotals {
 public:
  /// The dictionary must outlive this, and this what it returns. A context is asked now and then whether to go on.
  FrameTotals(const Dictionary& dictionary, bool with_modules, const Context* context = nullptr);

  /// Names by number, each once, and the number of a frame's.
  [[nodiscard]] std::span<const std::string_view> names() const { return names_; }
  [[nodiscard]] std::uint32_t name_of(FrameId frame) const { return name_of_frame_[frame.value]; }

  /// One entry for each name of the dictionary, always in the same order. `counts` says which rows count; empty: all.
  /// Takes time that grows with the rows and the stack nodes only. Throws OverflowError.
  [[nodiscard]] std::vector<FrameTotal> of(const Samples& samples, std::size_t value_index,
                                           const std::function<bool(std::size_t row)>& counts = {}) const;

 private:
  [[nodiscard]] std::uint32_t name_of(StackId stack) const { return name_of(dictionary_.stack(stack).frame); }
  void add_totals(const std::vector<std::int64_t>& self, std::vector<bool> used, std::vector<FrameTotal>& frames) const;

  const Dictionary& dictionary_;
  const Context* context_;
  FrameNames frame_names_;
  std::vector<std::string_view> names_;
  std::vector<std::uint32_t> name_of_frame_;
};

}  // namespace profconv
