// SPDX-License-Identifier: Apache-2.0
// Where executable parts of files are in one process.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "core/tables/shared_map.h"

namespace profconv::perf {

/// Copies share what they have in common: a process has thousands of ranges, and its children begin with them.
class Maps {
 public:
  struct Range {
    std::uint64_t start = 0;
    std::uint64_t limit = 0;
    std::uint64_t offset = 0;
    std::string_view file;      ///< has to outlive the maps, as the build id
    std::string_view build_id;  ///< empty: not known
  };

  /// Adds a range, in place of those that it overlaps.
  void put(const Range& range, std::uint64_t generation);
  /// The range of a file that holds an address of the process; null: none.
  [[nodiscard]] const Range* find_in_process(std::string_view file, std::uint64_t address) const;
  /// The range that holds an address of a file: of a library that was loaded again, the last one, if it is still there.
  [[nodiscard]] const Range* find_in_file(std::string_view file, std::uint64_t address) const;
  /// 0: no ranges; else no other state of any process has the same.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

 private:
  /// Where a part of a file begins in it.
  struct Place {
    std::string_view file;
    std::uint64_t offset = 0;

    bool operator<(const Place& other) const { return std::tie(file, offset) < std::tie(other.file, other.offset); }
  };
  struct Part {
    std::uint64_t limit = 0;  ///< in the file
    std::uint64_t start = 0;  ///< of its range
  };

  SharedMap<std::uint64_t, Range> ranges_;  ///< by start; none overlaps another
  SharedMap<Place, Part> parts_;            ///< of files; none overlaps another. Those of former ranges are among them
  std::uint64_t generation_ = 0;
};

}  // namespace profconv::perf
