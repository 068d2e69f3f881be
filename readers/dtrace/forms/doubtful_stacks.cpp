// SPDX-License-Identifier: Apache-2.0
// Deciding by what follows.
#include "readers/dtrace/forms/doubtful_stacks.h"

#include <string_view>
#include <utility>

namespace profconv::dtrace {

namespace {

bool begins_print(const Record& record) {
  return record.starts_print || record.follows_probe || record.first_of_recording || !record.follows_record;
}

/// The keys behind the empty stacks.
std::string_view shape_behind(const Record& record) {
  return std::string_view(record.shape).substr(record.leading_stacks);
}

/// Makes the empty lines those before a print.
void remove_stacks(Record& record) {
  record.stacks.erase(record.stacks.begin(),
                      record.stacks.begin() + static_cast<std::ptrdiff_t>(record.leading_stacks));
  record.shape.erase(0, std::exchange(record.leading_stacks, 0));
  record.starts_print = true;
}

}  // namespace

void DoubtfulStacks::add(const Record& record) {
  if (holds_) decide(&record);
  if (prints_.size() == 0) watch(record);
  if (!record.are_stacks_doubtful) return sink_.add(record);
  held_ = record;
  holds_ = true;
}

void DoubtfulStacks::settle() {
  if (holds_) decide(nullptr);
  end_print();
}

/// Of a print whose records else have no empty stack, the last may be of another aggregation.
void DoubtfulStacks::watch(const Record& record) {
  if (record.format != 0 || record.is_action || begins_print(record)) end_print();
  if (record.format != 0 || record.is_action) return;
  if (print_.shape != record.shape) print_ = {.shape = record.shape};
  const bool is_empty = record.leading_stacks != 0;
  ++(is_empty ? print_.empty : print_.whole);
  print_.last = is_empty ? record.line : 0;
}

void DoubtfulStacks::end_print() {
  if (print_.last != 0 && print_.empty == 1 && print_.whole != 0) {
    report_.data_loss(
        "dtrace.leading_stacks", print_.last,
        "the empty line before the last record of a print is read as an empty stack, and may begin another "
        "print");
  }
  print_ = {};
}

void DoubtfulStacks::decide(const Record* next) {
  holds_ = false;
  const bool is_last = next == nullptr || begins_print(*next);
  const std::string_view behind = shape_behind(held_);
  const bool is_followed = prints_.is_followed(held_.shape, behind, held_.is_table);
  if (is_followed && (is_last || next->shape == behind)) {
    remove_stacks(held_);
  } else if (is_last || !is_followed || held_.is_table || next->value.value < held_.value.value) {
    report_.data_loss("dtrace.leading_stacks", held_.line,
                      "the empty lines before this record may be empty stacks or not, as the D program prints both");
  }
  sink_.add(held_);
}

}  // namespace profconv::dtrace
