// SPDX-License-Identifier: Apache-2.0
// Putting ranges over others, in the process and in the file.
#include "readers/perf/maps.h"

#include <optional>

namespace profconv::perf {

void Maps::put(const Range& range, std::uint64_t generation) {
  generation_ = generation;
  if (range.start >= range.limit) return;
  const auto* const before = ranges_.last_up_to(range.start);
  const bool overlaps = before != nullptr && before->value.limit > range.start;
  ranges_.replace(overlaps ? before->key : range.start, range.limit, {range.start, range});

  const std::uint64_t size = range.limit - range.start;
  const Place begin{.file = range.file, .offset = range.offset};
  const Place end{.file = range.file, .offset = range.offset + size < size ? ~std::uint64_t{0} : range.offset + size};
  if (!(begin < end)) return;
  using Entry = SharedMap<Place, Part>::Entry;
  // What was there before and after it stays.
  std::optional<Entry> left;
  std::optional<Entry> right;
  if (const Entry* first = parts_.last_up_to(begin); first != nullptr && first->key.file == range.file) {
    if (first->key < begin && first->value.limit > begin.offset) {
      left = *first;
      left->value.limit = begin.offset;
    }
  }
  if (const Entry* last = parts_.last_up_to(end); last != nullptr && last->key.file == range.file) {
    if (last->key < end && last->value.limit > end.offset) right = {end, last->value};
  }
  parts_.replace(left ? left->key : begin, end, {begin, {.limit = end.offset, .start = range.start}});
  if (left) parts_.replace(left->key, left->key, *left);
  if (right) parts_.replace(right->key, right->key, *right);
}

const Maps::Range* Maps::find_in_process(std::string_view file, std::uint64_t address) const {
  const auto* const entry = ranges_.last_up_to(address);
  if (entry == nullptr || address >= entry->value.limit || entry->value.file != file) return nullptr;
  return &entry->value;
}

const Maps::Range* Maps::find_in_file(std::string_view file, std::uint64_t address) const {
  const auto* const part = parts_.last_up_to({.file = file, .offset = address});
  if (part == nullptr || part->key.file != file || address >= part->value.limit) return nullptr;
  const auto* const entry = ranges_.last_up_to(part->value.start);
  if (entry == nullptr || entry->key != part->value.start || entry->value.file != file) return nullptr;
  const Range& range = entry->value;
  const bool holds = address >= range.offset && address - range.offset < range.limit - range.start;
  return holds ? &range : nullptr;
}

}  // namespace profconv::perf
