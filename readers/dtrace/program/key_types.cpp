// SPDX-License-Identifier: Apache-2.0
// Types of D expressions, as far as their text shows them. Where systems differ, as in the width of `tid`, only that it
// is an integer counts.
#include "readers/dtrace/program/key_types.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

using Word = std::pair<std::string_view, char>;

constexpr char text = static_cast<char>(ColumnKind::text);
constexpr char byte = static_cast<char>(ColumnKind::byte);
constexpr char half = static_cast<char>(ColumnKind::half);
constexpr char word = static_cast<char>(ColumnKind::word);
constexpr char quad = static_cast<char>(ColumnKind::quad);

constexpr std::array<Word, 34> variables{{
    {"pid", any_number},   {"tid", any_number},
    {"ppid", any_number},  {"uid", any_number},
    {"gid", any_number},   {"cpu", any_number},
    {"id", any_number},    {"ipl", any_number},
    {"epid", any_number},  {"walltimestamp", quad},
    {"timestamp", quad},   {"vtimestamp", quad},
    {"arg0", quad},        {"arg1", quad},
    {"arg2", quad},        {"arg3", quad},
    {"arg4", quad},        {"arg5", quad},
    {"arg6", quad},        {"arg7", quad},
    {"arg8", quad},        {"arg9", quad},
    {"errno", any_number}, {"stackdepth", any_number},
    {"execname", text},    {"ustackdepth", any_number},
    {"probefunc", text},   {"probemod", text},
    {"probename", text},   {"probeprov", text},
    {"cwd", text},         {"zonename", text},
    {"root", text},        {"execargs", text},
}};

constexpr std::array<Word, 13> calls{{
    {"stack", stack_letter},
    {"ustack", stack_letter},
    {"jstack", stack_letter},
    {"usym", text},
    {"ufunc", text},
    {"umod", text},
    {"uaddr", text},
    {"sym", text},
    {"func", text},
    {"mod", text},
    {"copyinstr", text},
    {"stringof", text},
    {"strjoin", text},
}};

/// In lower case, without blanks.
constexpr std::array<Word, 26> types{{
    {"char", byte},
    {"signedchar", byte},
    {"unsignedchar", byte},
    {"int8_t", byte},
    {"uint8_t", byte},
    {"uchar_t", byte},
    {"short", half},
    {"unsignedshort", half},
    {"int16_t", half},
    {"uint16_t", half},
    {"ushort_t", half},
    {"int", word},
    {"unsigned", word},
    {"unsignedint", word},
    {"int32_t", word},
    {"uint32_t", word},
    {"uint_t", word},
    {"longlong", quad},
    {"unsignedlonglong", quad},
    {"int64_t", quad},
    {"uint64_t", quad},
    {"hrtime_t", quad},
    {"long", any_number},
    {"unsignedlong", any_number},
    {"uintptr_t", any_number},
    {"string", text},
}};

template <class Words>
char find(const Words& words, std::string_view wanted) {
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](const Word& each) { return each.first == wanted; });
  return found == words.end() ? any_scalar : found->second;
}

/// Whether an expression has no operator, so that a cast before it gives its type.
bool is_operand(std::string_view expression) {
  const std::string plain = with_dots(expression);
  return std::all_of(plain.begin(), plain.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.[]:`$").find(c) != std::string_view::npos;
  });
}

/// The type of `(int)arg0`.
char letter_of_cast(std::string_view expression) {
  const std::size_t end = expression.find(')');
  if (end == std::string_view::npos) return any_scalar;
  std::string operand(expression.substr(end + 1));
  std::erase(operand, ' ');
  if (operand.empty() || !is_operand(operand)) return any_scalar;
  std::string type(expression.substr(1, end - 1));
  std::erase(type, ' ');
  return find(types, type);
}

/// Whether operators outside of texts and brackets give a number. A dereference, `*name`, has any type.
bool is_arithmetic(std::string_view expression) {
  const std::string plain = with_dots(expression);
  std::size_t depth = 0;
  bool in_text = false;
  bool is_number = false;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    if (c == '"') in_text = !in_text;
    if (in_text) continue;
    if (c == '?') return false;
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && depth != 0) --depth;
    const bool is_operator = std::string_view("+-/%&|^~<>!=").find(c) != std::string_view::npos || (c == '*' && i != 0);
    // What follows a cast is its operand: (string)*p.
    const bool follows_bracket = c == '*' && i != 0 && plain[i - 1] == ')';
    is_number = is_number || (depth == 0 && is_operator && !follows_bracket);
  }
  return is_number;
}

/// Whether it is `condition ? one : other`, outside of texts.
bool is_choice(std::string_view expression) {
  bool in_text = false;
  return std::any_of(expression.begin(), expression.end(), [&](char c) {
    if (c == '"') in_text = !in_text;
    return !in_text && c == '?';
  });
}

}  // namespace

std::string with_dots(std::string_view expression) {
  std::string plain(expression);
  for (std::size_t at = plain.find("->"); at != std::string::npos; at = plain.find("->", at)) plain.replace(at, 2, ".");
  return plain;
}

char letter_of_key(std::string_view expression) {
  if (is_choice(expression)) return any_scalar;
  if (is_arithmetic(expression)) return any_number;
  if (expression.starts_with('"')) return text;
  if (expression.starts_with('(')) return letter_of_cast(expression);
  const std::size_t bracket = expression.find('(');
  return bracket == std::string_view::npos ? find(variables, expression) : find(calls, expression.substr(0, bracket));
}

KeyText text_of_key(std::string_view expression) {
  constexpr std::array<std::string_view, 5> symbols{"sym(", "func(", "usym(", "ufunc(", "uaddr("};
  // What probemod is may be a library, as a symbol's name may be.
  constexpr std::array<std::string_view, 4> names{"execname", "probefunc", "probename", "probeprov"};
  const auto begins = [&](std::string_view call) { return expression.starts_with(call); };
  if (std::any_of(symbols.begin(), symbols.end(), begins)) return KeyText::symbol;
  return std::find(names.begin(), names.end(), expression) != names.end() ? KeyText::name : KeyText::any;
}

bool is_symbol(std::string_view key) {
  const std::string_view plain = trimmed(key);
  const bool is_library = plain.ends_with(".so") || plain.find(".so.") != std::string_view::npos;
  return is_library || plain.starts_with("0x") || plain.find_first_of("`!") != std::string_view::npos;
}

std::string common_key(const std::string& key, const std::string& other) {
  const char letter = letter_of_key(key);
  if (key == other || letter == stack_letter) return key;
  return letter == text ? "\"\"" : "0";
}

bool letter_fits(char expected, char found) {
  if (expected == any_scalar) return found != stack_letter;
  return expected == any_number ? is_number_letter(found) : found == expected;
}

}  // namespace profconv::dtrace
