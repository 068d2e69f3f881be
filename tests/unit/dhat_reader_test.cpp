// SPDX-License-Identifier: Apache-2.0
// DHAT files made by hand: what each key means, and what is said of files that are wrong.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/names/frame_names.h"
#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

/// A profile set and what was said while it was read.
struct Read {
  Context context;
  std::optional<ProfileSet> set;

  [[nodiscard]] const Profile& profile() const { return set->profiles().at(0); }
  [[nodiscard]] std::int64_t sum(const std::string& type) const {
    const auto index = profile().find_type(type);
    REQUIRE(index);
    return total(profile(), *index);
  }
  [[nodiscard]] const Diagnostic* said(const std::string& kind) const {
    for (const Diagnostic& d : context.diagnostics()) {
      if (d.kind == kind) return &d;
    }
    return nullptr;
  }
  [[nodiscard]] std::vector<std::string> types() const {
    std::vector<std::string> all;
    for (const ValueType& t : profile().value_types) all.push_back(t.type + "/" + t.unit);
    return all;
  }
};

void read_into(Read& result, const std::string& text, const Settings& settings = {}) {
  Options options(dhat_reader.options);
  for (const auto& [name, value] : settings) options.set(name, value);
  Input input = Input::from_memory("test.json", text, result.context);
  result.set.emplace(read_profiles(dhat_reader, input, options, SampleOrder::merged));
}

std::string error_of(const std::string& text) {
  Read result;
  try {
    read_into(result, text);
  } catch (const PlacedError& error) {
    return error.what();
  }
  return "no error";
}

const std::string frames = R"-("ftbl":["[root]","0x1: leaf (a.c:1)","0x2: main (a.c:2)"])-";

std::string heap_file(const std::string& points, const std::string& more = "") {
  return R"({"dhatFileVersion":2,"mode":"heap","verb":"Allocated","bklt":true,"bkacc":true,"tu":"instrs",)"
         R"("Mtu":"Minstr","tuth":500,"cmd":"prog -x","pid":17,"te":99,"tg":50,)" +
         more + R"("pps":[)" + points + "]," + frames + "}";
}

std::string point(const std::string& stack, int factor = 1) {
  const auto n = [&](int value) { return std::to_string(value * factor); };
  return R"({"tb":)" + n(100) + R"(,"tbk":)" + n(10) + R"(,"tl":)" + n(1000) + R"(,"mb":)" + n(40) + R"(,"mbk":)" +
         n(4) + R"(,"gb":)" + n(30) + R"(,"gbk":)" + n(3) + R"(,"eb":)" + n(20) + R"(,"ebk":)" + n(2) + R"(,"rb":)" +
         n(7) + R"(,"wb":)" + n(8) + R"(,"fs":[)" + stack + "]}";
}

}  // namespace

TEST_CASE("a heap profile has DHAT's counters under pprof's names", "[dhat]") {
  Read file;
  read_into(file, heap_file(point("1,2")));
  CHECK(file.types() == std::vector<std::string>{"alloc_objects/count", "alloc_space/bytes", "inuse_objects/count",
                                                 "inuse_space/bytes", "end_objects/count", "end_space/bytes",
                                                 "lifetime/instructions", "read/bytes", "written/bytes"});
  CHECK(file.sum("alloc_objects") == 10);
  CHECK(file.sum("alloc_space") == 100);
  CHECK(file.sum("inuse_objects") == 3);
  CHECK(file.sum("inuse_space") == 30);
  CHECK(file.sum("end_objects") == 2);
  CHECK(file.sum("end_space") == 20);
  CHECK(file.sum("lifetime") == 1000);
  CHECK(file.sum("read") == 7);
  CHECK(file.sum("written") == 8);
  CHECK(file.profile().metadata.default_type == "inuse_space");
  CHECK(file.context.diagnostics().empty());
}

