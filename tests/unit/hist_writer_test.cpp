// SPDX-License-Identifier: Apache-2.0
// Distributions as text: what a user sees.
#include <algorithm>
#include <string>

#include "profconv/errors.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/rich_profile.h"
#include "unit/hist_profiles.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

/// Compares whole texts, and shows where they part.
void check_text(const std::string& got, const std::string& expected) {
  INFO(got);
  CHECK(first_difference(expected.substr(1), got) == "");
}

std::size_t place(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  INFO("looking for '" << part << "' in\n" << text);
  REQUIRE(at != std::string::npos);
  return at;
}

bool reports(const HistResult& result, std::string_view kind) {
  return std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                     [&](const Diagnostic& d) { return d.kind == kind; });
}

const Diagnostic& report(const HistResult& result, std::string_view kind) {
  REQUIRE(reports(result, kind));
  return *std::find_if(result.diagnostics.begin(), result.diagnostics.end(),
                       [&](const Diagnostic& d) { return d.kind == kind; });
}

}  // namespace

TEST_CASE("a distribution is a table with bars, shares and the buckets of its percentiles", "[hist]") {
  HistProfiles made;
  made.begin("quantize", "read sizes", "bytes");
  made.quantize({.keys = {"bash"}}, {{0, 0}, {1, 24}, {2, 0}, {4, 3}, {8, 1}, {16, 0}});
  check_text(draw(made.finish(), hist_writer, {"width=60"}).text, R"(
# read sizes: quantize, samples/count

bash
      value                              count  share   cum.
      [1 B] |███████████████████████████    24  85.7%  85.7%
 [2 B, 4 B) |                                0   0.0%  85.7%
 [4 B, 8 B) |███▍                            3  10.7%  96.4%
[8 B, 16 B) |█▏                              1   3.6% 100.0%
total 28  p50 = 1 B  p90 < 8 B  p99 < 16 B  min [1 B]
max [8 B, 16 B)
)");
}

TEST_CASE("percentiles are bounds of buckets, never values in between", "[hist]") {
  HistProfiles made;
  made.begin("quantize", "", "ns");
  made.quantize({.keys = {"ns"}}, {{4096, 61037}, {8192, 67}, {16384, 46}, {32768, 3}});
  const std::string text = draw(made.finish(), hist_writer, {"exact=yes", "width=120"}).text;
  place(text, "total 61153  p50 < 8192  p90 < 8192  p99 < 8192  min [4096, 8192)  max [32768, 65536)");
}

TEST_CASE("a percentile in an open bucket says where the bucket begins", "[hist]") {
  HistProfiles made;
  made.begin("lquantize");
  made.bucket({}, std::nullopt, 0, 5);
  made.bucket({}, 0, 1, 5);
  made.bucket({}, 1, 2, 10);
  made.bucket({}, 2, std::nullopt, 80);
  const std::string text = draw(made.finish(), hist_writer).text;
  place(text, "total 100  p50 >= 2  p90 >= 2  p99 >= 2  min (..., 0)  max [2, ...)");
}

TEST_CASE("the p50 of two is the lower one, the p99 of a hundred the ninety-ninth", "[hist]") {
  HistProfiles made;
  made.begin("lquantize");
  made.bucket({.keys = {"two"}}, 0, 1, 1);
  made.bucket({.keys = {"two"}}, 1, 2, 1);
  made.bucket({.keys = {"hundred"}}, 0, 1, 98);
  made.bucket({.keys = {"hundred"}}, 1, 2, 1);
  made.bucket({.keys = {"hundred"}}, 2, 3, 1);
  const std::string text = draw(made.finish(), hist_writer, {"columns=1"}).text;
  place(text, "total 2  p50 = 0  p90 = 1  p99 = 1");
  place(text, "total 100  p50 = 0  p90 = 0  p99 = 1");
}

