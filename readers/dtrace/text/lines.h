// SPDX-License-Identifier: Apache-2.0
// What one line of DTrace's output can be told to be by itself, without knowing what stands around it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/ascii.h"

namespace profconv::dtrace {

/// A decimal as DTrace prints it. What 64 bits with a sign cannot hold is the nearest they can.
struct Number {
  std::int64_t value = 0;
  bool saturated = false;
};

/// The first lines of a text without their ends, 2,000 at most; where the text is cut, so is the last.
[[nodiscard]] std::vector<std::string_view> first_lines(std::string_view text);

/// Any number of this many digits fits into 64 bits.
constexpr std::size_t safe_digits = 18;

/// Reads a whole text of decimal digits, with or without '-'.
[[nodiscard]] std::optional<Number> parse_number(std::string_view text);

[[nodiscard]] inline std::size_t leading_blanks(std::string_view text) {
  constexpr std::uint64_t eight_blanks = 0x2020202020202020;
  std::size_t count = 0;
  for (std::uint64_t bytes = 0; text.size() - count >= sizeof(bytes); count += sizeof(bytes)) {
    std::memcpy(&bytes, text.data() + count, sizeof(bytes));
    bytes ^= eight_blanks;
    if (bytes == 0) continue;
    const int bits = std::endian::native == std::endian::little ? std::countr_zero(bytes) : std::countl_zero(bytes);
    return count + static_cast<std::size_t>(bits) / 8;
  }
  while (count < text.size() && text[count] == ' ') ++count;
  return count;
}
[[nodiscard]] std::string_view without_blanks_behind(std::string_view text);
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// Whether all of a text, and at least one character of it, is lower-case hexadecimal digits.
[[nodiscard]] bool is_hex(std::string_view text);

/// Where a date as `%Y` prints it begins in a text, `2026 May  3 10:11:01`; npos: it holds none.
[[nodiscard]] std::size_t find_date(std::string_view text);
constexpr std::size_t date_width = 20;

/// `CPU     ID                    FUNCTION:NAME`, or with -F `CPU FUNCTION`.
[[nodiscard]] bool is_heading(std::string_view line);
/// What an action printed behind `  1   3973                         :tick-2s `, or behind a line of -F; nothing where
/// the line is neither.
[[nodiscard]] std::optional<std::string_view> probe_output(std::string_view line);
/// What dtrace itself says: `dtrace: 846 aggregation drops on CPU 0`.
[[nodiscard]] bool is_message(std::string_view line);
/// Whether a message is of drops, an error or the start, and not what a program prints of a process called dtrace:
/// `dtrace: 5 writes`.
[[nodiscard]] bool is_surely_message(std::string_view line);
/// `[ ./func_slow.py:16 (func_b) ]`, said of the frame above.
[[nodiscard]] bool is_annotation(std::string_view text);
/// `+0x1f`, the rest of a frame whose line something else has cut.
[[nodiscard]] bool is_offset(std::string_view text);

/// `[...]`, `[... 3 lines]` or `[snip]`, which somebody put in the place of lines.
[[nodiscard]] bool is_elision(std::string_view line);
/// Whether a line is nothing but a mark that people put where they left lines out: `[...]`, `...`, `[snip]`.
[[nodiscard]] bool is_elision_mark(std::string_view line);

/// `@reads = 17`, as printa("@reads = %@d\n", @reads) prints a value with the name of its aggregation; without a value
/// where a table follows.
struct NamedValue {
  std::string_view name;
  std::optional<Number> value;
};
[[nodiscard]] std::optional<NamedValue> parse_named_value(std::string_view line);

/// A line of -x aggpercpu: `    [CPU 1]                3`; before a table it has no value.
struct CpuLine {
  std::int64_t cpu = 0;
  std::optional<Number> value;
};
[[nodiscard]] std::optional<CpuLine> parse_cpu_line(std::string_view line);

/// The first line of the dump that DTrace makes of strings that are not ASCII.
[[nodiscard]] bool is_dump_heading(std::string_view line);
/// Appends the bytes of `        10: 75 74 66  utf`; false where the line is no row of a dump.
[[nodiscard]] bool read_dump_row(std::string_view line, std::string& bytes);
/// The text that dumped bytes are. A string ends at its first zero byte; if more than zeros follow, it was none, and
/// its bytes are shown.
[[nodiscard]] std::string text_of_bytes(const std::string& bytes);

}  // namespace profconv::dtrace
