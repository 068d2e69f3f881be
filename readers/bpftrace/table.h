// SPDX-License-Identifier: Apache-2.0
// The rows of a distribution. Their ranges follow each other, and their bars are as long as their counts are, compared
// with the largest, so that damage shows:
//
//   [4K, 8K)               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@                          |
//   [8K, 16K)              2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "profconv/input.h"
#include "readers/bpftrace/value_text.h"

namespace profconv::bpftrace {

/// The table that is read.
class Table {
 public:
  explicit Table(Input& input) : input_(input) {}

  void clear();
  /// Takes a line if it begins as a row, and reports one that is damaged.
  bool take(std::string_view line, std::uint64_t number);
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::span<const Bucket> rows() const { return rows_; }
  /// Reports bars that do not fit the counts.
  void check_bars() const;

 private:
  void add(const Row& row, std::uint64_t number);
  void report(std::uint64_t number, std::string_view what) const;

  Input& input_;
  std::vector<Bucket> rows_;
  std::vector<std::size_t> bars_;
  std::vector<std::uint64_t> lines_;
  bool is_damaged_ = false;
};

}  // namespace profconv::bpftrace