TEST_CASE("keys stand side by side with the same buckets where the lines are wide enough", "[hist]") {
  HistProfiles made;
  made.begin("lquantize");
  made.bucket({.keys = {"job", "2"}}, 0, 1, 341);
  made.bucket({.keys = {"job", "2"}}, 1, 2, 112);
  made.bucket({.keys = {"job", "3"}}, 0, 1, 249);
  made.bucket({.keys = {"job", "3"}}, 3, 4, 229);
  const ProfileSet set = made.finish();
  check_text(draw(set, hist_writer).text, R"(
# lquantize, samples/count

job, 3                                             job, 2
 value                       count  share   cum.    value                       count  share   cum.
   [0] |████████████████████   249  52.1%  52.1%      [0] |████████████████████   341  75.3%  75.3%
   [1] |                         0   0.0%  52.1%      [1] |██████▋                112  24.7% 100.0%
   [2] |                         0   0.0%  52.1%      [2] |                         0   0.0% 100.0%
   [3] |██████████████████▍    229  47.9% 100.0%      [3] |                         0   0.0% 100.0%
total 478  p50 = 0  p90 = 3  p99 = 3  min [0]      total 453  p50 = 0  p90 = 1  p99 = 1  min [0]
max [3]                                            max [1]
)");
  const std::string below = draw(set, hist_writer, {"columns=1"}).text;
  CHECK(place(below, "job, 3\n") < place(below, "job, 2\n"));
}

TEST_CASE("a gap between buckets is drawn as one empty bucket", "[hist]") {
  HistProfiles made;
  made.begin("quantize");
  made.quantize({}, {{1, 4}, {64, 4}});
  const std::string text = draw(made.finish(), hist_writer).text;
  CHECK(place(text, "[1] |█") < place(text, "[2, 64) | "));
  CHECK(place(text, "[2, 64) | ") < place(text, "[64, 128) |█"));
}

TEST_CASE("negative buckets of quantize are drawn below zero, in order", "[hist]") {
  HistProfiles made;
  made.begin("quantize");
  made.quantize({}, {{-4, 2}, {-1, 1}, {0, 1}, {4, 6}});
  const std::string text = draw(made.finish(), hist_writer).text;
  CHECK(place(text, "(-8, -4] |█") < place(text, "[-1] |"));
  CHECK(place(text, "[-1] |") < place(text, "[0] |"));
  place(text, "p50 < 8  p90 < 8  p99 < 8  min (-8, -4]  max [4, 8)");
}

TEST_CASE("negative counts are drawn to the left and shares are of all that was counted either way", "[hist]") {
  HistProfiles made;
  made.begin("lquantize");
  made.bucket({}, 0, 10, -8);
  made.bucket({}, 10, 20, 24);
  check_text(draw(made.finish(), hist_writer, {"width=60"}).text, R"(
# lquantize, samples/count

   value                                       count   share
 [0, 10)             ██████|                      -8  -25.0%
[10, 20)                   |██████████████████    24   75.0%
total 16  min [0, 10)  max [10, 20)
)");
}

TEST_CASE("a stack names its key from the leaf, and what is not shown is counted", "[hist]") {
  HistProfiles made;
  made.begin("quantize");
  made.quantize({.keys = {"ns"}, .stack = {"read", "recurse", "worker", "main"}}, {{1, 5}});
  made.quantize({.keys = {"ns"}, .stack = {"read", "recurse", "worker", "idle"}}, {{1, 4}});
  made.quantize({.keys = {"ns"}}, {{1, 3}});
  const ProfileSet set = made.finish();
  const HistResult cut = draw(set, hist_writer);
  place(cut.text, "ns, read ← recurse ← worker ← 1 more\n");
  place(cut.text, "ns, [no stack]\n");
  CHECK(report(cut, "hist.frames").message ==
        "stacks named by their innermost 3 frames: 2 (frames=0 writes all frames)");
  CHECK(report(cut, "hist.equal_names").message.ends_with(": 1"));
  const HistResult whole = draw(set, hist_writer, {"frames=0", "ascii=yes", "columns=1"});
  place(whole.text, "ns, read < recurse < worker < main\n");
  CHECK(whole.diagnostics.empty());
}

