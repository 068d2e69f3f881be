// SPDX-License-Identifier: Apache-2.0
// Ids 1..n for the entries of a table, those of one class side by side: what pprof cannot say of an entry can then be
// said of a range of ids.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace profconv::pprof {

/// The ids of one class.
struct ClassRange {
  std::uint8_t of = 0;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// Numbers items class by class, in each class by their index.
class Numbering {
 public:
  static constexpr std::uint8_t unused = 0xFF;

  Numbering() = default;
  /// `classes` holds one class for each item; those that are `unused` get no id.
  explicit Numbering(std::span<const std::uint8_t> classes);

  /// 0 for an unused item.
  [[nodiscard]] std::uint32_t id(std::size_t item) const { return ids_[item]; }
  [[nodiscard]] std::uint32_t item(std::uint32_t id) const { return items_[id - 1]; }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(items_.size()); }
  [[nodiscard]] std::span<const ClassRange> ranges() const { return ranges_; }

 private:
  std::vector<std::uint32_t> ids_;
  std::vector<std::uint32_t> items_;
  std::vector<ClassRange> ranges_;
};

}  // namespace profconv::pprof
