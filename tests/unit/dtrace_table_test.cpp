// SPDX-License-Identifier: Apache-2.0
// The tables of quantize(), lquantize() and llquantize(): which values each line stands for.
#include "readers/dtrace/text/table.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "readers/readers.h"
#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

using dtrace::BucketScheme;
using dtrace::TableRow;
using Lines = std::vector<std::string>;

/// A line of a table, read without its end.
std::optional<TableRow> row_of(std::string_view label, std::string_view count) {
  const std::string line = table_row(label, count);
  return dtrace::parse_table_row(std::string_view(line).substr(0, line.size() - 1));
}

std::vector<TableRow> rows_of(const std::vector<std::string>& labels) {
  std::vector<TableRow> rows;
  for (const std::string& label : labels) {
    const auto row = row_of(label, "1");
    REQUIRE(row.has_value());
    rows.push_back(*row);
  }
  return rows;
}

/// "[2,4)" and the like; '*' is an open end.
Lines ranges_of(const std::vector<std::string>& labels) {
  const auto rows = rows_of(labels);
  Lines ranges;
  for (const dtrace::Bucket& bucket : dtrace::buckets_of(rows, dtrace::simplest(dtrace::schemes_of(rows)))) {
    const auto bound = [](const auto& end) { return end ? std::to_string(*end) : std::string("*"); };
    ranges.push_back("[" + bound(bucket.low) + "," + bound(bucket.high) + ")");
  }
  return ranges;
}

std::string scheme_of(const std::vector<std::string>& labels) {
  return std::string(dtrace::scheme_name(dtrace::simplest(dtrace::schemes_of(rows_of(labels)))));
}

}  // namespace

TEST_CASE("a bar of any kind and side leaves label and count", "[dtrace]") {
  for (const std::string line : {
           "            4096 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 61037    ",
           "            4096 @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@| 61037    ",
           "            4096                    @@|                     61037    ",
           "            4096                     |@@                    61037",
           "            4096 |\342\226\210\342\226\210\342\226\216                                      61037    ",
           "            4096 | 61037",
       }) {
    INFO(line);
    const auto row = dtrace::parse_table_row(line);
    REQUIRE(row.has_value());
    CHECK(row->bound == 4096);
    CHECK(row->count.value == 61037);
  }
  REQUIRE(row_of("-4", "-776").has_value());
  CHECK(row_of("-4", "-776")->count.value == -776);
  CHECK_FALSE(dtrace::parse_table_row("a | b").has_value());
  CHECK_FALSE(dtrace::parse_table_row("   5 | x").has_value());
}

TEST_CASE("quantize counts powers of two on both sides of zero", "[dtrace]") {
  CHECK(scheme_of({"-4", "-2", "-1", "0", "1", "2", "4"}) == "quantize");
  CHECK(ranges_of({"-4", "-2", "-1", "0", "1", "2", "4"}) ==
        Lines{"[-7,-3)", "[-3,-1)", "[-1,0)", "[0,1)", "[1,2)", "[2,4)", "[4,8)"});
  CHECK(ranges_of({"2305843009213693952", "4611686018427387904"}).back() == "[4611686018427387904,*)");
  CHECK(ranges_of({"-9223372036854775808", "-4611686018427387904"}) ==
        Lines{"[-9223372036854775808,-9223372036854775807)", "[-9223372036854775807,-4611686018427387903)"});
}

TEST_CASE("lquantize counts equal steps and what lies beyond", "[dtrace]") {
  CHECK(scheme_of({"< -50", "-50", "-40", ">= -30"}) == "lquantize");
  CHECK(ranges_of({"< -50", "-50", "-40", ">= -30"}) == Lines{"[*,-50)", "[-50,-40)", "[-40,-30)", "[-30,*)"});
  CHECK(ranges_of({"3", "6", "9"}) == Lines{"[3,6)", "[6,9)", "[9,12)"});
}

TEST_CASE("llquantize counts steps that grow, mirrored below zero", "[dtrace]") {
  CHECK(scheme_of({"8", "9", "10", "20", "30"}) == "llquantize");
  CHECK(ranges_of({"<= -100", "-90", "-80", "abs() < 1", "1", "2", ">= 3"}) ==
        Lines{"[*,-99)", "[-99,-89)", "[-89,-79)", "[0,1)", "[1,2)", "[2,3)", "[3,*)"});
}

