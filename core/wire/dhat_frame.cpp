// SPDX-License-Identifier: Apache-2.0
// Parsing frames from the right: a name may hold blanks, colons and parentheses.
#include "core/wire/dhat_frame.h"

#include <charconv>
#include <optional>
#include <system_error>

namespace profconv::dhat {

namespace {

constexpr std::string_view unknown = "???";

/// Cuts ":123" off the end of `text`.
std::optional<std::int64_t> cut_number(std::string_view& text) {
  const std::size_t colon = text.find_last_not_of("0123456789");
  if (colon == std::string_view::npos || text[colon] != ':' || colon + 1 == text.size()) return std::nullopt;
  std::int64_t number = 0;
  const auto parsed = std::from_chars(text.data() + colon + 1, text.data() + text.size(), number);
  if (parsed.ec != std::errc()) return std::nullopt;
  text = text.substr(0, colon);
  return number;
}

std::string_view known(std::string_view text) { return text == unknown ? std::string_view() : text; }

/// Reads "FILE:LINE" or "FILE:LINE:COLUMN". Returns false if it is neither.
bool parse_line(std::string_view where, FrameText& frame) {
  const auto last = cut_number(where);
  if (!last || where.empty()) return false;
  std::string_view shorter = where;
  const auto before = cut_number(shorter);
  const bool has_column = before && !shorter.empty();
  frame.line = has_column ? *before : *last;
  frame.column = has_column ? *last : 0;
  frame.file = known(has_column ? shorter : where);
  return true;
}

/// Reads "in OBJECT". Returns false if it is not one.
bool parse_object(std::string_view where, FrameText& frame) {
  constexpr std::string_view in = "in ";
  if (!where.starts_with(in) || where.size() == in.size()) return false;
  frame.object = known(where.substr(in.size()));
  return true;
}

/// Where the parenthesis that the last character of `text` closes is opened; npos: nowhere.
std::size_t opened_at(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t at = text.size(); at-- > 0;) {
    if (text[at] == ')') ++depth;
    if (text[at] == '(' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

/// Cuts a place in balanced parentheses off the end of `text`. Returns false if there is none.
bool cut_balanced(std::string_view& text, FrameText& frame) {
  const std::size_t open = opened_at(text);
  if (open == std::string_view::npos || open < 2 || text[open - 1] != ' ') return false;
  const std::string_view where = text.substr(open + 1, text.size() - open - 2);
  if (!parse_line(where, frame) && !parse_object(where, frame)) return false;
  text = text.substr(0, open - 1);
  return true;
}

/// Takes the last " (...)" that is a place off the end of `text`.
void cut_last(std::string_view& text, FrameText& frame) {
  const std::size_t last = text.rfind(" (");
  for (std::size_t open = last; open != std::string_view::npos && open != 0; open = text.rfind(" (", open - 1)) {
    const std::string_view where = text.substr(open + 2, text.size() - open - 3);
    // Every candidate ends alike, so that a line number that the last one lacks is in none.
    if ((open == last && parse_line(where, frame)) || parse_object(where, frame)) {
      text = text.substr(0, open);
      return;
    }
  }
}

void cut_where(std::string_view& text, FrameText& frame) {
  if (text.ends_with(')') && !cut_balanced(text, frame)) cut_last(text, frame);
}

/// Takes "0x12AB: " off the beginning of `text`.
void cut_address(std::string_view& text, FrameText& frame) {
  if (!text.starts_with("0x")) return;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data() + 2, end, frame.address, 16);
  const auto used = static_cast<std::size_t>(parsed.ptr - text.data());
  if (parsed.ec != std::errc() || text.substr(used, 2) != ": ") {
    frame.address = 0;
    return;
  }
  text.remove_prefix(used + 2);
}

}  // namespace

FrameText parse_frame(std::string_view text) {
  FrameText frame;
  cut_address(text, frame);
  cut_where(text, frame);
  frame.name = known(text);
  return frame;
}

}  // namespace profconv::dhat
