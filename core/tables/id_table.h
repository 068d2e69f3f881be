// SPDX-License-Identifier: Apache-2.0
// The hash table behind all interning: from a hash to an id whose contents live elsewhere. Open addressing over pairs
// of (hash, id), so that a miss touches one cache line and growing never looks at the contents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/limits.h"

namespace profconv {

/// Takes one more word into a hash. Both may be small numbers: pairs of ids that are near each other stay apart.
[[nodiscard]] inline std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash * 0xD6E8FEB86659FD93U + word) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 32);
}

[[nodiscard]] std::uint64_t hash_bytes(std::string_view bytes);

/// A set of nonzero 32-bit ids, found by hash and a comparison that the caller makes.
class IdTable {
 public:
  /// The id for which `equal(id)` holds; 0 where there is none.
  template <class Equal>
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, Equal equal) const {
    if (slots_.empty()) return 0;
    const auto short_hash = static_cast<std::uint32_t>(hash);
    for (std::size_t at = short_hash & mask_; slots_[at].id != 0; at = (at + 1) & mask_) {
      if (slots_[at].hash == short_hash && equal(slots_[at].id)) return slots_[at].id;
    }
    return 0;
  }

  /// The id for which `equal(id)` holds, or else that of `make()`, which is kept.
  template <class Equal, class Make>
  std::uint32_t find_or_make(std::uint64_t hash, Equal equal, Make make) {
    if (slots_.empty()) grow();
    const auto short_hash = static_cast<std::uint32_t>(hash);
    std::size_t at = short_hash & mask_;
    for (; slots_[at].id != 0; at = (at + 1) & mask_) {
      if (slots_[at].hash == short_hash && equal(slots_[at].id)) return slots_[at].id;
    }
    const std::uint32_t id = make();
    fill(at, {short_hash, id});
    return id;
  }

  /// Adds an id that is not there yet.
  void add(std::uint64_t hash, std::uint32_t id) {
    if (slots_.empty()) grow();
    const auto short_hash = static_cast<std::uint32_t>(hash);
    fill(free_slot(short_hash), {short_hash, id});
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t id = 0;
  };

  [[nodiscard]] std::size_t free_slot(std::uint32_t short_hash) const {
    std::size_t at = short_hash & mask_;
    while (slots_[at].id != 0) at = (at + 1) & mask_;
    return at;
  }

  void fill(std::size_t at, Slot slot) {
    slots_[at] = slot;
    if (++used_ * 2 > slots_.size()) grow();
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.id != 0) slots_[free_slot(slot.hash)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::size_t used_ = 0;
};

/// Throws the LimitError of more than `most` of what is counted; `option` is the command's for this limit, if any.
[[noreturn]] void refuse_more(std::uint64_t most, std::string_view what, std::string_view option = {});

/// The id of a table's next entry; throws LimitError where 32 bits are used up.
template <class Table>
[[nodiscard]] std::uint32_t next_id(const Table& table, std::string_view what) {
  if (table.size() > Limits::most_entries) refuse_more(Limits::most_entries, what);
  return static_cast<std::uint32_t>(table.size());
}

}  // namespace profconv
