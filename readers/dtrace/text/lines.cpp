// SPDX-License-Identifier: Apache-2.0
// Telling lines apart.
#include "readers/dtrace/text/lines.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace profconv::dtrace {

namespace {

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/// A number that may overflow.
std::optional<Number> parse_long_number(std::string_view text) {
  Number number;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number.value);
  if (rest != end || error == std::errc::invalid_argument) return std::nullopt;
  number.saturated = error == std::errc::result_out_of_range;
  if (number.saturated) {
    number.value =
        text.front() == '-' ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
  }
  return number;
}

/// The digits that `text` begins with, behind blanks; both are taken off it.
std::string_view take_digits(std::string_view& text) {
  text.remove_prefix(leading_blanks(text));
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

/// Whether a text ends in what a probe is called: `read:entry`, `:tick-1s`. Keys such as kworker/1:0 and 10.0.0.1:80 do
/// not.
bool ends_in_probe_name(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == name.size()) return false;
  const char first = name[colon + 1];
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_';
}

/// Behind the CPU of a line of -F, which an arrow is two blanks away from: `  1  => read                    33`. A bar
/// may be one away: `  0 | :tick-1s`.
std::optional<std::string_view> flow_output(std::string_view rest) {
  constexpr std::array<std::string_view, 5> arrows{"=> ", "<= ", "-> ", "<- ", "| "};
  const std::size_t blanks = leading_blanks(rest);
  const std::string_view text = rest.substr(blanks);
  for (const std::string_view arrow : arrows) {
    if (!text.starts_with(arrow) || (blanks < 2 && arrow != arrows.back())) continue;
    const std::string_view name = text.substr(arrow.size());
    if (!name.empty() && is_digit(name.front())) continue;
    const std::size_t end = std::min(name.find(' '), name.size());
    // Of probes that are neither entry nor return the whole name is printed.
    if (arrow == arrows.back() && !ends_in_probe_name(name.substr(0, end))) continue;
    return trimmed(name.substr(end));
  }
  return std::nullopt;
}

/// Where a number that is aligned to the right of a column ends, in a text whose blanks before the first one may be
/// lost; 0: the line has no such number there.
std::size_t end_of_column(std::string_view line, std::size_t begin, std::size_t width, bool may_be_stripped) {
  std::size_t first = begin;
  while (first < line.size() && line[first] == ' ' && first - begin < width) ++first;
  std::size_t end = first;
  while (end < line.size() && is_digit(line[end])) ++end;
  const bool is_aligned = end - begin == width || (end - begin > width && first == begin);
  return first != end && (is_aligned || (may_be_stripped && first == begin)) ? end : 0;
}

/// `1 3973 :tick-1s`: a probe's line of which blanks were collapsed. Nothing follows it.
std::optional<std::string_view> without_columns(std::string_view line) {
  std::string_view rest = line;
  if (rest.starts_with(' ') || take_digits(rest).empty() || !rest.starts_with(' ') || take_digits(rest).empty()) {
    return std::nullopt;
  }
  const std::string_view name = trimmed(rest);
  const bool is_alone = rest.starts_with(' ') && name.find(' ') == std::string_view::npos;
  return is_alone && ends_in_probe_name(name) ? std::optional(std::string_view()) : std::nullopt;
}

}  // namespace

std::vector<std::string_view> first_lines(std::string_view text) {
  constexpr std::size_t most = 2'000;
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::optional<Number> parse_number(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  const std::string_view digits = text.substr(is_negative ? 1 : 0);
  if (digits.empty()) return std::nullopt;
  if (digits.size() > safe_digits) return parse_long_number(text);
  std::int64_t value = 0;
  for (const char c : digits) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return Number{.value = is_negative ? -value : value};
}

std::string_view without_blanks_behind(std::string_view text) {
  // Texts are filled up with blanks.
  while (text.ends_with("        ")) text.remove_suffix(8);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::string_view trimmed(std::string_view text) { return without_blanks_behind(text.substr(leading_blanks(text))); }

bool is_hex(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return hex_value(c) >= 0; });
}

std::size_t find_date(std::string_view text) {
  constexpr std::string_view shape = "0000 Aaa 00 00:00:00";
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_like = [&](char c, char like) {
    return like == '0' ? is_digit(c) || c == ' ' : is_letter(like) ? is_letter(c) : c == like;
  };
  const auto* const found = std::search(text.begin(), text.end(), shape.begin(), shape.end(), is_like);
  return found == text.end() ? std::string_view::npos : static_cast<std::size_t>(found - text.begin());
}

bool is_heading(std::string_view line) {
  if (!line.starts_with("CPU ")) return false;
  std::string_view rest = trimmed(line.substr(3));
  if (rest == "FUNCTION") return true;
  if (!rest.starts_with("ID ")) return false;
  return trimmed(rest.substr(2)) == "FUNCTION:NAME";
}

