// SPDX-License-Identifier: Apache-2.0
// What frames and threads are called, by number, and whose code they are.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/names/frame_names.h"
#include "core/names/name_table.h"
#include "profconv/profile.h"

namespace profconv::flamegraph {

/// Whose code the frames of a name are; some palettes color by it.
struct Kinds {
  bool kernel = false;
  bool jit = false;
  bool inlined = false;
};

/// The names of one picture.
class Names {
 public:
  using Name = NameTable::Name;

  /// The dictionary must outlive the names.
  Names(const Dictionary& dictionary, bool with_modules);

  [[nodiscard]] const NameTable& table() const { return table_; }
  /// The frames of a thread, root first.
  [[nodiscard]] const std::vector<Name>& of_thread(ThreadId thread);

  [[nodiscard]] std::string_view text(Name name) const { return table_.text(name); }
  [[nodiscard]] const Kinds& kinds(Name name) const { return kinds_[name]; }

 private:
  const Dictionary* dictionary_;
  FrameNames raw_;
  NameTable table_;
  std::deque<std::string> made_;
  std::vector<Kinds> kinds_;  ///< by name
  std::unordered_map<std::uint32_t, std::vector<Name>> of_thread_;
};

}  // namespace profconv::flamegraph
