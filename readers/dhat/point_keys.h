// SPDX-License-Identifier: Apache-2.0
// Telling the keys of a point.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "readers/dhat/columns.h"

namespace profconv::dhat {

/// The characters of a short key as one number, to be switched on. The one in front keeps zeros in the key apart.
[[nodiscard]] constexpr std::uint64_t packed(std::string_view key) {
  std::uint64_t all = 1;
  for (const char c : key) all = all << 8 | static_cast<unsigned char>(c);
  return all;
}

/// Packs the key at `at` and goes to its closing quote, or behind a fourth character, which no known key has.
[[nodiscard]] inline std::uint64_t take_key(const char*& at) {
  std::uint64_t key = 1;
  for (int size = 0; size < 4 && *at != '"'; ++size) key = key << 8 | static_cast<unsigned char>(*at++);
  return key;
}

[[nodiscard]] inline std::optional<Metric> metric_of(std::uint64_t key) {
  switch (key) {
    case packed("tb"):
      return Metric::tb;
    case packed("tbk"):
      return Metric::tbk;
    case packed("tl"):
      return Metric::tl;
    case packed("mb"):
      return Metric::mb;
    case packed("mbk"):
      return Metric::mbk;
    case packed("gb"):
      return Metric::gb;
    case packed("gbk"):
      return Metric::gbk;
    case packed("eb"):
      return Metric::eb;
    case packed("ebk"):
      return Metric::ebk;
    case packed("rb"):
      return Metric::rb;
    case packed("wb"):
      return Metric::wb;
    default:
      return std::nullopt;
  }
}

}  // namespace profconv::dhat
