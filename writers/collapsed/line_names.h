// SPDX-License-Identifier: Apache-2.0
// What frames, threads and processes are called in a line of collapsed stacks.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/names/frame_names.h"
#include "core/names/name_table.h"
#include "profconv/profile.h"
#include "writers/collapsed/spelled_names.h"

namespace profconv::collapsed {

/// Names as lines hold them, by number. Different names are spelled differently.
class LineNames {
 public:
  using Name = NameTable::Name;

  /// The dictionary must outlive the names.
  LineNames(const Dictionary& dictionary, const Profile& profile, const NameStyle& style);

  [[nodiscard]] const NameTable& table() const { return table_; }
  [[nodiscard]] std::string_view operator[](Name name) const { return table_.text(name); }
  [[nodiscard]] std::span<const std::string_view> texts() const { return table_.texts(); }

  /// The name where it begins a line.
  [[nodiscard]] Name at_root(Name name);
  /// The name at the end of a stack, where a number or a blank must not pass for another column. Give it at_root() of
  /// a name that also begins the line.
  [[nodiscard]] Name as_leaf(Name name);
  /// The frames of a thread, root first: "bash 812", "thread 813"; none for what is not known.
  [[nodiscard]] std::span<const Name> of_thread(ThreadId thread) const { return of_thread_[thread.value]; }

 private:
  NameTable numbered(const Dictionary& dictionary, const SpelledNames& spelled);

  bool two_numbers_;
  FrameNames raw_;
  std::deque<std::string> made_;              ///< those that are not as the dictionary has them
  std::unordered_set<Name> escaped_;          ///< those that keep a blank at the beginning of a line
  std::vector<std::vector<Name>> of_thread_;  ///< by ThreadId
  NameTable table_;
  std::unordered_map<Name, Name> at_root_;
  std::unordered_map<Name, Name> as_leaf_;
};

}  // namespace profconv::collapsed
