// SPDX-License-Identifier: Apache-2.0
// Output of other programs in the middle of DTrace's tables, frames and keys, and lines that are missing there.
#include <algorithm>
#include <string>
#include <vector>

#include "readers/dtrace/text/table_gaps.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

/// Rows of a table whose first and last bucket are empty.
std::vector<std::string> table_of(const std::vector<std::string>& labels) {
  std::vector<std::string> rows;
  for (const std::string& label : labels) {
    const bool is_edge = rows.empty() || rows.size() + 1 == labels.size();
    rows.push_back(table_row(label, is_edge ? "0" : "5"));
  }
  return rows;
}

std::string joined(const std::vector<std::string>& rows) {
  std::string text = "\n\n" + table_head();
  for (const std::string& row : rows) text += row;
  return text + "\n";
}

std::optional<std::size_t> gap_of(const std::vector<std::string>& labels) {
  std::vector<dtrace::TableRow> rows;
  for (std::string row : table_of(labels)) {
    row.pop_back();
    rows.push_back(dtrace::parse_table_row(row).value());
  }
  return dtrace::row_below_gap(rows);
}

const std::vector<std::string> powers{"0", "1", "2", "4", "8", "16", "32"};

}  // namespace

TEST_CASE("output between two rows of a table does not end it", "[dtrace]") {
  for (const std::string other : {"done\n", "done\n\nand done\n", "  bash  \n", "\n"}) {
    INFO(other);
    auto rows = table_of(powers);
    rows[3].append(other);
    const Outcome outcome = read_dtrace(joined(rows));
    CHECK(total(set_of(outcome).profiles()[0], 0) == 25);
    CHECK(finding(outcome, "dtrace.lost_line") == nullptr);
    CHECK((finding(outcome, "dtrace.text") != nullptr) == (other != "\n"));
  }
}

TEST_CASE("what follows a table is no output between its rows", "[dtrace]") {
  const std::string table = joined(table_of(powers)).substr(2);
  const std::string lines = table.substr(0, table.size() - 1);
  const Outcome outcome = read_dtrace("\n" + text_key("read") + "\n" + lines + text_key("write") + "\n" + table);
  CHECK(total(set_of(outcome).profiles()[0], 0) == 50);
  CHECK(labels_of(*outcome.set, 0, 8).find("write") != std::string::npos);
}

TEST_CASE("output before a row on its line leaves the row", "[dtrace]") {
  auto rows = table_of(powers);
  rows[3].insert(0, "hello");
  const Outcome outcome = read_dtrace(joined(rows));
  CHECK(total(set_of(outcome).profiles()[0], 0) == 25);
  CHECK(finding(outcome, "dtrace.text") != nullptr);
}

TEST_CASE("output within a row of a table is a warning", "[dtrace]") {
  auto rows = table_of(powers);
  rows[3] = "               4 |@@@@done 3\n@@@@                   900      \n";
  const Outcome within_bar = read_dtrace(joined(rows));
  CHECK(total(set_of(within_bar).profiles()[0], 0) == 20);
  REQUIRE(finding(within_bar, "dtrace.lost_line") != nullptr);
  CHECK(finding(within_bar, "dtrace.lost_line")->where.line == 9);
  rows[3] = table_row("4", "907") + "0      \n";
  const Outcome within_count = read_dtrace(joined(rows));
  CHECK(total(set_of(within_count).profiles()[0], 0) == 927);
  REQUIRE(finding(within_count, "dtrace.lost_line") != nullptr);
  CHECK(finding(within_count, "dtrace.lost_line")->where.line == 8);
}

TEST_CASE("a missing row of a table is a warning with the line below it", "[dtrace]") {
  for (std::size_t lost = 1; lost + 1 < powers.size(); ++lost) {
    INFO(lost);
    auto rows = table_of(powers);
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(lost));
    const Outcome outcome = read_dtrace(joined(rows));
    REQUIRE(finding(outcome, "dtrace.lost_line") != nullptr);
    CHECK(finding(outcome, "dtrace.lost_line")->where.line == 4 + lost);
  }
  CHECK(finding(read_dtrace(joined(table_of(powers))), "dtrace.lost_line") == nullptr);
}

TEST_CASE("the first and the last row of a table are empty buckets", "[dtrace]") {
  auto rows = table_of(powers);
  rows.erase(rows.begin());
  REQUIRE(finding(read_dtrace(joined(rows)), "dtrace.lost_line") != nullptr);
  rows = table_of(powers);
  rows.pop_back();
  const Outcome outcome = read_dtrace(joined(rows));
  REQUIRE(finding(outcome, "dtrace.lost_line") != nullptr);
  CHECK(finding(outcome, "dtrace.lost_line")->where.line == 9);
}