TEST_CASE("buckets at the ends of 64 bits end there", "[dtrace]") {
  CHECK(ranges_of({"9223372036854775800", "9223372036854775806"}) ==
        Lines{"[9223372036854775800,9223372036854775806)", "[9223372036854775806,9223372036854775807)"});
  CHECK(ranges_of({"-9223372036854775807", "9223372036854775806"}).front() ==
        "[-9223372036854775807,9223372036854775806)");
}

TEST_CASE("each bucket is a sample with its bounds as labels", "[dtrace]") {
  const std::string text = "\n" + text_key("read") + "\n" + table_head() + table_row("0", "0") + table_row("1", "7") +
                           table_row("2", "0") + "\n";
  const Outcome outcome = read_dtrace(text, {{"units", "nanoseconds"}});
  REQUIRE(outcome.set.has_value());
  const Profile& profile = outcome.set->profiles()[0];
  CHECK(profile.metadata.distribution == "quantize");
  CHECK(profile.value_types[0] == ValueType{"events", "count"});
  CHECK(stacks_of(*outcome.set) == Lines{" 0", " 7", " 0"});
  CHECK(labels_of(*outcome.set, 0, 1) == "bucket_high=2;bucket_low=1;key1=read");
  const auto labels = outcome.set->dictionary().labels(profile.samples.labels_of(1));
  CHECK(outcome.set->dictionary().string(labels[0].unit) == "nanoseconds");
}

TEST_CASE("a stack's table belongs to the stack", "[dtrace]") {
  const std::string text = "\n\n" + frame_line("m`b+0x1") + "\n" + table_head() + table_row("0", "0") +
                           table_row("1", "7") + table_row("2", "0") + "\n\n" + frame_line("m`c+0x1") + "\n" +
                           table_head() + table_row("1", "0") + table_row("2", "3") + table_row("4", "0") + "\n";
  const Outcome outcome = read_dtrace(text);
  REQUIRE(outcome.set.has_value());
  REQUIRE(outcome.set->profiles().size() == 1);
  CHECK(stacks_of(*outcome.set) == Lines{"m`b 0", "m`b 7", "m`b 0", "m`c 0", "m`c 3", "m`c 0"});
}

TEST_CASE("tables of two schemes under equal keys are two aggregations", "[dtrace]") {
  const auto table = [](const std::vector<std::string>& labels) {
    std::string rows;
    for (const std::string& label : labels) rows += table_row(label, "2");
    return text_key("read") + "\n" + table_head() + rows + "\n";
  };
  const Outcome outcome = read_dtrace("\n" + table({"1", "2", "4", "8"}) + table({"< 10", "10", "20", "30"}));
  REQUIRE(outcome.set.has_value());
  REQUIRE(outcome.set->profiles().size() == 2);
  CHECK(outcome.set->profiles()[0].metadata.distribution == "quantize");
  CHECK(outcome.set->profiles()[1].metadata.distribution == "lquantize");
}

TEST_CASE("a line of text above a table is its key, as printa() with a format prints it", "[dtrace]") {
  const std::string rows = table_head() + table_row("0", "0") + table_row("1", "7") + table_row("2", "0") + "\n";
  for (const char* const between : {"", "\n"}) {
    const std::string text = "Tracing... Hit Ctrl-C to end.\n[job-1/21574]\n" + std::string(between) + rows +
                             "[job-2/21575]\n" + between + rows;
    const Outcome outcome = read_dtrace(text);
    REQUIRE(outcome.set.has_value());
    REQUIRE(outcome.set->profiles().size() == 1);
    CHECK(total(outcome.set->profiles()[0], 0) == 14);
    CHECK(labels_of(*outcome.set, 0, 1) == "bucket_high=2;bucket_low=1;key1=[job-1/21574]");
    REQUIRE(finding(outcome, "dtrace.text_keys") != nullptr);
    CHECK(finding(outcome, "dtrace.text_keys")->where.line == 2);
    CHECK(finding(outcome, "dtrace.text")->message.find("1 line;") != std::string::npos);
  }
}