TEST_CASE("what DHAT says of the run is kept as metadata", "[dhat]") {
  Read file;
  read_into(file, heap_file(point("1,2")));
  const Metadata& metadata = file.profile().metadata;
  CHECK(metadata.command == "prog -x");
  CHECK(metadata.comments ==
        std::vector<std::string>{"mode: heap", "pid: 17", "te: 99 instrs", "tg: 50 instrs", "tuth: 500 instrs"});
  CHECK(file.profile().metadata.duration_instructions == 99);
  CHECK(file.profile().metadata.duration_ns == 0);
  CHECK(metadata.attributes == Attributes{{"mode", "heap"}, {"pid", 17}});
  CHECK(metadata.duration_ns == 0);
  CHECK(metadata.period == 0);
  CHECK(metadata.period_type == ValueType{.type = "space", .unit = "bytes"});
  CHECK_FALSE(metadata.module_names);
}

TEST_CASE("DHAT's stacks are leaf first, with file and line", "[dhat]") {
  Read file;
  read_into(file, heap_file(point("1,2")));
  const Dictionary& dictionary = file.set->dictionary();
  std::vector<FrameId> stack;
  dictionary.root_first(file.profile().samples.stack.at(0), stack);
  REQUIRE(stack.size() == 2);
  const Function& root = dictionary.function(dictionary.frame(stack[0]).function);
  CHECK(dictionary.string(root.name) == "main");
  CHECK(dictionary.string(root.file) == "a.c");
  CHECK(dictionary.frame(stack[0]).line == 2);
  CHECK(dictionary.frame(stack[0]).address == 2);
}

TEST_CASE("equal stacks add, and the empty stack is one of them", "[dhat]") {
  Read file;
  read_into(file, heap_file(point("1,2") + "," + point("") + "," + point("1,2", 2) + "," + point("", 3)));
  CHECK(file.profile().samples.size() == 2);
  CHECK(file.sum("alloc_space") == 700);
  CHECK(file.profile().samples.stack.at(1) == StackId{});
}

TEST_CASE("which moment inuse tells can be chosen", "[dhat]") {
  Read end;
  read_into(end, heap_file(point("1")), {{"inuse", "end"}});
  CHECK(end.sum("inuse_space") == 20);
  Read maximum;
  read_into(maximum, heap_file(point("1") + "," + point("1", 3) + "," + point("1", 2)), {{"inuse", "site-max"}});
  CHECK(maximum.sum("inuse_space") == 120);
  CHECK(maximum.sum("alloc_space") == 600);
  CHECK(maximum.profile().value_types[3].aggregation == Aggregation::max);
  CHECK(maximum.said("dhat.site_max") != nullptr);
}

TEST_CASE("a site's own maximum can stand beside what was in use", "[dhat]") {
  Read file;
  read_into(file, heap_file(point("1") + "," + point("1", 2)), {{"site-max", "yes"}});
  CHECK(file.types().size() == 11);
  CHECK(file.sum("inuse_space") == 90);
  CHECK(file.sum("site_max_space") == 80);
  CHECK(file.sum("site_max_objects") == 8);
}

TEST_CASE("sites' own maxima that no option requests are declared unread", "[dhat]") {
  const std::string two_points = heap_file(point("1") + "," + point("2"));
  Read file;
  read_into(file, two_points);
  REQUIRE(file.context.unread().size() == 1);
  CHECK(file.context.unread()[0] ==
        Unread{.file = "test.json", .what = "each site's own maximum (mb, mbk)", .setting = "dhat.site-max=yes"});
  CHECK(file.context.diagnostics().empty());
  const auto declares = [](const std::string& text, const Settings& settings) {
    Read other;
    read_into(other, text, settings);
    return !other.context.unread().empty();
  };
  CHECK(declares(two_points, {{"inuse", "end"}}));
  CHECK_FALSE(declares(two_points, {{"site-max", "yes"}}));
  CHECK_FALSE(declares(two_points, {{"inuse", "site-max"}}));
  CHECK_FALSE(declares(heap_file(""), {}));
}

