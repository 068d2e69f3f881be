// SPDX-License-Identifier: Apache-2.0
// Points in every shape: as Valgrind and the Rust crate print them, rare, wrong, and after megabytes of others.
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/model_dump.h"

namespace profconv::test {

namespace {

constexpr std::string_view good_point =
    "{\"tb\":336,\"tbk\":1\n  ,\"rb\":74,\"wb\":0\n  ,\"acc\":[-16,3,9,-7,1]\n  ,\"fs\":[2,1]\n  }\n ";
constexpr std::string_view head = R"({"dhatFileVersion":2,"verb":"Copied","pps":[)";

/// A file of many points with one among them at `index`.
std::string file_with(std::string_view point, std::size_t index, std::size_t points) {
  std::string text(head);
  for (std::size_t i = 0; i < points; ++i) text.append(i == 0 ? "" : ",").append(i == index ? point : good_point);
  return text + R"-(],"ftbl":["[root]","0x1: main (a.c:1)","0x2: leaf (a.c:2)"]})-";
}

/// The model, or the error without its file.
std::string read(const std::string& text, Context& context) {
  Input input = Input::from_memory("", text, context);
  try {
    return dump(read_profiles(dhat_reader, input, Options(dhat_reader.options), SampleOrder::as_read));
  } catch (const PlacedError& error) {
    return std::to_string(error.where().byte) + ": " + error.message();
  }
}

std::string read(std::string_view point) {
  Context context;
  return read(file_with(point, 0, 1), context);
}

}  // namespace

TEST_CASE("points are the same however they are spaced and ordered", "[dhat]") {
  const std::string expected = read(good_point);
  CHECK(expected.find("336") != std::string::npos);
  for (const std::string_view text :
       {R"({"tb":336,"tbk":1,"rb":74,"wb":0,"fs":[2,1],"acc":[]})",
        "{\n \"tb\": 336,\r\n\t\"tbk\": 1, \"rb\" : 74 ,\"wb\":0, \"fs\": [\n 2,\n 1\n ]\n}",
        R"({"t\u0062":336,"wb":0,"tbk":1,"rb":74,"fs":[2 ,1],"why":{"a}":[1,"]}"]}})"}) {
    INFO(text);
    CHECK(read(text) == expected);
  }
}

TEST_CASE("points that are wrong are refused with their byte", "[dhat]") {
  const std::vector<std::pair<std::string_view, std::string_view>> points{
      {R"({})", R"(0: the point has no "fs")"},
      {R"({"fs":[]})", "0: the point has no tb, tbk"},
      {R"({"tb":1e3})", R"(6: expected an unsigned integer for "tb", got '1e3')"},
      {R"({"tb":})", R"(6: expected an unsigned integer for "tb", got '}')"},
      {R"({"tb":1,})", "8: expected a key in the JSON, got '}'"},
      {R"({"tb":1 "tbk":1})", R"(8: expected ',' or '}' in the JSON, got '"tbk"')"},
      {R"({"tb" 1})", "6: expected ':' after the key 'tb', got '1'"},
      {R"({tb:1})", "1: expected a key in the JSON, got 'tb:1'"},
      {R"({"fs":[3]})", R"(7: the stack has frame 3, but "ftbl" has 3 entries)"},
      {R"({"fs":[1,]})", R"(9: expected an unsigned integer for "fs", got ']')"},
      {R"({"fs":[1 2]})", "9: expected ',' or ']' in the JSON, got '2'"},
      {R"({"fs":[1],"fs":[1]})", R"(15: the point has "fs" twice)"},
      {R"({"acc":[1],"acc":[1]})", R"(17: the point has "acc" twice)"},
      {R"({"acc":[1,,2]})", R"(10: expected a value for "acc", got ',')"},
      {R"({"why":tru})", R"(7: expected true or false for "why", got 'tru')"},
      {"{\"why\":\"\n\"}", "8: the string has a control character (0x0A) without an escape"},
      {R"({"tb":1,"tbk":1,"fs":[]} 5)", "25: expected ',' or ']' in the JSON, got '5'"},
  };
  for (const auto& [point, error] : points) {
    INFO(point);
    const std::size_t colon = error.find(':');
    const std::size_t byte = head.size() + std::stoul(std::string(error.substr(0, colon)));
    CHECK(read(point) == std::to_string(byte) + std::string(error.substr(colon)));
  }
}

