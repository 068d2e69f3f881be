// SPDX-License-Identifier: Apache-2.0
// How histograms write numbers and names: bounds, shares, fractions, bars, and text that could do harm.
#include <cstdint>
#include <limits>
#include <string>

#include "core/text/plain_text.h"
#include "support/catch.h"
#include "writers/hist/numbers.h"
#include "writers/hist/plain_text.h"
#include "writers/hist/text_bars.h"

namespace profconv::test {

using namespace hist;

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

}  // namespace

TEST_CASE("a bound without a unit is shortened only by powers of 1024 that divide it", "[hist]") {
  const BoundStyle count{.unit = "count"};
  CHECK(count.bound(0) == "0");
  CHECK(count.bound(1000) == "1000");
  CHECK(count.bound(1024) == "1K");
  CHECK(count.bound(-4096) == "-4K");
  CHECK(count.bound(3072) == "3K");
  CHECK(count.bound(1'000'000) == "1000000");
  CHECK(count.bound(std::int64_t{1} << 40) == "1T");
  CHECK(count.bound(std::int64_t{1} << 62) == "4E");
  CHECK(count.bound(most) == "9223372036854775807");
  CHECK(count.bound(least) == "-8E");
}

TEST_CASE("bytes are written with their binary units", "[hist]") {
  const BoundStyle bytes{.unit = "bytes"};
  CHECK(bytes.bound(512) == "512 B");
  CHECK(bytes.bound(4096) == "4 KiB");
  CHECK(bytes.bound(1'572'864) == "1536 KiB");
  CHECK(bytes.bound(3 << 20) == "3 MiB");
}

