// SPDX-License-Identifier: Apache-2.0
// DHAT's rules: one file that breaks each, and the byte of each finding.
#include <string>

#include "support/catch.h"
#include "support/checking.h"

namespace profconv::test {

namespace {

constexpr std::string_view good_point =
    R"({"tb":100,"tbk":2,"tl":50,"mb":60,"mbk":1,"gb":50,"gbk":1,"eb":0,"ebk":0,"rb":1,"wb":2,"fs":[1,2]})";
constexpr std::string_view good_frames = R"j(["[root]","0x1: malloc (in /lib/vg.so)","0x2: main (a.c:1)"])j";

struct File {
  std::string mode = "heap";
  std::string header = R"("tuth":500,"tg":10,"te":100,"pid":1,"tu":"instrs","Mtu":"Minstr","cmd":"a")";
  std::string points{good_point};
  std::string frames{good_frames};
  bool has_accesses = true;

  [[nodiscard]] std::string text() const {
    return R"({"dhatFileVersion":2,"verb":"Allocated","bklt":true,"bkacc":)" +
           std::string(has_accesses ? "true" : "false") + R"(,"mode":")" + mode + R"(",)" + header + R"(,"pps":[)" +
           points + R"(],"ftbl":)" + frames + "}";
  }
};

/// The good point with one part in place of another, and a second stack where `fs` is given.
std::string point(std::string_view part, std::string_view by) {
  std::string text(good_point);
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), by);
}

/// Findings, each place as the text that begins there.
std::string found(const File& file) {
  const std::string text = file.text();
  std::string all;
  for (const Diagnostic& finding : checked(text).findings) {
    all += std::string(finding.severity == Severity::error       ? "error "
                       : finding.severity == Severity::data_loss ? "warning "
                                                                 : "note ") +
           finding.kind;
    if (finding.where.has_byte) all += " at " + text.substr(finding.where.byte, 8);
    all += "\n";
  }
  return all;
}

}  // namespace

TEST_CASE("check: a good file of DHAT has nothing to find", "[check][dhat]") { CHECK(found({}) == ""); }

TEST_CASE("check: fields that the viewer asks for", "[check][dhat]") {
  CHECK(found({.header = R"("pid":1,"tu":"instrs","cmd":"a","te":100)"}) ==
        "error dhat.missing_field\nerror dhat.missing_field\nerror dhat.missing_field\n");
  const std::string no_peak = R"({"tb":100,"tbk":2,"tl":50,"eb":0,"ebk":0,"rb":1,"wb":2,"fs":[1,2]})";
  CHECK(found({.points = no_peak}) == "error dhat.missing_values at {\"tb\":10\n");
}

TEST_CASE("check: the peak lies before the end", "[check][dhat]") {
  CHECK(found({.header = R"("tuth":500,"tg":101,"te":100,"pid":1,"tu":"instrs","Mtu":"Minstr","cmd":"a")"}) ==
        "error dhat.peak_after_end at 101,\"te\"\n");
}

TEST_CASE("check: parts are not more than the whole", "[check][dhat]") {
  for (const auto& [part, by] :
       {std::pair{"\"gb\":50,", "\"gb\":101,"}, std::pair{"\"gbk\":1", "\"gbk\":3"},
        std::pair{"\"eb\":0,\"ebk\":0", "\"eb\":101,\"ebk\":1"}, std::pair{"\"ebk\":0", "\"ebk\":3"},
        std::pair{"\"mb\":60", "\"mb\":101"}, std::pair{"\"mbk\":1", "\"mbk\":3"}}) {
    INFO(by);
    CHECK(places_of(checked(File{.points = point(part, by)}.text()), "dhat.above_total").find("error @") == 0);
  }
}

TEST_CASE("check: a maximum below what was held is Valgrind's habit, and an error of the crate", "[check][dhat]") {
  const std::string low = point("\"mb\":60", "\"mb\":40");
  CHECK(found({.points = low}) == "note dhat.low_maximum at {\"tb\":10\n");
  CHECK(found({.mode = "rust-heap", .points = low}) == "error dhat.above_maximum at {\"tb\":10\n");
}

TEST_CASE("check: bytes are in blocks, and blocks do not live forever", "[check][dhat]") {
  CHECK(found({.points = point("\"gbk\":1", "\"gbk\":0")}) == "error dhat.bytes_without_blocks at {\"tb\":10\n");
  CHECK(found({.points = point("\"tl\":50", "\"tl\":201")}) == "warning dhat.lifetime at {\"tb\":10\n");
}

TEST_CASE("check: a stack has one point", "[check][dhat]") {
  CHECK(found({.points = std::string(good_point) + "," + std::string(good_point)}) ==
        "error dhat.repeated_stack at {\"tb\":10\n");
}

TEST_CASE("check: the frame table", "[check][dhat]") {
  CHECK(found({.frames = R"(["x","a","b"])"}) == "warning dhat.root at \"x\",\"a\",\n");
  CHECK(found({.frames = R"(["[root]","a","b","c"])"}) == "note dhat.unused_frame at \"c\"]}\n");
  CHECK(found({.frames = R"(["[root]","a","a"])"}) == "note dhat.repeated_frame at \"a\"]}\n");
  CHECK(found({.points = point("[1,2]", "[1,2,0]")}) == "warning dhat.root_in_stack at {\"tb\":10\n");
  CHECK(found({.points = point("[1,2]", "[1,3]")}) == "error check.unreadable at 3]}],\"ft\n");
}

TEST_CASE("check: access counts", "[check][dhat]") {
  const auto with = [](std::string_view acc) { return point("\"fs\"", "\"acc\":" + std::string(acc) + ",\"fs\""); };
  CHECK(found({.points = with("[-48,3,0,1]")}) == "");
  CHECK(found({.points = with("[-50,65536]")}) == "error dhat.histogram at {\"tb\":10\n");
  CHECK(found({.points = with("[-50]")}) == "error dhat.histogram at {\"tb\":10\n");
  CHECK(found({.points = with("[-50,-3]")}) == "error dhat.histogram at {\"tb\":10\n");
  CHECK(found({.points = with("[\"a\"]")}) == "error dhat.histogram at {\"tb\":10\n");
  CHECK(found({.points = with("[-49,3]")}) == "note dhat.histogram_size at {\"tb\":10\n");
  CHECK(found({.points = with("[-50,3]"), .has_accesses = false}) == "warning dhat.histogram at {\"tb\":10\n");
}

TEST_CASE("check: bytes that are no UTF-8 do not move the places behind them", "[check][dhat]") {
  const File file{.header = "\"tuth\":5,\"tg\":1,\"te\":100,\"pid\":1,\"tu\":\"i\",\"Mtu\":\"M\",\"cmd\":\"\xFF\xFE\"",
                  .points = std::string(good_point) + "," + std::string(good_point)};
  CHECK(found(file).find("error dhat.repeated_stack at {\"tb\":10") != std::string::npos);
}

}  // namespace profconv::test
