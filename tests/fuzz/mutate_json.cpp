// SPDX-License-Identifier: Apache-2.0
// Changing JSON token by token, blanks included, so that what a change leaves alone stays as it was written.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <vector>

#include "fuzz/mutators.h"

namespace profconv::test {

namespace {

using Tokens = std::vector<std::string>;

/// Where a member or an element begins, and where it ends: at the comma or bracket behind it.
struct Item {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool is_mark(char c) { return std::string_view("{}[],:").find(c) != std::string_view::npos; }

std::size_t token_length(std::string_view text) {
  if (is_mark(text.front())) return 1;
  std::size_t end = 1;
  if (text.front() == '"') {
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  const bool blank = is_blank(text.front());
  while (end < text.size() && !is_mark(text[end]) && text[end] != '"' && is_blank(text[end]) == blank) ++end;
  return end;
}

Tokens tokens_of(std::string_view text) {
  Tokens tokens;
  while (!text.empty()) {
    const std::size_t length = token_length(text);
    tokens.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return tokens;
}

bool opens(const std::string& token) { return token == "{" || token == "["; }
bool closes(const std::string& token) { return token == "}" || token == "]"; }

/// What stands around a token, from the bracket or comma before it to the one behind it.
Item item_at(const Tokens& tokens, std::size_t at) {
  Item item{at, at};
  for (std::size_t depth = 0; item.begin > 0; --item.begin) {
    const std::string& before = tokens[item.begin - 1];
    if (depth == 0 && (before == "," || opens(before))) break;
    if (closes(before)) ++depth;
    if (opens(before)) --depth;
  }
  for (std::size_t depth = 0; item.end < tokens.size(); ++item.end) {
    const std::string& next = tokens[item.end];
    if (depth == 0 && (next == "," || closes(next))) break;
    if (opens(next)) ++depth;
    if (closes(next)) --depth;
  }
  return item;
}

void change_scalar(std::string& token, Mutation& mutation) {
  constexpr std::array<std::string_view, 9> others{
      "-1", "1.5", "true", "null", "\"\"", "[]", "{}", "18446744073709551616", "1e400"};
  if (mutation.one_in(3)) {
    token = mutation.bytes(token);
  } else {
    token =
        mutation.one_in(3) ? std::string(others[mutation.below(others.size())]) : std::to_string(mutation.integer());
  }
}

void change_item(Tokens& tokens, Mutation& mutation) {
  const Item item = item_at(tokens, mutation.below(tokens.size()));
  const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(item.begin);
  const auto end = tokens.begin() + static_cast<std::ptrdiff_t>(item.end);
  Tokens taken(begin, end);
  if (mutation.one_in(2)) {
    const bool has_comma = end != tokens.end() && *end == ",";
    tokens.erase(begin, has_comma ? end + 1 : end);
    if (mutation.one_in(2) || tokens.empty()) return;
  }
  const std::size_t place = item_at(tokens, mutation.below(tokens.size())).begin;
  taken.emplace_back(",");
  tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(place), taken.begin(), taken.end());
}

}  // namespace

std::string mutate_json(std::string_view text, Mutation& mutation) {
  if (text.empty()) return mutation.bytes(text);
  Tokens tokens = tokens_of(text);
  const std::size_t at = mutation.below(tokens.size());
  switch (mutation.below(4)) {
    case 0:
      change_scalar(tokens[at], mutation);
      break;
    case 1:
      tokens[at] = std::string(tokens[mutation.below(tokens.size())]);
      break;
    case 2:
      std::swap(tokens[at], tokens[mutation.below(tokens.size())]);
      break;
    default:
      change_item(tokens, mutation);
  }
  return std::accumulate(tokens.begin(), tokens.end(), std::string());
}

}  // namespace profconv::test
