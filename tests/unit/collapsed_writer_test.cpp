// SPDX-License-Identifier: Apache-2.0
// Writing collapsed stacks: order, names, sums, and files that come back as they were.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/wire/collapsed_escapes.h"
#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/fixtures.h"
#include "support/stacks.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

/// A profile under construction.
class Made {
 public:
  explicit Made(const ValueType& type = {.type = "samples", .unit = "count"}, SampleOrder order = SampleOrder::merged)
      : builder_(order), profile_(builder_.add_profile()) {
    profile_.add_value_type(type);
  }

  FrameId frame(const std::string& name, Frame frame = {}) {
    frame.function = builder_.function({.name = builder_.string(name)});
    return builder_.frame(frame);
  }
  Made& add(const std::vector<std::string>& names, std::int64_t value, const Thread& thread = {}) {
    std::vector<FrameId> frames;
    for (const std::string& name : names) frames.push_back(frame(name));
    return add_frames(frames, value, thread);
  }
  Made& add_frames(const std::vector<FrameId>& frames, std::int64_t value, const Thread& thread = {}) {
    profile_.add({.stack = builder_.root_first(frames), .thread = builder_.thread(thread)}, value);
    return *this;
  }
  [[nodiscard]] ProfileSetBuilder& builder() { return builder_; }
  [[nodiscard]] ProfileBuilder& profile() { return profile_; }
  [[nodiscard]] ProfileSet finish() { return std::move(builder_).finish(); }

 private:
  ProfileSetBuilder builder_;
  ProfileBuilder& profile_;
};

struct Written {
  std::string text;
  std::string said;  ///< the kinds of the diagnostics
};

Written write(const ProfileSet& set, const Settings& settings = {}) {
  Options options(collapsed_writer.options);
  for (const auto& [name, value] : settings) options.set(name, value);
  Context context;
  Written result;
  Output output = Output::to_memory(&result.text);
  write_profiles(set, collapsed_writer, options, output, context);
  for (const Diagnostic& d : context.diagnostics()) result.said += d.kind + " ";
  return result;
}

std::string refusal(const ProfileSet& set) {
  try {
    static_cast<void>(write(set));
  } catch (const WriteError& error) {
    return error.what();
  }
  return "no error";
}

ProfileSet read(const std::string& text, SampleOrder order = SampleOrder::merged) {
  Context context;
  Options options(collapsed_reader.options);
  options.set("columns", "1");
  Input input = Input::from_memory("test.folded", text, context);
  return read_profiles(collapsed_reader, input, options, order);
}

}  // namespace

TEST_CASE("lines are sorted by the bytes of their stacks", "[collapsed]") {
  Made made;
  made.add({"b"}, 1).add({"a", "x"}, 2).add({"a b"}, 3).add({"a"}, 4).add({"a", "c"}, 5).add({"a`z", "q"}, 6);
  made.add({"a:z"}, 7).add({"a b", "c"}, 8).add({"\xC3\xA9"}, 9).add({"A"}, 10).add({"a.b"}, 11);
  CHECK(write(made.finish()).text ==
        "A 10\na 4\na b 3\na b;c 8\na.b 11\na:z 7\na;c 5\na;x 2\na`z;q 6\nb 1\n\xC3\xA9 9\n");
}

TEST_CASE("any names come out in the order of std::sort, each stack once", "[collapsed]") {
  std::mt19937 random(7);
  const std::string letters = "ab .:`<\xC3\xA9~";
  for (int round = 0; round < 200; ++round) {
    Made made;
    std::map<std::string, std::int64_t> expected;
    for (int i = 0; i < 60; ++i) {
      std::vector<std::string> names;
      std::string text;
      const std::size_t depth = 1 + random() % 4;
      for (std::size_t d = 0; d < depth; ++d) {
        std::string name(1, 'a');
        for (std::size_t n = random() % 3; n > 0; --n) name += letters[random() % letters.size()];
        text += (d == 0 ? "" : ";") + name;
        names.push_back(name);
      }
      made.add(names, i + 1, {.tid = static_cast<std::int64_t>(random() % 2)});
      expected[text] += i + 1;
    }
    std::string lines;
    for (const auto& [stack, value] : expected) lines += stack + " " + std::to_string(value) + "\n";
    REQUIRE(first_difference(lines, write(made.finish()).text) == "");
  }
}

