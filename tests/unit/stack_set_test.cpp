// SPDX-License-Identifier: Apache-2.0
// A stack is new once.
#include "core/tables/stack_set.h"

#include "support/catch.h"

namespace profconv::test {

TEST_CASE("a stack is new to a set once, in whatever order stacks come", "[stack_set]") {
  StackSet set;
  for (const std::uint32_t id : {7U, 0U, 1'000'000U, 64U, 63U, 6U}) {
    CAPTURE(id);
    CHECK(set.insert(StackId{id}));
    CHECK_FALSE(set.insert(StackId{id}));
    CHECK_FALSE(set.insert(StackId{id}));
  }
  CHECK(set.insert(StackId{8}));
  CHECK_FALSE(set.insert(StackId{7}));
}

}  // namespace profconv::test
