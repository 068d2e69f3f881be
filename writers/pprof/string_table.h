// SPDX-License-Identifier: Apache-2.0
// pprof's string table: each string once, numbered at first use, valid UTF-8.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profconv/dictionary.h"

namespace profconv::pprof {

/// Numbers strings. Strings of the dictionary are found by their id, others by their text.
class StringTable {
 public:
  /// The dictionary must outlive the table.
  explicit StringTable(const Dictionary& dictionary);

  [[nodiscard]] std::int64_t operator[](StringId id);
  /// `text` must outlive the table.
  [[nodiscard]] std::int64_t of(std::string_view text);
  /// For a text that lives no longer than the call.
  [[nodiscard]] std::int64_t of_copy(std::string text) { return of(made_.emplace_back(std::move(text))); }

  /// By number; the first is "".
  [[nodiscard]] std::span<const std::string_view> strings() const { return strings_; }
  /// How many strings were no UTF-8.
  [[nodiscard]] std::uint64_t repaired_count() const { return repaired_count_; }

 private:
  const Dictionary& dictionary_;
  std::vector<std::int64_t> by_id_;  ///< 0: not used so far
  std::unordered_map<std::string_view, std::int64_t> by_text_;
  std::vector<std::string_view> strings_;
  std::deque<std::string> made_;
  std::uint64_t repaired_count_ = 0;
};

}  // namespace profconv::pprof
