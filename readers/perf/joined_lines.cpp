// SPDX-License-Identifier: Apache-2.0
// Looking for an address where a symbol or a module ends. Functions may be called almost anything, with blanks,
// parentheses and digits, so that an address alone shows nothing.
#include "readers/perf/joined_lines.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/text/blanks.h"
#include "readers/perf/first_line.h"
#include "readers/perf/frame_text.h"

namespace profconv::perf {

namespace {

/// An address is sixteen columns wide.
/// A word of a text, and what is before it.
struct Word {
  std::string_view text;
  std::size_t gap = 0;  ///< blanks before it
  bool follows_tab = false;
  bool is_last = false;
};

/// Takes the next word from the beginning of a text; it is empty at its end.
Word next_word(std::string_view& text) {
  Word word;
  word.gap = std::min(text.find_first_not_of(" \t"), text.size());
  word.follows_tab = text.substr(0, word.gap).find('\t') != std::string_view::npos;
  text.remove_prefix(word.gap);
  word.text = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.text.size());
  word.is_last = text.empty();
  return word;
}

bool is_address(std::string_view text) { return !text.empty() && address_size(text) == text.size(); }

bool begins_module(std::string_view word) {
  return word.starts_with("(/") || word.starts_with("([") || word == "(inlined)";
}

/// "7f01ab3c": no word of a language, and no decimal number.
bool is_mixed(std::string_view address) {
  constexpr std::size_t fewest_digits = 6;
  return address.size() >= fewest_digits && address.find_first_of("0123456789") != std::string_view::npos &&
         address.find_first_of("abcdef") != std::string_view::npos;
}

/// " 4K": what -F phys_addr,data_page_size prints behind an address.
bool begins_with_page_size(std::string_view text) {
  const Word word = next_word(text);
  const std::size_t digits = std::min(word.text.find_first_not_of("0123456789"), word.text.size());
  return word.text == "N/A" || (digits != 0 && digits + 1 == word.text.size());
}

/// Whether an offset ends a word: "f+0x1f", or one with the address of the next line, "f+0x1fffffffff8104f45a".
bool ends_in_offset(std::string_view word) {
  const std::size_t plus = word.rfind("+0x");
  return plus != std::string_view::npos &&
         word.find_first_not_of("0123456789abcdef", plus + 3) == std::string_view::npos;
}

/// Finds the addresses of frames in a text, word by word.
class AddressFinder {
 public:
  /// Whether a frame begins with a word, or behind the module that ends in it.
  bool take(const Word& word) {
    const bool follows_end = is_ended_;
    is_in_module_ = is_in_module_ || begins_module(word.text);
    const std::size_t close = is_in_module_ ? word.text.rfind(')') : std::string_view::npos;
    is_glued_ = close != std::string_view::npos && !word.is_last && is_address(word.text.substr(close + 1));
    is_ended_ = (close != std::string_view::npos && close + 1 == word.text.size()) || ends_in_offset(word.text) ||
                word.text == unknown_mark;
    if (is_glued_) return true;
    return follows_end && !word.is_last && is_address(word.text);
  }
  /// Whether there was no blank before the address.
  [[nodiscard]] bool is_glued() const { return is_glued_; }

 private:
  bool is_in_module_ = false;
  bool is_ended_ = false;  ///< the word before ends a module, an offset or an unknown symbol
  bool is_glued_ = false;
};

/// Whether the first line of a sample is in a text: a thread, and an event that ends as one does.
bool holds_first_line(std::string_view text) {
  if (text.find(": ") == std::string_view::npos && !text.ends_with(':')) return false;
  const auto heading = parse_heading(text);
  return heading && !heading->is_tentative && !heading->event.empty() && (heading->tid || heading->cpu);
}

/// Whether an address that is a word of its own is where perf begins a line with one.
bool begins_line(const Word& word) {
  return is_address(word.text) &&
         (word.follows_tab || (word.gap > 1 && word.gap + word.text.size() >= address_columns));
}

}  // namespace

bool holds_another(std::string_view line, const FrameText& frame) {
  if (frame.symbol.empty()) return false;
  const bool is_cut = ends_in_module_begin(frame.symbol);
  if ((frame.symbol.starts_with(unknown_mark) && !is_cut) || holds_first_line(frame.symbol)) return true;
  const std::string_view behind_blanks = without_leading_blanks(line);
  std::string_view text = behind_blanks.substr(behind_blanks.find_first_of(" \t"));
  text = text.substr(0, static_cast<std::size_t>(frame.symbol.data() - text.data()) + frame.symbol.size());
  AddressFinder addresses;
  bool is_first = true;
  while (!text.empty()) {
    const Word word = next_word(text);
    if (begins_line(word) || addresses.take(word)) return true;
    if (!word.is_last && ends_in_offset(word.text) && !is_cut) return true;
    if (!is_first && !word.is_last && is_address(word.text) && is_mixed(word.text)) return true;
    is_first = false;
  }
  return false;
}

bool holds_chain(const Heading& heading) {
  const bool has_fields = may_have_fields(heading);
  std::string_view text = heading.event.empty() ? heading.rest
                                                : std::string_view(heading.event.data() + heading.event.size() + 1,
                                                                   heading.blanks_before_rest() + heading.rest.size());
  AddressFinder addresses;
  std::size_t found = 0;
  bool is_first = true;
  bool is_first_in_columns = false;
  while (!text.empty()) {
    const Word word = next_word(text);
    const bool is_in_columns = word.gap + word.text.size() >= address_columns;
    if (std::exchange(is_first, false)) is_first_in_columns = is_in_columns;
    if (word.follows_tab && is_address(word.text) && (is_in_columns || !has_fields)) return true;
    if (!addresses.take(word) || has_fields || begins_with_page_size(text)) continue;
    // -F addr: a data address in its columns, with its symbol and module, is before the frame.
    const bool is_of_one_line =
        is_first_in_columns && !addresses.is_glued() && word.gap + word.text.size() == address_columns + 1;
    if (!is_of_one_line || ++found > 1) return true;
  }
  return false;
}

bool ends_in_frame(std::string_view fields) {
  if (!fields.ends_with(')')) return false;
  const std::size_t open = module_begin(fields);
  if (open == std::string_view::npos) return false;
  return begins_module(without_leading_blanks(fields.substr(open))) &&
         ends_in_offset(without_trailing_blanks(fields.substr(0, open)));
}

bool holds_frame(std::string_view name) {
  constexpr std::size_t most_bytes = 15;  // of the name that Linux gives a thread
  if (name.size() <= most_bytes) return false;
  if (holds_time(name)) return true;
  for (bool is_first = true; !name.empty(); is_first = false) {
    const Word word = next_word(name);
    if (begins_module(word.text) || word.text.find("+0x") != std::string_view::npos) return true;
    if (word.text.starts_with(unknown_mark) || word.follows_tab) return true;
    if (is_address(word.text) && !word.is_last && (is_mixed(word.text) || is_first)) return true;
  }
  return false;
}

}  // namespace profconv::perf