TEST_CASE("threads and named labels are part of the key", "[hist]") {
  HistProfiles made;
  ProfileBuilder& profile = made.begin("quantize");
  ProfileSetBuilder& b = made.builder();
  const ThreadId thread =
      b.thread({.pid = 7, .tid = 8, .process_name = b.string("nginx"), .thread_name = b.string("worker")});
  const LabelText low{.key = "bucket_low", .unit = "count", .number = 1, .is_number = true};
  const LabelText high{.key = "bucket_high", .unit = "count", .number = 2, .is_number = true};
  const std::vector<LabelText> labels{low,
                                      high,
                                      {.key = "size", .unit = "bytes", .number = 10, .is_number = true},
                                      {.key = "key10", .text = "tenth"},
                                      {.key = "key2", .text = ""}};
  profile.add({.thread = thread, .labels = b.labels(labels)}, 1);
  place(draw(made.finish(), hist_writer).text, "nginx, pid 7, worker, tid 8, \"\", tenth, size=10 bytes\n");
}

TEST_CASE("keys come by their totals, or by name with numbers as numbers", "[hist]") {
  HistProfiles made;
  made.begin("");
  made.value({.keys = {"cpu 10"}}, 5);
  made.value({.keys = {"cpu 9"}}, 7);
  made.value({.keys = {"cpu 11"}}, 5);
  const ProfileSet set = made.finish();
  const std::string by_total = draw(set, hist_writer).text;
  CHECK(place(by_total, "cpu 9 ") < place(by_total, "cpu 10"));
  CHECK(place(by_total, "cpu 10") < place(by_total, "cpu 11"));
  const std::string by_key = draw(set, hist_writer, {"sort=key"}).text;
  CHECK(place(by_key, "cpu 9 ") < place(by_key, "cpu 10"));
}

TEST_CASE("values under keys without stacks are a list with bars", "[hist]") {
  HistProfiles made;
  made.begin("", "by process");
  made.value({.keys = {"bash"}}, 120);
  made.value({.keys = {"cc"}}, 60);
  made.value({.keys = {"a name that is far too long for the column of the keys"}}, 20);
  check_text(draw(made.finish(), hist_writer, {"width=50"}).text, R"(
# by process: samples/count
key                                   value  share
bash                 |███████████████   120  60.0%
cc                   |███████▌           60  30.0%
a name that is far too long for the column of the
keys
                     |██▌                20  10.0%
total 200
)");
}

TEST_CASE("values that do not add have bars and neither shares nor a total", "[hist]") {
  HistProfiles made;
  made.begin("", "slowest", "", {.type = "latency", .unit = "ms", .aggregation = Aggregation::max, .scale = -2});
  made.value({.keys = {"read"}}, 1250);
  made.value({.keys = {"write"}}, 5);
  const std::string text = draw(made.finish(), hist_writer).text;
  place(text, "# slowest: latency/ms, max\n");
  place(text, " 12.50\n");
  place(text, " 0.05\n");
  CHECK(text.find('%') == std::string::npos);
  CHECK(text.find("total") == std::string::npos);
}

TEST_CASE("rows that differ only in what is not part of the key are added", "[hist]") {
  HistProfiles made;
  ProfileBuilder& profile = made.begin("");
  const std::vector<LabelText> labels{{.key = "key1", .text = "x"}};
  profile.add({.labels = made.builder().labels(labels), .start_ns = 10}, 3);
  profile.add({.labels = made.builder().labels(labels), .start_ns = 20}, 4);
  place(draw(made.finish(), hist_writer).text, " 7 100.0%\n");
}

TEST_CASE("a key never reaches the terminal as it is", "[hist]") {
  HistProfiles made;
  made.begin("quantize", "\x1b]0;title\x07", "\x1b[7m");
  made.quantize({.keys = {"\x1b[31mred\nline"}}, {{1, 1}});
  const std::string text = draw(made.finish(), hist_writer).text;
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x07') == std::string::npos);
  place(text, "\uFFFD[31mred line\n");
}

TEST_CASE("with ascii=yes nothing but ASCII is drawn", "[hist]") {
  HistProfiles made;
  made.begin("quantize", "", "ns");
  made.quantize({.keys = {"k"}, .stack = {"a", "b", "c", "d"}}, {{4096, 100}, {8192, 1}});
  const std::string text = draw(made.finish(), hist_writer, {"ascii=yes"}).text;
  CHECK(std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  place(text, "[4.1 us, 8.19 us) |@@@@");
  place(text, "[8.19 us, 16.4 us) |@ ");
}

TEST_CASE("no line is wider than asked for where a key fits at all", "[hist]") {
  HistProfiles made;
  made.begin("quantize", "", "bytes");
  for (int key = 0; key < 5; ++key) {
    made.quantize({.keys = {std::string(30, static_cast<char>('a' + key))}}, {{1024, 10 - key}, {2048, 3}});
  }
  const ProfileSet set = made.finish();
  for (const std::size_t width : {60U, 100U, 200U, 500U}) {
    const std::string text = draw(set, hist_writer, {"ascii=yes", "width=" + std::to_string(width)}).text;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      INFO(text.substr(at, text.find('\n', at) - at));
      CHECK(text.find('\n', at) - at <= width);
    }
  }
}