TEST_CASE("points without maxima have none that are unread", "[dhat]") {
  Read file;
  read_into(file, R"({"dhatFileVersion":2,"mode":"copy","verb":"Copied","bklt":false,"bkacc":false,"tu":"instrs",)"
                  R"("Mtu":"Minstr","cmd":"prog","pid":1,"te":9,"pps":[{"tb":7,"tbk":1,"fs":[1]}],)" +
                      frames + "}");
  CHECK(file.sum("copied") == 7);
  CHECK(file.context.unread().empty());
}

TEST_CASE("for rewriting the maxima are read, once and without a note", "[dhat]") {
  const auto types = [](const Settings& settings) {
    Read file;
    Options options(dhat_reader.options);
    for (const auto& [name, value] : settings) options.set(name, value);
    options.prepare_for_rewriting();
    const std::string text = heap_file(point("1"));
    Input input = Input::from_memory("test.json", text, file.context);
    file.set.emplace(read_profiles(dhat_reader, input, options, SampleOrder::merged));
    return std::pair(file.types().size(), file.said("dhat.site_max") != nullptr);
  };
  CHECK(types({}) == std::pair(std::size_t{11}, false));
  CHECK(types({{"site-max", "no"}}) == std::pair(std::size_t{9}, false));
  CHECK(types({{"inuse", "site-max"}}) == std::pair(std::size_t{9}, true));
}

TEST_CASE("lifetimes and durations are in the file's unit of time", "[dhat]") {
  const std::vector<std::pair<std::string, std::int64_t>> units{
      {"\u00B5s", 1'000}, {"\u03BCs", 1'000}, {"us", 1'000}, {"ns", 1}, {"ms", 1'000'000}, {"s", 1'000'000'000}};
  for (const auto& [unit, ns] : units) {
    INFO(unit);
    Read file;
    read_into(file,
              R"({"dhatFileVersion":2,"mode":"rust-heap","verb":"Allocated","bklt":true,"bkacc":false,"tu":")" + unit +
                  R"(","Mtu":"s","tuth":10,"cmd":"x","pid":1,"tg":3,"te":5,"pps":[{"tb":1,"tbk":1,"tl":12,"mb":1,)"
                  R"("mbk":1,"gb":0,"gbk":0,"eb":0,"ebk":0,"fs":[]}],"ftbl":["[root]"]})");
    CHECK(file.profile().value_types[6] == ValueType{.type = "lifetime", .unit = "nanoseconds"});
    CHECK(file.sum("lifetime") == 12 * ns);
    CHECK(file.profile().metadata.duration_ns == 5 * ns);
  }
}

TEST_CASE("copies and events are called so, and nothing is invented beside them", "[dhat]") {
  const std::string tail = R"("pps":[{"tb":45,"tbk":3,"fs":[1]}],)" + frames + "}";
  Read copies;
  read_into(copies,
            R"({"dhatFileVersion":2,"mode":"copy","verb":"Copied","bklt":false,"bkacc":false,"tu":"instrs",)" + tail);
  CHECK(copies.types() == std::vector<std::string>{"copies/count", "copied/bytes"});
  CHECK(copies.profile().metadata.default_type == "copied");
  Read events;
  read_into(events, R"({"dhatFileVersion":2,"mode":"ad-hoc","verb":"Occurred","bklt":false,"bkacc":false,"bu":"unit",)"
                    R"("bsu":"units","bksu":"events","tu":"instrs",)" +
                        tail);
  CHECK(events.types() == std::vector<std::string>{"events/count", "units/units"});
  CHECK(events.sum("units") == 45);
  CHECK(events.profile().metadata.period_type == ValueType{});
}

