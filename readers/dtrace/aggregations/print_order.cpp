// SPDX-License-Identifier: Apache-2.0
// Rises, falls and columns that only rise.
#include "readers/dtrace/aggregations/print_order.h"

#include <algorithm>
#include <string_view>

namespace profconv::dtrace {

namespace {

int compare(const Record& record, const Column& column, std::string_view last_text, const Column& last) {
  if (column.kind != ColumnKind::text) {
    const auto order = sort_key(column.number) <=> sort_key(last.number);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }
  return record.text_of(column).compare(last_text.substr(last.begin, last.length));
}

}  // namespace

std::int64_t sort_value(const Record& record) {
  if (!record.is_table) return record.value.value;
  constexpr double most = 9e18;
  double sum = 0;
  for (const TableRow& row : record.rows) {
    const double bound = static_cast<double>(row.bound) - (row.label == TableRow::Label::below ? 1 : 0);
    sum += bound * static_cast<double>(row.count.value);
  }
  return static_cast<std::int64_t>(std::clamp(sum, -most, most));
}

void PrintOrder::observe(const Record& record, std::int64_t value) {
  if (falls(value) && falls_++ == 0) first_fall_ = record.line;
  if (!begins_ && value > last_value_ && rises_++ == 0) first_rise_ = record.line;
  observe_keys(record, value != last_value_);
  if (begins_) {
    in_print_ = 0;
    first_value_ = value;
  }
  ++in_print_;
  last_value_ = value;
  begins_ = false;
  ++records_;
}

/// Among equal keys the next one decides, unless a stack may be between them. Equal values are in the order of their
/// keys in any print, so that only others (`is_telling`) show that keys are sorted.
void PrintOrder::observe_keys(const Record& record, bool is_telling) {
  columns_.resize(record.columns.size());
  const bool are_together = record.shape.find(stack_letter) >= record.columns.size();
  int next = 0;
  for (std::size_t i = record.columns.size(); !begins_ && i-- > 0;) {
    const int order = compare(record, record.columns[i], last_text_, last_columns_[i]);
    const int decided = order != 0 ? order : next;
    if (are_together) next = decided;
    Rising& column = columns_[i];
    column.rising = column.rising && decided >= 0;
    column.falling = column.falling && decided <= 0;
    if (decided > 0 && is_telling) ++column.rises;
  }
  last_columns_.assign(record.columns.begin(), record.columns.end());
  last_text_.assign(record.text);
}

std::uint64_t PrintOrder::first_restart(bool others_fall) const {
  // So few are in the order of some key by chance.
  constexpr std::uint64_t few = 5;
  constexpr std::uint64_t fewest_rises = 3;
  const auto is_sorted = [](const Rising& column) { return column.rising && column.rises >= fewest_rises; };
  // With -x aggsortrev the values fall, and begin again with larger ones.
  const bool reversed = falls_ > rises_ ? records_ >= few : others_fall && records_ <= few;
  const std::uint64_t restarts = reversed ? rises_ : falls_;
  constexpr std::uint64_t very_few = 3;
  const bool is_enough = records_ > few || (records_ > very_few && restarts > 1);
  const bool is_by_key = is_enough && std::any_of(columns_.begin(), columns_.end(), is_sorted);
  if (restarts == 0 || is_by_key) return 0;
  return reversed ? first_rise_ : first_fall_;
}

void PrintOrder::report_restart(bool others_fall, Report& report) const {
  const std::uint64_t line = first_restart(others_fall);
  if (line == 0) return;
  // Keys that differ are never added, so that this changes only the total.
  report.data_loss("dtrace.values_restart", line,
                   "values start over, maybe of another aggregation: --set dtrace.prints=apart splits here");
}

void PrintOrder::report_disorder(Report& report) const {
  const auto is_sorted = [](const Rising& column) { return column.rising || column.falling; };
  if (falls_ == 0 || rises_ == 0 || std::any_of(columns_.begin(), columns_.end(), is_sorted)) return;
  report.data_loss("dtrace.program", first_fall_,
                   "values fall here, and neither they nor keys are sorted, as dtrace does: lines may be other output");
}

}  // namespace profconv::dtrace
