// SPDX-License-Identifier: Apache-2.0
// DHAT's JSON as it is written: which counter holds what, the texts of frames, and the warnings for the rest.
#include <cstdint>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "profconv/convert.h"
#include "profconv/errors.h"
#include "profconv/profile_builder.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

using nlohmann::json;
using Values = std::vector<std::int64_t>;

/// One profile with one sample: main calls run.
struct Maker {
  ProfileSetBuilder set;
  ProfileBuilder* profile = &set.add_profile();
  Metadata& metadata = profile->metadata();

  explicit Maker(std::initializer_list<ValueType> types) {
    for (const ValueType& type : types) profile->add_value_type(type);
  }

  FrameId frame(const std::string& name, Frame rest = {}, const std::string& file = {},
                const std::string& module = {}) {
    rest.function = set.function({.name = set.string(name), .file = set.string(file)});
    if (!module.empty()) rest.mapping = set.mapping({.file = set.string(module)});
    return set.frame(rest);
  }
  Maker& add(const std::vector<FrameId>& root_first, const Values& values, ThreadId thread = {}) {
    profile->add({.stack = set.root_first(root_first), .thread = thread}, values);
    return *this;
  }
  Maker& add(const Values& values) { return add({frame("main"), frame("run")}, values); }
  ProfileSet finish() { return std::move(set).finish(); }
};

struct Written {
  std::string text;
  std::map<std::string, std::string> said;

  [[nodiscard]] json document() const { return json::parse(text); }
  [[nodiscard]] json point() const { return document()["pps"].at(0); }
  [[nodiscard]] std::string frame(std::size_t index = 1) const { return document()["ftbl"].at(index); }
};

Written write(const ProfileSet& set) {
  Written written;
  Context context;
  Output output = Output::to_memory(&written.text);
  write_profiles(set, dhat_writer, Options(dhat_writer.options), output, context);
  for (const Diagnostic& d : context.diagnostics()) written.said[d.kind] = d.message;
  return written;
}

ProfileSet read_dhat(std::string_view bytes) {
  Context context;
  Input input = Input::from_memory("heap.json", bytes, context);
  return read_profiles(dhat_reader, input, Options(dhat_reader.options), SampleOrder::merged);
}

/// The text of a file's only frame.
Written with_frame(const std::string& name, const Frame& rest = {}, const std::string& file = {},
                   const std::string& module = {}) {
  Maker maker({{"samples", "count"}});
  return write(maker.add({maker.frame(name, rest, file, module)}, {1}).finish());
}

}  // namespace

TEST_CASE("a heap profile as Go makes it: what was allocated and what is in use", "[dhat][writer]") {
  const Written written = write(
      Maker(
          {{"alloc_objects", "count"}, {"alloc_space", "bytes"}, {"inuse_objects", "count"}, {"inuse_space", "bytes"}})
          .add({7, 700, 2, 200})
          .finish());
  const json file = written.document();
  CHECK(file["dhatFileVersion"] == 2);
  CHECK(file["mode"] == "heap");
  CHECK(file["verb"] == "Allocated");
  CHECK(file["bklt"] == true);
  CHECK(file["bkacc"] == false);
  CHECK(written.point() == json{{"tb", 700},
                                {"tbk", 7},
                                {"gb", 200},
                                {"gbk", 2},
                                {"mb", 200},
                                {"mbk", 2},
                                {"eb", 0},
                                {"ebk", 0},
                                {"tl", 0},
                                {"fs", {2, 1}}});
  CHECK_THAT(written.said.at("dhat.zeros"), contains("tl, eb, ebk"));
  CHECK_THAT(written.said.at("dhat.borrowed"), contains("mb, mbk"));
  CHECK(written.said.size() == 2);
}

TEST_CASE("a heap of which only the size is known was at least allocated", "[dhat][writer]") {
  for (const char* const type : {"inuse_space", "space"}) {
    const Written written = write(Maker({{type, "bytes"}}).add({200}).finish());
    CHECK(written.point()["tb"] == 200);
    CHECK(written.point()["gb"] == 200);
    CHECK(written.point()["tbk"] == 1);
  }
}

