// SPDX-License-Identifier: Apache-2.0
// Stacks as profile, offcputime and stackcount print them, and the reports of memleak.
//
//       do_idle                                 two blanks in stackcount
//       --                                      with -d: the kernel's frames are above
//       main
//       -                wrk-0 (9381)           stackcount -P: "b'wrk-0' [9381]"
//           7                                   stackcount: four blanks
//
//   [11:16:33] Top 10 stacks with outstanding allocations:
//   \t107100 bytes in 1071 allocations from stack
//   \t\t0x0000556546fee360\tleak(int)+0x12 [thr]
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/bad_lines.h"
#include "profconv/input.h"
#include "readers/bcc/frames.h"
#include "readers/bcc/profiles.h"

namespace profconv::bcc {

/// Takes lines and adds samples.
class TextReader {
 public:
  TextReader(Input& input, ProfileSetBuilder& builder, bool keeps_offsets);

  void read(std::string_view line, std::uint64_t number);
  /// After the last line.
  void finish();

 private:
  /// One stack of a report of memleak.
  struct Leak {
    Outstanding outstanding;
    StackId stack;
  };

  void begin(const Heading& heading);
  void note_rate(std::int64_t hertz);
  void read_stack(std::string_view line);
  [[nodiscard]] bool read_frame(std::string_view line, std::size_t indent);
  [[nodiscard]] bool read_value(std::string_view line, std::size_t indent);
  void guess_tool(std::size_t indent);
  void read_leak(std::string_view line);
  void end_leak();
  void end_report();
  /// Reports a stack that has no number.
  void drop_stack();
  [[nodiscard]] bool is_message(std::string_view line);
  void add_bad(std::string_view line);

  Input& input_;
  Frames frames_;
  Profiles profiles_;
  BadLines bad_lines_;
  Heading heading_;
  bool has_heading_ = false;
  std::optional<std::int64_t> rate_;  ///< of the first run of profile
  std::uint64_t number_ = 0;          ///< of the line
  std::uint64_t first_frame_ = 0;     ///< line of the stack that is being read
  std::optional<std::string> owner_;
  std::int64_t owner_id_ = 0;
  std::optional<Outstanding> outstanding_;
  std::vector<Leak> report_;
  std::uint64_t report_line_ = 0;
  std::uint64_t reports_ = 0;
  std::uint64_t most_stacks_ = 0;  ///< that the report may have
};

}  // namespace profconv::bcc
