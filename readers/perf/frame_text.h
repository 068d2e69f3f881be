// SPDX-License-Identifier: Apache-2.0
// A line of a call chain, as `perf script` prints it (sample__fprintf_callchain in tools/perf/util/evsel_fprintf.c):
//
//               1227 leaf_mul+0x2e (/home/user/src/deep)
//               1290 inl+0x20 (inlined)
//   ffffffff8104f45a [unknown] ([kernel.kallsyms])
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace profconv::perf {

/// A line taken apart. Views are into the line.
struct FrameText {
  std::uint64_t address = 0;
  std::string_view symbol;  ///< empty: not known, or not printed
  std::optional<std::uint64_t> offset;
  std::string_view module;  ///< perf's DSO; empty: not known, or not printed
  bool inlined = false;
};

/// Nothing for a line that does not begin with an address.
[[nodiscard]] std::optional<FrameText> parse_frame(std::string_view line);

/// Where a frame is in the source: what -F srcline prints on a line of its own, "  main.c:12".
struct SourceLine {
  std::string_view file;  ///< empty: not known
  std::int64_t line = 0;
  bool inlined = false;  ///< the mark of an inlined frame is behind its source: "  main.c:12 (inlined)"
};

/// What follows the event of a sample without a call chain.
struct OnlyFrame {
  /// Whether the fields of a tracepoint cannot look like it: an address in its columns, and a module in parentheses.
  [[nodiscard]] bool is_certain() const;

  std::string_view before;  ///< -F addr, data_src, weight, flags
  std::string_view frame;   ///< empty: not found
  std::string_view behind;  ///< -F insn, iregs, brstack and others, and where a branch went
};

/// Addresses are sixteen columns wide, and the last one is that of the frame.
///
///     7ffd12345678         68100142 |OP LOAD|LVL L1 hit|...|BLK  N/A               8           401136 main+0x4
///     (/bin/x)
///   call                     401136 main+0x4 (/bin/x) =>           401200 foo+0x0 (/bin/x)
[[nodiscard]] OnlyFrame only_frame(std::string_view rest);

/// Nothing for other lines. "  ??:0" and "  libc.so.6[891f5]" are of frames whose place is not known.
[[nodiscard]] std::optional<SourceLine> parse_source_line(std::string_view line);

}  // namespace profconv::perf