TEST_CASE("maxima of points that become one are reported, unless all but one are 0", "[dhat][writer]") {
  const auto merged = [](std::int64_t first, std::int64_t second) {
    Maker maker({{"inuse_objects", "count"}, {"site_max_space", "bytes", Aggregation::max}, {"inuse_space", "bytes"}});
    // The frames differ in what a point's text does not say.
    const FrameId one = maker.frame("run", {});
    const FrameId other = maker.frame("run", {.kind = FrameKind::kernel});
    maker.add({one}, {1, first, 30}).add({other}, {1, second, 40});
    return write(maker.finish());
  };
  const Written both = merged(50, 60);
  REQUIRE(both.document()["pps"].size() == 1);
  CHECK(both.point()["mb"] == 60);
  CHECK(both.point()["gb"] == 70);
  CHECK_THAT(both.said.at("dhat.merged_maxima"), contains("may be higher"));
  const Written one = merged(50, 0);
  CHECK(one.point()["mb"] == 50);
  CHECK_FALSE(one.said.contains("dhat.merged_maxima"));
}

TEST_CASE("what a heap profile never measured is no field", "[dhat][writer]") {
  const json point =
      write(Maker({{"alloc_objects", "count"}, {"alloc_space", "bytes"}}).add({7, 700}).finish()).point();
  CHECK(point == json{{"tb", 700}, {"tbk", 7}, {"fs", {2, 1}}});
}

TEST_CASE("samples become events of an ad-hoc file", "[dhat][writer]") {
  const Written written = write(Maker({{"samples", "count"}}).add({30}).finish());
  const json file = written.document();
  CHECK(file["mode"] == "ad-hoc");
  CHECK(file["verb"] == "Occurred");
  CHECK(file["bu"] == "sample");
  CHECK(file["bsu"] == "samples");
  CHECK(file["bksu"] == "samples");
  CHECK(written.point() == json{{"tb", 30}, {"tbk", 30}, {"fs", {2, 1}}});
  CHECK(written.said.empty());
}

TEST_CASE("what is counted is a count again", "[dhat][writer]") {
  const Written written = write(Maker({{"samples", "count"}}).add({30}).finish());
  const ProfileSet read = read_dhat(written.text);
  const Profile& profile = read.profiles()[0];
  REQUIRE(profile.value_types.size() == 2);
  CHECK(profile.value_types[0].type == "events");
  CHECK(profile.value_types[1].type == "samples");
  CHECK(profile.value_types[1].unit == "count");
  CHECK(profile.default_type_index() == 1);
  CHECK(profile.samples.values[1] == std::vector<std::int64_t>{30});
  CHECK(write(ProfileSet(read)).text == written.text);
}

TEST_CASE("a weight and the number of its samples are units and events", "[dhat][writer]") {
  const Written written = write(Maker({{"samples", "count"}, {"cpu", "nanoseconds"}}).add({3, 3000}).finish());
  CHECK(written.document()["bsu"] == "nanoseconds");
  CHECK(written.document()["bksu"] == "samples");
  CHECK(written.point() == json{{"tb", 3000}, {"tbk", 3}, {"fs", {2, 1}}});
}

TEST_CASE("bytes that are no heap do not look like one", "[dhat][writer]") {
  const Written written = write(Maker({{"sent", "bytes"}}).add({10}).finish());
  CHECK(written.document()["bsu"] == "sent bytes");
  CHECK(read_dhat(written.text).profiles()[0].value_types[1].type == "sent bytes");
  CHECK(write(Maker({{"bytes", "count"}}).add({10}).finish()).document()["bsu"] == "counted bytes");
}

TEST_CASE("what was live at the end is no heap by itself", "[dhat][writer]") {
  const json file = write(Maker({{"end_space", "bytes"}}).add({10}).finish()).document();
  CHECK(file["mode"] == "ad-hoc");
  CHECK(file["bsu"] == "end_space bytes");
}

TEST_CASE("value types without a counter are named", "[dhat][writer]") {
  const Written written = write(Maker({{"faults", "count"}, {"samples", "count"}}).add({1, 2}).finish());
  CHECK(written.point()["tb"] == 2);
  CHECK_THAT(written.said.at("dhat.left_out"), contains("faults/count"));
}

