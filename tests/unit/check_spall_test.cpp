// SPDX-License-Identifier: Apache-2.0
// The rules of Spall's traces, as its viewers judge them: one broken trace each, and the byte of each finding.
#include <limits>

#include "spall_trace.h"
#include "support/catch.h"
#include "support/checking.h"

namespace profconv::test {

namespace {

constexpr double one_us = 1;
constexpr double one_ns = 1;

std::string found(const SpallTrace& trace) { return places(checked(trace.bytes())); }

/// Events of version 3.
std::string begin_v3(std::uint64_t time, std::string_view name) {
  return SpallTrace(3, one_ns)
      .number(3, 1)
      .number(time, 8)
      .number(name.size(), 1)
      .number(0, 1)
      .raw(name)
      .bytes()
      .substr(32);
}

std::string end_v3(std::uint64_t time) { return SpallTrace(3, one_ns).number(4, 1).number(time, 8).bytes().substr(32); }

std::string name_v3(std::string_view name) {
  return SpallTrace(3, one_ns).number(9, 1).number(name.size(), 1).raw(name).bytes().substr(32);
}

}  // namespace

TEST_CASE("check: good traces have nothing to find", "[check][spall]") {
  CHECK(found(SpallTrace(1, one_us).begin(0, "main").begin(1, "a").end(3).end(4)) == "");
  CHECK(found(SpallTrace(3, one_ns).buffer(1, name_v3("worker") + begin_v3(0, "main") + end_v3(9))) == "");
}

TEST_CASE("check: spans that do not match are told one by one", "[check][spall]") {
  // A begin of a name of one letter has 21 bytes, an end 17.
  const SpallTrace trace = SpallTrace(1, one_us).begin(0, "a").end(5).end(6).end(7).begin(8, "b").begin(9, "c").end(9);
  CHECK(places_of(checked(trace.bytes()), "spall.unmatched_end") == "warning @70, warning @87");
  CHECK(places_of(checked(trace.bytes()), "spall.unclosed") == "warning @104");
}

TEST_CASE("check: time that runs backwards, on its own thread alone", "[check][spall]") {
  CHECK(found(SpallTrace(1, one_us).begin(10, "a").begin(5, "b").end(12).end(13)) == "error spall.backwards @53\n");
  CHECK(found(SpallTrace(1, one_us).begin(10, "a").begin(5, "b", 2).end(12).end(13, 2)) == "");
}

TEST_CASE("check: times that are none", "[check][spall]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(found(SpallTrace(1, one_us).begin(0, "a").begin(nan, "b").end(3).end(4)) == "error spall.time @53\n");
  CHECK(found(SpallTrace(1, one_us).begin(-2, "a").end(3)) == "error spall.negative_time @32\n");
  CHECK(found(SpallTrace(1, one_us).begin(0.5, "a").end(3)) == "warning spall.fraction @32\n");
  CHECK(found(SpallTrace(1, one_us).begin(3, "a").end(3)) == "warning spall.no_time\n");
  CHECK(found(SpallTrace(1, 0).begin(3, "a").end(4)) == "error check.unreadable @16\n");
  CHECK(found(SpallTrace(1, nan).begin(3, "a").end(4)) == "error check.unreadable @16\n");
}

TEST_CASE("check: spans without time", "[check][spall]") {
  const std::string payload = begin_v3(0, "m") + begin_v3(1, "a") + end_v3(1) + end_v3(5);
  CHECK(found(SpallTrace(3, one_ns).buffer(1, payload)) == "note spall.no_duration @64\n");
  CHECK(found(SpallTrace(1, one_us).begin(0, "m").begin(1, "a").end(1).end(5)) == "");
}

TEST_CASE("check: an end that is the first event of its thread", "[check][spall]") {
  const CheckResult result = checked(SpallTrace(1, one_us).begin(0, "a").end(1, 2).end(5).bytes());
  CHECK(places_of(result, "spall.unknown_thread") == "error @53");
}

TEST_CASE("check: versions and events that nobody knows", "[check][spall]") {
  CHECK(found(SpallTrace(2, one_us).begin(0, "a").end(1)) == "error check.unreadable @8\n");
  CHECK(found(SpallTrace(1, one_us).begin(0, "a").end(1).number(5, 1)) == "error spall.unknown_event @70\n");
}

TEST_CASE("check: traces that were cut", "[check][spall]") {
  const std::string whole = SpallTrace(1, one_us).begin(0, "a").end(1).begin(2, "b").end(3).bytes();
  CHECK(places(checked(std::string_view(whole).substr(0, whole.size() - 1))) ==
        "warning spall.unclosed @70\nerror spall.cut @91\n");
  const std::string payload = begin_v3(0, "m") + end_v3(5);
  const std::string buffer = SpallTrace(3, one_ns).buffer(1, payload).bytes();
  CHECK(places(checked(std::string_view(buffer).substr(0, buffer.size() - 1))) ==
        "warning spall.no_time\nwarning spall.unclosed @52\nerror spall.cut @72\n");
  const std::string crossing = SpallTrace(3, one_ns).buffer(1, begin_v3(0, "m") + end_v3(5).substr(0, 4)).bytes();
  CHECK(places_of(checked(crossing), "spall.crossing") == "error @64");
}

TEST_CASE("check: names", "[check][spall]") {
  CHECK(found(SpallTrace(1, one_us).begin(0, std::string(255, 'x')).begin(1, "").end(2).end(3)) ==
        "note spall.full_names @32\nnote spall.nameless @307\n");
  CHECK(found(SpallTrace(3, one_ns).buffer(1, begin_v3(0, "m") + end_v3(5) + name_v3("abc"))) ==
        "warning spall.last_name @73\n");
  CHECK(found(SpallTrace(3, one_ns).buffer(1, name_v3("one") + name_v3("two") + begin_v3(0, "m") + end_v3(5))) ==
        "note spall.renamed @57\n");
}

TEST_CASE("check: what one viewer skips and the other refuses", "[check][spall]") {
  CHECK(found(SpallTrace(1, one_us).begin(0, "a").end(1).number(7, 1).number(2, 4).raw("xx")) ==
        "warning spall.padding @70\n");
  std::string large;
  while (large.size() < (std::size_t{10} << 20)) large += begin_v3(1, std::string(255, 'x'));
  CHECK(places_of(checked(SpallTrace(3, one_ns).buffer(1, large).bytes()), "spall.large_buffer") == "warning @32");
}

TEST_CASE("check: the measured limits of the web viewer's memory, in either version", "[check][spall]") {
  const auto deep = [](std::size_t depth) {
    SpallTrace trace(1, one_us);
    for (std::size_t i = 0; i < depth; ++i) trace.begin(static_cast<double>(i), "f");
    for (std::size_t i = 0; i < depth; ++i) trace.end(static_cast<double>(depth + i));
    return trace;
  };
  CHECK(found(deep(4088)) == "");
  CHECK(found(deep(4089)) == "warning spall.viewer\n");
  const auto wide = [](std::uint32_t threads) {
    SpallTrace trace(3, one_ns);
    for (std::uint32_t tid = 1; tid <= threads; ++tid) trace.buffer(tid, begin_v3(0, "long name") + end_v3(9));
    return trace;
  };
  CHECK(found(wide(1016)) == "");
  CHECK(found(wide(1017)) == "warning spall.viewer\n");
}

}  // namespace profconv::test
