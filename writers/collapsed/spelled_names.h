// SPDX-License-Identifier: Apache-2.0
// Spelling the names of frames and threads for lines, before they are numbered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/names/frame_names.h"
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

/// Names as lines hold them: of all frames by FrameId, of the stack without frames, then of threads. Different names
/// are spelled differently.
class SpelledNames {
 public:
  /// `raw` are the names of the dictionary's frames; `made` takes those that are spelled otherwise.
  SpelledNames(const Dictionary& dictionary, const Profile& profile, const NameStyle& style, const FrameNames& raw,
               std::deque<std::string>& made);

  [[nodiscard]] std::string_view operator[](std::size_t place) const { return texts_[place]; }
  /// The places of a thread's frames, root first.
  [[nodiscard]] std::span<const std::uint32_t> of_thread(std::size_t thread) const { return of_thread_[thread]; }
  [[nodiscard]] std::size_t threads() const { return of_thread_.size(); }
  /// The places of names that are escaped.
  [[nodiscard]] std::span<const std::uint32_t> escaped() const { return escaped_; }

 private:
  using Place = std::uint32_t;

  /// A name whose spelling differs from the name itself, at least at the beginning of a line.
  struct Unusual {
    Place place;
    std::string escaped;  ///< differs for different names
  };

  void add_frames(std::span<const Frame> frames, const FrameNames& raw, bool annotate);
  void add_threads(const Dictionary& dictionary);
  [[nodiscard]] std::string_view spell(Place place, std::string_view raw, const std::string& marks);
  void escape_namesakes(const Dictionary& dictionary, const Profile& profile);
  void escape(const Unusual& unusual);

  std::deque<std::string>* made_;
  std::vector<std::string_view> texts_;
  std::vector<Unusual> unusual_;
  std::vector<Place> escaped_;
  std::vector<std::vector<Place>> of_thread_;
};

}  // namespace profconv::collapsed
