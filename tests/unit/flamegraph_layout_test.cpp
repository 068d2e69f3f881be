// SPDX-License-Identifier: Apache-2.0
// Flame graphs: where frames lie, what is merged, ordered, cut and left out.
#include <cstdint>
#include <string>
#include <vector>

#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "support/stacks.h"
#include "unit/flame_drawing.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

/// One column of values of a type, each of the stack "a", whatever it adds up to.
ProfileSet values_of_a(const ValueType& type, const std::vector<std::int64_t>& values) {
  ProfileSetBuilder builder(SampleOrder::as_read);
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type(type);
  const FrameId a = builder.frame({.function = builder.function({.name = builder.string("a")})});
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ThreadId thread = builder.thread({.tid = static_cast<std::int64_t>(i)});
    profile.add({.stack = builder.child({}, a), .thread = thread}, values[i]);
  }
  return std::move(builder).finish();
}

ProfileSet as_read(const std::string& text) {
  Context context;
  Input input = Input::from_memory("test.folded", text, context);
  return read_profiles(collapsed_reader, input, Options(collapsed_reader.options), SampleOrder::as_read);
}

const ValueType samples{.type = "samples", .unit = "count"};

}  // namespace

TEST_CASE("frames fill their parent from the left, its own value first", "[flamegraph]") {
  const FlamePicture drawing = flame(stacks("main;b 3\nmain 2\nmain;a;x 4\nmain;a 1\nother 5\n"));
  CHECK(drawing.places() == "main 0 10; a 2 5; x 3 4; b 7 3; other 10 5");
  CHECK(drawing.frames.front().title == "all (15 samples, 100%)");
  CHECK(drawing.frame("a").title == "a (5 samples, 33.33%)");
  CHECK(drawing.svg.find("data-total=\"15\"") != std::string::npos);
  CHECK(drawing.said.empty());
}

TEST_CASE("the root lies at the bottom, or on top of an icicle graph", "[flamegraph]") {
  const ProfileSet set = stacks("a;b 1\n");
  const FlamePicture up = flame(set, {"height=20"});
  CHECK(up.frame("b").y + 20 == up.frame("a").y);
  CHECK(up.frame("a").y + 20 == up.frame("all").y);
  CHECK(up.svg.find("data-direction=\"up\"") != std::string::npos);
  const FlamePicture down = flame(set, {"height=20", "inverted=yes"});
  CHECK(down.frame("a").y == down.frame("all").y + 20);
  CHECK(down.frame("b").y == down.frame("a").y + 20);
  CHECK(down.svg.find("data-direction=\"down\"") != std::string::npos);
}

TEST_CASE("frames that are called the same below one frame are one", "[flamegraph]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type(samples);
  const FunctionId f = builder.function({.name = builder.string("f")});
  const FrameId main = builder.frame({.function = builder.function({.name = builder.string("main")})});
  for (std::uint64_t address = 1; address <= 3; ++address) {
    const StackId caller = builder.child(builder.child({}, main), builder.frame({.function = f, .address = address}));
    profile.add({.stack = builder.child(caller, main)}, 2);
  }
  CHECK(flame(std::move(builder).finish()).places() == "main 0 6; f 0 6; main 0 6");
}

TEST_CASE("siblings are ordered by name, as the input has them, or the widest first", "[flamegraph]") {
  const ProfileSet set = stacks("r;b 2\nr;a+x 1\nr;a;y 1\nr;c 3\n");
  CHECK(flame(set).places() == "r 0 7; a 0 1; y 0 1; a+x 1 1; b 2 2; c 4 3");
  CHECK(flame(set, {"sort=input"}).places() == "r 0 7; b 0 2; a+x 2 1; a 3 1; y 3 1; c 4 3");
  CHECK(flame(set, {"sort=total"}).places() == "r 0 7; c 0 3; b 3 2; a 5 1; y 5 1; a+x 6 1");
}

TEST_CASE("stacks are merged from the leaf where asked", "[flamegraph]") {
  const ProfileSet set = stacks("a;x;f 1\nb;f 2\nb 4\n");
  CHECK(flame(set, {"reverse=yes"}).places() == "b 0 4; f 4 3; b 4 2; x 6 1; a 6 1");
}

TEST_CASE("a flame chart keeps the order of the input and merges neighbours only", "[flamegraph]") {
  Options options(flamegraph_writer.options);
  CHECK(sample_order(flamegraph_writer, options) == SampleOrder::merged);
  options.set("flamechart", "yes");
  CHECK(sample_order(flamegraph_writer, options) == SampleOrder::as_read);
  const ProfileSet set = as_read("m;b 1\nm;a 2\nm;a;c 3\nm 4\nm;a 5\nn 6\nm 7\n");
  const FlamePicture chart = flame(set, {"flamechart=yes"});
  CHECK(chart.places() == "m 0 15; b 0 1; a 1 5; c 3 3; a 10 5; n 15 6; m 21 7");
  CHECK(chart.text("heading") == "samples, 28 total, in order");
  CHECK(chart.said.empty());
  CHECK(flame(set, {"flamechart=yes", "sort=total"}).error ==
        "option sort: a flame chart is in the order of the input; leave sort or flamechart out");
}