TEST_CASE("values that DHAT's viewers would add up wrongly are refused", "[dhat][writer]") {
  CHECK_THROWS_WITH(write(Maker({{"samples", "count"}}).add({-5}).finish()), contains("no sign") && contains("-5"));
  CHECK_THROWS_WITH(write(Maker({{"peak", "bytes", Aggregation::max}}).add({5}).finish()),
                    contains("'peak' do not add") && contains("--type"));
  CHECK_THROWS_WITH(write(Maker({{"time", "seconds", Aggregation::sum, -3}}).add({5}).finish()),
                    contains("'time' are fractions"));
}

TEST_CASE("no stack comes twice, for Valgrind's viewer would refuse the file", "[dhat][writer]") {
  Maker maker({{"samples", "count"}});
  const FrameId main = maker.frame("main");
  const FrameId kernel_main = maker.frame("main", {.kind = FrameKind::kernel});
  maker.add({main}, {1}).add({kernel_main}, {2}).add({}, {4}).add({}, {8}, maker.set.thread({.pid = 1, .tid = 2}));
  const json points = write(maker.finish()).document()["pps"];
  REQUIRE(points.size() == 2);
  CHECK(points[0] == json{{"tb", 3}, {"tbk", 3}, {"fs", {1}}});
  CHECK(points[1] == json{{"tb", 12}, {"tbk", 12}, {"fs", json::array()}});
}

TEST_CASE("names that differ in bytes that are no UTF-8 make no stack twice either", "[dhat][writer]") {
  Maker maker({{"samples", "count"}});
  maker.add({maker.frame("f\xff")}, {1}).add({maker.frame("f\xfe")}, {2});
  const Written written = write(maker.finish());
  CHECK(written.document()["pps"] == json::array({{{"tb", 3}, {"tbk", 3}, {"fs", {1}}}}));
  CHECK_THAT(written.said.at("dhat.utf8"), contains(": 1"));
}

TEST_CASE("every frame has an address, a name and a place", "[dhat][writer]") {
  CHECK(with_frame("f", {.address = 0x10FF, .line = 12, .column = 7}, "a.c").frame() == "0x10FF: f (a.c:12:7)");
  CHECK(with_frame("f", {.line = 12}, "a.c").frame() == "0x0: f (a.c:12)");
  CHECK(with_frame("f", {}, "a.c").frame() == "0x0: f (a.c:0)");
  CHECK(with_frame("f", {.line = 12}).frame() == "0x0: f (???:12)");
  CHECK(with_frame("f", {}, "", "/lib/libc.so").frame() == "0x0: f (in /lib/libc.so)");
  CHECK(with_frame("f").frame() == "0x0: f (in ?\?\?)");
  CHECK(with_frame("", {.address = 1}).frame() == "0x1: ??? (in ?\?\?)");
  CHECK(with_frame("").frame() == "0x0: [unknown] (in ?\?\?)");
}

TEST_CASE("texts are escaped, and bytes that are no UTF-8 are said", "[dhat][writer]") {
  const Written written = with_frame("a\"b\\c\n\xff");
  CHECK(written.frame() == "0x0: a\"b\\c\n\xEF\xBF\xBD (in ?\?\?)");
  CHECK_THAT(written.said.at("dhat.utf8"), contains(": 1"));
}

TEST_CASE("a name or a path that looks like a place is none to a reader", "[dhat][writer]") {
  const auto read_frame = [](const Written& written) {
    const ProfileSet set = read_dhat(written.text);
    const Frame frame = set.dictionary().frames()[1];
    const Function& function = set.dictionary().function(frame.function);
    return std::string(set.dictionary().string(function.name)) + "|" +
           std::string(set.dictionary().string(function.file)) + "|" + std::to_string(frame.line) + "|" +
           std::string(set.dictionary().string(set.dictionary().mapping(frame.mapping).file));
  };
  for (const char* const name : {"f(int (*)(int))", "f (a.c:3)", "f (in x)", "0x12: f", "(x)", "[root]"}) {
    CHECK(read_frame(with_frame(name)) == std::string(name) + "||0|");
    CHECK(read_frame(with_frame(name, {.line = 4}, "b.c")) == std::string(name) + "|b.c|4|");
    CHECK(read_frame(with_frame(name, {}, "", "b.so")) == std::string(name) + "||0|b.so");
  }
  CHECK(read_frame(with_frame("f", {.line = 4}, "a:3")) == "f|a:3|4|");
  CHECK(read_frame(with_frame("f", {.line = 4}, "a (b).c")) == "f|a (b).c|4|");
  CHECK(read_frame(with_frame("f", {}, "", "a.so (deleted)")) == "f||0|a.so (deleted)");
  CHECK(read_frame(with_frame("f", {}, "", "a:3")) == "f||0|a_3");
  CHECK(read_frame(with_frame("f (g", {.line = 4}, "a)b.c")) == "f (g|a_b.c|4|");
  CHECK_THAT(with_frame("f", {}, "", "a:3").said.at("dhat.paths"), contains(": 1"));
}