TEST_CASE("the counters that are there decide, not the mode", "[dhat]") {
  Read file;
  read_into(file, R"({"dhatFileVersion":2,"mode":"rust-heap","verb":"Allocated","bklt":false,"bkacc":false,"tg":1,)"
                  R"("pps":[{"tb":9,"tbk":2,"eb":4,"fs":[1]}],)" +
                      frames + "}");
  CHECK(file.types() == std::vector<std::string>{"alloc_objects/count", "alloc_space/bytes", "end_space/bytes"});
  CHECK(file.profile().metadata.default_type == "alloc_space");
  Read promised;
  read_into(promised, R"({"dhatFileVersion":2,"bklt":true,"pps":[{"tb":9,"tbk":2,"fs":[1]}],)" + frames + "}");
  REQUIRE(promised.said("dhat.missing_values") != nullptr);
  CHECK(promised.said("dhat.missing_values")->message.ends_with("tl, mb, mbk, gb, gbk, eb, ebk"));
}

TEST_CASE("keys may come in any order", "[dhat]") {
  Read file;
  read_into(file, "\xEF\xBB\xBF {" + frames +
                      R"(, "pps" : [ { "fs" : [ 1 , 2 ] , "tbk" : 1 , "tb" : 5 } ] ,)"
                      R"( "verb":"Copied","dhatFileVersion" : 2 } )" +
                      "\n");
  CHECK(file.sum("copied") == 5);
}

TEST_CASE("unknown keys are skipped and noted, whatever they hold", "[dhat]") {
  Read file;
  read_into(file, heap_file(R"({"tb":1,"tbk":1,"tl":0,"mb":0,"mbk":0,"gb":0,"gbk":0,"eb":0,"ebk":0,"rb":0,"wb":0,)"
                            R"("why":{"a}":[1,{"b":"\"]}"}]},"fs":[1,2]})",
                            R"("extra":[[{"x":"]}"}],null,-1.5e3],)"));
  CHECK(file.sum("alloc_space") == 1);
  REQUIRE(file.said("dhat.unknown_key") != nullptr);
  CHECK(file.said("dhat.unknown_key")->count == 2);
}

TEST_CASE("histograms of accesses are counted as not read, and no loss", "[dhat]") {
  const std::string with = point("1").substr(0, point("1").size() - 1) + R"(,"acc":[1,-3,2]})";
  Read file;
  read_into(file, heap_file(with + "," + with + "," + point("2")));
  REQUIRE(file.context.unread().size() == 2);
  CHECK(file.context.unread().back().what == "the access histograms (acc) of 2 points");
  CHECK(file.context.unread().back().setting.empty());
  CHECK(file.context.diagnostics().empty());
}

TEST_CASE("counters above 64 bits saturate and say where", "[dhat]") {
  const std::string head = R"({"dhatFileVersion":2,"verb":"Copied","pps":[{"tb":)";
  const std::string tail = R"(,"tbk":1,"fs":[1]}],)" + frames + "}";
  for (const std::string number : {"9223372036854775808", "18446744073709551615", "18446744073709551616",
                                   "340282366920938463463374607431768211455"}) {
    INFO(number);
    Read file;
    read_into(file, head + number + tail);
    CHECK(file.sum("copied") == INT64_MAX);
    REQUIRE(file.said("dhat.saturated") != nullptr);
    CHECK(file.said("dhat.saturated")->where.byte == 44);
  }
  Read largest;
  read_into(largest, head + "9223372036854775807" + tail);
  CHECK(largest.sum("copied") == INT64_MAX);
  CHECK(largest.context.diagnostics().empty());
}

