// SPDX-License-Identifier: Apache-2.0
// Escaping and repairing as the JSON library does them, and escaping a little more.
#include "core/text/json_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/text/plain_text.h"

namespace profconv {

bool is_plain_json(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

std::string with_unsafe_escaped(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  for (std::string_view rest = json; !rest.empty();) {
    const Character character = first_character(rest);
    if (is_unsafe(character.code) && character.code <= 0xffff) {
      std::array<char, 7> escaped{};
      static_cast<void>(
          std::snprintf(escaped.data(), escaped.size(), "\\u%04x", static_cast<unsigned>(character.code)));
      safe.append(escaped.data());
    } else {
      safe.append(rest.substr(0, character.bytes));
    }
    rest.remove_prefix(character.bytes);
  }
  return safe;
}

JsonString json_string(std::string_view text) {
  const nlohmann::json value(text);
  try {
    return {with_unsafe_escaped(value.dump())};
  } catch (const nlohmann::json::type_error&) {
    return {with_unsafe_escaped(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)), true};
  }
}

}  // namespace profconv
