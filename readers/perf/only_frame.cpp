// SPDX-License-Identifier: Apache-2.0
// Finding the end of the frame, and the address that begins it.
#include "readers/perf/only_frame.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/text/blanks.h"
#include "readers/perf/frame_text.h"

namespace profconv::perf {

namespace {

constexpr std::string_view hexadecimal = "0123456789abcdef";

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
  const std::size_t end = std::min(text.find_first_not_of(hexadecimal, begin), text.size());
  return begin != 0 && end > address_columns && (end == text.size() || is_blank(text[end]));
}

bool is_page_size(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const bool is_size = digits != 0 && digits + 1 == word.size();
  return word == "N/A" || (is_size && std::string_view("BKMG").find(word.back()) != std::string_view::npos);
}

/// "     85f0a1b40 4K N/A": whether a text has addresses and sizes of pages alone, addresses in columns if `is_strict`.
bool are_addresses_and_sizes(std::string_view text, bool is_strict) {
  while (!without_leading_blanks(text).empty()) {
    const std::string_view word = without_leading_blanks(text);
    const std::size_t size = std::min(word.find_first_of(" \t"), word.size());
    const bool is_address = is_strict ? begins_with_column(text) : word.find_first_not_of(hexadecimal) >= size;
    if (!is_address && !is_page_size(word.substr(0, size))) return false;
    text = word.substr(size);
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

/// Where the last address in its columns begins that may be a frame's; npos: nowhere.
std::size_t last_frame(std::string_view text) {
  constexpr std::size_t most_tries = 64;  // each of which looks at the text behind it
  std::size_t tries = 0;
  for (std::size_t at = text.size(); at-- > 0;) {
    if (at != 0 && (!is_blank(text[at - 1]) || is_blank(text[at]))) continue;
    const std::size_t digits = std::min(text.find(' ', at), text.size()) - at;
    const std::size_t blanks = at - without_trailing_blanks(text.substr(0, at)).size();
    if (at != 0 && (digits > address_columns || blanks + digits <= address_columns)) continue;
    if (++tries > most_tries) break;
    if (parse_frame(text.substr(at))) return at;
  }
  return std::string_view::npos;
}

/// Whether a text ends in a frame with a symbol and without a module: what is behind it is not of the symbol.
bool ends_in_symbol(std::string_view text) {
  const std::size_t begin = last_frame(text);
  return begin != std::string_view::npos && text.find(' ', begin) != std::string_view::npos;
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
    const std::string_view before = text.substr(0, end);
    const std::string_view rest = text.substr(begin);
    const std::size_t size = std::min(rest.find_first_of(" \t"), rest.size());
    const bool is_target = rest.starts_with("=>") && begins_with_column(rest.substr(size));
    const bool is_other = std::any_of(std::begin(beginnings), std::end(beginnings),
                                      [&](std::string_view beginning) { return rest.starts_with(beginning); });
    if (is_target || is_other || holds_branch(rest.substr(0, size))) {
      if (ends_in_module(before) || !holds_module(rest)) return end;  // else it is of the symbol
    } else if (ends_in_module(before)) {
      if (holds_branch(rest) || are_addresses_and_sizes(rest, false)) return end;
    } else if (are_addresses_and_sizes(text.substr(end), true) && ends_in_symbol(before)) {
      return end;
    }
    end = begin + size;
  }
  return text.size();
}

/// Whether a text's first word fills the columns of an address, with the blanks before it.
bool fills_columns(std::string_view text, std::size_t blanks_before) {
  return blanks_before + std::min(text.find(' '), text.size()) > address_columns;
}

/// Whether a text ends in an address in its columns.
bool ends_in_column(std::string_view text, std::size_t blanks_before) {
  const std::size_t begin = text.find_last_of(' ') + 1;
  const std::size_t blanks = begin - without_trailing_blanks(text.substr(0, begin)).size();
  return !text.empty() && fills_columns(text.substr(begin), begin == 0 ? blanks_before : blanks) &&
         text.find_first_not_of(hexadecimal, begin) == std::string_view::npos;
}

}  // namespace

OnlyFrame only_frame(std::string_view rest, std::size_t blanks_before) {
  OnlyFrame only;
  const std::size_t end = frame_end(rest);
  only.behind = without_blanks_around(rest.substr(end));
  rest = rest.substr(0, end);
  const std::size_t begin = last_frame(rest);
  if (begin == std::string_view::npos) return only;
  only.before = without_trailing_blanks(rest.substr(0, begin));
  only.frame = rest.substr(begin);
  if (ends_in_module(only.frame)) {
    only.shape = FrameShape::module;
  } else if (!only.before.empty()) {
    only.shape = FrameShape::address;
  } else if (fills_columns(only.frame, blanks_before)) {
    only.shape = FrameShape::alone;
  }
  only.is_second = only.frame.find(' ') == std::string_view::npos && ends_in_column(only.before, blanks_before);
  return only;
}

}  // namespace profconv::perf