TEST_CASE("times of 128 bits are kept as text, and saturate as a duration", "[dhat]") {
  Read file;
  read_into(file, R"({"dhatFileVersion":2,"mode":"rust-heap","tu":"us","te":340282366920938463463374607431768211455,)"
                  R"("pps":[{"tb":1,"tbk":1,"tl":9223372036854775807,"fs":[1]}],)" +
                      frames + "}");
  CHECK(file.profile().metadata.comments.at(1) == "te: 340282366920938463463374607431768211455 us");
  CHECK(file.profile().metadata.duration_ns == INT64_MAX);
  CHECK(file.sum("lifetime") == INT64_MAX);
  REQUIRE(file.said("dhat.saturated") != nullptr);
  CHECK(file.said("dhat.saturated")->count == 2);
}

TEST_CASE("bytes that are no UTF-8 are replaced, and later places stay true", "[dhat]") {
  const std::string text = R"({"dhatFileVersion":2,"cmd":"a)" + std::string("\xff\xfe\xe2\x82") + R"(b é","pps":[)";
  Read file;
  read_into(file, text + R"({"tb":1,"tbk":1,"fs":[]}],)" + frames + "}");
  CHECK(file.profile().metadata.command ==
        "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
        "b é");
  REQUIRE(file.said("dhat.invalid_utf8") != nullptr);
  CHECK(file.said("dhat.invalid_utf8")->where.byte == 29);
  CHECK(file.said("dhat.invalid_utf8")->message.ends_with(": 3"));
  CHECK(error_of(text + "7]," + frames + "}") ==
        "test.json: byte " + std::to_string(text.size()) + ": expected an object for \"pps\", got '7'");
}

TEST_CASE("other versions are refused with what to do", "[dhat]") {
  CHECK(error_of(R"({"dhatFileVersion":1,"pps":[],"ftbl":[]})") ==
        "test.json: byte 19: expected DHAT file version 2, got version 1; record it again with Valgrind 3.17 or newer");
  CHECK(error_of(R"({"dhatFileVersion":3,"pps":[],"ftbl":[]})") ==
        "test.json: byte 19: expected DHAT file version 2, got version 3; try a newer profconv");
  CHECK(error_of(R"({"pps":[],"ftbl":[]})") == "test.json: expected DHAT's JSON, but it has no \"dhatFileVersion\"");
}

TEST_CASE("wrong values are refused with the byte where they stand", "[dhat]") {
  const auto wrong = [](const std::string& points, const std::string& complaint) {
    const std::string text = R"({"dhatFileVersion":2,"pps":[)" + points + "]," + frames + "}";
    INFO(points);
    CHECK(error_of(text) == "test.json: byte " + complaint);
  };
  wrong(R"({"tb":-1,"tbk":1,"fs":[]})", "34: expected an unsigned integer for \"tb\", got '-1'");
  wrong(R"({"tb":1.5,"tbk":1,"fs":[]})", "34: expected an unsigned integer for \"tb\", got '1.5'");
  wrong(R"({"tb":"1","tbk":1,"fs":[]})", "34: expected an unsigned integer for \"tb\", got '\"1\"'");
  wrong(R"({"tb":007,"tbk":1,"fs":[]})", "34: expected an unsigned integer for \"tb\", got '007'");
  wrong(R"({"tb":1,"tbk":1,"fs":7})", "49: expected an array for \"fs\", got '7'");
  wrong(R"({"tb":1,"tbk":1,"fs":[1,3]})", "52: the stack has frame 3, but \"ftbl\" has 3 entries");
  wrong(R"({"tb":1,"tbk":1,"fs":[[1]]})", "50: expected an unsigned integer for \"fs\", got '[1]'");
  wrong(R"({"tb":1,"tbk":1})", "28: the point has no \"fs\"");
  wrong(R"({"tb":1,"fs":[]})", "28: the point has no tbk");
  wrong(R"({"tb":1,"tb":1,"tbk":1,"fs":[]})", "41: the point has \"tb\" twice");
  wrong(R"([])", "28: expected an object for \"pps\", got '[]'");
  wrong(R"({"tb":1,"tbk":1,"fs":[]} {"tb":1})", "53: expected ',' or ']' in the JSON, got '{\"tb\":1}'");
}

