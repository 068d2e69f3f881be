// SPDX-License-Identifier: Apache-2.0
// Lines against formats of printa().
#include "readers/dtrace/forms/printa_fit.h"

#include <string>
#include <utility>
#include <vector>

#include "profconv/errors.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

using dtrace::PrintaDatum;
using dtrace::PrintaFit;
using dtrace::PrintaFormat;
using dtrace::PrintaStep;
using End = PrintaFit::End;

/// What a format takes from one line: "bash|4|=18", then how the line ends where that is no newline.
std::string taken(std::string_view written, std::string_view line) {
  const PrintaFormat format(written);
  std::vector<PrintaDatum> data;
  const PrintaFit fit = dtrace::fit(format, line, 0, data);
  if (fit.end == End::none) return "no";
  std::string text;
  bool is_first = true;
  for (const PrintaDatum& datum : data) {
    const auto kind = format.steps()[datum.step].kind;
    if (!std::exchange(is_first, false)) text += '|';
    if (kind == PrintaStep::Kind::value) text += '=';
    const bool is_text = kind == PrintaStep::Kind::text || kind == PrintaStep::Kind::character;
    text += is_text ? std::string(line.substr(datum.begin, datum.length)) : std::to_string(datum.number.value);
  }
  if (fit.end == End::stack) text += " stack";
  if (fit.end == End::table) text += " table";
  if (fit.end == End::record) text += " at " + std::to_string(fit.column);
  return text;
}

