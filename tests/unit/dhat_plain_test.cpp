// SPDX-License-Identifier: Apache-2.0
// Points that are read without a parser, by the batch: what comes out is what the parser makes of them, which reads
// every point of a file that is checked.
#include <array>
#include <string>

#include "profconv/convert.h"
#include "readers/dhat/plain_point.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/model_dump.h"

namespace profconv::test {

namespace {

constexpr std::string_view good_point =
    "{\"tb\":336,\"tbk\":1\n  ,\"rb\":74,\"wb\":0\n  ,\"acc\":[-16,3,9,-7,1]\n  ,\"fs\":[2,1]\n  }\n ";

/// A file of many points with one among them at `index`.
std::string file_with(std::string_view point, std::size_t index, std::size_t points) {
  std::string text = R"({"dhatFileVersion":2,"verb":"Copied","pps":[)";
  for (std::size_t i = 0; i < points; ++i) text.append(i == 0 ? "" : ",").append(i == index ? point : good_point);
  return text + R"-(],"ftbl":["[root]","0x1: main (a.c:1)","0x2: leaf (a.c:2)"]})-";
}

/// The model, or the error.
std::string read(const std::string& text, bool is_checking) {
  Context context;
  if (is_checking) context.keep_findings(1);
  Input input = Input::from_memory("test.json", text, context);
  try {
    return dump(read_profiles(dhat_reader, input, Options(dhat_reader.options), SampleOrder::as_read));
  } catch (const ReadError& error) {
    return error.what();
  }
}

const char* plain_end(const std::string& text, dhat::Point& point) {
  return dhat::read_plain_point(text.c_str(), 3, point);
}

}  // namespace

TEST_CASE("points that Valgrind and the Rust crate write are plain", "[dhat]") {
  dhat::Point point;
  for (const std::string& text :
       {std::string(good_point), std::string(R"({"tb":336,"tbk":1,"rb":74,"wb":0,"fs":[2,1]})"),
        std::string("{\n \"tb\": 336,\r\n\t\"tbk\": 1, \"rb\" : 74 ,\"wb\":0, \"fs\": [\n 2,\n 1\n ]\n}")}) {
    INFO(text);
    REQUIRE(plain_end(text, point) == text.c_str() + text.rfind('}') + 1);
    CHECK(point.values[static_cast<std::size_t>(dhat::Metric::tb)] == 336);
    CHECK(point.values[static_cast<std::size_t>(dhat::Metric::rb)] == 74);
    CHECK_FALSE(point.metrics.has(dhat::Metric::gb));
    CHECK(point.stack == std::vector<std::uint32_t>{2, 1});
  }
}

TEST_CASE("points that are wrong or rare are left to the parser", "[dhat]") {
  constexpr std::array odd{
      R"({})",
      R"({"tb":-1})",
      R"({"tb":1.5})",
      R"({"tb":1e3})",
      R"({"tb":07})",
      R"({"tb":})",
      R"({"tb":"1"})",
      R"({"tb":99999999999999999999})",
      R"({"tb":1,})",
      R"({"tb":1,"tb":1})",
      R"({"tb":1 "tbk":1})",
      R"({"tb" 1})",
      R"({tb:1})",
      R"({"t\u0062":1})",
      R"({"other":1})",
      R"({"fs":[3]})",
      R"({"fs":[1,]})",
      R"({"fs":[1 2]})",
      R"({"fs":[1],"fs":[1]})",
      R"({"fs":1})",
      R"({"fs":[1})",
      R"({"acc":1})",
      R"({"acc":[[1]]})",
      R"({"acc":["]"]})",
      R"({"tb":1)",
      R"({"t)",
      R"({)",
  };
  dhat::Point point;
  for (const std::string text : odd) {
    INFO(text);
    CHECK(plain_end(text, point) == nullptr);
  }
  CHECK(plain_end(std::string("{\"\0tb\":1}", 10), point) == nullptr);
}

TEST_CASE("points are what the parser makes of them, wherever they stand", "[dhat]") {
  constexpr std::size_t points = 1600;
  constexpr std::array others{
      R"({"tb":1,"tbk":1,"rb":7,"wb":8,"fs":[]})",
      R"({"tb":1,"tbk":1,"rb":7,"wb":8,"acc":[ 1 ],"fs":[1]})",
      R"({"tb":1,"tbk":1,"rb":7,"wb":8,"why":{"a}":[1]},"fs":[1]})",
      R"({"tb":99999999999999999999,"tbk":1,"rb":7,"wb":8,"fs":[1]})",
      R"({"tb":1,"tbk":1,"rb":7,"wb":8,"gb":9,"fs":[1]})",
      R"({"tb":1,"tbk":1,"rb":7,"fs":[1]})",
      R"({"tb":1,"tbk":1,"rb":7,"wb":8,"fs":[1,3]})",
      R"({"tb":1,"tbk":1,"rb":7,"wb":8})",
      R"({"tb":1,"tb":1,"tbk":1,"rb":7,"wb":8,"fs":[1]})",
      R"({"tb":01,"tbk":1,"rb":7,"wb":8,"fs":[1]})",
      R"({"tb":1,"tbk":1,"rb":7,"wb":8,"fs":[1],})",
      R"({"tb":1,"tbk":1,"rb":7,"wb":8,"fs":[1]} 5)",
      R"([])",
  };
  for (const std::string_view point : others) {
    for (const std::size_t index :
         {std::size_t{0}, std::size_t{511}, std::size_t{512}, std::size_t{1300}, points - 1}) {
      INFO(point << " at " << index);
      const std::string text = file_with(point, index, points);
      const bool is_same = read(text, false) == read(text, true);
      CHECK(is_same);
    }
  }
}

TEST_CASE("what stands behind megabytes of points is found at its place", "[dhat]") {
  constexpr std::size_t points = 70'000;
  static_assert(points * good_point.size() > std::size_t{5} << 20);
  constexpr std::array others{
      good_point,
      std::string_view("{\"tb\":1,\"tbk\":1,\"rb\":7,\"wb\":8,\"\xFF\":[1],\"fs\":[1]}"),
      std::string_view(R"({"tb":1,"tbk":1,"rb":7,"wb":8})"),
  };
  for (const std::string_view point : others) {
    for (const std::size_t index : {std::size_t{0}, points - 2}) {
      INFO(point << " at " << index);
      const std::string text = file_with(point, index, points);
      const bool is_same = read(text, false) == read(text, true);
      CHECK(is_same);
    }
  }
}

}  // namespace profconv::test
