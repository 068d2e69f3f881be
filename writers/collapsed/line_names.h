// SPDX-License-Identifier: Apache-2.0
// What frames, threads and processes are called in a line of collapsed stacks.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profconv/names.h"
#include "profconv/profile.h"

namespace profconv::collapsed {

/// How names are made.
struct NameStyle {
  bool modules = false;
  bool annotate = false;  ///< tell a frame's kind behind its name: read_[k]
};

/// Names that hold no ';' and no control character, by number. Those of the dictionary's frames come first.
class LineNames {
 public:
  using Name = std::uint32_t;

  LineNames(const Dictionary& dictionary, const NameStyle& style);

  [[nodiscard]] std::string_view operator[](Name name) const { return texts_[name]; }
  [[nodiscard]] std::span<const std::string_view> texts() const { return texts_; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

  [[nodiscard]] static Name of_frame(FrameId frame) { return frame.value; }
  [[nodiscard]] Name of_no_stack() const { return of_no_stack_; }
  /// The name for a place at the root, where readers take leading blanks for indentation.
  [[nodiscard]] Name at_root(Name name);
  /// The frames of a thread, root first: "bash 812", "thread 813"; none for what is not known.
  [[nodiscard]] const std::vector<Name>& of_thread(ThreadId thread);

 private:
  Name add(std::string text);

  const Dictionary* dictionary_;
  FrameNames raw_;
  std::deque<std::string> made_;  ///< those that are not as the dictionary has them
  std::vector<std::string_view> texts_;
  Name of_no_stack_ = 0;
  std::unordered_map<Name, Name> at_root_;
  std::unordered_map<std::uint32_t, std::vector<Name>> of_thread_;
};

}  // namespace profconv::collapsed
