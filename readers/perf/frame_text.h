// SPDX-License-Identifier: Apache-2.0
// A line of a call chain, as `perf script` prints it (sample__fprintf_callchain in tools/perf/util/evsel_fprintf.c):
//
//               1227 leaf_mul+0x2e (/home/user/src/deep)
//               1290 inl+0x20 (inlined)
//   ffffffff8104f45a [unknown] ([kernel.kallsyms])
#pragma once

#include <cstddef>
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
  bool has_symbol = false;  ///< printed, if only as "[unknown]"
  bool has_module = false;  ///< printed, if only as "([unknown])"
};

/// The mark of a symbol or a module that perf does not know.
inline constexpr std::string_view unknown_mark = "[unknown]";

/// How far perf fills up an address; a tab or blanks are before it.
inline constexpr std::size_t address_columns = 16;

/// How many hexadecimal digits begin a text, if they are an address and a blank or nothing follows; else 0.
[[nodiscard]] std::size_t address_size(std::string_view text);

/// Nothing for a line that does not begin with an address.
[[nodiscard]] std::optional<FrameText> parse_frame(std::string_view line);

/// Where a frame is in the source: what -F srcline prints on a line of its own, "  main.c:12".
struct SourceLine {
  std::string_view file;  ///< empty: not known
  std::int64_t line = 0;
  bool inlined = false;  ///< the mark of an inlined frame is behind its source: "  main.c:12 (inlined)"
};

/// Where the parenthesis opens that closes at the end of a text, with a blank or nothing before it; npos: nowhere.
[[nodiscard]] std::size_t module_begin(std::string_view text);

/// Whether a module begins in a symbol and does not end: the line was cut.
[[nodiscard]] bool ends_in_module_begin(std::string_view symbol);

/// Whether the time of a sample is in a text: then lines were joined.
[[nodiscard]] bool holds_time(std::string_view text);

/// Nothing for other lines. "  ??:0" and "  libc.so.6[891f5]" are of frames whose place is not known.
[[nodiscard]] std::optional<SourceLine> parse_source_line(std::string_view line);

}  // namespace profconv::perf