TEST_CASE("points that lack what the first one has are refused, what they have more is a loss", "[dhat]") {
  const std::string bare = R"({"tb":1,"tbk":1,"fs":[]})";
  const std::string more = R"({"tb":1,"tbk":1,"gb":1,"fs":[]})";
  const auto file = [](const std::string& points) {
    return R"({"dhatFileVersion":2,"pps":[)" + points + "]," + frames + "}";
  };
  CHECK(error_of(file(more + "," + bare)) == "test.json: byte 60: the point has no gb, which the first point has");
  Read result;
  read_into(result, file(bare + "," + more));
  CHECK(result.said("dhat.extra_values") != nullptr);
}

TEST_CASE("what is no DHAT file is refused in words", "[dhat]") {
  CHECK(error_of("") == "test.json: the input is empty; expected DHAT's JSON");
  CHECK(error_of("  \n") == "test.json: the input is empty; expected DHAT's JSON");
  CHECK(error_of("[1,2]") == "test.json: byte 0: expected DHAT's JSON, which begins with '{'");
  CHECK(error_of(heap_file(point("1")) + "{}").ends_with("expected the end of the file after the JSON, got '{}'"));
  CHECK(error_of(R"({"dhatFileVersion":2,"ftbl":[]})") == "test.json: DHAT's JSON lacks \"pps\"");
  CHECK(error_of(R"({"dhatFileVersion":2,"pps":[]})") == "test.json: DHAT's JSON lacks \"ftbl\"");
  CHECK(error_of(R"({"dhatFileVersion":2,"pps":{},"ftbl":[]})") ==
        "test.json: byte 27: expected an array for \"pps\", got '{}'");
  CHECK(error_of(R"({"dhatFileVersion":2,"pps":[],"pps":[],"ftbl":[]})") ==
        "test.json: byte 31: the file has \"pps\" twice");
  CHECK(error_of(R"({"dhatFileVersion":2,"pps":[],"ftbl":[1]})") ==
        "test.json: byte 38: expected a string for \"ftbl\", got '1'");
}

TEST_CASE("a file cut off anywhere is an error, never a smaller profile", "[dhat]") {
  const std::string whole = heap_file(point("1,2") + "," + point("2"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    INFO(size);
    CHECK(error_of(whole.substr(0, size)) != "no error");
  }
}

TEST_CASE("deep nesting is refused without recursion", "[dhat]") {
  const std::string deep(1'000'000, '[');
  CHECK(error_of(R"({"dhatFileVersion":2,"pps":)" + deep).find("nested deeper than the limit of 1024") !=
        std::string::npos);
  CHECK(error_of(R"({"dhatFileVersion":2,"x":)" + deep + std::string(deep.size(), ']') + "}")
            .find("nested deeper than the limit of 1024") != std::string::npos);
}

TEST_CASE("DHAT is known by its version key, wherever it stands in the object", "[dhat]") {
  const auto confidence = [](const std::string& head) { return dhat_reader.probe(dhat_reader, head, "x").confidence; };
  CHECK(confidence("{\"dhatFileVersion\":2\n,\"mode\":") == Confidence::magic);
  CHECK(confidence("\xEF\xBB\xBF \n{\n\"dhatFileVersion\": 2,") == Confidence::magic);
  CHECK(confidence(R"({"ftbl":["a\"}"],"dhatFileVersion":2)") == Confidence::magic);
  CHECK(confidence(R"({"pps":[{"tb":1)") == Confidence::likely);
  CHECK(confidence(R"({"x":{"dhatFileVersion":2}})") == Confidence::no);
  CHECK(confidence(R"({"x":"dhatFileVersion"})") == Confidence::no);
  CHECK(confidence(R"([{"dhatFileVersion":2}])") == Confidence::no);
  CHECK(confidence("") == Confidence::no);
}

}  // namespace profconv::test