std::string refusal(std::string_view written) {
  try {
    static_cast<void>(PrintaFormat::of_records(written));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("numbers are matched in all their forms", "[dtrace]") {
  CHECK(taken("%d %@d\\n", "4 18") == "4|=18");
  CHECK(taken("%d %@d\\n", "-4 -18") == "-4|=-18");
  CHECK(taken("%lld:%@lu\\n", "4:18") == "4|=18");
  CHECK(taken("%@x\\n", "1b") == "=27");
  CHECK(taken("%#x %@#X\\n", "0x1b 0X1B") == "27|=27");
  CHECK(taken("%@o\\n", "33") == "=27");
  CHECK(taken("%05d %+@d\\n", "00042 +7") == "42|=7");
  CHECK(taken("%'d %'@d\\n", "1,234 5,678") == "1234|=5678");
  CHECK(taken("% d|%@d\\n", " 4|1") == "4|=1");
  CHECK(taken("%d %@d\\n", "4 x") == "no");
  CHECK(taken("%d %@d\\n", "4 18 ") == "no");
  CHECK(taken("%d %@d\\n", "4  18") == "no");
  CHECK(taken("%@o\\n", "8") == "no");
}

TEST_CASE("flags and widths are read in any order", "[dtrace]") {
  CHECK(taken("%8@d|\\n", "      18|") == "=18");
  CHECK(taken("%9@x|\\n", "       1b|") == "=27");
  CHECK(taken("%-10@u|\\n", "18        |") == "=18");
  CHECK(taken("%@-8d|\\n", "18      |") == "=18");
  CHECK(taken("%8-d|%@d\\n", "4       |1") == "4|=1");
  CHECK(taken("%l8@d|\\n", "      18|") == "=18");
  CHECK(taken("%*-d|%@d\\n", "4       |1") == "4|=1");
  CHECK(taken("%?x|%@d\\n", "ffffffff81000000|1") == "-2130706432|=1");
  CHECK(taken("%.3@d|\\n", "018|") == "=18");
}

TEST_CASE("a number printed without a sign is the one that DTrace holds", "[dtrace]") {
  CHECK(taken("%@x\\n", "fffffffffffffff9") == "=-7");
  CHECK(taken("%x=%@u\\n", "ffffffff81000000=18446744073709551609") == "-2130706432|=-7");
  CHECK(taken("%@d\\n", "99999999999999999999") == "=9223372036854775807");
}

TEST_CASE("widths are minima, filled up on one side", "[dtrace]") {
  CHECK(taken("%-20s|%8d|%@8u|%@x|%@o\\n", "job-1               |   21574|      18|12|22") ==
        "job-1|21574|=18|=18|=18");
  CHECK(taken("%8d|%-8d|%@d\\n", "123456789|7       |1") == "123456789|7|=1");
  CHECK(taken("%8d|%@d\\n", " 123|1") == "no");
  CHECK(taken("%8d|%@d\\n", "       123|1") == "no");
  CHECK(taken("%4s|%@d\\n", "  ab|1") == "ab|=1");
  CHECK(taken("%4s|%@d\\n", " abcde|1") == " abcde|=1");
  CHECK(taken("-->%-*d<-- %@d\\n", "-->100       <-- 1") == "100|=1");
  CHECK(taken("-->%*d<-- %@d\\n", "-->       100<-- 1") == "100|=1");
}

TEST_CASE("data with nothing between them are told by their widths", "[dtrace]") {
  CHECK(taken("%8d%8d%@8d\\n", "     123     456       7") == "123|456|=7");
  CHECK(taken("%4d%4d%@4d\\n", "123456789012") == "1234|5678|=9012");
  CHECK(taken("%-10s%@10d\\n", "bash              18") == "bash|=18");
  CHECK(taken("%-4s%@4d\\n", "longname  18") == "longname|=18");
}

TEST_CASE("a text goes up to what fits behind it", "[dtrace]") {
  CHECK(taken("%s %d %@d\\n", "tmux: server 4 18") == "tmux: server|4|=18");
  CHECK(taken("%s, %s = %@d\\n", "a, b, c = d = 5") == "a|b, c = d|=5");
  CHECK(taken("[%s/%d]%@d\\n", "[a/b/7]3") == "a/b|7|=3");
  CHECK(taken("%s%@d\\n", "bash18") == "bash|=18");
  CHECK(taken("%s|%@d\\n", "|1") == "|=1");
  CHECK(taken("%c%c:%@d\\n", "ab:1") == "a|b|=1");
  CHECK(taken("%Y %@d\\n", "2005 Jul 26 02:56:37 9") == "2005 Jul 26 02:56:37|=9");
  CHECK(taken("100%% %a %@d\\n", "100% libc.so.6`read 9") == "libc.so.6`read|=9");
}

TEST_CASE("a stack and a table begin where the line ends", "[dtrace]") {
  CHECK(taken("%d %d %d%k%@d\\n", "27545 27615 2252") == "27545|27615|2252 stack");
  CHECK(taken("%k|%@d\\n", "") == " stack");
  CHECK(taken("%k|%@d\\n", "x") == "no");
  CHECK(taken("[%s/%d]%@d\\n", "[job-1/21574]") == "job-1|21574 table");
  CHECK(taken("%d %@d %@d\\n", "15002 1 ") == "15002|=1 table");
  CHECK(taken("%d %@d %@d\\n", "15002 1") == "15002|=1 table");
  CHECK(taken("%-8s %@d\\n", "cut") == "cut table");
}

TEST_CASE("a format without a newline ends within the line", "[dtrace]") {
  CHECK(taken("%4s %4d %@4d;", "  ab    1    2;  cd    3    4;") == "ab|1|=2 at 15");
  CHECK(taken("%d=%@d ", "1=2 3=4 ") == "1|=2 at 4");
}

TEST_CASE("a format that cannot be is refused with the place", "[dtrace]") {
  CHECK(refusal("%d %q %@d") ==
        "dtrace.printa: '%q' at character 4 of \"%d %q %@d\" is not a conversion of printa(); expected %d %i %u %x %X "
        "%o %c %s %S %p %a %A %Y %T %k, %@d %@u %@x %@o, or %%");
  CHECK(refusal("%@s") ==
        "dtrace.printa: '%@s' at character 1 of \"%@s\" prints no value; expected %@d, %@u, %@x or %@o");
  CHECK(refusal("%@d %-1") ==
        "dtrace.printa: '%-1' at character 5 of \"%@d %-1\" is cut: expected a conversion such as %d, %s, %k or %@d");
  CHECK(refusal("%d\\n") ==
        "dtrace.printa: \"%d\\n\" prints no value; expected a conversion such as %@d, as in \"%d %@d\\n\"");
  CHECK(refusal("%99999@d").find("has a width above 4096") != std::string::npos);
  CHECK(refusal("%@d") == "none");
  CHECK_FALSE(PrintaFormat("only text\\n").has_value());
}

TEST_CASE("a line with many possible readings is given up in time", "[dtrace]") {
  const std::string line(50'000, ' ');
  CHECK(taken("%s %s %s %s %s %s %s|%@d\\n", line) == "no");
  CHECK(taken("%s%s%s%s%s%s%s|%@d\\n", line) == "no");
}

}  // namespace profconv::test