TEST_CASE("stacks that are no distribution are refused in words", "[hist]") {
  HistProfiles made;
  made.begin("", "cpu");
  made.value({.stack = {"main"}}, 1);
  const ProfileSet set = made.finish();
  CHECK_THROWS_AS(draw(set, hist_writer), UsageError);
  CHECK_THROWS_WITH(draw(set, hist_writer), contains("no distribution to draw, only stacks"));
}

TEST_CASE("beside a distribution, stacks are left out and reported", "[hist]") {
  HistProfiles made;
  made.begin("", "cpu");
  made.value({.stack = {"main"}}, 1);
  made.begin("quantize", "sizes");
  made.quantize({}, {{1, 1}});
  const HistResult result = draw(made.finish(), hist_writer);
  place(result.text, "# sizes: quantize");
  CHECK(report(result, "hist.stacks").severity == Severity::data_loss);
  CHECK(report(result, "hist.stacks").message == "profile 1 (cpu) is left out: it has stacks and no buckets");
}

TEST_CASE("samples of a distribution without a bucket are reported", "[hist]") {
  HistProfiles made;
  made.begin("quantize");
  made.quantize({}, {{1, 1}});
  made.value({}, 5);
  const HistResult result = draw(made.finish(), hist_writer);
  CHECK(report(result, "hist.no_bucket").count == 1);
  place(result.text, "total 1  ");
}

TEST_CASE("buckets are found by their labels where another format lost the scheme", "[hist]") {
  HistProfiles made;
  made.begin("");
  made.quantize({.stack = {"main"}}, {{4, 9}});
  place(draw(made.finish(), hist_writer).text, "[4, 8) |█");
}

TEST_CASE("a distribution in which nothing was counted says so", "[hist]") {
  HistProfiles made;
  made.begin("quantize");
  made.quantize({.keys = {"idle"}}, {{-1, 0}, {0, 0}, {1, 0}});
  place(draw(made.finish(), hist_writer).text, "idle\nvalue");
  HistProfiles empty;
  empty.begin("quantize");
  CHECK(draw(empty.finish(), hist_writer).text == "# quantize, samples/count\nno samples\n");
}

TEST_CASE("a total that overflows a 64-bit integer is reported, and the bars are drawn", "[hist]") {
  HistProfiles made;
  made.begin("lquantize");
  made.bucket({}, 0, 1, INT64_MAX);
  made.bucket({}, 1, 2, 1);
  const std::string text = draw(made.finish(), hist_writer).text;
  place(text, "█ 9223372036854775807\n");
  place(text, "total beyond 64 bits  min [0]  max [1]\n");
  CHECK(text.find('%') == std::string::npos);

  HistProfiles list;
  list.begin("");
  list.value({.keys = {"a"}}, INT64_MAX);
  list.value({.keys = {"b"}}, 5);
  place(draw(list.finish(), hist_writer).text, "total beyond 64 bits\n");
}

TEST_CASE("a count that overflows a 64-bit integer is an error, not a wrong number", "[hist]") {
  HistProfiles made;
  ProfileBuilder& profile = made.begin("");
  profile.add({.start_ns = 10}, INT64_MAX);
  profile.add({.start_ns = 20}, 1);
  const ProfileSet set = made.finish();
  CHECK_THROWS_AS(draw(set, hist_writer), OverflowError);
}

TEST_CASE("the profile that has everything is drawn", "[hist]") {
  const std::string text = draw(rich_profile(), hist_writer).text;
  place(text, "# first: quantize, samples/count\n");
  place(text, "# second: quantize, samples/count\n");
}

}  // namespace profconv::test
