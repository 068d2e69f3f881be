// SPDX-License-Identifier: Apache-2.0
// Texts come in the order in which comparing them would put them.
#include "core/text/text_order.h"

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"

namespace profconv::test {

namespace {

using Texts = std::vector<std::string_view>;

Texts ordered(const Texts& texts) {
  Texts result;
  for (const std::uint32_t place : order_of(texts)) result.push_back(texts[place]);
  return result;
}

}  // namespace

TEST_CASE("texts are ordered by their bytes, a beginning before what goes on", "[text_order]") {
  using namespace std::string_view_literals;
  CHECK(ordered({}).empty());
  CHECK(ordered({"b", "", "a"}) == Texts{"", "a", "b"});
  CHECK(ordered({"module`function_b", "module`function_a", "module`f", "module`function_ab", "module`"}) ==
        Texts{"module`", "module`f", "module`function_a", "module`function_ab", "module`function_b"});
  CHECK(ordered({"\xc3\xa9", "z", "~"}) == Texts{"z", "~", "\xc3\xa9"});
  CHECK(ordered({"a\0\0"sv, "a\0b"sv, "a", "a\0"sv, "eight by\0"sv, "eight by", "eight b", "eight b\0x"sv}) ==
        Texts{"a", "a\0"sv, "a\0\0"sv, "a\0b"sv, "eight b", "eight b\0x"sv, "eight by", "eight by\0"sv});
}

TEST_CASE("every text has a place, also equal ones", "[text_order]") {
  std::vector<std::uint32_t> places = order_of(Texts{"same", "other", "same", "same"});
  CHECK(places.front() == 1);
  std::sort(places.begin(), places.end());
  CHECK(places == std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("many texts of few letters are ordered as by comparing them", "[text_order]") {
  std::mt19937 random(7);
  constexpr std::string_view letters("\0ab\xff", 4);
  std::vector<std::string> made(5'000);
  for (std::string& text : made) {
    text.assign(random() % 3 * 8, 'x');
    for (std::size_t size = random() % 12; size > 0; --size) text += letters[random() % letters.size()];
  }
  const Texts texts(made.begin(), made.end());
  Texts sorted = texts;
  std::sort(sorted.begin(), sorted.end());
  CHECK(ordered(texts) == sorted);
}

}  // namespace profconv::test