TEST_CASE("frames that are called the same are one line, whatever their addresses", "[collapsed]") {
  Made made;
  const FrameId root = made.frame("main");
  made.add_frames({root, made.frame("f", {.address = 1}), made.frame("g")}, 1);
  made.add_frames({root, made.frame("f", {.address = 2}), made.frame("g", {.address = 3})}, 2);
  made.add_frames({root, made.frame("f", {.address = 2})}, 4);
  CHECK(write(made.finish()).text == "main;f 4\nmain;f;g 3\n");
}

TEST_CASE("samples that differ in threads and labels only are one line", "[collapsed]") {
  Made made;
  made.add({"a"}, 1, {.pid = 1, .tid = 1}).add({"a"}, 2, {.pid = 1, .tid = 2}).add({}, 3).add({}, 4, {.tid = 9});
  CHECK(write(made.finish()).text == "[no stack] 7\na 3\n");
}

TEST_CASE("a line stays one line, and a frame one frame", "[collapsed]") {
  Made made;
  made.add({"La;b", "x\ny\tz\x7f"}, 1).add({"  lead", " "}, 2).add({" "}, 3);
  CHECK(write(made.finish()).text == "La:b;x y z  1\n[unknown] 3\nlead;  2\n");
}

TEST_CASE("a control character of two bytes is a blank, half of one stays and takes nothing with it", "[collapsed]") {
  Made made;
  made.add({"a\xc2\x82z", "b\xc2z", "c\xc2\xc2\xa0", "d\xc2"}, 1);
  CHECK(write(made.finish()).text == "a z;b\xc2z;c\xc2\xc2\xa0;d\xc2 1\n");
}

TEST_CASE("frames have modules where the source shows them or an option asks", "[collapsed]") {
  for (const bool shown : {false, true}) {
    Made made;
    const MappingId lib = made.builder().mapping({.file = made.builder().string("/lib/libc.so.6")});
    made.add_frames({made.frame("read", {.mapping = lib}), made.builder().frame({.mapping = lib, .address = 0x1f})}, 1);
    made.profile().metadata().module_names = shown;
    const ProfileSet set = made.finish();
    CHECK(write(set).text == (shown ? "libc.so.6`read;libc.so.6`0x1f 1\n" : "read;libc.so.6`0x1f 1\n"));
    CHECK(write(set, {{"modules", "yes"}}).text == "libc.so.6`read;libc.so.6`0x1f 1\n");
    CHECK(write(set, {{"modules", "no"}}).text == "read;libc.so.6`0x1f 1\n");
  }
}

TEST_CASE("kinds of frames are marked where asked", "[collapsed]") {
  Made made;
  made.add_frames({made.frame("a", {.inlined = true}), made.frame("b", {.kind = FrameKind::jit}),
                   made.frame("c", {.inlined = true, .kind = FrameKind::kernel})},
                  1);
  const ProfileSet set = made.finish();
  CHECK(write(set).text == "a;b;c 1\n");
  CHECK(write(set, {{"annotate", "yes"}}).text == "a_[i];b_[j];c_[k]_[i] 1\n");
}

TEST_CASE("processes and threads stand in front where asked", "[collapsed]") {
  Made made;
  const StringId bash = made.builder().string("ba;sh");
  made.add({"a"}, 1, {.pid = 7, .tid = 8, .process_name = bash}).add({"a"}, 2, {.pid = 7, .tid = 9});
  made.add({"a"}, 3).add({}, 4, {.tid = 8}).add({"a", "b"}, 5, {.pid = 7, .tid = 8, .process_name = bash});
  const ProfileSet set = made.finish();
  const std::string lines =
      "a 3\nba:sh 7;thread 8;a 1\nba:sh 7;thread 8;a;b 5\nprocess 7;thread 9;a 2\nthread 8;[no stack] 4\n";
  CHECK(write(set, {{"threads", "yes"}}).text == lines);
  CHECK(write(set, {{"threads", "yes"}, {"order", "input"}}).text ==
        "ba:sh 7;thread 8;a 1\nprocess 7;thread 9;a 2\na 3\nthread 8;[no stack] 4\nba:sh 7;thread 8;a;b 5\n");
}

