// SPDX-License-Identifier: Apache-2.0
// Escaping and repairing, both as the JSON library does them.
#include "writers/chrome/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace profconv::chrome {

namespace {

/// Printable ASCII without what JSON escapes: most names.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

}  // namespace

JsonText JsonTexts::of(std::string_view name) {
  using nlohmann::json;
  if (is_plain(name)) return {name, name};
  std::string_view shown = name;
  std::string quoted;
  try {
    quoted = json(name).dump();
  } catch (const json::type_error&) {
    ++repaired_;
    quoted = json(name).dump(-1, ' ', false, json::error_handler_t::replace);
    shown = keep(json::parse(quoted).get<std::string>());
  }
  return {shown, keep(quoted.substr(1, quoted.size() - 2))};
}

}  // namespace profconv::chrome
