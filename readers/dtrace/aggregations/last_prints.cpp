// SPDX-License-Identifier: Apache-2.0
// Queues of prints, by the shape of their records.
#include "readers/dtrace/aggregations/last_prints.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "readers/dtrace/program/expected_prints.h"

namespace profconv::dtrace {

namespace {

std::string shape_of(const Record& record) {
  return record.shape + (record.is_table ? " table " : " ") + std::to_string(record.values.size());
}

bool begins_print(const Record& record) {
  return record.starts_print || record.follows_probe || record.first_of_recording || record.before.is_heading;
}

/// Whether the last prints are of other aggregations than those that are repeated.
bool can_be_mistaken(const Turns& turns, const Descriptions& descriptions) {
  return !turns.repeated.empty() && std::any_of(turns.last.begin(), turns.last.end(), [&](std::size_t last) {
    return std::any_of(turns.repeated.begin(), turns.repeated.end(),
                       [&](std::size_t repeated) { return !descriptions.is_same(last, repeated); });
  });
}

/// Whether a print right after the program's last is dtrace's own as it ends, not the first of an appended recording.
bool is_first_at_end(const Record& record, const Turns& turns) {
  // If dtrace had nothing to print, an empty line more would be left.
  return !record.follows_gap && !turns.at_end.empty() && turns.last.size() == 1;
}

}  // namespace

bool LastPrints::must_hold(const Record& record) {
  shows_repeated_ = false;
  if (record.format != 0) see_format(record);
  if (!descriptions_.has_program() || record.format != 0 || record.is_packed) return false;
  const bool is_after_last = std::exchange(is_after_last_, false);
  std::string shape = shape_of(record);
  if (current_shape_ == shape && !begins_print(record)) return current_ != nullptr;
  current_ = nullptr;
  current_shape_ = std::move(shape);
  const Turns turns = descriptions_.turns_of(record);
  if (begins_print(record)) is_at_end_ = is_after_last && is_first_at_end(record, turns);
  shows_repeated_ = turns.last.empty() && !turns.repeated.empty();
  if (!can_be_mistaken(turns, descriptions_)) return false;
  Queue& queue = queues_[std::pair(turns.repeated, turns.last)];
  queue.turns = turns;
  if (queue.prints.empty()) order_.push_back(&queue);
  queue.prints.emplace_back();
  has_new_ = true;
  current_ = &queue;
  return true;
}

void LastPrints::see_format(const Record& record) {
  if (has_new_) mark_followed();
  is_at_end_ = false;
  is_after_last_ = descriptions_.is_last(record);
}

void LastPrints::mark_followed() {
  has_new_ = false;
  for (Queue* const queue : order_) {
    for (Held& held : queue->prints) held.is_followed = true;
  }
}

/// Whether a print has the literals and buckets of one of the program's. Others may follow those of dtrace at its end.
bool LastPrints::fits(std::size_t print, const Held& held) const {
  const ExpectedPrints& prints = descriptions_.prints();
  if (prints.is_at_end(print) && held.is_followed) return false;
  const auto begin = held.records.begin();
  const auto end = prints.is_at_end(print) ? begin + 1 : held.records.end();
  return std::all_of(begin, end, [&](const HeldRecord& each) { return prints.can_be(print, each.record); });
}

/// The print of the last ones that this is; absent: it cannot be.
std::optional<std::size_t> LastPrints::last_for(const Queue& queue, std::size_t last, const Held& held) const {
  if (!descriptions_.prints().is_at_end(last)) return fits(last, held) ? std::optional(last) : std::nullopt;
  const std::vector<std::size_t>& all = queue.turns.at_end;
  const auto found = std::find_if(all.begin(), all.end(), [&](std::size_t print) { return fits(print, held); });
  return found == all.end() ? std::nullopt : std::optional(*found);
}

/// The next of those that take turns, without those whose records look different. If all do, it is a last print, and
/// another recording was appended.
AssignedPrint LastPrints::next_of(Queue& queue) {
  const std::vector<std::size_t>& repeated = queue.turns.repeated;
  Held held = std::move(queue.prints.front());
  queue.prints.pop_front();
  for (std::size_t i = 0; i < repeated.size(); ++i) {
    const std::size_t turn = (queue.turn + i) % repeated.size();
    if (!fits(repeated[turn], held)) continue;
    queue.turn = turn + 1;
    return {.print = repeated[turn], .records = std::move(held.records)};
  }
  for (const std::size_t last : queue.turns.last) {
    if (const auto print = last_for(queue, last, held)) return {.print = *print, .records = std::move(held.records)};
  }
  const std::size_t turn = queue.turn % repeated.size();
  queue.turn = turn + 1;
  return {.print = repeated[turn], .records = std::move(held.records)};
}

std::optional<AssignedPrint> LastPrints::hold(HeldRecord record) {
  current_->prints.back().records.push_back(std::move(record));
  if (current_->prints.size() <= current_->turns.last.size()) return std::nullopt;
  return next_of(*current_);
}

std::vector<AssignedPrint> LastPrints::take_repeated() {
  std::vector<AssignedPrint> all;
  for (Queue* const queue : std::exchange(order_, {})) {
    while (!queue->prints.empty()) all.push_back(next_of(*queue));
  }
  return all;
}

/// Which of the program's last prints the prints at the end of a queue are, in their order.
std::vector<std::size_t> LastPrints::last_prints(const Queue& queue, const IsFound& is_found) const {
  const Turns& turns = queue.turns;
  std::vector<std::size_t> found;
  std::size_t next = turns.last.size();
  for (auto held = queue.prints.rbegin(); held != queue.prints.rend(); ++held) {
    std::optional<std::size_t> print;
    while (!print && next != 0) {
      const std::size_t last = turns.last[--next];
      const bool is_at_end = descriptions_.prints().is_at_end(last);
      const bool has_records =
          is_at_end ? std::any_of(turns.at_end.begin(), turns.at_end.end(), is_found) : is_found(last);
      if (!has_records) print = last_for(queue, last, *held);
    }
    if (!print) break;
    found.insert(found.begin(), *print);
  }
  return found;
}

std::vector<AssignedPrint> LastPrints::take_all(const IsFound& is_found) {
  std::vector<AssignedPrint> all;
  for (Queue* const queue : std::exchange(order_, {})) {
    const std::vector<std::size_t> found = last_prints(*queue, is_found);
    while (queue->prints.size() > found.size()) all.push_back(next_of(*queue));
    std::size_t last = 0;
    for (Held& held : queue->prints) all.push_back({.print = found[last++], .records = std::move(held.records)});
    queue->prints.clear();
    queue->turn = 0;
  }
  current_ = nullptr;
  current_shape_.clear();
  return all;
}

}  // namespace profconv::dtrace