TEST_CASE("what is too narrow is not drawn, and counted in the file and in a note", "[flamegraph]") {
  const ProfileSet set = stacks("a 980\nb;c 10\nd 10\n");
  const FlamePicture drawing = flame(set, {"minwidth=1.01%"});
  CHECK(drawing.places() == "a 0 980");
  CHECK(drawing.text("pruned") == "3 frames are too narrow to draw: 20 samples, 2.00%");
  CHECK(drawing.said ==
        "flamegraph.pruned: 3 frames are too narrow to draw: 20 samples, 2.00% (minwidth=0 draws all "
        "that has a width)\n");
  CHECK(flame(set, {"minwidth=1%"}).places() == "a 0 980; b 980 10; c 980 10; d 990 10");
  CHECK(flame(set, {"minwidth=1%"}).text("pruned").empty());
  // 1200 pixels less two margins of 10 leave 1180, of which 10 of 1000 are 11.8.
  CHECK(flame(set, {"minwidth=11.8"}).frames.size() == 5);
  CHECK(flame(set, {"minwidth=11.9"}).frames.size() == 2);
  CHECK(flame(set, {"minwidth=11.9", "width=1210"}).frames.size() == 5);
  CHECK(flame(stacks("a 99999\nb 1\n"), {"minwidth=0.5%"}).text("pruned") ==
        "1 frame is too narrow to draw: 1 samples, 0.00%");
}

TEST_CASE("the full width stands for a total that is given", "[flamegraph]") {
  const ProfileSet set = stacks("a 10\n");
  const FlamePicture drawing = flame(set, {"total=40"});
  CHECK(drawing.frames.front().title == "all (40 samples, 100%)");
  CHECK(drawing.frame("a").title == "a (10 samples, 25.00%)");
  CHECK(drawing.svg.find("width=\"25.0000%\"") != std::string::npos);
  const FlamePicture small = flame(set, {"total=9"});
  CHECK(small.frames.front().title == "all (10 samples, 100%)");
  CHECK(small.said == "flamegraph.total: option total is less than the sum of the samples, and was ignored\n");
}

TEST_CASE("stacks begin at the base that is nearest to their leaf", "[flamegraph]") {
  const ProfileSet set = stacks("main;run;poll;run;f 1\nmain;poll;g 2\nidle 4\nmain;run 8\n");
  const FlamePicture one = flame(set, {"base=run"});
  CHECK(one.places() == "run 0 9; f 8 1");
  CHECK(one.said ==
        "flamegraph.without_base: samples are not drawn, since their stacks have none of the frames that "
        "option base names: 2\n");
  CHECK(flame(set, {"base=poll,run"}).places() == "poll 0 2; g 0 2; run 2 9; f 10 1");
  CHECK(flame(stacks("m;f<a, b>;g 1\n"), {"base=f<a, b>"}).places() == "f&lt;a, b&gt; 0 1; g 0 1");
}

TEST_CASE("processes and threads stand in front of stacks where asked", "[flamegraph]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type(samples);
  const FrameId a = builder.frame({.function = builder.function({.name = builder.string("a")})});
  const FrameId b = builder.frame({.function = builder.function({.name = builder.string("b")})});
  const StackId stack = builder.child(builder.child({}, a), b);
  const StringId bash = builder.string("bash");
  profile.add({.stack = stack, .thread = builder.thread({.pid = 7, .tid = 8, .process_name = bash})}, 1);
  profile.add({.stack = stack, .thread = builder.thread({.pid = 7, .tid = 9, .process_name = bash})}, 2);
  profile.add({.stack = stack}, 4);
  profile.add({.thread = builder.thread({.tid = 9})}, 8);
  const ProfileSet set = std::move(builder).finish();
  CHECK(flame(set).places() == "[no stack] 0 8; a 8 7; b 8 7");
  CHECK(
      flame(set, {"threads=yes"}).places() ==
      "a 0 4; b 0 4; bash 7 4 3; thread 8 4 1; a 4 1; b 4 1; thread 9 5 2; a 5 2; b 5 2; thread 9 7 8; [no stack] 7 8");
  CHECK(flame(set, {"threads=yes", "reverse=yes", "flamechart=yes"}).frames.size() == 12);
}

TEST_CASE("frames have modules where an option asks", "[flamegraph]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type(samples);
  const MappingId lib = builder.mapping({.file = builder.string("/lib/libc.so.6")});
  const FunctionId f = builder.function({.name = builder.string("read")});
  profile.add({.stack = builder.child({}, builder.frame({.function = f, .mapping = lib}))}, 1);
  const ProfileSet set = std::move(builder).finish();
  CHECK(flame(set).places() == "read 0 1");
  CHECK(flame(set, {"modules=yes"}).places() == "libc.so.6`read 0 1");
}

