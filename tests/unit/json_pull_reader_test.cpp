// SPDX-License-Identifier: Apache-2.0
// The pull reader's rules, each by a text: what is read, and what is refused at which byte in which words.
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/json/pull_reader.h"
#include "profconv/errors.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

/// "BYTE: MESSAGE" of what reading throws.
template <class Read>
std::string error_of(const JsonText& text, Read read) {
  try {
    JsonPullReader json(text);
    read(json);
    json.end();
  } catch (const PlacedError& error) {
    return std::to_string(error.where().byte) + ": " + error.message();
  }
  return "no error";
}

std::string error_of(std::string_view text) {
  return error_of(JsonText(text), [](JsonPullReader& json) { json.skip_value(); });
}

std::string string_in(std::string_view text) {
  const JsonText json_text(text);
  return std::string(JsonPullReader(json_text).string());
}

constexpr std::string_view cut_off = "the file ends in the middle of its JSON; it seems to be cut off";

}  // namespace

TEST_CASE("json: members and elements are given in order", "[json]") {
  const JsonText text(
      " {\"pid\" : 17,\"on\":true ,\"none\":null,\n\"stack\":[ 3,2 , 1],\"empty\":[],\"more\":{\"a\":{}}}\r\n");
  JsonPullReader json(text);
  std::vector<std::string> keys;
  std::vector<std::uint64_t> stack;
  json.begin_object();
  for (std::string_view key; json.next_key(key);) {
    keys.emplace_back(key);
    if (key == "pid") {
      CHECK(json.kind() == JsonKind::number);
      CHECK(json.unsigned_integer() == 17);
    } else if (key == "on") {
      CHECK(json.boolean());
    } else if (key == "none") {
      json.null();
    } else if (key == "stack") {
      for (json.begin_array(); json.next_element();) stack.push_back(json.unsigned_integer());
    } else {
      CHECK(json.raw_value() == (key == "empty" ? "[]" : "{\"a\":{}}"));
    }
  }
  json.end();
  CHECK(keys == std::vector<std::string>{"pid", "on", "none", "stack", "empty", "more"});
  CHECK(stack == std::vector<std::uint64_t>{3, 2, 1});
}

TEST_CASE("json: strings lose their escapes", "[json]") {
  CHECK(string_in(R"("")").empty());
  CHECK(string_in(R"("exactly8")") == "exactly8");
  CHECK(string_in(R"("a longer one, then \"quoted\" and \\")") == "a longer one, then \"quoted\" and \\");
  CHECK(string_in(R"("\/\b\f\n\r\t")") == "/\b\f\n\r\t");
  CHECK(string_in(R"("\u0041\u00e9\u20AC\ud83d\ude00")") == "A\u00e9\u20ac\U0001F600");
  CHECK(string_in(R"("\u0000")") == std::string(1, '\0'));
  CHECK(string_in("\"\x7f\u00e9\"") == "\x7f\u00e9");
}

TEST_CASE("json: keys lose their escapes, and messages show them as they are", "[json]") {
  const JsonText text(R"({"p\u0069d":x})");
  const std::string error = error_of(text, [](JsonPullReader& json) {
    std::string_view key;
    json.begin_object();
    REQUIRE(json.next_key(key));
    CHECK(key == "pid");
    (void)json.unsigned_integer();
  });
  CHECK(error == R"(12: expected an unsigned integer for "p\u0069d", got 'x')");
}

TEST_CASE("json: keys and strings without escapes are parts of the text", "[json]") {
  const JsonText text(R"({"key":"value"})");
  JsonPullReader json(text);
  std::string_view key;
  json.begin_object();
  REQUIRE(json.next_key(key));
  CHECK(key.data() == text.begin() + 2);
  CHECK(json.string().data() == text.begin() + 8);
}

TEST_CASE("json: integers of 64 bits are exact, others become the nearest", "[json]") {
  const auto read = [](std::string_view text) {
    const JsonText json_text(text);
    return std::pair(JsonPullReader(json_text).unsigned_integer(), JsonPullReader(json_text).integer());
  };
  CHECK(read("0") == std::pair(std::uint64_t{0}, std::int64_t{0}));
  CHECK(read("9223372036854775807") == std::pair(std::uint64_t{INT64_MAX}, INT64_MAX));
  CHECK(read("9999999999999999999") == std::pair(std::uint64_t{9'999'999'999'999'999'999U}, INT64_MAX));
  CHECK(read("18446744073709551615") == std::pair(UINT64_MAX, INT64_MAX));
  CHECK(read("18446744073709551616").first == UINT64_MAX);
  CHECK(read("340282366920938463463374607431768211455").first == UINT64_MAX);
  const auto integer = [](std::string_view text) {
    const JsonText json_text(text);
    return JsonPullReader(json_text).integer();
  };
  CHECK(integer("-1") == -1);
  CHECK(integer("-9223372036854775808") == INT64_MIN);
  CHECK(integer("-9223372036854775809") == INT64_MIN);
}

