// SPDX-License-Identifier: Apache-2.0
// The hash table behind all interning.
#include "core/tables/id_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "support/catch.h"

namespace profconv::test {

TEST_CASE("pairs of small numbers have hashes of their own, whichever bits a table looks at", "[id_table]") {
  constexpr std::uint64_t numbers = 256;
  std::vector<std::uint32_t> buckets(numbers * numbers * 2);
  for (std::uint64_t a = 0; a < numbers; ++a) {
    for (std::uint64_t b = 0; b < numbers; ++b) ++buckets[mix(a, b) % buckets.size()];
  }
  // Of 65,536 balls in twice as many bins the fullest has 7 where chance alone decides.
  CHECK(*std::max_element(buckets.begin(), buckets.end()) < 12);
}

TEST_CASE("a table finds what was made for a hash, among others of the same hash", "[id_table]") {
  IdTable table;
  std::array<std::uint32_t, 200> made{};
  for (std::uint32_t i = 0; i < made.size(); ++i) {
    made[i] = table.find_or_make(
        i % 3, [&](std::uint32_t id) { return id == i + 1; }, [&] { return i + 1; });
  }
  for (std::uint32_t i = 0; i < made.size(); ++i) {
    CHECK(made[i] == i + 1);
    CHECK(table.find_or_make(
              i % 3, [&](std::uint32_t id) { return id == i + 1; }, [] { return 0U; }) == i + 1);
  }
}

TEST_CASE("a table finds what was added to it, among others of the same hash", "[id_table]") {
  IdTable table;
  for (std::uint32_t id = 1; id <= 200; ++id) {
    CHECK(table.find(id % 3, [&](std::uint32_t known) { return known == id; }) == 0);
    table.add(id % 3, id);
  }
  for (std::uint32_t id = 1; id <= 200; ++id) {
    CHECK(table.find(id % 3, [&](std::uint32_t known) { return known == id; }) == id);
    CHECK(table.find(id % 3 + 1, [&](std::uint32_t known) { return known == id; }) == 0);
  }
}

}  // namespace profconv::test
