// SPDX-License-Identifier: Apache-2.0
// Address, symbol, module.
#include "readers/perf/frame_text.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "core/text/blanks.h"
#include "core/text/integers.h"
#include "readers/perf/heading.h"

namespace profconv::perf {

namespace {

constexpr std::string_view unknown = "[unknown]";
/// The address of a sample without a call chain is sixteen columns wide.
constexpr std::size_t address_columns = 16;

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
  const bool is_part_of_function = module.starts_with('.') && module.find('/') == std::string_view::npos;
  if (is_part_of_function) return;  // "f(int) (.cold)", as LLVM names it
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

/// "0x4005c0/0x4005d0/P/-/-/0": whether a text holds where a branch came from and went, with its four marks.
bool holds_branch(std::string_view text) {
  for (std::size_t i = text.find('/'); i != std::string_view::npos && i + 7 < text.size(); i = text.find('/', i + 1)) {
    const auto is_mark = [&](std::size_t at, std::string_view marks) {
      return marks.find(text[i + at]) != std::string_view::npos && text[i + at + 1] == '/';
    };
    if (is_mark(1, "PMN-") && is_mark(3, "X-") && is_mark(5, "A-")) return true;
  }
  return false;
}

/// Whether an address in its columns stands at the beginning of a text, with a blank before it.
bool begins_with_column(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  const std::size_t end = std::min(text.find_first_not_of("0123456789abcdef", begin), text.size());
  return begin != 0 && end > address_columns && (end == text.size() || is_blank(text[end]));
}

/// "     85f0a1b40 4K N/A": whether a text has addresses and sizes of pages alone.
bool are_addresses_and_sizes(std::string_view text) {
  for (text = without_leading_blanks(text); !text.empty(); text = without_leading_blanks(text)) {
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    const std::size_t digits = std::min(word.find_first_not_of("0123456789abcdef"), word.size());
    const bool is_size = digits != 0 && digits + 1 == word.size() &&
                         std::string_view("BKMG").find(word.back()) != std::string_view::npos;
    if (digits != word.size() && !is_size && word != "N/A") return false;
    text.remove_prefix(word.size());
  }
  return true;
}

/// Whether a text ends in the module of a frame: " (/bin/x)", " ([kernel.kallsyms])".
bool ends_in_module(std::string_view text) {
  if (!text.ends_with(')')) return false;
  std::size_t open = module_begin(text);
  if (open == std::string_view::npos) return false;
  if (is_blank(text[open])) ++open;
  return text[open + 1] == '/' || text[open + 1] == '[';
}

bool holds_module(std::string_view text) {
  return text.find(" (/") != std::string_view::npos || text.find(" ([") != std::string_view::npos;
}

/// Where what -F prints behind a frame begins: insn, iregs, brstack, bpf-output, phys_addr, data_page_size, ipc, and
/// where a branch went. The end of the text if there is nothing.
std::size_t frame_end(std::string_view text) {
  constexpr std::string_view beginnings[] = {"ilen: ", "insn: ", "ABI:", "BPF output:", "IPC: "};
  constexpr std::size_t most_words = 200;  // each of which may look at the rest of the line
  std::size_t end = text.find(' ');        // of the word before
  for (std::size_t words = 0; words < most_words && end < text.size(); ++words) {
    const std::size_t begin = text.find_first_not_of(" \t", end);
    if (begin == std::string_view::npos) break;
    const std::string_view rest = text.substr(begin);
    const std::size_t size = std::min(rest.find_first_of(" \t"), rest.size());
    const std::string_view word = rest.substr(0, size);
    const bool is_target = word == "=>" && begins_with_column(rest.substr(size));
    const bool is_other = std::any_of(std::begin(beginnings), std::end(beginnings),
                                      [&](std::string_view beginning) { return rest.starts_with(beginning); });
    const bool may_begin = is_target || is_other || holds_branch(rest) || are_addresses_and_sizes(rest);
    if (may_begin && ends_in_module(text.substr(0, end))) return end;
    // Without modules; else it is of the symbol.
    if ((is_target || is_other || holds_branch(word)) && !holds_module(rest)) return end;
    end = begin + size;
  }
  return text.size();
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

bool OnlyFrame::is_certain() const { return ends_in_module(frame); }

OnlyFrame only_frame(std::string_view rest) {
  OnlyFrame only;
  const std::size_t end = frame_end(rest);
  only.behind = without_blanks_around(rest.substr(end));
  rest = rest.substr(0, end);
  for (std::size_t at = rest.size(); at-- > 0;) {
    if (at != 0 && (!is_blank(rest[at - 1]) || is_blank(rest[at]))) continue;
    const std::size_t digits = std::min(rest.find(' ', at), rest.size()) - at;
    const std::size_t blanks = at - without_trailing_blanks(rest.substr(0, at)).size();
    const bool is_column = at == 0 || (digits <= address_columns && blanks + digits > address_columns);
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