TEST_CASE("bounds of every function follow one another", "[dtrace]") {
  const std::vector<std::vector<std::string>> whole{
      {"-4", "-2", "-1", "0", "1", "2"},
      {"0", "5", "10", "15"},
      {"< 0", "0", "5", "10", ">= 15"},
      {"-10", "-5", "0", "5"},
      {"< 1", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "20", "30"},
      {"8", "9", "10", "15", "20", "25"},
      {"80", "90", "100", ">= 200"},
      {"<= -10", "-9", "-8", "-7", "-6", "-5", "-4", "-3", "-2", "-1", "abs() < 1", "1", "2"},
      {"-1", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "15", "20"},
      {"2305843009213693952", "4611686018427387904"},
  };
  for (const auto& labels : whole) {
    INFO(labels.front() << " " << labels.back());
    CHECK_FALSE(gap_of(labels).has_value());
  }
}

TEST_CASE("a gap in the bounds is found for every function", "[dtrace]") {
  CHECK(gap_of({"-8", "-2", "-1", "0", "1"}) == 1);
  CHECK(gap_of({"0", "2", "4", "8", "16"}) == 1);
  CHECK(gap_of({"0", "5", "15", "20", "25"}) == 2);
  CHECK(gap_of({"< 0", "5", "10", "15"}) == 1);
  CHECK(gap_of({"0", "5", "10", ">= 20"}) == 3);
  CHECK(gap_of({"7", "8", "9", "20", "30"}) == 3);
  CHECK(gap_of({"80", "90", "100", "300", "400"}) == 3);
  CHECK(gap_of({"-30", "-10", "-9", "-8", "-6", "-5", "-4"}).has_value());
  CHECK(gap_of({"-3", "-2", "-1", "abs() < 1", "2", "3"}) == 4);
}

TEST_CASE("output after the sign of an offset is no part of the frame", "[dtrace]") {
  for (const std::string cut :
       {"m`b+0x1hello world\n", "m`b+0xdone 3\n", "m`b+0xdone 3\n21\n", "m`b+0x\n", "m`b+0xokay\n"}) {
    INFO(cut);
    const std::string record = "\n" + std::string(14, ' ') + cut + frame_line("m`a+0x2") + value_line("5");
    const Outcome alone = read_dtrace("\n" + record);
    CHECK(stacks_of(set_of(alone)) == Lines{"m`a;m`b 5"});
    REQUIRE(finding(alone, "dtrace.cut_frame") != nullptr);
    CHECK(finding(alone, "dtrace.cut_frame")->severity == Severity::data_loss);
    CHECK(finding(alone, "dtrace.cut_frame")->where.line == 3);
    const Outcome known = read_dtrace("\n" + stack_record(stack_a, "3") + record, {{"prints", "add"}});
    CHECK(stacks_of(set_of(known)) == Lines{"m`a;m`b 8"});
    CHECK(finding(known, "dtrace.mended") != nullptr);
    CHECK(finding(known, "dtrace.text_numbers") == nullptr);
  }
  CHECK(finding(read_dtrace("\n" + stack_record(frame_line("m`b+0x1F") + stack_a, "5")), "dtrace.cut_frame") ==
        nullptr);
}

TEST_CASE("a frame behind output on its line is read", "[dtrace]") {
  const std::string lines[] = {
      "\n" + frame_line("m`b+0x1") + "hello" + frame_line("m`c+0x3") + frame_line("m`a+0x2"),
      "\n" + ("hello " + frame_line("m`b+0x1")) + frame_line("m`c+0x3") + frame_line("m`a+0x2"),
      "\n" + frame_line("m`b+0x1") + frame_line("m`c+0x3") + "hello" + frame_line("m`a+0x2"),
  };
  for (const std::string& stack : lines) {
    INFO(stack);
    const Outcome outcome = read_dtrace("\n" + stack_record(stack_c, "3") + stack + value_line("5"));
    CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`c 3", "m`a;m`c;m`b 5"});
    CHECK(finding(outcome, "dtrace.mended") != nullptr);
  }
  const Outcome single = read_dtrace("\n\nhello" + frame_line("m`b+0x1") + value_line("5"));
  CHECK(stacks_of(set_of(single)) == Lines{"m`b 5"});
}

