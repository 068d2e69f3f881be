// SPDX-License-Identifier: Apache-2.0
// Escaping and repairing, both as the JSON library does them.
#include "profconv/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace profconv {

bool is_plain_json(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

JsonString json_string(std::string_view text) {
  const nlohmann::json value(text);
  try {
    return {value.dump()};
  } catch (const nlohmann::json::type_error&) {
    return {value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), true};
  }
}

}  // namespace profconv