TEST_CASE("a frame has a source line or a module", "[dhat][writer]") {
  const Written written = with_frame("f", {.line = 4}, "a.c", "a.out");
  CHECK(written.frame() == "0x0: f (a.c:4)");
  CHECK_THAT(written.said.at("dhat.modules"), contains("modules left out: 1"));
}

TEST_CASE("an inlined frame has the address of the frame it is inlined into", "[dhat][writer]") {
  Maker maker({{"samples", "count"}});
  const FrameId outer = maker.frame("outer", {.address = 0x20});
  const FrameId inner = maker.frame("inner", {.inlined = true});
  const Written marked = write(maker.add({outer, inner}, {1}).finish());
  CHECK(marked.frame(2) == "0x20: inner (in ?\?\?)");
  CHECK(read_dhat(marked.text).dictionary().frames()[2].inlined);

  Maker bare({{"samples", "count"}});
  const Written unmarked = write(bare.add({bare.frame("outer"), bare.frame("inner", {.inlined = true})}, {1}).finish());
  CHECK_THAT(unmarked.said.at("dhat.inlined"), contains(": 1"));
}

TEST_CASE("a duration becomes the end time, to the nanosecond", "[dhat][writer]") {
  const auto header = [](std::int64_t duration) {
    Maker maker({{"samples", "count"}});
    maker.metadata.duration_ns = duration;
    return write(maker.add({1}).finish()).document();
  };
  CHECK(header(2'000'000)["te"] == 2000);
  CHECK(header(2'000'000)["tu"] == "\u00B5s");
  CHECK(header(2'000'000)["Mtu"] == "s");
  CHECK(header(2'000'001)["te"] == 2'000'001);
  CHECK(header(2'000'001)["tu"] == "ns");
}

TEST_CASE("DHAT's own comments are fields again, others are counted", "[dhat][writer]") {
  Maker maker({{"samples", "count"}});
  maker.metadata.command = "./prog --fast";
  maker.metadata.comments = {"mode: rust-ad-hoc", "pid: 17", "te: 18446744073709551616 instrs", "hello", "tg: 3 µs"};
  const Written written = write(maker.add({1}).finish());
  const json file = written.document();
  CHECK(file["cmd"] == "./prog --fast");
  CHECK(file["mode"] == "rust-ad-hoc");
  CHECK(file["pid"] == 17);
  CHECK(file["tu"] == "instrs");
  CHECK_THAT(written.text, contains(",\"te\":18446744073709551616\n"));
  CHECK_THAT(written.said.at("dhat.comments"), contains("left out: 2"));
}