TEST_CASE("times are written in the unit that fits, to three digits", "[hist]") {
  const BoundStyle ns{.unit = "nanoseconds"};
  CHECK(ns.bound(999) == "999 ns");
  CHECK(ns.bound(1000) == "1 µs");
  CHECK(ns.bound(4096) == "4.1 µs");
  CHECK(ns.bound(65'536) == "65.5 µs");
  CHECK(ns.bound(524'288) == "524 µs");
  CHECK(ns.bound(999'499) == "999 µs");
  CHECK(ns.bound(999'600) == "1 ms");
  CHECK(ns.bound(1'048'576) == "1.05 ms");
  CHECK(ns.bound(-2'000'000'000) == "-2 s");
  CHECK(ns.bound(3'600'000'000'000) == "3600 s");
  CHECK(BoundStyle{.unit = "us"}.bound(16'384) == "16.4 ms");
  CHECK(BoundStyle{.unit = "ns", .ascii = true}.bound(4096) == "4.1 us");
  CHECK(BoundStyle{.unit = "ns", .exact = true}.bound(4096) == "4096");
}

TEST_CASE("a bucket's range says which ends belong to it", "[hist]") {
  const BoundStyle style{.unit = "count"};
  CHECK(style.range({4096, 8192}) == "[4K, 8K)");
  CHECK(style.range({5, 6}) == "[5]");
  CHECK(style.range({std::nullopt, -50}) == "(..., -50)");
  CHECK(style.range({50, std::nullopt}) == "[50, ...)");
  CHECK(style.range({-50, -40}) == "[-50, -40)");
  CHECK(style.range({least, most}) == "[-8E, 9223372036854775807)");
}

TEST_CASE("quantize's buckets below zero are those above it mirrored", "[hist]") {
  const BoundStyle style{.unit = "count", .mirrored = true};
  CHECK(style.range({-2047, -1023}) == "(-2K, -1K]");
  CHECK(style.range({-3, -1}) == "(-4, -2]");
  CHECK(style.range({-1, 0}) == "[-1]");
  CHECK(style.range({0, 1}) == "[0]");
  CHECK(style.range({4, 8}) == "[4, 8)");
  CHECK(style.at_most({-2047, -1023}) == "<= -1K");
  CHECK(style.range({least, -100}) == "[-8E, -100)");
}

TEST_CASE("what is known of a value from its bucket is never more than the bucket says", "[hist]") {
  const BoundStyle style{.unit = "count"};
  CHECK(style.at_most({4096, 8192}) == "< 8K");
  CHECK(style.at_most({5, 6}) == "= 5");
  CHECK(style.at_most({std::nullopt, 0}) == "< 0");
  CHECK(style.at_most({20, std::nullopt}) == ">= 20");
}

TEST_CASE("a share is rounded, but what is there is never nothing and what is missing never all", "[hist]") {
  CHECK(percent(1, 3) == "33.3%");
  CHECK(percent(2, 3) == "66.7%");
  CHECK(percent(1, 1) == "100.0%");
  CHECK(percent(0, 5) == "0.0%");
  CHECK(percent(0, 0) == "0.0%");
  CHECK(percent(1, 100'000) == "<0.1%");
  CHECK(percent(99'999, 100'000) == ">99.9%");
  CHECK(percent(std::uint64_t{1} << 63, ~std::uint64_t{0}) == "50.0%");
}

TEST_CASE("a negative share keeps its sign", "[hist]") {
  CHECK(signed_percent(1, 3) == "33.3%");
  CHECK(signed_percent(-1, 3) == "-33.3%");
  CHECK(signed_percent(-1, 1) == "-100.0%");
  CHECK(signed_percent(-1, 100'000) == ">-0.1%");
  CHECK(signed_percent(-99'999, 100'000) == "<-99.9%");
}

TEST_CASE("a value with a scale is written with its point, to the last digit", "[hist]") {
  CHECK(decimal(1234, -2) == "12.34");
  CHECK(decimal(-5, -3) == "-0.005");
  CHECK(decimal(0, 3) == "0");
  CHECK(decimal(-7, 3) == "-7000");
  CHECK(decimal(least, 0) == "-9223372036854775808");
  CHECK(decimal(1, -1'000'000'000) == "1e-1000000000");
}

TEST_CASE("a bar is drawn in eighths of a character", "[hist]") {
  const BarStyle style{.width = 4, .whole = 32};
  CHECK(text_bar(32, style) == "|████");
  CHECK(text_bar(17, style) == "|██▏ ");
  CHECK(text_bar(0, style) == "|    ");
  CHECK(text_bar(1, {.width = 4, .whole = 1'000'000}) == "|▏   ");
}

TEST_CASE("a bar in ASCII shows what is less than half a character as a dot", "[hist]") {
  const BarStyle style{.width = 4, .whole = 100, .ascii = true};
  CHECK(text_bar(100, style) == "|@@@@");
  CHECK(text_bar(50, style) == "|@@  ");
  CHECK(text_bar(1, style) == "|.   ");
}

TEST_CASE("bars of negative counts lie left of the axis", "[hist]") {
  const BarStyle both{.width = 8, .whole = 8, .has_negative = true};
  CHECK(text_bar(8, both) == "    |████");
  CHECK(text_bar(-8, both) == "████|    ");
  CHECK(text_bar(-3, both) == "  ▐█|    ");
  CHECK(text_bar(-1, {.width = 4, .whole = 2, .has_negative = true, .has_positive = false}) == "  ██|");
}

TEST_CASE("text that could steer a terminal or hide in markup is made inert", "[hist]") {
  CHECK(inert("plain, ünïcode, 漢字") == "plain, ünïcode, 漢字");
  CHECK(inert("a\tb\r\nc") == "a b  c");
  CHECK(inert("\x1b[31mred\x7f") == "\uFFFD[31mred\uFFFD");
  CHECK(inert("\u009b31m") == "\uFFFD31m");                // C1: the same without an escape
  CHECK(inert("abc\u202Efdp.exe") == "abc\uFFFDfdp.exe");  // turns the direction of writing
  CHECK(inert("\uFFFE\uFEFF") == "\uFFFD\uFFFD");          // no XML, no text
  CHECK(inert("\xff\xc0\x80") == "\uFFFD\uFFFD\uFFFD");    // no UTF-8
  CHECK(inert("\xed\xa0\x80") == "\uFFFD\uFFFD\uFFFD");    // a surrogate
  CHECK(inert("cut \xe6\xbc") == "cut \uFFFD\uFFFD");
  CHECK(inert(std::string_view("\0", 1)) == "\uFFFD");
}

TEST_CASE("long names are wrapped or shortened between characters", "[hist]") {
  CHECK(wrapped("", 5) == std::vector<std::string_view>{""});
  CHECK(wrapped("äöüß", 3) == std::vector<std::string_view>{"äöü", "ß"});
  CHECK(shortened("äöüß", 4) == "äöüß");
  CHECK(shortened("äöüß", 3) == "äö…");
}

TEST_CASE("names are ordered with the numbers in them by value", "[hist]") {
  CHECK(natural_less("cpu 9", "cpu 10"));
  CHECK_FALSE(natural_less("cpu 10", "cpu 9"));
  CHECK(natural_less("a", "ab"));
  CHECK(natural_less("7", "a"));
  CHECK(natural_less("01", "1"));
  CHECK_FALSE(natural_less("1", "01"));
  CHECK_FALSE(natural_less("x0", "x0"));
}

}  // namespace profconv::test
