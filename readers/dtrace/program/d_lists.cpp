// SPDX-License-Identifier: Apache-2.0
// Brackets, commas and literals.
#include "readers/dtrace/program/d_lists.h"

#include <algorithm>
#include <charconv>

#include "readers/dtrace/program/key_types.h"

namespace profconv::dtrace {

namespace {

bool opens(const DToken& token) { return token.is('(') || token.is('[') || token.is('{'); }
bool closes(const DToken& token) { return token.is(')') || token.is(']') || token.is('}'); }

/// A text as `%-20s` or `%10s` prints it.
std::string filled_up(std::string text, std::string_view conversion) {
  const bool is_left = conversion.substr(1, 1) == "-";
  const std::string_view width = conversion.substr(is_left ? 2 : 1);
  std::size_t least = 0;
  std::from_chars(width.data(), width.data() + width.size(), least);
  const std::size_t size = unescaped(text).size();
  constexpr std::size_t most = 1024;
  const std::size_t blanks = std::min(least, most) - std::min({least, most, size});
  return text.insert(is_left ? text.size() : 0, blanks, ' ');
}

}  // namespace

std::size_t behind_bracket(DTokens tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i]) && --depth == 0) return i + 1;
  }
  return tokens.size();
}

std::vector<DTokens> parts_of(DTokens tokens, std::size_t open, std::size_t behind) {
  std::vector<DTokens> parts;
  const bool closed = behind > open + 1 && closes(tokens[behind - 1]);
  const std::size_t end = closed ? behind - 1 : behind;
  std::size_t begin = open + 1;
  std::size_t depth = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i])) --depth;
    if (depth != 0 || !tokens[i].is(',')) continue;
    parts.push_back(tokens.subspan(begin, i - begin));
    begin = i + 1;
  }
  if (begin < end || !parts.empty()) parts.push_back(tokens.subspan(begin, end - begin));
  return parts;
}

std::vector<std::string> sources_of(const std::vector<DTokens>& parts) {
  std::vector<std::string> sources;
  sources.reserve(parts.size());
  for (const DTokens part : parts) sources.push_back(source_of(part));
  return sources;
}

std::optional<std::string> literal(DTokens argument) {
  std::string text;
  for (const DToken& token : argument) {
    if (token.kind != DToken::Kind::string) return std::nullopt;
    text += token.text.substr(1, token.text.size() - 2);
  }
  return argument.empty() ? std::nullopt : std::optional(text);
}

std::string with_literals(std::string_view format, const std::vector<DTokens>& arguments) {
  std::string filled;
  std::size_t argument = 0;
  for (std::size_t at = 0; at < format.size();) {
    const std::size_t percent = std::min(format.find('%', at), format.size());
    filled += format.substr(at, percent - at);
    const std::size_t letter = std::min(format.find_first_not_of("-0123456789", percent + 1), format.size());
    at = std::min(letter + 1, format.size());
    // Of a width that is an argument itself, or a precision, nothing is known.
    if (letter < format.size() && (format[letter] == '*' || format[letter] == '.')) {
      return filled.append(format.substr(percent));
    }
    const std::string_view conversion = format.substr(percent, at - percent);
    if (!conversion.empty() && !conversion.ends_with('%')) ++argument;
    const auto text =
        conversion.ends_with('s') && argument < arguments.size() ? literal(arguments[argument]) : std::nullopt;
    if (text && text->find_first_of("%\\") == std::string::npos) {
      filled += filled_up(*text, conversion);
    } else {
      filled += conversion;
    }
  }
  return filled;
}

std::string format_of_datum(std::string_view action, const std::vector<DTokens>& arguments) {
  if (action != "trace" || arguments.empty()) return "%s";
  const char letter = letter_of_key(source_of(arguments.front()));
  return letter == any_number || is_number_letter(letter) ? "%d" : "%s";
}

}  // namespace profconv::dtrace
