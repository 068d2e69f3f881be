// SPDX-License-Identifier: Apache-2.0
// How samples are laid out in time, on profiles small enough to check by eye.
#include <limits>
#include <string>

#include "profconv/errors.h"
#include "profconv/transforms.h"
#include "support/catch.h"
#include "unit/timeline_drawing.h"

namespace profconv::test {

namespace {
constexpr std::int64_t ms = 1'000'000;
}

TEST_CASE("a sample lasts as many ticks as were counted", "[timeline]") {
  CHECK(draw(Maker().add("main", 7).finish()).text == "1/1: 0 main( 7 )\n");
}

TEST_CASE("samples without times are sorted by name so that equal prefixes are one span", "[timeline]") {
  Maker maker;
  maker.add("main;b", 1).add("main;a;x", 2).add("main;b;y", 3).add("main;a", 4).add("main;b", 5);
  CHECK(draw(maker.finish()).text == "1/1: 0 main(a( 4 x( 6 ))b( 12 y( 15 )))\n");
}

TEST_CASE("the input's order makes new spans where a stack comes back", "[timeline]") {
  Maker maker;
  maker.add("main;b", 1).add("main;a;x", 2).add("main;b", 3).add("main;b", 4).add("main", 5);
  CHECK(draw(maker.finish(), TimeLayout::input).text == "1/1: 0 main(b( 1 )a(x( 3 ))b( 10 ) 15 )\n");
}

TEST_CASE("frames of one name are one span though they are different lines", "[timeline]") {
  Maker maker;
  ProfileSetBuilder& set = maker.builder();
  const StackId main = maker.stack("main");
  SampleKey key;
  key.stack = set.child(set.child(main, maker.frame("work", 10)), maker.frame("leaf"));
  maker.profile().add(key, 1);
  key.stack = set.child(set.child(main, maker.frame("work", 20)), maker.frame("leaf"));
  maker.profile().add(key, 2);
  const ProfileSet made = maker.finish();
  CHECK(draw(made).text == "1/1: 0 main(work(leaf( 3 )))\n");
  CHECK(draw(made, TimeLayout::input).text == "1/1: 0 main(work(leaf( 3 )))\n");
}

TEST_CASE("an empty stack is one frame, also beside a real one of that name", "[timeline]") {
  CHECK(draw(Maker().add("", 2).add("a", 1).finish()).text == "1/1: 0 [no stack]( 2 )a( 3 )\n");
  CHECK(draw(Maker().add("", 2).add("[no stack]", 1).finish()).text == "1/1: 0 [no stack]( 3 )\n");
  CHECK(draw(Maker().add("[no stack]", 2).add("", 1).add("[no stack];a", 1).finish()).text ==
        "1/1: 0 [no stack]( 3 a( 4 ))\n");
}

TEST_CASE("a frame of which nothing is known is no empty stack", "[timeline]") {
  Maker maker;
  SampleKey key;
  key.stack = maker.builder().child(maker.stack("a"), FrameId{});
  maker.profile().add(key, 1);
  maker.add("", 1);
  CHECK(draw(maker.finish()).text == "1/1: 0 [no stack]( 1 )a([unknown]( 2 ))\n");
}

TEST_CASE("each thread has its own clock", "[timeline]") {
  Maker maker;
  maker.add("a", 5, {}, maker.thread(7, 9)).add("a", 3, {}, maker.thread(7, 8)).add("b", 1, {}, maker.thread(7, 9));
  CHECK(draw(maker.finish()).text == "7/8: 0 a( 3 )\n7/9: 0 a( 5 )b( 6 )\n");
}

TEST_CASE("a sample with a time begins there, and real gaps stay", "[timeline]") {
  Maker maker;
  maker.sampled_every(10 * ms);
  maker.add("main;a", 1, 100 * ms).add("main;b", 1, 110 * ms).add("main;b", 1, 150 * ms);
  const Drawing drawing = draw(maker.finish());
  CHECK(drawing.text == "1/1: 0 main(a( 10000000 )b( 20000000 )) 50000000 main(b( 60000000 ))\n");
  CHECK(drawing.tick_ns == 1);
  CHECK(drawing.said.empty());
}

TEST_CASE("samples are put in the order of their times, thread by thread", "[timeline]") {
  Maker maker;
  maker.sampled_every(10);
  const ThreadId one = maker.thread(1, 1);
  const ThreadId two = maker.thread(1, 2);
  maker.add("c", 1, 120, one).add("x", 1, 110, two).add("a", 1, 100, one).add("b", 1, 110, one);
  CHECK(draw(maker.finish()).text == "1/1: 0 a( 10 )b( 20 )c( 30 )\n1/2: 10 x( 20 )\n");
}

TEST_CASE("a gap below an eighth of a period is jitter and breaks no span", "[timeline]") {
  Maker maker;
  maker.sampled_every(80);
  maker.add("main", 1, 1000).add("main", 1, 1089).add("main", 1, 1179);
  const Drawing drawing = draw(maker.finish());
  CHECK(drawing.text == "1/1: 0 main( 160 ) 179 main( 259 )\n");
  CHECK(drawing.said.empty());
}

TEST_CASE("samples that crowd on a thread queue, and the rate that was really used is proposed", "[timeline]") {
  Maker maker;
  maker.sampled_every(10 * ms);
  for (int i = 0; i < 5; ++i) maker.add("a", 1, i * ms);
  const Drawing drawing = draw(maker.finish());
  CHECK(drawing.text == "1/1: 0 a( 50000000 )\n");
  CHECK(says(drawing, "timeline.shifted", "3 samples came to lie a period of 10000000 ns (100 Hz) or more after"));
  CHECK(says(drawing, "timeline.shifted", "the times suggest 1000 Hz (--freq)"));
}

TEST_CASE("counts above one queue, too", "[timeline]") {
  Maker maker;
  maker.sampled_every(10);
  maker.add("a", 3, 100).add("b", 1, 110).add("c", 1, 200);
  const Drawing drawing = draw(maker.finish());
  CHECK(drawing.text == "1/1: 0 a( 30 )b( 40 ) 100 c( 110 )\n");
  CHECK(says(drawing, "timeline.shifted", "3 samples came to lie"));
  CHECK(says(drawing, "timeline.shifted", "some samples of a thread are closer together"));
}

TEST_CASE("less than a period late is nothing to speak of", "[timeline]") {
  Maker maker;
  maker.sampled_every(10);
  const Drawing drawing = draw(maker.add("a", 1, 100).add("b", 1, 101).finish());
  CHECK(drawing.text == "1/1: 0 a( 10 )b( 20 )\n");
  CHECK(drawing.said.empty());
}

TEST_CASE("without a rate a sample with a time lasts as long as the time between two of a thread", "[timeline]") {
  Maker maker;
  maker.add("a", 1, 0).add("a", 1, 10).add("a", 1, 20).add("a", 1, 20).add("a", 1, 70);
  const Drawing drawing = draw(maker.finish());
  CHECK(says(drawing, "timeline.rate", "10 ns per sample, usual between two of a thread"));
  CHECK(drawing.text == "1/1: 0 a( 40 ) 70 a( 80 )\n");
  const Drawing alone = draw(Maker().add("a", 2, 5).finish());
  CHECK(alone.text == "1/1: 0 a( 2000000 )\n");
  CHECK(says(alone, "timeline.rate", "no thread has two samples: 1000 Hz is assumed"));
}

TEST_CASE("pauses of threads that take turns are not taken for the time between samples", "[timeline]") {
  Maker maker;
  for (const std::int64_t start : {0, 10, 20, 60, 100, 140, 180, 220}) maker.add("a", 1, start);
  const Drawing drawing = draw(maker.finish());
  CHECK(says(drawing, "timeline.rate", "10 ns per sample"));
  CHECK_FALSE(says(drawing, "timeline.shifted", ""));
}

TEST_CASE("times far from zero and before it count from the first sample", "[timeline]") {
  Maker maker;
  maker.sampled_every(5);
  CHECK(draw(maker.add("a", 1, -1000).add("b", 1, 1000).finish()).text == "1/1: 0 a( 5 ) 2000 b( 2005 )\n");
}

TEST_CASE("spans read from a trace are the same spans again", "[timeline]") {
  Maker maker({.type = "wall", .unit = "nanoseconds"});
  maker.add("main;f", 4, 100, {}, 0).add("main;f", 4, 104, {}, 1).add("main;f", 4, 108, {}, 2);
  CHECK(draw(maker.finish()).text == "1/1: 0 main(f( 4 )f( 12 ))\n");
}

TEST_CASE("a span of no length between two calls keeps them apart", "[timeline]") {
  Maker maker({.type = "wall", .unit = "nanoseconds"});
  maker.add("main;f", 4, 100, {}, 0).add("main", 0, 104, {}, 1).add("main;f", 4, 104, {}, 1);
  const Drawing drawing = draw(maker.finish());
  CHECK(drawing.text == "1/1: 0 main(f( 4 )f( 8 ))\n");
  CHECK(says(drawing, "timeline.zero", "1 sample with value 0"));
}

TEST_CASE("spans that overlap wait for each other, and that is said", "[timeline]") {
  Maker maker({.type = "wall", .unit = "nanoseconds"});
  const Drawing drawing = draw(maker.add("a", 10, 0).add("b", 10, 9).finish());
  CHECK(drawing.text == "1/1: 0 a( 10 )b( 20 )\n");
  CHECK(says(drawing, "timeline.shifted", "1 sample had to wait"));
}

TEST_CASE("a tick is one sample at the rate given, or at 1000 Hz, which is said", "[timeline]") {
  const Drawing assumed = draw(Maker().add("a", 1).finish());
  CHECK(assumed.tick_ns == 1e6);
  CHECK(says(assumed, "timeline.rate", "1000 Hz is assumed"));
  const Drawing given = draw(Maker().sampled_every(1'003'009).add("a", 1).finish());
  CHECK(given.tick_ns == 1e9 / 997);
  CHECK(given.said.empty());
  CHECK(draw(Maker().sampled_every(10'050'251).add("a", 1).finish()).tick_ns == 10'050'251);
}

TEST_CASE("with a rate the samples are drawn and not their cpu time, as long as both say the same", "[timeline]") {
  Context context;
  const ProfileSet timed = with_sampling_rate(Maker().add("a", 3).finish(), {99, 1}, context);
  const Drawing drawing = draw(timed);
  CHECK(drawing.text == "1/1: 0 a( 3 )\n");
  CHECK(drawing.tick_ns == 1e9 / 99);
  Maker maker;
  maker.sampled_every(10).profile().add_value_type({.type = "cpu", .unit = "nanoseconds"});
  SampleKey key;
  key.stack = maker.stack("a");
  const std::int64_t values[] = {2, 21};
  maker.profile().add(key, values);
  CHECK(draw(maker.finish()).text == "1/1: 0 a( 21 )\n");
}

TEST_CASE("values in other units of time keep their digits, with a longer tick", "[timeline]") {
  const Drawing drawing = draw(Maker({.type = "wall", .unit = "microseconds"}).add("a", 5).finish());
  CHECK(drawing.text == "1/1: 0 a( 5 )\n");
  CHECK(drawing.tick_ns == 1000);
  CHECK(draw(Maker({.type = "wall", .unit = "nanoseconds", .aggregation = Aggregation::sum, .scale = -1})
                 .add("a", 5)
                 .finish())
            .tick_ns == 0.1);
}

TEST_CASE("values that are no time are a tick each, with a note", "[timeline]") {
  const Drawing drawing = draw(Maker(bytes_type).add("a", 4096).finish());
  CHECK(drawing.text == "1/1: 0 a( 4096 )\n");
  CHECK(drawing.tick_ns == 1);
  CHECK(says(drawing, "timeline.no_time", "'inuse_space' (in bytes) is not a time"));
}

TEST_CASE("bytes do not follow start times, and that is said", "[timeline]") {
  const Drawing drawing = draw(Maker(bytes_type).add("a", 4, 100).add("b", 2, 500).finish());
  CHECK(drawing.text == "1/1: 0 a( 4 )b( 6 )\n");
  CHECK(says(drawing, "timeline.times", "start times are not used"));
}

TEST_CASE("samples of value 0 are not drawn, and counted", "[timeline]") {
  Maker maker;
  maker.add("a", 0).add("b", 1).add("c", 0, {}, maker.thread(5, 5));
  const Drawing drawing = draw(maker.finish());
  CHECK(drawing.text == "1/1: 0 b( 1 )\n");
  CHECK(says(drawing, "timeline.zero", "2 samples with value 0"));
}

TEST_CASE("negative values and values that do not add up are refused in words", "[timeline]") {
  CHECK_THROWS_AS(draw(Maker().add("a", -1).finish()), UsageError);
  CHECK_THROWS_WITH(draw(Maker().add("a", -1).finish()), contains("has negative values (the first is -1)"));
  const ValueType max{.type = "latency", .unit = "nanoseconds", .aggregation = Aggregation::max};
  CHECK_THROWS_WITH(draw(Maker(max).add("a", 1).finish()), contains("do not add up"));
}

TEST_CASE("times that leave 64 bits are an error and not a wrong picture", "[timeline]") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  CHECK_THROWS_AS(draw(Maker().add("a", most).add("b", 1).finish()), OverflowError);
  CHECK_THROWS_AS(draw(Maker().sampled_every(10).add("a", 1, least).add("b", 1, most).finish()), OverflowError);
  CHECK_THROWS_AS(draw(Maker().sampled_every(10).add("a", most / 5, 0).finish()), OverflowError);
  CHECK(draw(Maker(bytes_type).add("a", most).finish()).text == "1/1: 0 a( 9223372036854775807 )\n");
}