TEST_CASE("a comparison is as wide as both of its sides, and what is gone is seen", "[flamegraph]") {
  const ProfileSet set = as_read("r;same 4 4\nr;gone 2 0\nr;new 0 3\nr;more 1 5\n");
  const FlamePicture both = flame(set);
  CHECK(both.places() == "r 0 14; gone 0 2; more 2 5; new 7 3; same 10 4");
  CHECK(both.svg.find("data-differential=\"yes\"") != std::string::npos);
  CHECK(both.frame("r").title == "r (12 samples, 100.00%; +41.67%)");
  CHECK(both.frame("more").title == "more (5 samples, 41.67%; +33.33%)");
  CHECK(both.frame("gone").title == "gone (0 samples, 0.00%; gone, -16.67%)");
  CHECK(both.frame("gone").kind == "gone");
  CHECK(both.frame("new").title == "new (3 samples, 25.00%; new)");
  CHECK(both.frame("new").kind == "new");
  CHECK(both.frame("same").title == "same (4 samples, 33.33%; 0.00%)");
  CHECK(both.frame("same").kind.empty());
  const FlamePicture fresh = flame(set, {"widths=new"});
  CHECK(fresh.places() == "r 0 12; more 0 5; new 5 3; same 8 4");
  CHECK(fresh.text("pruned") == "1 frame is too narrow to draw: 0 samples, 0.00%");
  const FlamePicture base = flame(set, {"widths=base"});
  CHECK(base.places() == "r 0 7; gone 0 2; more 2 1; same 3 4");
  CHECK(base.frame("gone").title == "gone (2 samples, 28.57%; gone, -28.57%)");
}

TEST_CASE("a comparison turned round is told and colored turned round", "[flamegraph]") {
  const ProfileSet set = as_read("gone 2 0\nmore 1 5\nnew 0 3\n");
  const FlamePicture turned = flame(set, {"negate=yes"});
  CHECK(turned.frame("gone").title == "gone (0 samples, 0.00%; new)");
  CHECK(turned.frame("new").title == "new (3 samples, 37.50%; gone, -37.50%)");
  CHECK(turned.frame("more").title == "more (5 samples, 62.50%; -50.00%)");
  CHECK(turned.frame("more").shade == "b7");
  CHECK(flame(set).frame("more").shade == "r7");
  CHECK(flame(set, {"negate=yes", "colors=hot"}).frame("more").fill == "#6464ff");
}

TEST_CASE("what has no width is refused in words", "[flamegraph]") {
  CHECK(flame(values_of_a(samples, {-3})).error ==
        "the stack 'a' has -3 samples, and a frame cannot have a negative width: use --ignore, or compare profiles "
        "with profconv diff");
  CHECK(flame(values_of_a(samples, {5, -3})).places() == "a 0 2");
  CHECK(flame(values_of_a(samples, {INT64_MAX, 1})).error ==
        "the sum of samples at the stack 'a' does not fit into 64 bits");
  CHECK(flame(stacks("a 9223372036854775807\nb 1\n")).error ==
        "the sum of samples at the stack 'a' does not fit into 64 bits");
  for (const Aggregation aggregation : {Aggregation::max, Aggregation::min, Aggregation::last}) {
    CHECK(flame(values_of_a({.type = "peak", .unit = "bytes", .aggregation = aggregation}, {1})).error ==
          "the values of peak do not add, and the width of a frame is a sum: choose another with --type, or write "
          "collapsed stacks");
  }
}

TEST_CASE("a profile without samples is a picture that says so", "[flamegraph]") {
  for (const ProfileSet& set : {values_of_a(samples, {}), values_of_a(samples, {0})}) {
    const FlamePicture drawing = flame(set);
    CHECK(drawing.error.empty());
    CHECK(drawing.text("empty") == "no samples");
    CHECK(drawing.frames.empty());
    CHECK(drawing.svg.find("<script>") == std::string::npos);
  }
}

TEST_CASE("numbers are told in the unit of their type, exactly", "[flamegraph]") {
  CHECK(flame(values_of_a({.type = "space", .unit = "bytes"}, {1234567})).frames.front().title ==
        "all (1,234,567 bytes, 100%)");
  CHECK(flame(values_of_a({.type = "objects", .unit = "count"}, {7})).frames.front().title == "all (7 objects, 100%)");
  CHECK(flame(values_of_a({.type = "cost", .unit = "seconds", .scale = -3}, {1234567})).frames.front().title ==
        "all (1,234.567 seconds, 100%)");
  CHECK(flame(values_of_a({.type = "cost", .unit = "bytes", .scale = 3}, {12})).frames.front().title ==
        "all (12,000 bytes, 100%)");
  CHECK(flame(values_of_a(samples, {10}), {"factor=0.25", "countname=seconds"}).frames.front().title ==
        "all (3 seconds, 100%)");
  CHECK(flame(values_of_a(samples, {INT64_MAX}), {"factor=2"}).frames.front().title ==
        "all (18,446,744,073,709,551,614 samples, 100%)");
  CHECK(flame(values_of_a({.type = "cost", .unit = "seconds", .scale = -3}, {2500}), {"total=10"}).frame("a").title ==
        "a (2.500 seconds, 25.00%)");
}

}  // namespace profconv::test
