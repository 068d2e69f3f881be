// SPDX-License-Identifier: Apache-2.0
// What each frame took itself, and with all that it called: the numbers of every table of functions.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/names/frame_names.h"
#include "core/names/name_table.h"
#include "core/names/name_tree.h"
#include "profconv/context.h"
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

  [[nodiscard]] const NameTable& names() const { return names_; }

  /// One entry for each number of names(). `counts` says which rows count; empty: all.
  /// Takes time that grows with the rows and the stack nodes only. Throws OverflowError.
  [[nodiscard]] std::vector<FrameTotal> of(const Samples& samples, std::size_t value_index,
                                           const std::function<bool(std::size_t row)>& counts = {}) const;

 private:
  const Context* context_;
  FrameNames frame_names_;
  NameTable names_;
  NameTree tree_;  ///< stack by stack: whether namesakes are apart makes no difference
};

}  // namespace profconv