TEST_CASE("a frame whose name was cut is a loss", "[dtrace]") {
  const std::string cuts[] = {
      frame_line("mdone 7") + "`b\n",
      frame_line("mdone 7") + "and done\n`b+0x1\n",
      frame_line("m`openat done 7") + "64\n",
      frame_line("mdone 7") + "od`b+0x1\n",
      frame_line("m`b+0x1") + "hello m`c+0x1\n",
  };
  for (const std::string& cut : cuts) {
    INFO(cut);
    const Outcome outcome = read_dtrace("\n\n" + cut + frame_line("m`a+0x2") + value_line("5"));
    CHECK(total(set_of(outcome).profiles()[0], 0) == 5);
    REQUIRE(finding(outcome, "dtrace.cut_frame") != nullptr);
  }
}

TEST_CASE("output in place of an indentation is text, however often it comes", "[dtrace]") {
  const std::string record = "\n" + frame_line("m`b+0x1") + frame_line("done") + "m`a+0x2\n" + value_line("5");
  const Outcome outcome = read_dtrace("\n" + stack_record(stack_a, "3") + record + record + record);
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 18"});
  CHECK(finding(outcome, "dtrace.cut_frame") == nullptr);
}

TEST_CASE("a key of several lines may hold output of others", "[dtrace]") {
  const std::string before = "\n" + row("sshd", "3") + row("nginx", "17");
  const std::string after = row("bash", "99999");
  const std::string wrapped = row("java", "4096").insert(68, "\n");
  const std::string interrupted = row("java", "4096").insert(66, "4done 3\n");
  const std::string glued = row("java", "4096").insert(69, " 12");
  for (const std::string& cut : {wrapped, interrupted, glued}) {
    INFO(cut);
    const Outcome outcome = read_dtrace(before + cut + after);
    REQUIRE(finding(outcome, "dtrace.long_keys") != nullptr);
    CHECK(finding(outcome, "dtrace.long_keys")->where.line == 4);
    const std::string program = "syscall:::entry { @[execname] = count(); }";
    CHECK(finding(read_with(program, before + cut + after), "dtrace.unexpected") != nullptr);
  }
  const std::string first = "\n" + row("a\nb", "3");
  CHECK(finding(read_dtrace(first), "dtrace.long_keys") != nullptr);
  const std::string program = "syscall:::entry { @[copyinstr(arg0)] = count(); }";
  CHECK(finding(read_with(program, first), "dtrace.long_keys") == nullptr);
  CHECK(finding(read_with(program, first + row("c", "4")), "dtrace.long_keys") != nullptr);
}

TEST_CASE("a text key without its trailing blanks is no frame of the stack below", "[dtrace]") {
  const std::string text = "\n  0x400000\n" + stack_a + value_line("5") + "  m`f\n" + stack_a + value_line("6") +
                           "  0x400000\n" + stack_c + value_line("7") + "  m`f\n" + value_line("8");
  const Outcome outcome = read_dtrace(text);
  const ProfileSet set = set_of(outcome);
  CHECK(stacks_of(set) == Lines{"m`a;m`b 5", "m`a;m`b 6", "m`a;m`c 7", " 8"});
  CHECK(labels_of(set, 0, 0) == "key1=0x400000");
  CHECK(labels_of(set, 0, 1) == "key1=m`f");
}

TEST_CASE("frames indented as keys are frames where all are", "[dtrace]") {
  const std::string stack = "  m`b+0x1\n  m`a+0x2\n";
  const Outcome outcome = read_dtrace("\n\n" + stack + value_line("5") + "\n  m`c+0x1\n" + value_line("7"));
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 5", "m`c 7"});
}

TEST_CASE("a text key without its trailing blanks above an empty stack is a key or a warning", "[dtrace]") {
  const std::string whole = "  job-1\n" + stack_c + "\n" + stack_a + value_line("5");
  const std::string empty = "  job-0\n\n" + stack_a + value_line("6");
  const Outcome after = read_dtrace("\n" + whole + empty);
  REQUIRE(set_of(after).profiles().size() == 1);
  CHECK(labels_of(*after.set, 0, 1) == "key1=job-0");
  const Outcome before = read_dtrace("\n" + empty + whole);
  REQUIRE(finding(before, "dtrace.lost_keys") != nullptr);
  CHECK(finding(before, "dtrace.lost_keys")->where.line == 2);
  const std::string symbol = "  m`f\n\n" + stack_a + value_line("6");
  CHECK(finding(read_dtrace("\n" + symbol + symbol), "dtrace.lost_keys") != nullptr);
}

}  // namespace profconv::test
