// SPDX-License-Identifier: Apache-2.0
// Lines of stacks that differ from the others of their input: a screen may have cut, wrapped or joined them, or another
// program printed them. All lines of one stack mode end alike, so that the few that do not are reported.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "profconv/input.h"
#include "readers/bpftrace/frame_text.h"

namespace profconv::bpftrace {

/// Where a line of a stack is, and its first character: a blank, a tab in the mode perf, or none of them.
struct FramePlace {
  std::uint64_t line = 0;
  char begin = '\0';
};

/// Counts distinct lines by what they have.
class FrameShapes {
 public:
  /// `text` must stay where it is.
  void add(std::string_view text, const FrameText& frame, FramePlace place);
  /// Reports the lines that lack what others have, or hold two frames.
  void report(Input& input) const;

 private:
  enum class Oddity : std::uint8_t { joined, no_offset, no_module, no_line_number, lone_address };
  struct Odd {
    Oddity oddity = Oddity::joined;
    std::string_view text;
    std::uint64_t line = 0;
  };

  [[nodiscard]] bool is_rare(Oddity oddity) const;
  void report_cut_build_ids(Input& input) const;
  static void report(const Odd& odd, Input& input);

  std::vector<Odd> odd_;
  std::vector<Odd> short_addresses_;  ///< which may be cut build ids
  std::vector<std::string_view> build_ids_;
  std::array<std::size_t, 5> counts_{};  ///< by oddity
  std::size_t names_ = 0;                ///< with an offset
  std::size_t addresses_ = 0;            ///< alone, as in the modes raw and build_id
  std::size_t modules_ = 0;
  std::size_t line_numbers_ = 0;
};

/// Whether a line holds two frames: "f+1    g+2", "f+1g+2".
[[nodiscard]] bool holds_two_frames(const FrameText& frame);

}  // namespace profconv::bpftrace
