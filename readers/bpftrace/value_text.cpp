// SPDX-License-Identifier: Apache-2.0
// Reading numbers and rows.
#include "readers/bpftrace/value_text.h"

#include <algorithm>
#include <limits>

#include "core/text/blanks.h"
#include "core/text/integers.h"

namespace profconv::bpftrace {

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

/// Cuts `words` off the front.
bool take(std::string_view& text, std::string_view words) {
  if (!text.starts_with(words)) return false;
  text.remove_prefix(words.size());
  return true;
}

/// Cuts an integer off the front.
std::optional<Number> take_number(std::string_view& text) {
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(sign), text.end(), is_digit);
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  const auto number = parse_number(digits);
  if (number) text.remove_prefix(digits.size());
  return number;
}

/// A bound and whether it fits; nothing: this is no bound.
struct Bound {
  std::optional<std::int64_t> value;
};
std::optional<Bound> take_bound(std::string_view& text) {
  constexpr std::string_view suffixes = "KMGTPE";
  const auto number = take_number(text);
  if (!number) return std::nullopt;
  const std::size_t suffix = text.empty() ? std::string_view::npos : suffixes.find(text.front());
  std::int64_t value = number->value;
  bool fits = !number->saturated;
  if (suffix != std::string_view::npos) {
    text.remove_prefix(1);
    fits = !__builtin_mul_overflow(value, std::int64_t{1} << (10 * (suffix + 1)), &value) && fits;
  }
  return Bound{fits ? std::optional(value) : std::nullopt};
}

/// "[4K, 8K)", "[5]", "(..., 0)" or "[100, ...)".
std::optional<Bucket> take_range(std::string_view& text) {
  Bucket bucket;
  if (take(text, "(..., ")) {
    const auto high = take_bound(text);
    if (!high || !take(text, ")")) return std::nullopt;
    bucket.high = high->value;
    return bucket;
  }
  if (!take(text, "[")) return std::nullopt;
  const auto low = take_bound(text);
  if (!low) return std::nullopt;
  bucket.low = low->value;
  if (take(text, ", ...)")) return bucket;
  if (take(text, "]")) {
    if (bucket.low && *bucket.low != most) bucket.high = *bucket.low + 1;
    return bucket;
  }
  if (!take(text, ", ")) return std::nullopt;
  const auto high = take_bound(text);
  if (!high || !take(text, ")")) return std::nullopt;
  bucket.high = high->value;
  return bucket;
}

/// Cuts a bar and the '|' after it off the front.
std::optional<std::size_t> take_bar(std::string_view& text) {
  if (text.size() <= bar_columns || text[bar_columns] != '|') return std::nullopt;
  std::size_t filled = 0;
  while (filled < bar_columns && text[filled] == '@') ++filled;
  if (text.substr(0, bar_columns).find_first_not_of(' ', filled) != std::string_view::npos) return std::nullopt;
  text.remove_prefix(bar_columns + 1);
  return filled;
}

}  // namespace

std::optional<Number> parse_number(std::string_view text) {
  if (const auto value = parse_integer<std::int64_t>(text)) return Number{*value, false};
  const bool is_negative = text.starts_with('-');
  const std::string_view digits = text.substr(is_negative ? 1 : 0);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
  return Number{is_negative ? least : most, true};
}

std::optional<Stats> parse_stats(std::string_view text) {
  if (!take(text, "count ")) return std::nullopt;
  const auto count = take_number(text);
  if (!count || !take(text, ", average ")) return std::nullopt;
  const auto average = take_number(text);
  if (!average || !take(text, ", total ")) return std::nullopt;
  const auto total = take_number(text);
  if (!total || !text.empty()) return std::nullopt;
  const bool is_known = !count->saturated && !total->saturated && !average->saturated && count->value > 0;
  return Stats{*count, *total, is_known && average->value != total->value / count->value};
}

std::optional<Row> parse_row(std::string_view line) {
  const auto bucket = take_range(line);
  if (!bucket) return std::nullopt;
  const std::string_view rest = without_leading_blanks(line);
  if (rest.size() == line.size()) return std::nullopt;
  line = rest;
  const auto count = take_number(line);
  if (!count) return std::nullopt;
  Row row{.bucket = *bucket, .bar = {}, .rest = {}};
  row.bucket.count = *count;
  row.has_count = take(line, " |");
  if (row.has_count) row.bar = take_bar(line);
  row.rest = without_blanks_around(line);
  return row;
}

bool looks_like_row(std::string_view line) {
  line = without_blanks_around(line);
  if (parse_row(line)) return true;
  if (line.size() < bar_columns + 2 || line[line.size() - bar_columns - 2] != '|') return false;
  std::string_view bar = line.substr(line.size() - bar_columns - 1);
  return take_bar(bar).has_value();
}

}  // namespace profconv::bpftrace