TEST_CASE("the order of the input is kept where asked, neighbours as one line", "[collapsed]") {
  Options options(collapsed_writer.options);
  CHECK(sample_order(collapsed_writer, options) == SampleOrder::merged);
  options.set("order", "input");
  CHECK(sample_order(collapsed_writer, options) == SampleOrder::as_read);
  Made made({.type = "samples", .unit = "count"}, SampleOrder::as_read);
  made.add({"b"}, 1).add({"a"}, 2).add({"a"}, 3, {.tid = 1}).add({"z"}, 0).add({"a"}, 4).add({"b"}, 5).add({}, 6);
  const Written written = write(made.finish(), {{"order", "input"}});
  CHECK(written.text == "b 1\na 9\nb 5\n[no stack] 6\n");
  CHECK(written.said == "collapsed.zero_lines ");
}

TEST_CASE("lines of zero are left out and negative ones noted", "[collapsed]") {
  Made made;
  made.add({"a"}, 0).add({"b"}, -3).add({"c"}, 5).add({"c"}, -5, {.tid = 1});
  const Written written = write(made.finish());
  CHECK(written.text == "b -3\n");
  CHECK(written.said == "collapsed.zero_lines collapsed.negative_lines ");
}

TEST_CASE("fractions are rounded once, when a line is complete", "[collapsed]") {
  Made made({.type = "cost", .unit = "count", .scale = -2});
  made.add({"a"}, 149)
      .add({"b"}, 150)
      .add({"c"}, -150)
      .add({"d"}, 25)
      .add({"d"}, 25, {.tid = 1})
      .add({"e"}, 300)
      .add({"f"}, 49);
  const Written written = write(made.finish());
  CHECK(written.text == "a 1\nb 2\nc -2\nd 1\ne 3\n");
  CHECK(written.said.find("collapsed.rounded_lines") != std::string::npos);
  Made thousands({.type = "cost", .unit = "count", .scale = 3});
  CHECK(write(thousands.add({"a"}, 7).finish()).text == "a 7000\n");
}

TEST_CASE("values that do not add combine by their rule or not at all", "[collapsed]") {
  const auto made = [](Aggregation aggregation) {
    Made profile({.type = "latency", .unit = "nanoseconds", .aggregation = aggregation});
    profile.add({"a", "b"}, 5, {.tid = 1}).add({"a", "b"}, 9, {.tid = 2}).add({"a", "b"}, 7, {.tid = 3});
    return profile.finish();
  };
  CHECK(write(made(Aggregation::max)).text == "a;b 9\n");
  CHECK(write(made(Aggregation::min)).text == "a;b 5\n");
  CHECK(
      refusal(made(Aggregation::last)) ==
      "several samples have the stack 'a;b', and their values of latency do not add: a line of collapsed stacks holds "
      "one number");
  Made distinct({.type = "latency", .unit = "nanoseconds", .aggregation = Aggregation::last});
  CHECK(write(distinct.add({"a"}, 5).add({"b"}, 6).finish()).text == "a 5\nb 6\n");
}

TEST_CASE("a sum that overflows a 64-bit integer is refused with its stack", "[collapsed]") {
  Made threads;
  threads.add({"a", "b"}, INT64_MAX, {.tid = 1}).add({"a", "b"}, 1, {.tid = 2});
  CHECK(refusal(threads.finish()) == "the sum of samples at the stack 'a;b' does not fit into 64 bits");
  Made addresses;
  addresses.add_frames({addresses.frame("a"), addresses.frame("b", {.address = 1})}, INT64_MAX);
  addresses.add_frames({addresses.frame("a"), addresses.frame("b", {.address = 2})}, 1);
  CHECK(refusal(addresses.finish()) == "the sum of samples at the stack 'a;b' does not fit into 64 bits");
  Made scaled({.type = "cost", .unit = "count", .scale = 3});
  CHECK(refusal(scaled.add({"a"}, INT64_MAX / 10).finish()) ==
        "the sum of cost at the stack 'a' does not fit into 64 bits");
}

