// SPDX-License-Identifier: Apache-2.0
// Pages that are made beforehand or given back: whoever uses the memory does not notice.
#include "profconv/pages.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "support/catch.h"

namespace profconv::test {

namespace {
constexpr std::size_t megabyte = std::size_t{1} << 20;
}  // namespace

TEST_CASE("memory that is touched beforehand keeps what is written to it", "[pages]") {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, 8 * megabyte, 21 * megabyte + 1}) {
    std::vector<char> memory(size, 'a');
    {
      PagesAhead pages(memory);
      for (std::size_t filled = 0; filled < size / 2; pages.reached(filled)) {
        const std::size_t end = std::min(size, filled + megabyte);
        std::fill(memory.begin() + static_cast<std::ptrdiff_t>(filled),
                  memory.begin() + static_cast<std::ptrdiff_t>(end), 'b');
        filled = end;
      }
    }
    const auto other = std::find(memory.begin(), memory.end(), 'a');
    CHECK(static_cast<std::size_t>(other - memory.begin()) >= size / 2);
    const bool is_kept = std::all_of(other, memory.end(), [](char c) { return c == 'a'; });
    CHECK(is_kept);
  }
}

TEST_CASE("only whole pages are given back", "[pages]") {
  std::vector<char> memory(8 * megabyte, 'a');
  const std::span<char> inner(memory.data() + 3, memory.size() - 6);
  CHECK(give_back_pages(inner.first(100)) == 0);
  CHECK(give_back_pages(inner.first(0)) == 0);
  const std::size_t done = give_back_pages(inner);
  CHECK(done <= inner.size());
  CHECK(done > inner.size() - megabyte);
  const std::span<char> rest = inner.subspan(done);
  CHECK(std::all_of(rest.begin(), rest.end(), [](char c) { return c == 'a'; }));
  CHECK(std::count(memory.begin(), memory.begin() + 3, 'a') == 3);
}

}  // namespace profconv::test
