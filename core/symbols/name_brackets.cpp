// SPDX-License-Identifier: Apache-2.0
// Matching brackets in names, where not every `<` and `>` is one.
#include <algorithm>
#include <array>

#include "core/symbols/name_parts.h"

namespace profconv {

namespace {

constexpr std::string_view keyword = "operator";

/// A character literal that Rust prints, '<' or '\u{3c}', may hold a bracket; a lifetime, 'a, is not closed.
std::size_t literal_size(std::string_view text) {
  if (text.size() >= 3 && text[1] != '\\' && text[2] == '\'') return 3;
  if (text.size() < 4 || text[1] != '\\') return 1;
  const std::size_t end = text.find('\'', 3);
  return end == std::string_view::npos ? 1 : end + 1;
}

char opener_of(char closer) {
  switch (closer) {
    case ')':
      return '(';
    case ']':
      return '[';
    case '}':
      return '{';
    default:
      return '<';
  }
}

/// How many characters at `at` point, compare or shift, and are no brackets: those of `->`, `((1)<(2))`, `1 >> 2`.
std::size_t operator_run(std::string_view text, std::size_t at, bool in_angle) {
  const char c = text[at];
  if (at == 0 || (c != '<' && c != '>')) return 0;
  const char before = text[at - 1];
  if (c == '>' && before == '-') return 1;
  if ((c == '>' && in_angle) || (before != ')' && before != ' ')) return 0;
  const std::size_t end = std::min(text.find_first_not_of(c, at), text.size());
  return before == ')' || text.substr(end, 1) == " " ? end - at : 0;
}

/// The brackets that are open at a place.
class OpenBrackets {
 public:
  void open(char bracket) { open_.push_back(bracket); }

  /// False where nothing fits the closing bracket.
  bool close(char bracket) {
    if (open_.empty() || open_.back() != opener_of(bracket)) return false;
    open_.pop_back();
    return true;
  }

  [[nodiscard]] bool empty() const { return open_.empty(); }
  [[nodiscard]] bool in_angle() const { return !open_.empty() && open_.back() == '<'; }

 private:
  std::string open_;
};

bool starts_operator(std::string_view text, std::size_t at) {
  return text.substr(at, keyword.size()) == keyword && (at == 0 || !is_identifier_char(text[at - 1]));
}

}  // namespace

bool is_identifier_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::size_t operator_symbol_size(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 39> symbols{"<=>", "<<=", ">>=", "->*", "()", "[]", "->", "++", "--", "<<",
                                                     ">>",  "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=", "*=",
                                                     "/=",  "%=",  "^=",  "&=",  "|=", "+",  "-",  "*",  "/",  "%",
                                                     "^",   "&",   "|",   "~",   "!",  "=",  "<",  ">",  ","};
  constexpr std::string_view followers = "(< :[,>)&";
  const std::string_view rest = text.substr(std::min(at, text.size()));
  for (const std::string_view symbol : symbols) {
    if (rest.substr(0, symbol.size()) != symbol) continue;
    // "operator<<char>" is `operator<` of char: the longest symbol that something sensible follows is meant.
    if (rest.size() == symbol.size() || followers.find(rest[symbol.size()]) != std::string_view::npos) {
      return symbol.size();
    }
  }
  return 0;
}

std::size_t find_group_end(std::string_view text, std::size_t open) {
  OpenBrackets brackets;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (const std::size_t run = i > open ? operator_run(text, i, brackets.in_angle()) : 0; run > 0) {
      i += run - 1;
    } else if (c == '(' || c == '[' || c == '{' || c == '<') {
      brackets.open(c);
    } else if (c == ')' || c == ']' || c == '}' || c == '>') {
      if (!brackets.close(c)) return std::string_view::npos;
      if (brackets.empty()) return i + 1;
    } else if (c == '\'') {
      i += literal_size(text.substr(i)) - 1;
    } else if (c == 'o' && starts_operator(text, i)) {
      i += keyword.size() + operator_symbol_size(text, i + keyword.size()) - 1;
      // The templates of `operator()<int>` and `operator< <int>` are no comparison.
      if (text.substr(i + 1, 2) == " <") ++i;
      if (text.substr(i + 1, 1) == "<") brackets.open(text[++i]);
    }
  }
  return std::string_view::npos;
}

}  // namespace profconv
