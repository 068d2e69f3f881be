// SPDX-License-Identifier: Apache-2.0
// Reading tables, and from their labels the buckets.
#include "readers/dtrace/text/table.h"

#include <algorithm>
#include <limits>

namespace profconv::dtrace {

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

using Label = TableRow::Label;

/// A cell of a bar: '@', a blank, or a byte of a UTF-8 block.
bool is_bar(char c) { return c == '@' || c == ' ' || static_cast<unsigned char>(c) >= 0x80; }

std::string_view without_bar_behind(std::string_view text) {
  while (!text.empty() && is_bar(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view without_bar_before(std::string_view text) {
  while (!text.empty() && is_bar(text.front())) text.remove_prefix(1);
  return text;
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? highest : lowest;
}

std::int64_t minus(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b < 0 ? highest : lowest;
}

bool all_powers(std::span<const TableRow> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t bound = rows[i].bound;
    const std::uint64_t size = bound < 0 ? 0 - static_cast<std::uint64_t>(bound) : static_cast<std::uint64_t>(bound);
    if ((size & (size - 1)) != 0 || rows[i].label != Label::value) return false;
    if (i != 0 && next_power(rows[i - 1].bound) != bound) return false;
  }
  return true;
}

/// The distance of the labels, where there are two or more and it is always the same.
std::optional<std::int64_t> common_step(std::span<const TableRow> rows) {
  std::optional<std::int64_t> step;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i - 1].label != Label::value || rows[i].label != Label::value) continue;
    const std::int64_t distance = minus(rows[i].bound, rows[i - 1].bound);
    if (step && *step != distance) return std::nullopt;
    step = distance;
  }
  return step;
}

std::size_t value_labels(std::span<const TableRow> rows) {
  const auto is_value = [](const TableRow& row) { return row.label == Label::value; };
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), is_value));
}

/// The number above; absent where there is none.
std::optional<std::int64_t> above(std::int64_t value) {
  return value == highest ? std::nullopt : std::optional(value + 1);
}

Bucket power_bucket(const TableRow& row) {
  Bucket bucket{.low = row.bound, .high = above(row.bound), .count = row.count};
  if (row.bound > 1) bucket.high = row.bound > highest / 2 ? std::nullopt : std::optional(row.bound * 2);
  if (row.bound < -1) bucket.low = row.bound < lowest / 2 ? lowest : row.bound * 2 + 1;
  return bucket;
}

/// A bucket whose label is the end next to zero; the other end is told by its neighbour there, if by any.
Bucket stepped_bucket(std::span<const TableRow> rows, std::size_t i, bool mirrored, std::optional<std::int64_t> step) {
  const TableRow& row = rows[i];
  if (mirrored) {
    Bucket bucket{.low = std::nullopt, .high = above(row.bound), .count = row.count};
    if (i != 0 && rows[i - 1].bound < row.bound) bucket.low = above(rows[i - 1].bound);
    return bucket;
  }
  Bucket bucket{.low = row.bound, .high = std::nullopt, .count = row.count};
  if (i + 1 < rows.size() && rows[i + 1].bound > row.bound) {
    bucket.high = rows[i + 1].bound;
  } else if (step && *step > 0) {
    bucket.high = plus(row.bound, *step);
  }
  return bucket;
}

}  // namespace

std::int64_t next_power(std::int64_t value) {
  if (value < -1) return value / 2;
  if (value < 1) return value + 1;
  return value > highest / 2 ? highest : value * 2;
}

TableHeading table_heading(std::string_view line) {
  const std::string_view text = line.substr(leading_blanks(line));
  const TableHeading heading = text.starts_with("value ") ? TableHeading::values
                               : text.starts_with("key ") ? TableHeading::keys
                                                          : TableHeading::none;
  if (heading == TableHeading::none) return heading;
  const bool is_whole = text.find("- Distribution -") != std::string_view::npos && trimmed(text).ends_with("count");
  return is_whole ? heading : TableHeading::none;
}

