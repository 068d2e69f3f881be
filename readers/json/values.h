// SPDX-License-Identifier: Apache-2.0
// Values of profconv's JSON (docs/formats/json.md): integers of 64 bits as numbers or strings, and words of a list.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/json/pull_reader.h"
#include "core/text/excerpts.h"
#include "core/text/integers.h"
#include "core/wire/profconv_json.h"

namespace profconv::json_in {

using profconv_json::aggregation_names;
using profconv_json::clock_names;
using profconv_json::kind_names;

/// A text and where the reader is in it.
struct Document {
  const JsonText& text;
  JsonPullReader& json;
};

/// The next value: 341, or "341" as `strings64=yes` writes it.
template <class Integer>
[[nodiscard]] Integer integer_at(const Document& in) {
  const char* const place = in.json.place();
  const std::string_view digits = in.json.kind() == JsonKind::string ? in.json.string() : in.json.number();
  const auto number = parse_integer<Integer>(digits);
  if (!number) {
    in.text.fail(place, "expected an integer of " + std::to_string(8 * sizeof(Integer)) + " bits as " +
                            in_quotes(in.json.name()) + ", got " + in_quotes(digits));
  }
  return *number;
}

/// One of the words that an enumeration is written as.
template <class Enum, std::size_t n>
[[nodiscard]] Enum word_at(const Document& in, const std::array<std::string_view, n>& words) {
  const char* const place = in.json.place();
  const std::string_view word = in.json.string();
  for (std::size_t i = 0; i < n; ++i) {
    if (words[i] == word) return static_cast<Enum>(i);
  }
  in.text.fail(place, "expected one of the words for " + in_quotes(in.json.name()) + ", such as " +
                          in_quotes(words.back()) + ", got " + in_quotes(word));
}

}  // namespace profconv::json_in
