// SPDX-License-Identifier: Apache-2.0
// What frames are called, as numbers: frames that are called the same have one name.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profconv/id_table.h"
#include "profconv/names.h"
#include "profconv/profile.h"

namespace profconv::flamegraph {

/// Whose code the frames of a name are; some palettes color by it.
struct Kinds {
  bool kernel = false;
  bool jit = false;
  bool inlined = false;
};

/// The names of one picture. A name is never 0.
class Names {
 public:
  using Name = std::uint32_t;

  /// The dictionary must outlive the names.
  Names(const Dictionary& dictionary, bool with_modules);

  [[nodiscard]] Name of_frame(FrameId frame) const { return of_frame_[frame.value]; }
  [[nodiscard]] Name of_no_stack() const { return of_no_stack_; }
  /// The frames of a thread, root first.
  [[nodiscard]] const std::vector<Name>& of_thread(ThreadId thread);

  [[nodiscard]] std::string_view text(Name name) const { return texts_[name]; }
  [[nodiscard]] const Kinds& kinds(Name name) const { return kinds_[name]; }
  /// Whether no two frames of the dictionary are called the same, and none as a stack without frames.
  [[nodiscard]] bool are_distinct() const { return are_distinct_; }

 private:
  Name intern(std::string_view text);

  const Dictionary* dictionary_;
  FrameNames raw_;
  std::deque<std::string> made_;
  IdTable known_;
  std::vector<std::string_view> texts_{1};
  std::vector<Kinds> kinds_{1};
  std::vector<Name> of_frame_;
  Name of_no_stack_ = 0;
  bool are_distinct_ = false;
  std::unordered_map<std::uint32_t, std::vector<Name>> of_thread_;
};

}  // namespace profconv::flamegraph
