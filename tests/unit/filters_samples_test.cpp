// SPDX-License-Identifier: Apache-2.0
// Which samples stay: by their frames, labels, threads and times.
#include <array>

#include "filters_profiles.h"
#include "profconv/filters.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

constexpr NameRules plain{};

ProfileSet kept(ProfileSet set, const SampleFilter& filter, Context& context) {
  return filter_samples(std::move(set), filter, plain, context).set;
}

ProfileSet kept(ProfileSet set, const SampleFilter& filter) {
  Context context;
  return kept(std::move(set), filter, context);
}

ProfileSet three_stacks() {
  LetterProfile p;
  p.add("abc", 1);
  p.add("abd", 2);
  p.add("xyz", 4);
  return p.finish();
}

LabelText text(std::string_view key, std::string_view value) { return {.key = key, .text = value}; }
LabelText number(std::string_view key, std::int64_t value, std::string_view unit = {}) {
  return {.key = key, .unit = unit, .number = value, .is_number = true};
}

ProfileSet labelled() {
  LetterProfile p;
  p.add("a", {text("color", "red"), number("bytes", 1024, "bytes")}, p.thread(10, 11, "web", "main"));
  p.add("b", {text("color", "blue"), number("bytes", 65536, "bytes")}, p.thread(10, 12, "web", "worker-1"));
  p.add("c", {number("wait", 3, "milliseconds")}, p.thread(20, 21, "db", "worker-2"));
  return p.finish();
}

std::string rest(const SampleFilter& filter) {
  std::string letters;
  for (const std::string& row : rows_of(kept(labelled(), filter))) letters += row.substr(0, 1);
  return letters;
}

std::string focused(std::string_view tags) { return rest({.tag_focus = std::string(tags)}); }

ProfileSet timed() {
  LetterProfile p;
  std::int64_t at = 5'000'000'000;
  for (const char* const letter : {"a", "b", "c", "d", "e"}) {
    p.profile().add({.stack = p.stack(letter), .start_ns = at}, 1);
    at += 1'000'000'000;
  }
  return p.finish();
}

std::string in_time(std::string_view window) {
  std::string letters;
  for (const std::string& row : rows_of(kept(timed(), {.time = std::string(window)}))) letters += row.substr(0, 1);
  return letters;
}

}  // namespace

TEST_CASE("focus keeps samples with a matching frame, ignore those without", "[filters]") {
  CHECK(rows_of(kept(three_stacks(), {.focus = "b"})) == Rows{"abc 1", "abd 2"});
  CHECK(rows_of(kept(three_stacks(), {.ignore = "b"})) == Rows{"xyz 4"});
  CHECK(rows_of(kept(three_stacks(), {.focus = "b", .ignore = "d"})) == Rows{"abc 1"});
  CHECK(rows_of(kept(three_stacks(), {.focus = "^c$|z"})) == Rows{"abc 1", "xyz 4"});
}

TEST_CASE("what focus keeps and what ignore keeps add up to the whole", "[filters]") {
  for (const char* const expression : {"a", "c|z", "nothing", ".*"}) {
    const std::int64_t focus = sum_of(kept(three_stacks(), {.focus = expression}));
    CHECK(focus + sum_of(kept(three_stacks(), {.ignore = expression})) == sum_of(three_stacks()));
  }
}

TEST_CASE("filtering twice is filtering once", "[filters]") {
  const SampleFilter filter{.focus = "b", .ignore = "d"};
  const Rows once = rows_of(kept(three_stacks(), filter));
  CHECK(rows_of(kept(kept(three_stacks(), filter), filter)) == once);
}

