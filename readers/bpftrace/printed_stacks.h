// SPDX-License-Identifier: Apache-2.0
// Stacks that a program prints itself, as with printf("%s", ustack). They have no value: each is one event.
//
//   3248239578386 wrk-0 12691/12693
//
//           leaf_mul+46
//           recurse+25
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "profconv/input.h"
#include "profconv/profile_builder.h"
#include "readers/bpftrace/frame_lines.h"

namespace profconv::bpftrace {

/// Follows the lines that are of no map.
class PrintedStacks {
 public:
  PrintedStacks(Input& input, FrameLines& frames) : input_(input), frames_(frames) {}

  /// Takes a line if it is a frame: it is indented, and a name with an offset or an address.
  bool take(std::string_view line, std::uint64_t number);
  /// The stack ends here, if there is one.
  void end_stack();
  /// Forgets the stack: it is part of a key.
  void drop_stack() { is_open_ = false; }
  [[nodiscard]] bool empty() const { return stacks_.empty(); }
  /// Makes a profile of what was found.
  void finish(ProfileSetBuilder& builder);

 private:
  struct Printed {
    StackLines stack;
    std::uint64_t line = 0;
  };

  void report_odd_line() const;

  Input& input_;
  FrameLines& frames_;
  bool is_open_ = false;
  bool has_code_ = false;  ///< a frame of it is a name, or an address that can be one of code
  std::uint64_t first_line_ = 0;
  std::uint64_t last_frame_ = 0;
  std::uint64_t odd_line_ = 0;  ///< indented as a frame, and below one
  std::vector<Printed> stacks_;
};

}  // namespace profconv::bpftrace
