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

#include "profconv/names.h"
#include "profconv/profile.h"

namespace profconv::collapsed {

/// How names are made.
struct NameStyle {
  bool modules = false;
  bool annotate = false;     ///< mark a frame's kind after its name: read_[k]
  bool threads = false;      ///< threads are frames, too
  bool two_numbers = false;  ///< a line ends in two numbers
  bool escapes = false;      ///< escape what a line cannot hold even in names that no other name is spelled like
};

/// Names as lines hold them, by number. Those of the dictionary's frames come first. Different names are spelled
/// differently.
class LineNames {
 public:
  using Name = std::uint32_t;

  /// The dictionary must outlive the names.
  LineNames(const Dictionary& dictionary, const Profile& profile, const NameStyle& style);

  [[nodiscard]] std::string_view operator[](Name name) const { return texts_[name]; }
  [[nodiscard]] std::span<const std::string_view> texts() const { return texts_; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

  [[nodiscard]] static Name of_frame(FrameId frame) { return frame.value; }
  [[nodiscard]] Name of_no_stack() const { return of_no_stack_; }
  /// The name where it begins a line.
  [[nodiscard]] Name at_root(Name name);
  /// The name at the end of a stack, where a number or a blank must not pass for another column. Give it at_root() of
  /// a name that also begins the line.
  [[nodiscard]] Name as_leaf(Name name);
  /// The frames of a thread, root first: "bash 812", "thread 813"; none for what is not known.
  [[nodiscard]] std::span<const Name> of_thread(ThreadId thread) const { return of_thread_[thread.value]; }

 private:
  /// A name whose spelling differs from the name itself, at least at the beginning of a line.
  struct Unusual {
    Name name;
    std::string escaped;  ///< differs for different names
  };

  Name add(std::string text);
  void add_frames(std::span<const Frame> frames, bool annotate);
  void add_threads(const Dictionary& dictionary);
  [[nodiscard]] std::string_view spell(Name name, std::string_view raw, const std::string& marks);
  void escape_namesakes(const Dictionary& dictionary, const Profile& profile);
  void escape(const Unusual& unusual);

  bool two_numbers_;
  FrameNames raw_;
  std::deque<std::string> made_;  ///< those that are not as the dictionary has them
  std::vector<std::string_view> texts_;
  std::vector<Unusual> unusual_;
  std::unordered_set<Name> escaped_;  ///< those that keep a blank at the beginning of a line
  Name of_no_stack_ = 0;
  std::unordered_map<Name, Name> at_root_;
  std::unordered_map<Name, Name> as_leaf_;
  std::vector<std::vector<Name>> of_thread_;  ///< by ThreadId
};

}  // namespace profconv::collapsed
