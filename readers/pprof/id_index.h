// SPDX-License-Identifier: Apache-2.0
// The ids of a table. They may be any numbers but 0; those of most files
// are 1..n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace profconv::pprof_in {

/// From ids to places in a table.
class IdIndex {
 public:
  static constexpr std::size_t none = SIZE_MAX;

  /// Adds the id of the next entry; false where another one has it.
  [[nodiscard]] bool add(std::uint64_t id) {
    if (find(id) != none) return false;
    if (id != ids_.size() + 1) others_.emplace(id, ids_.size());
    ids_.push_back(id);
    return true;
  }

  [[nodiscard]] std::size_t find(std::uint64_t id) const {
    if (id - 1 < ids_.size() && ids_[id - 1] == id) return static_cast<std::size_t>(id - 1);
    if (others_.empty()) return none;
    const auto found = others_.find(id);
    return found == others_.end() ? none : found->second;
  }

  [[nodiscard]] std::size_t size() const { return ids_.size(); }

 private:
  std::vector<std::uint64_t> ids_;
  std::unordered_map<std::uint64_t, std::size_t> others_;  ///< those that do not stand at their own place
};

}  // namespace profconv::pprof_in