TEST_CASE("a thread that is not known gets numbers that no known one has", "[timeline]") {
  Maker maker;
  maker.add("a", 1).add("b", 1, {}, maker.thread(1, 1)).add("c", 1, {}, maker.thread(-1, 5));
  maker.add("d", 1, {}, maker.thread(1, -1)).add("e", 1, {}, maker.thread(0, 0));
  CHECK(draw(maker.finish()).text == "0/0: 0 e( 1 )\n1/1: 0 b( 1 )\n1/2: 0 d( 1 )\n2/1: 0 a( 1 )\n2/5: 0 c( 1 )\n");
}

TEST_CASE("one thread under several names has one clock, and the names are those seen first", "[timeline]") {
  Maker maker;
  maker.add("a", 1, {}, maker.thread(3, 3, "sh")).add("b", 1, {}, maker.thread(3, 3, "ls"));
  maker.add("c", 1, {}, maker.thread(3, 4, "ls")).add("d", 1, {}, maker.thread(3, 5, "sh", "pool"));
  maker.add("e", 1, {}, maker.thread(3, 6, "sh"));
  const ProfileSet set = maker.finish();
  const Drawing drawing = draw(set);
  CHECK(drawing.text == "3/3: 0 a( 1 )b( 2 )\n3/4: 0 c( 1 )\n3/5: 0 d( 1 )\n3/6: 0 e( 1 )\n");
  for (const Track& track : drawing.tracks) CHECK(track.process_name == "sh, ls");
  CHECK(drawing.tracks[0].thread_name == "ls");
  CHECK(drawing.tracks[1].thread_name == "ls");
  CHECK(drawing.tracks[2].thread_name == "pool");
  CHECK(drawing.tracks[3].thread_name == "sh");
  CHECK(drawing.names_left_out == 0);
}

TEST_CASE("a process of many names is titled with three of them and the number of the others", "[timeline]") {
  Maker maker;
  std::int64_t tid = 1;
  for (const char* const name : {"sh", "ls", "sh", "awk", "sed", "cut"})
    maker.add("a", 1, {}, maker.thread(3, tid++, name));
  for (const Track& track : draw(maker.finish()).tracks) CHECK(track.process_name == "sh, ls, awk and 2 more");
}

TEST_CASE("a profile without samples draws nothing, and that is said", "[timeline]") {
  const Drawing drawing = draw(Maker().finish());
  CHECK(drawing.text.empty());
  CHECK(drawing.tracks.empty());
  CHECK(says(drawing, "timeline.empty", "the time line is empty"));
}

}  // namespace profconv::test
