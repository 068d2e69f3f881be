// SPDX-License-Identifier: Apache-2.0
// Address, symbol, module.
#include "readers/perf/frame_text.h"

#include <algorithm>
#include <charconv>

#include "core/text/blanks.h"
#include "core/text/integers.h"
#include "readers/perf/heading.h"

namespace profconv::perf {

namespace {

constexpr std::size_t most_digits = 16;  // of an address

}  // namespace

std::size_t module_begin(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == ')') ++depth;
    if (text[i] != '(' || --depth != 0) continue;
    return i == 0 || is_blank(text[i - 1]) ? i : text.rfind(" (/");  // a path may have a '('
  }
  return text.rfind(" (");  // a path with a ')' alone
}

std::size_t address_size(std::string_view text) {
  const std::size_t size = std::min(text.find_first_not_of("0123456789abcdef"), text.size());
  return size <= most_digits && (size == text.size() || is_blank(text[size])) ? size : 0;
}

bool ends_in_module_begin(std::string_view symbol) {
  if (symbol.ends_with(" (")) return true;
  const std::size_t path = symbol.rfind(" (/");
  const std::size_t mark = symbol.rfind(" ([");
  const std::size_t begin =
      path == std::string_view::npos || (mark != std::string_view::npos && mark > path) ? mark : path;
  return begin != std::string_view::npos && symbol.find(')', begin) == std::string_view::npos;
}

bool holds_time(std::string_view text) {
  for (std::size_t colon = text.find(": "); colon != std::string_view::npos; colon = text.find(": ", colon + 1)) {
    const std::size_t blank = text.rfind(' ', colon);
    if (blank != std::string_view::npos && parse_time(text.substr(blank + 1, colon - blank))) return true;
  }
  return false;
}

namespace {

/// Cuts "+0x1f" off the end.
std::optional<std::uint64_t> cut_offset(std::string_view& text) {
  const std::size_t plus = text.rfind("+0x");
  if (plus == std::string_view::npos) return std::nullopt;
  const auto offset = parse_integer<std::uint64_t>(text.substr(plus + 3), 16);
  if (offset) text = text.substr(0, plus);
  return offset;
}

/// Cuts "(/usr/lib/libc.so.6)" or "(inlined)" off the end.
void cut_module(std::string_view& text, FrameText& frame) {
  if (text.empty() || text.back() != ')') return;
  std::size_t open = module_begin(text);
  if (open == std::string_view::npos) return;
  if (is_blank(text[open])) ++open;
  std::string_view module = text.substr(open + 1, text.size() - open - 2);
  const bool is_part_of_function = module.starts_with('.') && module.find('/') == std::string_view::npos;
  if (is_part_of_function) return;  // "f(int) (.cold)", as LLVM names it
  text = without_trailing_blanks(text.substr(0, open));
  frame.has_module = true;
  if (module == "inlined") {
    frame.inlined = true;
    return;
  }
  cut_offset(module);  // -F dsoff: the address in the file
  if (module != unknown_mark) frame.module = module;
}

/// "??:0", "libc.so.6[891f5]".
bool is_unknown_place(std::string_view text) {
  if (text.starts_with("??:")) return true;
  const std::size_t open = text.rfind('[');
  return text.ends_with(']') && open != std::string_view::npos && open != 0 && !is_blank(text[open - 1]) &&
         parse_integer<std::uint64_t>(text.substr(open + 1, text.size() - open - 2), 16).has_value();
}

}  // namespace

std::optional<FrameText> parse_frame(std::string_view line) {
  std::string_view text = without_leading_blanks(line);
  FrameText frame;
  const char* const begin = text.data();
  const auto [end, error] = std::from_chars(begin, begin + std::min(text.size(), most_digits), frame.address, 16);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - begin));
  if (!text.empty() && !is_blank(text.front())) return std::nullopt;
  text = without_blanks_around(text);
  cut_module(text, frame);
  frame.has_symbol = !text.empty();
  if (text == unknown_mark) return frame;
  if (holds_time(text)) return std::nullopt;
  frame.offset = cut_offset(text);
  frame.symbol = text;
  return frame;
}

std::optional<SourceLine> parse_source_line(std::string_view line) {
  constexpr std::string_view discriminator = " (discriminator ";
  constexpr std::string_view inlined = " (inlined)";
  if (!line.starts_with("  ")) return std::nullopt;
  std::string_view text = without_blanks_around(line);
  SourceLine source;
  if (text.ends_with(inlined)) {
    source.inlined = true;
    text.remove_suffix(inlined.size());
  }
  if (is_unknown_place(text)) return source;
  if (const std::size_t at = text.rfind(discriminator); at != std::string_view::npos) text = text.substr(0, at);
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto number = parse_integer<std::int64_t>(text.substr(colon + 1));
  if (!number || *number < 0) return std::nullopt;
  source.file = text.substr(0, colon);
  source.line = *number;
  return source;
}

}  // namespace profconv::perf
