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

constexpr std::string_view unknown = "[unknown]";

/// Cuts "+0x1f" off the end.
std::optional<std::uint64_t> cut_offset(std::string_view& text) {
  const std::size_t plus = text.rfind("+0x");
  if (plus == std::string_view::npos) return std::nullopt;
  const auto offset = parse_integer<std::uint64_t>(text.substr(plus + 3), 16);
  if (offset) text = text.substr(0, plus);
  return offset;
}

/// Where the parenthesis opens that closes at the end of a text, with a blank or nothing before it; npos: nowhere.
std::size_t module_begin(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == ')') ++depth;
    if (text[i] != '(' || --depth != 0) continue;
    return i == 0 || is_blank(text[i - 1]) ? i : text.rfind(" (/");  // a path may have a '('
  }
  return text.rfind(" (");  // a path with a ')' alone
}

/// Cuts "(/usr/lib/libc.so.6)" or "(inlined)" off the end.
void cut_module(std::string_view& text, FrameText& frame) {
  if (text.empty() || text.back() != ')') return;
  std::size_t open = module_begin(text);
  if (open == std::string_view::npos) return;
  if (is_blank(text[open])) ++open;
  std::string_view module = text.substr(open + 1, text.size() - open - 2);
  text = without_trailing_blanks(text.substr(0, open));
  if (module == "inlined") {
    frame.inlined = true;
    return;
  }
  cut_offset(module);  // -F dsoff: the address in the file
  if (module != unknown) frame.module = module;
}

/// Whether another line was put behind a frame without an end of line between them.
bool holds_time(std::string_view text) {
  for (std::size_t colon = text.find(": "); colon != std::string_view::npos; colon = text.find(": ", colon + 1)) {
    const std::size_t blank = text.rfind(' ', colon);
    if (blank != std::string_view::npos && parse_time(text.substr(blank + 1, colon - blank))) return true;
  }
  return false;
}

/// "??:0", "libc.so.6[891f5]".
bool is_unknown_place(std::string_view text) {
  if (text.starts_with("??:")) return true;
  const std::size_t open = text.rfind('[');
  return text.ends_with(']') && open != std::string_view::npos &&
         parse_integer<std::uint64_t>(text.substr(open + 1, text.size() - open - 2), 16).has_value();
}

}  // namespace

std::optional<FrameText> parse_frame(std::string_view line) {
  constexpr std::size_t most_digits = 16;
  std::string_view text = without_leading_blanks(line);
  FrameText frame;
  const char* const begin = text.data();
  const auto [end, error] = std::from_chars(begin, begin + std::min(text.size(), most_digits), frame.address, 16);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - begin));
  if (!text.empty() && !is_blank(text.front())) return std::nullopt;
  text = without_blanks_around(text);
  cut_module(text, frame);
  if (text == unknown) return frame;
  if (holds_time(text)) return std::nullopt;
  frame.offset = cut_offset(text);
  frame.symbol = text;
  return frame;
}

OnlyFrame only_frame(std::string_view rest) {
  constexpr std::size_t columns = 16;
  OnlyFrame only;
  std::size_t end = std::min(rest.find(" => "), rest.size());
  for (const std::string_view other : {" ilen: ", " insn: "}) {
    const std::size_t module = rest.rfind(')', end);
    if (module != std::string_view::npos) end = std::min(end, rest.find(other, module));
  }
  only.behind = without_blanks_around(rest.substr(end));
  rest = rest.substr(0, end);
  for (std::size_t at = rest.size(); at-- > 0;) {
    if (at != 0 && (!is_blank(rest[at - 1]) || is_blank(rest[at]))) continue;
    const std::size_t digits = std::min(rest.find(' ', at), rest.size()) - at;
    const std::size_t blanks = at - without_trailing_blanks(rest.substr(0, at)).size();
    const bool is_column = at == 0 || (digits <= columns && blanks + digits > columns);
    if (!is_column || !parse_frame(rest.substr(at))) continue;
    only.before = without_trailing_blanks(rest.substr(0, at));
    only.frame = rest.substr(at);
    break;
  }
  return only;
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