TEST_CASE("a frame is matched by function, source file, and module, and as it is shown", "[filters]") {
  const auto set = [] {
    LetterProfile p;
    p.add_frames({{.name = "_ZN3net4readEv", .file = "/src/net.cc", .module = "/usr/lib/libnet.so"}});
    p.add_frames({{.module = "/opt/tool", .address = 0x4af}});
    return p.finish();
  };
  for (const char* const expression : {"^net::read\\(\\)$", "net\\.cc$", "^/usr/lib"}) {
    CHECK(rows_of(kept(set(), {.focus = expression})) == Rows{"_ZN3net4readEv 1"});
  }
  CHECK(rows_of(kept(set(), {.focus = "tool`0x4af"})) == Rows{" 1"});
  CHECK(rows_of(kept(set(), {.focus = "_ZN3net"})).empty());
  Context context;
  const NameRules as_read{.demangle = false};
  CHECK(rows_of(filter_samples(set(), {.focus = "_ZN3net"}, as_read, context).set).size() == 1);
}

TEST_CASE("in a sample without a stack no frame matches", "[filters]") {
  const auto set = [] {
    LetterProfile p;
    p.add("", 1);
    p.add("a", 2);
    return p.finish();
  };
  CHECK(rows_of(kept(set(), {.focus = ".*"})) == Rows{"a 2"});
  CHECK(rows_of(kept(set(), {.ignore = ".*"})) == Rows{" 1"});
}

TEST_CASE("what matches nothing is noted, and what is no regular expression refused", "[filters]") {
  Context context;
  CHECK(rows_of(kept(three_stacks(), {.ignore = "nothing"}, context)).size() == 3);
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].severity == Severity::note);
  CHECK(context.diagnostics()[0].message == "no frame matches --ignore 'nothing'");
  CHECK_THROWS_WITH(kept(three_stacks(), {.focus = "f(x"}), contains("focus 'f(x' is not a regular expression"));
}

TEST_CASE("a sample that is left out ends what it did not share", "[filters]") {
  LetterProfile p;
  p.add_span("abc", 10, 0);
  p.add_span("ax", 20, 1);
  p.add_span("axbc", 30, 2);
  p.add_span("axbc", 30, 0, 2);
  const ProfileSet set = kept(p.finish(), {.focus = "b"});
  CHECK(rows_of(set) == Rows{"abc 1", "axbc 1", "axbc 1"});
  CHECK(set.profiles()[0].samples.shared_depth == std::vector<std::uint32_t>{0, 1, 0});
}

TEST_CASE("tagfocus matches the texts of one key, any of several expressions", "[filters]") {
  CHECK(focused("color=red") == "a");
  CHECK(focused("color=red,blue") == "ab");
  CHECK(focused("color=^e") == "");
  CHECK(focused("comm=web") == "ab");
  CHECK(focused("execname=d") == "c");
  CHECK(focused("thread=worker") == "bc");
  CHECK(focused("thread_comm=worker") == "bc");
}

TEST_CASE("without a key tagfocus matches key:text, and each of several expressions", "[filters]") {
  CHECK(focused("red") == "a");
  CHECK(focused("^color:") == "ab");
  CHECK(focused("color:,worker") == "b");
  CHECK(focused("red,blue") == "");
}

TEST_CASE("tagfocus compares numbers in their units", "[filters]") {
  CHECK(focused("bytes=1kb") == "a");
  CHECK(focused("bytes=:1kb") == "a");
  CHECK(focused("bytes=2kb:") == "b");
  CHECK(focused("bytes=1kb:64kb") == "ab");
  CHECK(focused("bytes=1ms") == "");
  CHECK(focused("wait=3ms") == "c");
  CHECK(focused("wait=2999us:1s") == "c");
  CHECK(focused("64KB") == "b");
  CHECK(focused("tid=12:") == "bc");
}

TEST_CASE("bytes and times match only numbers with such a unit, all else the bare number, as in pprof", "[filters]") {
  CHECK(focused("bytes=1024") == "");
  CHECK(focused("1024") == "");
  CHECK(focused("bytes=:65536") == "");
  CHECK(focused("bytes=1024pages") == "");
  CHECK(focused("bytes=1024b") == "a");
  CHECK(focused("tid=12") == "b");
  CHECK(focused("tid=12kb") == "b");
  CHECK(focused("tid=12:20") == "b");
}

