// SPDX-License-Identifier: Apache-2.0
// Maps that share their nodes, against maps that do not.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tables/shared_map.h"
#include "readers/perf/maps.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

std::uint64_t below(std::mt19937_64& random, std::uint64_t end) { return random() % end; }

/// Ranges in the order in which they were put; those that were overlapped are taken out.
struct PlainMaps {
  std::vector<perf::Maps::Range> ranges;

  void put(const perf::Maps::Range& range) {
    std::vector<perf::Maps::Range> left;
    for (const perf::Maps::Range& other : ranges) {
      if (other.limit <= range.start || other.start >= range.limit) left.push_back(other);
    }
    left.push_back(range);
    ranges = left;
  }
  [[nodiscard]] const perf::Maps::Range* in_process(std::string_view file, std::uint64_t address) const {
    for (const perf::Maps::Range& range : ranges) {
      if (range.file == file && address >= range.start && address < range.limit) return &range;
    }
    return nullptr;
  }
};

bool is_same(const perf::Maps::Range* a, const perf::Maps::Range* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->start == b->start && a->limit == b->limit && a->offset == b->offset && a->file == b->file;
}

}  // namespace

TEST_CASE("copies of a shared map do not see each other's changes", "[tables]") {
  using Shared = SharedMap<std::uint64_t, int>;
  using Plain = std::map<std::uint64_t, int>;
  std::mt19937_64 random(7);
  std::vector<std::pair<Shared, Plain>> maps(1);
  for (int i = 0; i < 3000; ++i) {
    if (below(random, 20) == 0 && maps.size() < 50) maps.push_back(maps[below(random, maps.size())]);
    auto& [shared, plain] = maps[below(random, maps.size())];
    const std::uint64_t begin = below(random, 200);
    const std::uint64_t end = begin + 1 + below(random, 10);
    shared.replace(begin, end, {begin, i});
    plain.erase(plain.lower_bound(begin), plain.lower_bound(end));
    plain[begin] = i;
  }
  std::size_t found = 0;
  for (const auto& [shared, plain] : maps) {
    for (std::uint64_t key = 0; key < 220; ++key) {
      const auto after = plain.upper_bound(key);
      const auto* const entry = shared.last_up_to(key);
      REQUIRE((entry == nullptr) == (after == plain.begin()));
      if (entry == nullptr) continue;
      ++found;
      REQUIRE(std::pair(entry->key, entry->value) == std::pair<std::uint64_t, int>(*std::prev(after)));
    }
  }
  CHECK(found > 1000);
}

TEST_CASE("perf: an address is found in the ranges that are left in a process", "[perf]") {
  std::mt19937_64 random(8);
  const std::vector<std::string> files = {"/a", "/b", "//anon"};
  perf::Maps maps;
  PlainMaps plain;
  std::size_t found = 0;
  for (std::uint64_t i = 1; i < 2000; ++i) {
    perf::Maps::Range range{.start = below(random, 400), .file = files[below(random, files.size())]};
    range.limit = range.start + below(random, 12);
    range.offset = below(random, 2) == 0 ? range.start : below(random, 100);
    maps.put(range, i);
    if (range.start < range.limit) plain.put(range);
    const std::uint64_t address = below(random, 420);
    for (const std::string& file : files) {
      REQUIRE(is_same(maps.find_in_process(file, address), plain.in_process(file, address)));
      const auto* const of_file = maps.find_in_file(file, address);
      if (of_file == nullptr) continue;
      ++found;
      const bool holds = address >= of_file->offset && address - of_file->offset < of_file->limit - of_file->start;
      REQUIRE(holds);
      REQUIRE(is_same(of_file, plain.in_process(file, of_file->start)));
    }
  }
  CHECK(found > 500);
}

TEST_CASE("perf: of a file that is mapped twice, the last place is taken, in parts of it too", "[perf]") {
  perf::Maps maps;
  maps.put({.start = 0x1000, .limit = 0x5000, .offset = 0x100, .file = "/a"}, 1);
  maps.put({.start = 0x9000, .limit = 0xa000, .offset = 0x1100, .file = "/a"}, 2);
  CHECK(maps.find_in_file("/a", 0xff) == nullptr);
  CHECK(maps.find_in_file("/a", 0x10ff)->start == 0x1000);
  CHECK(maps.find_in_file("/a", 0x1100)->start == 0x9000);
  CHECK(maps.find_in_file("/a", 0x2100)->start == 0x1000);
  CHECK(maps.find_in_file("/a", 0x4100) == nullptr);
  CHECK(maps.find_in_file("/b", 0x1100) == nullptr);
  maps.put({.start = 0x9800, .limit = 0x9900, .offset = 0, .file = "/b"}, 3);
  CHECK(maps.find_in_file("/a", 0x1100) == nullptr);
  CHECK(maps.generation() == 3);
}

}  // namespace profconv::test
