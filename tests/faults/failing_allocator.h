// SPDX-License-Identifier: Apache-2.0
// An allocator that fails when it is told to: operator new, and where no sanitizer has its own also malloc, which C
// libraries call. Linked into the tests of faults alone.
#pragma once

#include <cstddef>

namespace profconv::test {

/// As long as it lives, allocations of all threads are counted, and the `n`-th (from 1) fails; 0: none does.
class AllocationFailure {
 public:
  explicit AllocationFailure(std::size_t n);
  AllocationFailure(const AllocationFailure&) = delete;
  AllocationFailure& operator=(const AllocationFailure&) = delete;
  ~AllocationFailure();

  /// How many there have been.
  [[nodiscard]] static std::size_t count();
};

}  // namespace profconv::test
