// SPDX-License-Identifier: Apache-2.0
// What has been seen, keys by their hashes: no allocation of its own for each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/tables/id_table.h"

namespace profconv::dtrace {

/// A set of numbers of 64 bits, of which 0 and 1 are one.
class KeySet {
 public:
  [[nodiscard]] bool contains(std::uint64_t hash) const { return !slots_.empty() && slots_[slot_of(hash)] != 0; }
  [[nodiscard]] std::size_t size() const { return used_; }
  /// Whether all of the other's are in this one.
  [[nodiscard]] bool contains_all(const KeySet& other) const {
    return std::all_of(other.slots_.begin(), other.slots_.end(),
                       [this](std::uint64_t hash) { return hash == 0 || contains(hash); });
  }
  void insert(std::uint64_t hash) {
    if ((used_ + 1) * 4 > slots_.size() * 3) grow();
    std::uint64_t& slot = slots_[slot_of(hash)];
    if (slot == 0) ++used_;
    slot = nonzero(hash);
  }
  /// Fetches what an insertion or a question about this number will look at.
  void prefetch(std::uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[first_slot_of(hash)]);
  }
  void clear() {
    std::fill(slots_.begin(), slots_.end(), 0);
    used_ = 0;
  }

 private:
  static std::uint64_t nonzero(std::uint64_t hash) { return hash == 0 ? 1 : hash; }
  [[nodiscard]] std::size_t first_slot_of(std::uint64_t hash) const {
    return static_cast<std::size_t>(mix(0, hash)) & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t slot_of(std::uint64_t hash) const {
    std::size_t at = first_slot_of(hash);
    while (slots_[at] != 0 && slots_[at] != nonzero(hash)) at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    std::vector<std::uint64_t> old(std::max<std::size_t>(slots_.size() * 2, 64), 0);
    old.swap(slots_);
    used_ = 0;
    for (const std::uint64_t hash : old) {
      if (hash != 0) insert(hash);
    }
  }

  std::vector<std::uint64_t> slots_;  ///< 0 is free
  std::size_t used_ = 0;
};

}  // namespace profconv::dtrace