TEST_CASE("json: numbers are available as they are written", "[json]") {
  for (const std::string_view number :
       {"0", "-0", "10", "-1.50", "1e5", "1E+05", "2.5e-3", "123456789012345678901234567890"}) {
    INFO(number);
    const JsonText text(number);
    CHECK(JsonPullReader(text).number() == number);
  }
  const JsonText digits("340282366920938463463374607431768211455");
  CHECK(JsonPullReader(digits).digits() == "340282366920938463463374607431768211455");
}

TEST_CASE("json: what is not JSON is refused with its byte", "[json]") {
  const std::vector<std::pair<std::string_view, std::string_view>> texts{
      {"x", "0: expected a value, got 'x'"},
      {"[1,]", R"(3: expected a value, got ']')"},
      {"[,1]", "1: expected a value, got ','"},
      {"[1 2]", "3: expected ',' or ']' in the JSON, got '2'"},
      {"[1:2]", "1: expected a number, got '1:2'"},
      {"[1}", "2: expected ',' or ']' in the JSON, got '}'"},
      {R"({"a":1,})", "7: expected a key in the JSON, got '}'"},
      {R"({a:1})", "1: expected a key in the JSON, got 'a:1'"},
      {R"({"a" 1})", "5: expected ':' after the key 'a', got '1'"},
      {R"({"a":})", R"(5: expected a value for "a", got '}')"},
      {R"({"a":1 "b":2})", R"(7: expected ',' or '}' in the JSON, got '"b"')"},
      {R"({"a":[{"b":1},x]})", R"(14: expected a value for "a", got 'x')"},
      {"[01]", "1: expected a number, got '01'"},
      {"[1.]", "1: expected a number, got '1.'"},
      {"[.5]", "1: expected a value, got '.5'"},
      {"[+1]", "1: expected a value, got '+1'"},
      {"[-]", "1: expected a number, got '-'"},
      {"[1e]", "1: expected a number, got '1e'"},
      {"[1,-x]", "3: expected a number, got '-x'"},
      {"[NaN]", "1: expected a value, got 'NaN'"},
      {"[nul]", "1: expected null, got 'nul'"},
      {"[nulll]", "1: expected null, got 'nulll'"},
      {"[tru]", "1: expected true or false, got 'tru'"},
      {"{} {}", "3: expected the end of the file after the JSON, got '{}'"},
      {"1,", "1: expected the end of the file after the JSON, got ','"},
      {"[\"a\tb\"]", "3: the string has a control character (0x09) without an escape"},
      {R"(["a\x"])", R"(3: expected a JSON escape, got '\x')"},
      {R"(["\u12g4"])", R"(2: expected a JSON escape, got '\u')"},
      {R"(["\ud800"])", R"(2: expected a pair of surrogates, got '\ud800')"},
      {R"(["\udc00\ud800"])", R"(2: expected a pair of surrogates, got '\udc00')"},
      {R"(["\ud800\u0041"])", R"(2: expected a pair of surrogates, got '\ud800')"},
      {"['a']", "1: expected a value, got ''a''"},
      {"[/**/]", "1: expected a value, got '/**/'"},
      {std::string_view("[1\0]", 4), "2: expected ',' or ']' in the JSON, got '\\x00'"},
      {std::string_view("[\"\0\"]", 5), "2: the string has a control character (0x00) without an escape"},
  };
  for (const auto& [text, error] : texts) {
    INFO(text);
    CHECK(error_of(text) == error);
  }
}

TEST_CASE("json: a text that is cut off anywhere is refused at its end", "[json]") {
  constexpr std::string_view whole = R"({"a":[1,-2.5e3,true,false,null,"x\n\u00e9\ud83d\ude00"],"b":{"c":{}}})";
  CHECK(error_of(whole) == "no error");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string_view part = whole.substr(0, size);
    INFO(part);
    CHECK(error_of(part) == std::to_string(size) + ": " + std::string(cut_off));
  }
}

TEST_CASE("json: another kind of value than the caller expects is refused", "[json]") {
  const JsonText text(R"({"list":[{"name":-1}]})");
  const auto error = [&](auto read) {
    return error_of(text, [&](JsonPullReader& json) {
      std::string_view key;
      json.begin_object();
      REQUIRE(json.next_key(key));
      read(json, key);
    });
  };
  CHECK(error([](JsonPullReader& json, auto&) { json.begin_object(); }) ==
        R"(8: expected an object for "list", got '[{"name":-1}]')");
  CHECK(error([](JsonPullReader& json, auto&) { (void)json.string(); }) ==
        R"(8: expected a string for "list", got '[{"name":-1}]')");
  CHECK(error([](JsonPullReader& json, auto&) { json.null(); }).starts_with("8: expected null"));
  CHECK(error([](JsonPullReader& json, auto& key) {
          json.begin_array();
          REQUIRE(json.next_element());
          json.begin_object();
          REQUIRE(json.next_key(key));
          (void)json.unsigned_integer();
        }) == R"(17: expected an unsigned integer for "name", got '-1')");
  CHECK(error([](JsonPullReader& json, auto&) {
          json.begin_array();
          REQUIRE(json.next_element());
          json.skip_value();
          (void)json.unsigned_integer();
        }).ends_with(R"(for "list", got ']')"));
}