TEST_CASE("the second number of a range is in the unit of the first, unless it has one of another kind", "[filters]") {
  CHECK(focused("bytes=1kb:64") == "ab");
  CHECK(focused("bytes=1kb:64pages") == "ab");
  CHECK(focused("bytes=1kb:63") == "a");
  CHECK(focused("wait=1us:3ms") == "c");
  // pprof takes these for expressions, which no text matches.
  CHECK(focused("bytes=1:64kb") == "");
  CHECK(focused("bytes=1kb:64ms") == "");
}

TEST_CASE("a number without a unit is in the unit of its key", "[filters]") {
  const auto set = [] {
    LetterProfile p;
    p.add("a", {number("bytes", 2048)});
    p.add("b", {number("request", 2048)});
    p.add("c", {number("pages", 2048)});
    return p.finish();
  };
  CHECK(rows_of(kept(set(), {.tag_focus = "2kb"})) == Rows{"a 1", "b 1"});
  CHECK(rows_of(kept(set(), {.tag_focus = "pages=2048pages"})) == Rows{"c 1"});
}

TEST_CASE("tagignore leaves out what tagfocus would keep", "[filters]") {
  CHECK(rest({.tag_ignore = "color=red"}) == "bc");
  CHECK(rest({.tag_ignore = "bytes=:1kb"}) == "bc");
  CHECK(rest({.tag_focus = "thread=worker", .tag_ignore = "color=blue"}) == "c");
}

TEST_CASE("a label that no sample has is refused, with those there are", "[filters]") {
  CHECK_THROWS_WITH(focused("colour=red"), contains("no sample has a label 'colour'") && contains("color"));
  CHECK_THROWS_WITH(focused("="), contains("expected KEY=TEXT"));
  CHECK_THROWS_WITH(focused("bytes=99999999999999999999"), contains("64 bits"));
}

TEST_CASE("threads are chosen by id or by name, processes by id", "[filters]") {
  CHECK(rest({.thread = "21"}) == "c");
  CHECK(rest({.thread = "worker"}) == "bc");
  CHECK(rest({.thread = "^worker-1$"}) == "b");
  CHECK(rest({.pids = {10}}) == "ab");
  CHECK(rest({.pids = {20, 10}}) == "abc");
  CHECK(rest({.thread = "worker", .pids = {10}}) == "b");
}

TEST_CASE("threads and processes that are not known cannot be chosen", "[filters]") {
  CHECK_THROWS_WITH(kept(three_stacks(), {.thread = "1"}), contains("--thread: the samples have no threads"));
  CHECK_THROWS_WITH(kept(three_stacks(), {.pids = {1}}), contains("--pid: the samples have no process ids"));
}

TEST_CASE("times are those of the source, or count from the first sample", "[filters]") {
  CHECK(in_time("6,8") == "bcd");
  CHECK(in_time("6.000000001,8") == "cd");
  CHECK(in_time(",6.5") == "ab");
  CHECK(in_time("8,") == "de");
  CHECK(in_time("+1,+2") == "bc");
  CHECK(in_time("+3,") == "de");
  CHECK(in_time("5,5 9,9") == "ae");
  CHECK(in_time("100,200") == "");
}

TEST_CASE("shares of the time do not overlap, and together are the whole", "[filters]") {
  CHECK(in_time("0%-50%") == "ab");
  CHECK(in_time("50%-100%") == "cde");
  CHECK(in_time("25%/1") == "a");
  CHECK(in_time("25%/4") == "de");
  CHECK(in_time("0%-25%,75%-100%") == "ade");
  CHECK(in_time("12.5%-30%") == "b");
}

TEST_CASE("times that cannot be read are refused", "[filters]") {
  for (const char* const text : {"1", ",", "1,2,3", "a,b", "1,+2", "2,1", "-1,2", "10%", "50%-10%", "0%-101%", "10%/0",
                                 "10%/11", "1.0000000001,2", "99999999999,"}) {
    INFO(text);
    CHECK_THROWS_AS(in_time(text), UsageError);
  }
}

TEST_CASE("a part of a recording without times is refused", "[filters]") {
  CHECK_THROWS_WITH(kept(three_stacks(), {.time = "1,2"}), contains("have no times"));
}

}  // namespace profconv::test