std::optional<std::string_view> probe_output(std::string_view line) {
  constexpr std::size_t cpu_width = 3;
  constexpr std::size_t id_width = 6;
  constexpr std::size_t name_width = 32;
  const std::size_t cpu_end = end_of_column(line, 0, cpu_width, true);
  if (cpu_end == 0 || cpu_end == line.size() || line[cpu_end] != ' ') return std::nullopt;
  // Without its columns, `1 -> read` may be anybody's.
  const bool is_aligned = cpu_end >= cpu_width;
  if (is_aligned) {
    if (auto output = flow_output(line.substr(cpu_end))) return output;
  }
  const std::size_t id_end = end_of_column(line, cpu_end + 1, id_width, false);
  if (id_end == 0 || id_end == line.size() || line[id_end] != ' ') return without_columns(line);
  // A name longer than its column begins right at it.
  const std::size_t column_end = id_end + 1 + name_width;
  const std::size_t end = std::min(line.find(' ', column_end), line.size());
  // The name is aligned to the right of its column, which some systems make narrower by a few.
  const std::size_t name_end = line.find_last_not_of(' ', end - 1) + 1;
  constexpr std::size_t slack = 4;
  const bool is_in_column = name_end + slack >= column_end;
  if (!is_in_column || !ends_in_probe_name(trimmed(line.substr(id_end, end - id_end)))) return without_columns(line);
  return trimmed(line.substr(end));
}

bool is_message(std::string_view line) { return line.starts_with("dtrace: "); }

bool is_surely_message(std::string_view line) {
  const auto holds = [&](std::string_view words) { return line.find(words) != std::string_view::npos; };
  return is_message(line) && (holds(" drop") || holds("error on enabled probe") || holds("script '") ||
                              holds("description '") || holds("buffer size lowered") || holds("allowing destructive"));
}

bool is_annotation(std::string_view text) { return text.size() > 4 && text.starts_with("[ ") && text.ends_with(" ]"); }

bool is_offset(std::string_view text) { return text.starts_with("+0x") && is_hex(text.substr(3)); }

bool is_elision(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.starts_with("[...") || text.starts_with("...") || is_elision_mark(text);
}

bool is_elision_mark(std::string_view line) {
  constexpr std::array<std::string_view, 6> brackets{"[", "<", "(", "]", ">", ")"};
  constexpr std::array<std::string_view, 6> marks{"...", "....", "\xe2\x80\xa6", "snip", "snipped", "etc"};
  std::string_view text = trimmed(line);
  for (const std::string_view bracket : brackets) {
    if (text.starts_with(bracket)) text.remove_prefix(1);
    if (text.ends_with(bracket)) text.remove_suffix(1);
  }
  return std::find(marks.begin(), marks.end(), text) != marks.end();
}

std::optional<NamedValue> parse_named_value(std::string_view line) {
  const std::string_view text = trimmed(line);
  const std::size_t equals = text.find(" =");
  if (!text.starts_with('@') || equals == std::string_view::npos) return std::nullopt;
  const std::string_view name = text.substr(0, equals);
  if (name.find(' ') != std::string_view::npos) return std::nullopt;
  const std::string_view value = trimmed(text.substr(equals + 2));
  if (value.empty()) return NamedValue{name, std::nullopt};
  const auto number = parse_number(value);
  return number ? std::optional(NamedValue{name, number}) : std::nullopt;
}

std::optional<CpuLine> parse_cpu_line(std::string_view line) {
  constexpr std::string_view begin = "    [CPU ";
  if (!line.starts_with(begin)) return std::nullopt;
  const std::size_t end = line.find(']', begin.size());
  if (end == std::string_view::npos) return std::nullopt;
  const auto cpu = parse_number(line.substr(begin.size(), end - begin.size()));
  if (!cpu) return std::nullopt;
  CpuLine result{.cpu = cpu->value, .value = std::nullopt};
  const std::string_view rest = trimmed(line.substr(end + 1));
  if (rest.empty()) return result;
  result.value = parse_number(rest);
  return result.value ? std::optional(result) : std::nullopt;
}

bool is_dump_heading(std::string_view line) {
  constexpr std::string_view columns = "0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef";
  return trimmed(line) == columns;
}

bool read_dump_row(std::string_view line, std::string& bytes) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_hex(trimmed(line.substr(0, colon)))) return false;
  const std::size_t before = bytes.size();
  for (std::size_t at = colon + 1; at + 2 < line.size() && line[at] == ' ' && bytes.size() - before < 16; at += 3) {
    const int high = hex_value(line[at + 1]);
    const int low = hex_value(line[at + 2]);
    if (high < 0 || low < 0) break;
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes.size() != before;
}

std::string text_of_bytes(const std::string& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  const std::size_t end = std::min(bytes.find('\0'), bytes.size());
  if (bytes.find_first_not_of('\0', end) == std::string::npos) return bytes.substr(0, end);
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace profconv::dtrace