TEST_CASE("json: an array of integers is read like its elements", "[json]") {
  const auto read = [](std::string_view text) {
    std::string all;
    const JsonText json_text(text);
    const std::string error = error_of(json_text, [&](JsonPullReader& json) {
      json.unsigned_integers([&](std::uint64_t number, const char* place) {
        all += std::to_string(number) + "@" + std::to_string(place - json_text.begin()) + " ";
      });
    });
    return all + error;
  };
  CHECK(read("[]") == "no error");
  CHECK(read("[ 7 ]") == "7@2 no error");
  CHECK(read("[1,23,4]") == "1@1 23@3 4@6 no error");
  CHECK(read("[1, 2 ,99999999999999999999,3]") == "1@1 2@4 18446744073709551615@7 3@28 no error");
  CHECK(read("[1,2,]") == "1@1 2@3 5: expected an unsigned integer, got ']'");
  CHECK(read("[1,02]") == "1@1 3: expected an unsigned integer, got '02'");
  CHECK(read("[1,2.5]") == "1@1 3: expected an unsigned integer, got '2.5'");
  CHECK(read("[1 2]") == "1@1 3: expected ',' or ']' in the JSON, got '2'");
}

TEST_CASE("json: one value is skipped at a time", "[json]") {
  const JsonText text(R"([1,-2.5,[3,4,5],"x",{"a":[6,7],"b":8},9,10])");
  JsonPullReader json(text);
  std::vector<std::string_view> values;
  for (json.begin_array(); json.next_element();) values.push_back(json.raw_value());
  json.end();
  CHECK(values == std::vector<std::string_view>{"1", "-2.5", "[3,4,5]", "\"x\"", R"({"a":[6,7],"b":8})", "9", "10"});
}

TEST_CASE("json: a deferred value is read later, and refused only then", "[json]") {
  const JsonText text(R"({"points":[{"a":"]}"},{"b":[1,2]},{"c":{"\"}":0}},nul],"kind":"x"})");
  JsonPullReader json(text);
  std::string_view key;
  json.begin_object();
  REQUIRE(json.next_key(key));
  const JsonValue points = json.defer_value();
  REQUIRE(json.next_key(key));
  CHECK(key == "kind");
  CHECK(json.string() == "x");
  CHECK_FALSE(json.next_key(key));
  json.end();
  json.go_to(points);
  json.begin_array();
  for (int i = 0; i < 3; ++i) {
    REQUIRE(json.next_element());
    json.skip_value();
  }
  REQUIRE(json.next_element());
  CHECK_THROWS_WITH(json.null(), "expected null for \"points\", got 'nul'");
}

TEST_CASE("json: deferring takes time in proportion to the text", "[json]") {
  std::string brackets = "[";
  for (int i = 0; i < 400'000; ++i) brackets += "{],";
  for (const std::string& text : {brackets, brackets + "}"}) {
    const JsonText json_text(text);
    JsonPullReader json(json_text);
    (void)json.defer_value();
    CHECK(json.place() == json_text.end());
  }
}

TEST_CASE("json: nesting is limited, and counted through deferred values", "[json]") {
  Context context({.max_nesting = 3});
  const auto error = [&](const std::string& bytes, bool deferred) {
    Input input = Input::from_memory("in.json", bytes, context);
    return error_of(JsonText(input, "json.utf8"), [&](JsonPullReader& json) {
      if (!deferred) return json.skip_value();
      json.begin_array();
      REQUIRE(json.next_element());
      json.go_to(json.defer_value());
      json.skip_value();
      CHECK_FALSE(json.next_element());
    });
  };
  for (const bool deferred : {false, true}) {
    CHECK(error("[[[]]]", deferred) == "no error");
    CHECK(error("[[{\"a\":[]}]]", deferred) ==
          "7: the JSON is nested deeper than the limit of 3 levels (--max-nesting)");
  }
  CHECK(error_of(std::string(1'000'000, '[')) ==
        "1024: the JSON is nested deeper than the limit of 1024 levels (--max-nesting)");
}

TEST_CASE("json: bytes that are not UTF-8 are replaced, and places stay those of the input", "[json]") {
  Context context;
  const std::string bytes = "\xEF\xBB\xBF[\"a\xFF\xE2\x82z\", x]";
  Input input = Input::from_memory("in.json", bytes, context);
  const JsonText text(input, "json.utf8");
  const std::string error = error_of(text, [](JsonPullReader& json) {
    json.begin_array();
    REQUIRE(json.next_element());
    CHECK(json.string() == "a\uFFFD\uFFFDz");
    REQUIRE(json.next_element());
    json.null();
  });
  CHECK(error == std::to_string(bytes.find('x')) + ": expected null, got 'x'");
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].kind == "json.utf8");
  CHECK(context.diagnostics()[0].where.byte == bytes.find('\xFF'));
}

}  // namespace profconv::test
