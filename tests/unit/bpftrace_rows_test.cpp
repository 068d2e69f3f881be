// SPDX-License-Identifier: Apache-2.0
// Rows of distributions that were cut or joined, lost or got digits, or are text of another program: their bars show
// it.
#include "support/catch.h"
#include "unit/bpftrace_reading.h"

namespace profconv::test::bpftrace {

using Read = BpftraceText;

namespace {

std::string bar(std::size_t columns) { return "|" + std::string(columns, '@') + std::string(52 - columns, ' ') + "|"; }

std::int64_t sum_of(const Read& read) {
  std::int64_t sum = 0;
  for (const std::int64_t value : read.profile().samples.values[0]) sum += value;
  return sum;
}

const std::string above = heading + "@h[a]: \n[0]          3 " + bar(26) + "\n";
const std::string most = "[1]          6 " + bar(52) + "\n";
const std::string below = "[2, 4)       1 " + bar(8) + "\n\n@n: 1\n";

}  // namespace

TEST_CASE("whole rows whose bars fit their counts are silent", "[bpftrace]") {
  const Read read(above + most + below, {{"functions", "sum"}});
  CHECK(sum_of(read) == 10);
  CHECK(read.context.diagnostics().empty());
  // Two recordings of these counts may round differently: 32 bits hold neither.
  CHECK_FALSE(Read(heading + "@:\n[0]  1 " + bar(3) + "\n[1]  13 " + bar(52) + "\n\n").warns("bpftrace.rows"));
  CHECK_FALSE(Read(heading + "@:\n[0]  1 " + bar(4) + "\n[1]  13 " + bar(52) + "\n\n").warns("bpftrace.rows"));
}

TEST_CASE("a bar that is not of 52 columns is a warning", "[bpftrace]") {
  for (const std::string& row : Rows{"[1]          6 |@@@@|", "[1]          6 |" + std::string(51, '@') + "|",
                                     "[1]          6 |" + std::string(53, '@') + "|",
                                     "[1]          6 |" + std::string(40, '@') + " hello @@@@@@|"}) {
    CAPTURE(row);
    const Read read(above + row + "\n" + below);
    CHECK(sum_of(read) == 10);
    CHECK(read.found("bpftrace.rows")->where.line == 4);
  }
}

TEST_CASE("rows on one line are all used, with a warning", "[bpftrace]") {
  const Read read(above + most.substr(0, most.size() - 1) + below);
  CHECK(sum_of(read) == 10);
  CHECK(read.found("bpftrace.rows")->where.line == 4);
  CHECK(read.found("bpftrace.rows")->count == 1);
}

TEST_CASE("a count that does not fit its bar, or a lost row with the most, is a warning", "[bpftrace]") {
  CHECK(Read(above + "[1]         61 " + bar(52) + "\n" + below).found("bpftrace.rows")->where.line == 3);
  CHECK(Read(above + "[1]          1 " + bar(52) + "\n" + below).warns("bpftrace.rows"));
  CHECK(Read(heading + "@h: \n" + below).warns("bpftrace.rows"));
  CHECK(Read(above + "[1]          0 " + bar(52) + "\n" + below).warns("bpftrace.rows"));
}

TEST_CASE("rows in another order, and with numbers before them, are a warning", "[bpftrace]") {
  CHECK(Read(heading + "@h: \n" + most + "[0]          3 " + bar(26) + "\n\n").warns("bpftrace.rows"));
  std::string numbered;
  std::size_t number = 0;
  const std::string text = above + most + below;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    numbered += "     " + std::to_string(++number) + "\t" + text.substr(at, end + 1 - at);
    at = end + 1;
  }
  CHECK(Read(numbered).warns("bpftrace.rows"));
}

TEST_CASE("text that looks like a row or an element within a table is a warning", "[bpftrace]") {
  for (const std::string& text : Rows{"[9]    5 |", "[9]    5 " + bar(0), "[0]    5 " + bar(0), "@x: 5", "@x[y]: 5",
                                      "  [9]    5 " + bar(0), "5 " + bar(0), "]: 5", ", x]: 5"}) {
    CAPTURE(text);
    const Read read(above + most + text + "\n" + below);
    CHECK((read.warns("bpftrace.rows") || read.warns("bpftrace.skipped_element")));
  }
}

}  // namespace profconv::test::bpftrace
