// SPDX-License-Identifier: Apache-2.0
// Names once escaped, and what viewers will show of them.
#include "writers/chrome/json_text.h"

#include <nlohmann/json.hpp>

#include "core/text/json_text.h"

namespace profconv::chrome {

JsonText JsonTexts::of(std::string_view name) {
  if (is_plain_json(name)) return {name, name};
  const JsonString json = json_string(name);
  std::string_view shown = name;
  if (json.is_repaired) {
    ++repaired_;
    shown = keep(nlohmann::json::parse(json.quoted).get<std::string>());
  }
  return {shown, keep(json.quoted.substr(1, json.quoted.size() - 2))};
}

}  // namespace profconv::chrome
