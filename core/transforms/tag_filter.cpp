// SPDX-License-Identifier: Apache-2.0
// Matching labels.
#include "core/transforms/tag_filter.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "core/text/integers.h"
#include "core/text/units.h"
#include "core/transforms/label_values.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

/// Less than, equal to or greater than zero, as a label's number is to a bound; nothing where they do not compare. As
/// in pprof, bytes and times compare only with a bound in such a unit, and any other number with the bound's bare
/// number.
std::optional<int> compared(std::int64_t number, const Unit* unit, std::int64_t bound, const Unit* unit_of_bound) {
  if (unit != nullptr && (unit_of_bound == nullptr || unit_of_bound->kind != unit->kind)) return std::nullopt;
  __extension__ using Wide = __int128;
  const Wide wide_number = Wide{number} * (unit == nullptr ? 1 : unit->factor);
  const Wide wide_bound = Wide{bound} * (unit == nullptr ? 1 : unit_of_bound->factor);
  return wide_number < wide_bound ? -1 : wide_number > wide_bound ? 1 : 0;
}

/// The unit that pprof takes a number to be in where its label has none.
std::string_view unit_of(const Label& label, const Dictionary& dictionary) {
  if (label.unit) return dictionary.string(label.unit);
  const std::string_view key = dictionary.string(label.key);
  return key == "alignment" || key == "request" ? "bytes" : key;
}

bool means_thread_name(std::string_view key) {
  return key == "thread_comm" || label_column(key) == LabelColumn::thread;
}

/// A text that a column of threads holds; empty: none.
std::string_view column_text(const Dictionary& dictionary, std::string_view key, const Thread& thread) {
  if (means_thread_name(key)) return dictionary.string(thread.thread_name);
  return label_column(key) == LabelColumn::process ? dictionary.string(thread.process_name) : std::string_view();
}

std::optional<std::int64_t> column_number(std::string_view key, const Thread& thread) {
  const LabelColumn column = label_column(key);
  const std::int64_t number = column == LabelColumn::pid   ? thread.pid
                              : column == LabelColumn::tid ? thread.tid
                                                           : Thread::unknown;
  return number == Thread::unknown ? std::nullopt : std::optional(number);
}

/// Every key under which a column is known in some format.
constexpr std::array<std::string_view, 6> column_keys{"pid", "tid", "comm", "execname", "thread", "thread_comm"};

}  // namespace

TagFilter::TagFilter(std::string_view what, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string_view::npos) {
    key_ = text.substr(0, equals);
    text.remove_prefix(equals + 1);
  }
  // As in pprof, `key=` matches every sample that has the label.
  if (text.empty() && key_.empty()) throw UsageError(std::string(what) + ": expected KEY=TEXT, a text or a range");
  range_ = parse_range(text);
  if (range_) return;
  for (;;) {
    const std::size_t comma = text.find(',');
    patterns_.emplace_back(what, text.substr(0, comma));
    if (comma == std::string_view::npos) return;
    text.remove_prefix(comma + 1);
  }
}

std::optional<TagFilter::Range> TagFilter::parse_range(std::string_view text) {
  static const re2::RE2 form("([+-]?[0-9]+)?([a-zA-Z]*)(:)?(?:([+-]?[0-9]+)([a-zA-Z]*))?");
  std::array<std::string, 5> part;
  if (!re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), form, &part[0], &part[1], &part[2], &part[3],
                           &part[4])) {
    return std::nullopt;
  }
  const bool has_colon = !part[2].empty();
  if ((part[0].empty() && (part[3].empty() || !part[1].empty())) || (!part[3].empty() && !has_colon)) {
    return std::nullopt;
  }
  const auto bound = [&](std::string digits, const std::string& unit) -> std::optional<Bound> {
    if (digits.empty()) return std::nullopt;
    if (digits.starts_with('+')) digits.erase(0, 1);
    const auto number = parse_integer<std::int64_t>(digits);
    if (!number) throw UsageError("'" + std::string(text) + "': the number does not fit in 64 bits");
    return Bound{.number = *number, .bare = *number, .unit = unit};
  };
  Range range{.low = bound(part[0], part[1]), .high = bound(part[3], part[4])};
  if (!has_colon) range.high = range.low;
  if (!range.low || !range.high || !has_colon) return range;
  // A second number that has no unit of bytes or time is in the unit of the first.
  if (find_unit(range.high->unit) == nullptr) range.high->unit = range.low->unit;
  const Unit* const low = find_unit(range.low->unit);
  const Unit* const high = find_unit(range.high->unit);
  if ((low == nullptr) != (high == nullptr) || (low != nullptr && low->kind != high->kind)) return std::nullopt;
  if (low != nullptr) {
    __extension__ using Wide = __int128;
    range.high->bare = static_cast<std::int64_t>(Wide{range.high->number} * high->factor / low->factor);
  }
  return range;
}

bool TagFilter::in_range(const Range& range, const Label& label, const Dictionary& dictionary) {
  const Unit* const unit = find_unit(unit_of(label, dictionary));
  const auto order_to = [&](const Bound& bound) {
    return compared(label.number, unit, unit == nullptr ? bound.bare : bound.number, find_unit(bound.unit));
  };
  if (range.low) {
    const auto order = order_to(*range.low);
    if (!order || *order < 0) return false;
  }
  if (range.high) {
    const auto order = order_to(*range.high);
    if (!order || *order > 0) return false;
  }
  return true;
}

bool TagFilter::matches(const Dictionary& dictionary, LabelSetId labels, ThreadId thread_id) const {
  struct Text {
    std::string_view key, value;
  };
  std::vector<Text> texts;
  bool has_key = false;
  bool in = false;
  for (const Label& label : dictionary.labels(labels)) {
    const std::string_view key = dictionary.string(label.key);
    if (!key_.empty() && key != key_) continue;
    has_key = true;
    if (!label.is_number) texts.push_back({key, dictionary.string(label.text)});
    in = in || (range_ && label.is_number && in_range(*range_, label, dictionary));
  }
  const Thread& thread = dictionary.thread(thread_id);
  for (const std::string_view key : column_keys) {
    // A label goes before the column of its name.
    if (key_.empty() ? false : (has_key || key != key_)) continue;
    if (const auto text = column_text(dictionary, key, thread); !text.empty()) texts.push_back({key, text});
    const auto number = column_number(key, thread);
    in = in || (range_ && number && in_range(*range_, {.number = *number, .is_number = true}, dictionary));
  }
  if (range_) return in;
  const auto has_match = [&](const Pattern& pattern) {
    return std::any_of(texts.begin(), texts.end(), [&](const Text& text) {
      return pattern.found_in(key_.empty() ? std::string(text.key).append(":").append(text.value)
                                           : std::string(text.value));
    });
  };
  return key_.empty() ? std::all_of(patterns_.begin(), patterns_.end(), has_match)
                      : std::any_of(patterns_.begin(), patterns_.end(), has_match);
}

}  // namespace profconv
