// SPDX-License-Identifier: Apache-2.0
// Replacing and escaping characters.
#include "writers/collapsed/spelling.h"

#include <algorithm>
#include <cstddef>

#include "core/names/frame_names.h"
#include "core/text/blanks.h"
#include "core/text/plain_text.h"
#include "core/wire/collapsed_escapes.h"

namespace profconv::collapsed {

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// First byte of U+0080 to U+009F in UTF-8, and of other characters.
constexpr char c1_lead = '\xc2';

bool is_comment(std::string_view text) {
  return text.starts_with("# ") && without_trailing_blanks(text).ends_with(':');
}

/// The bytes of the first character that a line cannot hold; those of any other are empty.
std::string_view unfit(std::string_view text) {
  const Character c = first_character(text);
  const std::string_view bytes = text.substr(0, std::max<std::size_t>(c.bytes, 1));
  const bool is_c1 = c.code >= 0x80 && c.code < 0xa0;
  return is_c1 || is_control(bytes.front()) || bytes == ";" ? bytes : std::string_view();
}

}  // namespace

/// Looks at the whole name even if its first character decides: compilers vectorize this loop.
bool is_plain(std::string_view name) {
  unsigned found = 0;
  for (const char c : name) {
    found += (c == ';' ? 1U : 0U) + (c == c1_lead ? 1U : 0U) + (c == '\\' ? 1U : 0U) + (is_control(c) ? 1U : 0U);
  }
  return found == 0;
}

std::string spelled(std::string_view name, Spelling spelling) {
  std::string text;
  text.reserve(name.size());
  for (std::size_t at = 0; at < name.size();) {
    if (const auto literal = name[at] == '\\' ? collapsed_escapes::escape_at(name, at) : collapsed_escapes::Escape();
        literal.size != 0) {
      text.append("\\").append(collapsed_escapes::literal_mark).append(name.substr(at + 1, literal.size - 1));
      at += literal.size;
      continue;
    }
    const std::string_view bytes = unfit(name.substr(at));
    if (bytes.empty()) {
      text.push_back(name[at++]);
      continue;
    }
    if (spelling == Spelling::escaped) {
      collapsed_escapes::append_escape(text, bytes);
    } else {
      text.push_back(bytes == ";" ? ':' : ' ');
    }
    at += bytes.size();
  }
  return text;
}

std::string at_line_start(std::string_view text, Spelling spelling) {
  std::string spelled;
  if (text.starts_with(' ') && spelling == Spelling::escaped) {
    collapsed_escapes::append_escape(spelled, text.substr(0, 1));
    return spelled.append(text.substr(1));
  }
  const std::string_view whole = text;
  text = without_leading_blanks(text);
  if (text.empty()) return "[unknown]";
  if (is_comment(text)) {
    collapsed_escapes::append_escape(spelled, text.substr(0, 1));
    text.remove_prefix(1);
  } else if (text.starts_with('\\') && collapsed_escapes::escape_at(text, 0).size != 0 &&
             collapsed_escapes::escape_at(whole, whole.size() - text.size()).size == 0) {
    // Without the blanks before it, this would be read as an escape.
    spelled.append("\\").append(collapsed_escapes::literal_mark);
    text.remove_prefix(1);
  }
  return spelled.append(text);
}

}  // namespace profconv::collapsed