TEST_CASE("what stands after megabytes of points is found at its place", "[dhat]") {
  constexpr std::size_t points = 70'000;
  static_assert(points * good_point.size() > std::size_t{5} << 20);
  for (const std::size_t index : {std::size_t{0}, points - 2}) {
    INFO(index);
    const std::string text = file_with(R"({"tb":1,"tbk":1,"rb":7,"w\u0062":8})", index, points);
    const std::size_t begin = text.find(R"({"tb":1,)");
    Context context;
    CHECK(read(text, context) == std::to_string(begin) + ": the point has no \"fs\"");
    const std::string unknown =
        file_with("{\"tb\":1,\"tbk\":1,\"rb\":7,\"wb\":8,\"\xFF\":[1],\"fs\":[1]}", index, points);
    CHECK(read(unknown, context).find("main") != std::string::npos);
    REQUIRE(context.diagnostics().size() > 1);
    CHECK(context.diagnostics()[0].kind == "dhat.invalid_utf8");
    CHECK(context.diagnostics()[0].where.byte == unknown.find('\xFF'));
    CHECK(context.diagnostics()[1].kind == "dhat.unknown_key");
    CHECK(context.diagnostics()[1].where.byte == unknown.find("[1],\"fs\":[1]"));
  }
}

TEST_CASE("points are the same for any number of threads", "[dhat]") {
  constexpr std::size_t points = 20'000;
  std::string text(head);
  for (std::size_t i = 0; i < points; ++i) {
    text.append(i == 0 ? "" : ",")
        .append("{\"tb\":" + std::to_string(i) + R"(,"tbk":1,"rb":0,"wb":0,"acc":[-8,3],"fs":[2,1]})");
  }
  text += R"-(],"ftbl":["[root]","0x1: main (a.c:1)","0x2: leaf (a.c:2)"]})-";
  REQUIRE(text.size() > std::size_t{1} << 20);
  Context one({}, 1);
  const std::string expected = read(text, one);
  CHECK_THAT(expected, contains("copied=" + std::to_string(points * (points - 1) / 2) + " "));
  for (const std::size_t threads : {2U, 3U}) {
    Context context({}, threads);
    CHECK(first_difference(read(text, context), expected) == "");
  }
}

TEST_CASE("of several errors in points the first is reported, with what was noted before, for any number of threads",
          "[dhat]") {
  const std::string unknown = R"({"tb":1,"tbk":1,"rb":0,"wb":0,"why":1,"fs":[1]})";
  const std::string no_stack = R"({"why":1,"tb":1,"tbk":1,"rb":0,"wb":0})";  // found where the point is added
  const std::string no_json = R"({"why":1,"tb":1,"tbk":})";                  // found where it is read
  for (const auto& [first, second, error] : {std::tuple(no_stack, no_json, "the point has no \"fs\""),
                                             std::tuple(no_json, no_stack, "expected an unsigned integer")}) {
    for (const std::size_t distance : {0U, 1U, 100U, 1000U}) {
      std::string text(head);
      for (std::size_t i = 0; i < 700; ++i) text += unknown + ",";
      text += first + ",";
      for (std::size_t i = 0; i < distance; ++i) text += std::string(good_point) + ",";
      text += second + ",";
      for (std::size_t i = 0; i < 20'000; ++i) text.append(good_point).append(",");
      text += unknown + R"-(],"ftbl":["[root]","0x1: main (a.c:1)","0x2: leaf (a.c:2)"]})-";
      for (const std::size_t threads : {1U, 2U}) {
        INFO(error << ", " << distance << " points before another, " << threads << " threads");
        Context context({}, threads);
        CHECK_THAT(read(text, context), contains(error));
        REQUIRE(context.diagnostics().size() == 1);
        CHECK(context.diagnostics()[0].count == 701);
      }
    }
  }
}

}  // namespace profconv::test