TEST_CASE("a heading stands apart from the keys below it", "[dtrace]") {
  const std::string rows = table_head() + table_row("0", "0") + table_row("1", "7") + table_row("2", "0") + "\n";
  const Outcome outcome = read_dtrace("by file,\n\n   a.c, total = 1\n" + rows + "   b.c, total = 2\n" + rows +
                                      "\nby function,\n\n   f, total = 3\n" + rows);
  REQUIRE(outcome.set.has_value());
  REQUIRE(outcome.set->profiles().size() == 2);
  CHECK(outcome.set->profiles()[0].name == "by file,");
  CHECK(outcome.set->profiles()[1].name == "by function,");
  CHECK(total(outcome.set->profiles()[0], 0) == 14);
}

TEST_CASE("a number behind a table is of the next aggregation of one printa()", "[dtrace]") {
  const std::string rows = table_head() + table_row("0", "0") + table_row("1", "7") + table_row("2", "0");
  const Outcome outcome = read_dtrace("\n" + text_key("read") + "\n" + rows + value_line("5") + text_key("write") +
                                      "\n" + rows + value_line("3"));
  REQUIRE(outcome.set.has_value());
  REQUIRE(outcome.set->profiles().size() == 2);
  CHECK(stacks_of(*outcome.set, 0) == std::vector<std::string>{" 5", " 3"});
  CHECK(labels_of(*outcome.set, 0, 1) == "key1=write");
  CHECK(total(outcome.set->profiles()[1], 0) == 14);
  CHECK(outcome.set->profiles()[1].metadata.distribution == "quantize");
}

TEST_CASE("a count that may be cut where all rows end is a warning", "[dtrace]") {
  const auto table = [](std::size_t width, const std::string& count) {
    std::string text = "\n" + text_key("cc") + "\n" + table_head();
    const std::string rows[][2] = {{"0", "0"}, {"1", count}, {"2", "12"}, {"4", "0"}};
    for (const auto& [label, number] : rows) {
      std::string line = std::string(16 - label.size(), ' ') + label + " |" + std::string(41, ' ') + number;
      line.resize(std::max<std::size_t>(line.size(), 68), ' ');
      text += line.substr(0, width) + "\n";
    }
    return text + "\n";
  };
  const Outcome cut = read_dtrace(table(64, "81234567"));
  REQUIRE(warns(cut, "dtrace.lost_line"));
  CHECK(finding(cut, "dtrace.lost_line")->where.line == 5);
  CHECK(!warns(read_dtrace(table(68, "81234567")), "dtrace.lost_line"));
  CHECK(!warns(read_dtrace(table(80, "123456789")), "dtrace.lost_line"));
  CHECK(!warns(read_dtrace(table(64, "8123")), "dtrace.lost_line"));
}

TEST_CASE("tables of different steps are no lquantize()'s and maybe of two", "[dtrace]") {
  const auto table = [](int step, const std::string& key) {
    std::string rows = "\n" + text_key(key) + "\n" + table_head();
    for (int i = 0; i < 5; ++i) rows += table_row(std::to_string(i * step), i == 0 || i == 4 ? "0" : "3");
    return rows;
  };
  const Outcome different = read_dtrace("\n" + table(10, "a") + "\n" + table(5, "b"));
  REQUIRE(warns(different, "dtrace.alike"));
  CHECK(finding(different, "dtrace.alike")->where.line == 12);
  CHECK(different.set->profiles()[0].metadata.distribution == "llquantize");
  const Outcome same = read_dtrace("\n" + table(10, "a") + "\n" + table(10, "b"));
  CHECK(!warns(same, "dtrace.alike"));
  CHECK(same.set->profiles()[0].metadata.distribution == "lquantize");
  const std::string program = quiet("io:::start { @[execname] = llquantize(arg0, 10, 0, 2, 10); }\n");
  CHECK(!warns(read_with(program, "\n" + table(10, "a") + "\n" + table(1, "b")), "dtrace.alike"));
}

}  // namespace profconv::test