std::optional<TableRow> parse_table_row(std::string_view line) {
  const std::size_t bar = line.find('|');
  if (bar == std::string_view::npos) return std::nullopt;
  const auto count = parse_number(trimmed(without_bar_before(line.substr(bar + 1))));
  if (!count) return std::nullopt;
  TableRow row{.count = *count};
  row.bar = static_cast<std::uint32_t>(std::count(line.begin(), line.end(), '@'));
  row.width = line.size() - bar;
  row.is_filled = line.ends_with(' ');
  std::string_view label = trimmed(without_bar_behind(line.substr(0, bar)));
  constexpr std::pair<std::string_view, Label> bounds[] = {
      {"<= ", Label::at_most}, {"< ", Label::below}, {">= ", Label::at_least}, {"abs() < ", Label::near_zero}};
  for (const auto& [mark, kind] : bounds) {
    if (!label.starts_with(mark)) continue;
    row.label = kind;
    label.remove_prefix(mark.size());
    break;
  }
  const auto bound = parse_number(label);
  if (!bound) return std::nullopt;
  row.bound = bound->value;
  return row;
}

std::optional<BucketScheme> scheme_of(std::string_view function) {
  for (const auto scheme : {BucketScheme::quantize, BucketScheme::lquantize, BucketScheme::llquantize}) {
    if (function == scheme_name(scheme)) return scheme;
  }
  return std::nullopt;
}

std::string_view scheme_name(BucketScheme scheme) {
  switch (scheme) {
    case BucketScheme::quantize:
      return "quantize";
    case BucketScheme::lquantize:
      return "lquantize";
    case BucketScheme::llquantize:
      return "llquantize";
  }
  return {};
}

BucketSchemes schemes_of(std::span<const TableRow> rows) {
  const auto log_linear = static_cast<BucketSchemes>(BucketScheme::llquantize);
  for (const TableRow& row : rows) {
    if (row.label == Label::near_zero || row.label == Label::at_most) return log_linear;
  }
  const bool linear = value_labels(rows) < 2 || common_step(rows);
  const bool powers = all_powers(rows);
  BucketSchemes schemes = powers && !linear ? BucketSchemes{0} : log_linear;
  if (linear) schemes |= static_cast<BucketSchemes>(BucketScheme::lquantize);
  if (powers) schemes |= static_cast<BucketSchemes>(BucketScheme::quantize);
  return schemes;
}

std::optional<std::int64_t> step_of(std::span<const TableRow> rows) {
  return value_labels(rows) < 2 ? std::nullopt : common_step(rows);
}

BucketScheme simplest(BucketSchemes schemes) {
  for (const auto scheme : {BucketScheme::quantize, BucketScheme::lquantize}) {
    if ((schemes & static_cast<BucketSchemes>(scheme)) != 0) return scheme;
  }
  return BucketScheme::llquantize;
}

std::vector<Bucket> buckets_of(std::span<const TableRow> rows, BucketScheme scheme) {
  std::vector<Bucket> buckets;
  const auto step = scheme == BucketScheme::lquantize ? common_step(rows) : std::nullopt;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const TableRow& row = rows[i];
    Bucket bucket{.low = std::nullopt, .high = std::nullopt, .count = row.count};
    switch (row.label) {
      case Label::below:
        bucket.high = row.bound;
        break;
      case Label::at_most:
        bucket.high = above(row.bound);
        break;
      case Label::at_least:
        bucket.low = row.bound;
        break;
      case Label::near_zero:
        bucket.low = minus(1, row.bound);
        bucket.high = row.bound;
        break;
      case Label::value:
        if (scheme == BucketScheme::quantize) {
          bucket = power_bucket(row);
        } else {
          bucket = stepped_bucket(rows, i, scheme == BucketScheme::llquantize && row.bound < 0, step);
          if (row.count.value == 0 && (!bucket.low || !bucket.high)) continue;
        }
        break;
    }
    buckets.push_back(bucket);
  }
  return buckets;
}

}  // namespace profconv::dtrace
