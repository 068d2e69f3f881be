// SPDX-License-Identifier: Apache-2.0
// Numbering strings.
#include "writers/pprof/string_table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace profconv::pprof {

namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
}

/// The text with U+FFFD for what is no UTF-8, as the JSON library has it.
std::string repaired(std::string_view text) {
  using nlohmann::json;
  const std::string quoted = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  return json::parse(quoted).get<std::string>();
}

}  // namespace

StringTable::StringTable(const Dictionary& dictionary)
    : dictionary_(dictionary), by_id_(dictionary.strings().size()), strings_{std::string_view()} {
  by_text_.emplace(std::string_view(), 0);
}

std::int64_t StringTable::operator[](StringId id) {
  if (!id) return 0;
  std::int64_t& known = by_id_[id.value];
  if (known == 0) known = of(dictionary_.string(id));
  return known;
}

std::int64_t StringTable::of(std::string_view text) {
  if (const auto known = by_text_.find(text); known != by_text_.end()) return known->second;
  std::int64_t index = 0;
  if (std::string valid; !is_ascii(text) && (valid = repaired(text)) != text) {
    ++repaired_count_;
    index = of_copy(std::move(valid));
  } else {
    index = static_cast<std::int64_t>(strings_.size());
    strings_.push_back(text);
  }
  by_text_.emplace(text, index);
  return index;
}

}  // namespace profconv::pprof
