// SPDX-License-Identifier: Apache-2.0
// Numbering strings.
#include "writers/pprof/string_table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"

namespace profconv::pprof {

namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
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
  if (const JsonString json = is_ascii(text) ? JsonString{} : json_string(text); json.is_repaired) {
    ++repaired_count_;
    index = of_copy(nlohmann::json::parse(json.quoted).get<std::string>());
  } else {
    index = static_cast<std::int64_t>(strings_.size());
    strings_.push_back(text);
  }
  by_text_.emplace(text, index);
  return index;
}

}  // namespace profconv::pprof