TEST_CASE("the default value type is the one written", "[collapsed]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "one", .unit = "count"});
  profile.add_value_type({.type = "two", .unit = "count"});
  const std::vector<std::int64_t> values{1, 2};
  const FrameId frame = builder.frame({.function = builder.function({.name = builder.string("a")})});
  profile.add({.stack = builder.root_first(std::vector{frame})}, values);
  SECTION("the last one where none is named") { CHECK(write(std::move(builder).finish()).text == "a 2\n"); }
  SECTION("else the one that is named") {
    profile.metadata().default_type = "one";
    CHECK(write(std::move(builder).finish()).text == "a 1\n");
  }
}

TEST_CASE("a stack of a million frames is written without recursion", "[collapsed][long]") {
  std::string line;
  for (int i = 0; i < 1'000'000; ++i) line += "f;";
  line += "g 1\n";
  CHECK(write(read(line)).text == line);
}

TEST_CASE("sorted collapsed stacks come back byte for byte", "[collapsed]") {
  const std::string sorted =
      "[no stack] 3\n[unknown];x 1\na 1\na b 2\na b;  4\na;b  5\na;b;c 6\nlib`f;g -7\n\xC3\xA9;\xFF\xFE 8\n";
  CHECK(write(read(sorted)).text == sorted);
  const std::string marked = "a;b_[i];c_[k] 1\na;b_[j] 2\n";
  CHECK(write(read(marked), {{"annotate", "yes"}}).text == marked);
  const std::string ordered = "b 1\na 2\nb 3\n";
  CHECK(write(read(ordered, SampleOrder::as_read), {{"order", "input"}}).text == ordered);
}

TEST_CASE("folded files of other tools come back with the same stacks", "[collapsed][corpus]") {
  namespace fs = std::filesystem;
  const fs::path folder = corpus_folder() / "public" / "collapse";
  if (corpus_folder().empty() || !fs::is_directory(folder)) {
    WARN("skipped: PROFCONV_CORPUS names no folder with public/collapse");
    return;
  }
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".folded") continue;
    const std::string text = file_bytes(entry.path());
    std::map<std::string, std::int64_t> sums;
    bool plain = !text.empty();
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      std::string line = text.substr(begin, end - begin);
      begin = end + 1;
      if (line.ends_with('\r')) line.pop_back();
      const std::size_t blank = line.rfind(' ');
      plain = plain && blank != std::string::npos &&
              line.find_first_not_of("0123456789", blank + 1) == std::string::npos && blank + 1 < line.size();
      if (plain) sums[line.substr(0, blank)] += std::stoll(line.substr(blank + 1));
    }
    if (!plain) continue;
    ++files;
    std::string expected;
    for (const auto& [stack, value] : sums) {
      if (value == 0) continue;
      const std::size_t blank = collapsed_escapes::blank_before_number(stack);
      const bool is_escaped = blank != std::string::npos && stack.find(';', blank) == std::string::npos;
      expected += is_escaped ? stack.substr(0, blank) + "\\x20" + stack.substr(blank + 1) : stack;
      expected += " " + std::to_string(value) + "\n";
    }
    INFO(entry.path());
    CHECK(first_difference(expected, write(read(text), {{"annotate", "yes"}}).text) == "");
  }
  CHECK(files > 200);
}

TEST_CASE("a comparison has two numbers a line, before and after, or what has changed", "[collapsed]") {
  const ProfileSet set = stacks("a;b 3 10\na;gone 5 0\na;new 0 2\na;same 4 4\n");
  CHECK(write(set).text == "a;b 3 10\na;gone 5 0\na;new 0 2\na;same 4 4\n");
  CHECK(write(set, {{"order", "input"}}).text == "a;b 3 10\na;gone 5 0\na;new 0 2\na;same 4 4\n");
  const Written net = write(set, {{"comparison", "net"}});
  CHECK(net.text == "a;b 7\na;gone -5\na;new 2\n");
  CHECK(net.said == "collapsed.zero_lines collapsed.negative_lines ");
  CHECK(write(stacks("a;b 3\n"), {{"comparison", "columns"}}).text == "a;b 0 3\n");
}

TEST_CASE("two columns are refused where values do not add", "[collapsed]") {
  Made made({.type = "peak", .unit = "bytes", .aggregation = Aggregation::max});
  const ProfileSet set = made.add({"a"}, 1).finish();
  CHECK_THROWS_AS(write(set, {{"comparison", "columns"}}), WriteError);
}

}  // namespace profconv::test
