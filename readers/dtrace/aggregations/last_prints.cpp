// SPDX-License-Identifier: Apache-2.0
// Queues of prints, by the shape of their records.
#include "readers/dtrace/aggregations/last_prints.h"

#include <algorithm>
#include <iterator>
#include <utility>

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

}  // namespace

bool LastPrints::must_hold(const Record& record, const Descriptions& descriptions) {
  shows_repeated_ = false;
  if (!descriptions.has_program() || record.format != 0 || record.is_packed) return false;
  std::string shape = shape_of(record);
  if (current_shape_ == shape && !begins_print(record)) return current_ != nullptr;
  current_ = nullptr;
  current_shape_ = std::move(shape);
  const Turns turns = descriptions.turns_of(record);
  shows_repeated_ = turns.last.empty() && !turns.repeated.empty();
  if (!can_be_mistaken(turns, descriptions)) return false;
  // Keys that the program writes as literals tell prints of one shape apart.
  Queue& queue = queues_[std::pair(turns.repeated, turns.last)];
  queue.turns = turns;
  if (queue.prints.empty()) order_.push_back(&queue);
  queue.prints.emplace_back();
  current_ = &queue;
  return true;
}

AssignedPrint LastPrints::next_of(Queue& queue) {
  const std::size_t turn = queue.repeated++ % queue.turns.repeated.size();
  AssignedPrint assigned{.print = queue.turns.repeated[turn], .records = std::move(queue.prints.front())};
  queue.prints.pop_front();
  return assigned;
}

std::optional<AssignedPrint> LastPrints::hold(HeldRecord record) {
  current_->prints.back().push_back(std::move(record));
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

std::vector<AssignedPrint> LastPrints::take_all(const std::function<bool(std::size_t)>& is_found) {
  std::vector<AssignedPrint> all;
  for (Queue* const queue : std::exchange(order_, {})) {
    std::vector<std::size_t> missing;
    std::copy_if(queue->turns.last.begin(), queue->turns.last.end(), std::back_inserter(missing),
                 [&](std::size_t print) { return !is_found(print); });
    while (queue->prints.size() > missing.size()) all.push_back(next_of(*queue));
    std::size_t last = 0;
    for (auto& print : queue->prints) all.push_back({.print = missing[last++], .records = std::move(print)});
    queue->prints.clear();
    queue->repeated = 0;
  }
  current_ = nullptr;
  current_shape_.clear();
  return all;
}

}  // namespace profconv::dtrace
