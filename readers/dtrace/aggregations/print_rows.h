// SPDX-License-Identifier: Apache-2.0
// The rows of a profile that one print has, so that keys which come and go need no look at all those before.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/dtrace/aggregations/sample_keys.h"

namespace profconv::dtrace {

/// Collects them for the print that goes on.
class PrintRows {
 public:
  /// A sample of a new row.
  void add(const SampleKey& key, std::size_t row) {
    places_[key] = row;
    mark(row);
  }
  /// A sample that is in a row already, or in none.
  void see(const SampleKey& key) {
    if (const auto place = places_.find(key); place != places_.end()) mark(place->second);
  }
  /// The rows, each once; another print begins.
  [[nodiscard]] std::vector<std::size_t> take() {
    for (const std::size_t row : rows_) is_in_print_[row] = false;
    return std::exchange(rows_, {});
  }

 private:
  void mark(std::size_t row) {
    if (row >= is_in_print_.size()) is_in_print_.resize(row + 1);
    if (is_in_print_[row]) return;
    is_in_print_[row] = true;
    rows_.push_back(row);
  }

  std::unordered_map<SampleKey, std::size_t, SampleKeyHash, SampleKeyEqual> places_;
  std::vector<bool> is_in_print_;
  std::vector<std::size_t> rows_;
};

}  // namespace profconv::dtrace