TEST_CASE("of several runs DHAT's fields hold what is true of all", "[dhat][writer]") {
  Maker maker({{"inuse_objects", "count"}, {"inuse_space", "bytes"}});
  maker.metadata.recordings = 2;
  maker.metadata.duration_instructions = 303'744;
  maker.metadata.comments = {"mode: heap",        "pid: 17",      "pid: 18",
                             "te: 151872 instrs", "tg: 9 instrs", "tuth: 500 instrs"};
  const Written written = write(maker.add({1, 8}).finish());
  const json file = written.document();
  CHECK(file["te"] == 303'744);
  CHECK(file["tu"] == "instrs");
  CHECK(file["tuth"] == 500);
  CHECK(file["pid"] == 0);
  CHECK(file["tg"] == 0);
  CHECK_THAT(written.said.at("dhat.runs"), contains("process ids and times: 4"));
  CHECK(!written.said.contains("dhat.comments"));
}

TEST_CASE("comments that contradict each other are of several runs", "[dhat][writer]") {
  Maker maker({{"samples", "count"}});
  maker.metadata.comments = {"pid: 17", "te: 3 instrs", "te: 4 instrs"};
  const Written written = write(maker.add({1}).finish());
  CHECK(written.document()["pid"] == 0);
  CHECK(written.document()["te"] == 0);
  CHECK_THAT(written.said.at("dhat.runs"), contains(": 3"));
}

TEST_CASE("a process id that all merged runs have is that of the file", "[dhat][writer]") {
  Maker maker({{"samples", "count"}});
  maker.metadata.recordings = 2;
  maker.metadata.duration_ns = 4'000;
  maker.metadata.comments = {"pid: 17", "te: 2 µs"};
  maker.metadata.attributes = {{"pid", 17}};
  const Written written = write(maker.add({1}).finish());
  CHECK(written.document()["pid"] == 17);
  CHECK(written.document()["te"] == 4);
}

TEST_CASE("attributes fill the fields that no comment fills, others are counted", "[dhat][writer]") {
  Maker maker({{"samples", "count"}});
  maker.metadata.comments = {"mode: rust-ad-hoc"};
  maker.metadata.attributes = {{"host", "a"}, {"mode", "rust-ad-hoc"}, {"pid", 17}};
  const Written written = write(maker.add({1}).finish());
  CHECK(written.document()["mode"] == "rust-ad-hoc");
  CHECK(written.document()["pid"] == 17);
  CHECK_THAT(written.said.at("dhat.attributes"), contains("left out: 1"));
}

TEST_CASE("a frame's text has its offset, and its address in the process", "[dhat][writer]") {
  CHECK(with_frame("f", {.address = 0x12, .offset = 0x1f}).frame() == "0x12: f+0x1f (in ?\?\?)");
  Maker maker({{"samples", "count"}});
  const MappingId app =
      maker.set.mapping({.start = 0x7000, .limit = 0x8000, .offset = 0x100, .relative_addresses = true});
  const FrameId in = maker.frame("in", {.mapping = app, .address = 0x134});
  const FrameId out = maker.frame("out", {.mapping = app, .address = 0x34});
  const Written written = write(maker.add({in, out}, {1}).finish());
  CHECK(written.frame(1) == "0x7034: in (in ?\?\?)");
  CHECK(written.frame(2) == "0x0: out (in ?\?\?)");
  CHECK_THAT(written.said.at("dhat.unmapped"), contains("left out: 1"));
}

TEST_CASE("what was in use at the peak and at the end was allocated: as much as at the peak", "[dhat][writer]") {
  Maker maker({{"end_objects", "count"}, {"end_space", "bytes"}, {"inuse_objects", "count"}, {"inuse_space", "bytes"}});
  const json point = write(maker.add({1, 50, 3, 200}).finish()).point();
  CHECK(point["tb"] == 200);
  CHECK(point["tbk"] == 3);
  CHECK(point["mb"] == 200);
  CHECK(point["eb"] == 50);
}

TEST_CASE("lifetimes that are no whole number of the file's unit are rounded and told", "[dhat][writer]") {
  const auto written = [](const std::string& comment) {
    Maker maker({{"alloc_objects", "count"}, {"alloc_space", "bytes"}, {"lifetime", "nanoseconds"}});
    if (!comment.empty()) maker.metadata.comments.push_back(comment);
    return write(maker.add({1, 8, 1500}).finish());
  };
  const Written finest = written("");
  CHECK(finest.document()["tu"] == "ns");
  CHECK(finest.point()["tl"] == 1500);
  CHECK(!finest.said.contains("dhat.rounded"));
  const Written coarse = written("te: 100 µs");
  CHECK(coarse.document()["tu"] == "µs");
  CHECK(coarse.point()["tl"] == 1);
  CHECK(coarse.said.at("dhat.rounded") == "lifetimes were rounded down to µs: 1");
}

}  // namespace profconv::test
