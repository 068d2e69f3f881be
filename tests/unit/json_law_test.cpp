// SPDX-License-Identifier: Apache-2.0
// JSON made at random, whole and damaged: our reader takes what the JSON library takes, and finds the same in it.
#include <random>
#include <string>
#include <vector>

#include "core/text/plain_text.h"
#include "support/catch.h"
#include "support/json_events.h"

namespace profconv::test {

namespace {

class RandomJson {
 public:
  explicit RandomJson(unsigned seed) : random_(seed) {}

  std::string value(unsigned depth = 0) {
    const std::size_t kind = below(depth == 0 ? 50 : depth < 5 ? 8 : 5);
    if (kind >= 5) return container(depth, kind % 2 == 0 ? '{' : '[');
    if (kind == 0) return any({"true", "false", "null"});
    return kind < 3 ? number() : string();
  }
  /// With a few bytes changed, taken out or put in.
  std::string damaged(std::string text) {
    for (std::size_t changes = 1 + below(2); changes != 0 && !text.empty(); --changes) {
      const std::size_t at = below(text.size());
      if (below(3) == 0) text.erase(at, 1 + below(3));
      if (below(2) == 0)
        text.insert(at, any({"\"", "\\", "{", "}", "[", "]", ",", ":", "-", "0", ".", "e", " ", "\n", "t", "\xC3\xA9",
                             "\x01", "\\u", "d8"}));
    }
    return text;
  }

 private:
  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }
  std::string any(const std::vector<std::string>& choices) { return choices[below(choices.size())]; }
  std::string space() { return any({"", "", "", " ", "\n", "\t\r\n  "}); }
  std::string number() {
    return any({"0", "-0", "7", "-12", "340", "18446744073709551615", "18446744073709551616", "9223372036854775808",
                "-9223372036854775808", "-9223372036854775809", "0.5", "-1.25e3", "1E-7", "2e+10",
                "123456789012345678901234567890"});
  }
  std::string string() {
    std::string text = "\"";
    for (std::size_t pieces = below(5); pieces != 0; --pieces) {
      text += any({"a", "main", "a longer piece of text", "/", "{", "}", "]", ",", "\\n", "\\\"", "\\\\", "\\/",
                   "\\u0000", "\\u00e9", "\\uD83D\\uDE00", "\\u20AC", "\xC3\xA9", "\xF0\x9F\x98\x80", "\x7f"});
    }
    return text + "\"";
  }
  std::string container(unsigned depth, char open) {
    std::string text = open + space();
    for (std::size_t i = 0, size = below(5); i < size; ++i) {
      if (i != 0) text += "," + space();
      if (open == '{') text += string() + space() + ":" + space();
      text += value(depth + 1) + space();
    }
    return text + (open == '{' ? '}' : ']');
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("JSON at random is to the pull reader what it is to the JSON library", "[json]") {
  RandomJson random(1);
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = random.value();
    INFO(text);
    REQUIRE(json_fault(text).empty());
    const std::string damaged = random.damaged(text);
    INFO(damaged);
    if (is_utf8(damaged)) REQUIRE(json_fault(damaged).empty());
  }
}

}  // namespace profconv::test
