// SPDX-License-Identifier: Apache-2.0
// Several aggregations and several prints in one DTrace output, and text that stands between or within them.
#include <string>
#include <vector>

#include "readers/readers.h"
#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

/// What printa() makes of an aggregation.
std::string print(const std::string& records) { return "\n" + records; }

}  // namespace

TEST_CASE("text above a print names the profile and keeps equal keys apart", "[dtrace]") {
  const std::string text = "BYTES\n" + print(stack_record(stack_a, "16")) + "COUNT:\n" +
                           print(stack_record(stack_a, "1") + stack_record(stack_c, "2"));
  const Outcome outcome = read_dtrace(text);
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 2);
  CHECK(set.profiles()[0].name == "BYTES");
  CHECK(set.profiles()[1].name == "COUNT");
  CHECK(stacks_of(set, 0) == Lines{"m`a;m`b 16"});
  CHECK(stacks_of(set, 1) == Lines{"m`a;m`b 1", "m`a;m`c 2"});
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("headings that differ only in numbers are prints of one aggregation", "[dtrace]") {
  const std::string text =
      "after 1 s\n" + print(stack_record(stack_a, "16")) + "after 2 s\n" + print(stack_record(stack_a, "1"));
  const Outcome outcome = read_dtrace(text);
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 17"});
  CHECK(finding(outcome, "dtrace.printed_again")->where.line == 10);
}

TEST_CASE("prints add, or the last counts, or they are aggregations of their own", "[dtrace]") {
  const std::string text =
      print(stack_record(stack_a, "3") + stack_record(stack_c, "5")) + print(stack_record(stack_a, "10"));
  const Outcome added = read_dtrace(text);
  CHECK(stacks_of(set_of(added)) == Lines{"m`a;m`b 13", "m`a;m`c 5"});
  REQUIRE(finding(added, "dtrace.printed_again") != nullptr);
  CHECK(finding(added, "dtrace.printed_again")->where.line == 12);
  const Outcome last = read_dtrace(text, {{"prints", "last"}});
  CHECK(stacks_of(set_of(last)) == Lines{"m`a;m`b 10", "m`a;m`c 5"});
  const Outcome apart = read_dtrace(text, {{"prints", "apart"}});
  REQUIRE(set_of(apart).profiles().size() == 2);
  CHECK(stacks_of(*apart.set, 1) == Lines{"m`a;m`b 10"});
}

TEST_CASE("keys that repeat with nothing between are reported with their line", "[dtrace]") {
  const std::string text =
      print(stack_record(stack_a, "3") + stack_record(stack_c, "5") + stack_record(stack_a, "400"));
  const Outcome outcome = read_dtrace(text);
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 403", "m`a;m`c 5"});
  const Diagnostic* const repeated = finding(outcome, "dtrace.repeated_keys");
  REQUIRE(repeated != nullptr);
  CHECK(repeated->where.line == 11);
  CHECK(repeated->severity == Severity::data_loss);
  CHECK(repeated->message == "1 stack appears again in one print: values were added; --set dtrace.prints=apart splits");
  CHECK(stacks_of(set_of(read_dtrace(text, {{"prints", "last"}}))) == Lines{"m`a;m`b 403", "m`a;m`c 5"});
  CHECK(set_of(read_dtrace(text, {{"prints", "apart"}})).profiles().size() == 2);
}

TEST_CASE("values that begin again with smaller ones are reported as perhaps another aggregation", "[dtrace]") {
  const std::string text = "\n" + text_key("read") + value_line("3") + text_key("write") + value_line("9") +
                           text_key("bash") + value_line("1") + text_key("sh") + value_line("2");
  const Outcome outcome = read_dtrace(text);
  REQUIRE(set_of(outcome).profiles().size() == 1);
  REQUIRE(finding(outcome, "dtrace.values_restart") != nullptr);
  CHECK(finding(outcome, "dtrace.values_restart")->where.line == 4);
  const Outcome apart = read_dtrace(text, {{"prints", "apart"}});
  REQUIRE(set_of(apart).profiles().size() == 2);
  CHECK(stacks_of(*apart.set, 0) == Lines{" 3", " 9"});
}

TEST_CASE("a second recording in the same file adds to the first", "[dtrace]") {
  const std::string heading = "CPU     ID                    FUNCTION:NAME\n";
  const std::string probe = "  1   3973                         :tick-2s \n";
  const std::string values = "\n" + value_line("3") + value_line("-4");
  const Outcome outcome = read_dtrace(heading + probe + values + heading + probe + values);
  const ProfileSet set = set_of(outcome);
  const auto& profiles = set.profiles();
  REQUIRE(profiles.size() == 2);
  CHECK(total(profiles[0], 0) == 6);
  CHECK(total(profiles[1], 0) == -8);
  CHECK(finding(outcome, "dtrace.appended") != nullptr);
}

TEST_CASE("what the program printed between two records splits no aggregation", "[dtrace]") {
  const Outcome outcome = read_dtrace(print(stack_record(stack_a, "3") + "done 22268\n" + stack_record(stack_c, "5")));
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 3", "m`a;m`c 5"});
  REQUIRE(finding(outcome, "dtrace.text_numbers") != nullptr);
  CHECK(finding(outcome, "dtrace.text_numbers")->where.line == 6);
}

TEST_CASE("what the program printed within a record, even within a line, is survived", "[dtrace]") {
  const std::string whole = stack_record(stack_a, "3");
  const std::string lines[] = {
      "\n" + frame_line("m`b+0x1") + "done 22268\n" + frame_line("m`a+0x2") + value_line("5"),
      "\n" + frame_line("m`b+0x1") + "    done 22268\n          m`a+0x2\n" + value_line("5"),
      "\n" + frame_line("m`b+0x1") + frame_line("done 22268") + "m`a+0x2\n" + value_line("5"),
      "\n" + frame_line("m`bdone 22268") + "+0x1\n" + frame_line("m`a+0x2") + value_line("5"),
      "\n" + frame_line("mdone 22268") + "`b+0x1\n" + frame_line("m`a+0x2") + value_line("5"),
      "\n" + stack_a + "   done 22268\n" + value_line("5").substr(3),
  };
  for (const std::string& cut : lines) {
    INFO(cut);
    const Outcome outcome = read_dtrace(print(whole + cut), {{"prints", "add"}});
    CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 8"});
    CHECK((finding(outcome, "dtrace.text_numbers") != nullptr || finding(outcome, "dtrace.mended") != nullptr));
  }
}

TEST_CASE("a frame that was cut and is nowhere whole is reported as a loss", "[dtrace]") {
  const Outcome outcome =
      read_dtrace("\n\n" + frame_line("m`bdone 22268") + "+0x1\n" + frame_line("m`a+0x2") + value_line("5"));
  CHECK(total(set_of(outcome).profiles()[0], 0) == 5);
  REQUIRE(finding(outcome, "dtrace.cut_frame") != nullptr);
  CHECK(finding(outcome, "dtrace.cut_frame")->severity == Severity::data_loss);
  CHECK(finding(outcome, "dtrace.cut_frame")->where.line == 4);
}

TEST_CASE("a cut frame is mended by its name, at whatever offset that stands elsewhere", "[dtrace]") {
  const std::string whole = stack_record(stack_a, "3");
  const std::string lines[] = {
      "\n" + frame_line("m`bdone 22268") + "+0x7\n" + frame_line("m`a+0x2") + value_line("5"),
      "\n" + frame_line("m`b+0x7done 22268") + "1\n" + frame_line("m`a+0x2") + value_line("5"),
  };
  for (const std::string& cut : lines) {
    INFO(cut);
    const Outcome outcome = read_dtrace(print(whole + cut));
    CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 8"});
    CHECK(finding(outcome, "dtrace.mended") != nullptr);
  }
}

TEST_CASE("a text that could be the end of an offset is none below a whole frame", "[dtrace]") {
  const std::string whole = stack_record(stack_a, "3");
  const std::string record = "\n" + frame_line("m`b+0x12") + "c3\n" + frame_line("m`a+0x2") + value_line("5");
  const Outcome outcome = read_dtrace(print(whole + record));
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 8"});
  CHECK(finding(outcome, "dtrace.mended") == nullptr);
  CHECK(finding(outcome, "dtrace.text") != nullptr);
}

TEST_CASE("where each print holds what came before, the last counts", "[dtrace]") {
  const auto printed = [](std::string_view a, std::string_view c) {
    return print(stack_record(stack_a, a) + stack_record(stack_c, c));
  };
  const Outcome rising = read_dtrace(printed("3", "5") + printed("4", "5") + printed("4", "9"));
  CHECK(stacks_of(set_of(rising)) == Lines{"m`a;m`b 4", "m`a;m`c 9"});
  REQUIRE(finding(rising, "dtrace.printed_again") != nullptr);
  CHECK(finding(rising, "dtrace.printed_again")->where.line == 12);
  CHECK(finding(rising, "dtrace.printed_again")->message.find("the last print counts") != std::string::npos);
  CHECK(stacks_of(set_of(read_dtrace(printed("3", "5") + printed("4", "5"), {{"prints", "add"}}))) ==
        Lines{"m`a;m`b 7", "m`a;m`c 10"});
}

TEST_CASE("keys that look alike within a print add, also where the last print counts", "[dtrace]") {
  const std::string text = print(stack_record(stack_a, "3") + stack_record(stack_a, "4") + stack_record(stack_c, "5")) +
                           print(stack_record(stack_a, "30") + stack_record(stack_a, "40"));
  CHECK(stacks_of(set_of(read_dtrace(text, {{"prints", "last"}}))) == Lines{"m`a;m`b 70", "m`a;m`c 5"});
}

TEST_CASE("recordings add, also where the last print of each counts", "[dtrace]") {
  const std::string heading =
      "CPU     ID                    FUNCTION:NAME\n  1   3973                         :tick-2s \n";
  const std::string recording = heading + print(stack_record(stack_a, "3")) + print(stack_record(stack_a, "10"));
  CHECK(stacks_of(set_of(read_dtrace(recording + recording, {{"prints", "last"}}))) == Lines{"m`a;m`b 20"});
}

TEST_CASE("an empty line behind what an action printed is no stack", "[dtrace]") {
  const std::string text =
      "CPU     ID                    FUNCTION:NAME\n"
      "  0      2                             :END END OF RUN\n\n\n\n\n" +
      stack_a + value_line("1") + "\n\n" + stack_c + value_line("2") + "\n" + frame_line("vmlinux`k+0x1") + "\n" +
      stack_c + value_line("3");
  const ProfileSet set = set_of(read_dtrace(text));
  REQUIRE(set.profiles().size() == 1);
  CHECK(stacks_of(set) == Lines{"m`a;m`b 1", "m`a;m`c 2", "m`a;m`c;vmlinux`k 3"});
}

TEST_CASE("prints add where the total stays, a key falls or a key vanishes", "[dtrace]") {
  const std::string steady = print(stack_record(stack_a, "97"));
  std::string six;
  for (int i = 0; i < 6; ++i) six += steady;
  const Outcome same = read_dtrace(six);
  CHECK(stacks_of(set_of(same)) == Lines{"m`a;m`b 582"});
  CHECK(finding(same, "dtrace.printed_again")->message.find("added") != std::string::npos);
  const std::string first = print(stack_record(stack_a, "3") + stack_record(stack_c, "5"));
  CHECK(stacks_of(set_of(read_dtrace(first + print(stack_record(stack_a, "2") + stack_record(stack_c, "90"))))) ==
        Lines{"m`a;m`b 5", "m`a;m`c 95"});
  CHECK(stacks_of(set_of(read_dtrace(first + print(stack_record(stack_a, "30"))))) == Lines{"m`a;m`b 33", "m`a;m`c 5"});
}

TEST_CASE("drops and errors are added up and say what they mean", "[dtrace]") {
  const Outcome outcome = read_dtrace(file_bytes(data_folder() / "dtrace" / "drops.txt"));
  CHECK(stacks_of(set_of(outcome)) == Lines{"a.out`f;a.out`g 3"});
  const Diagnostic* const drops = finding(outcome, "dtrace.aggregation_drops");
  REQUIRE(drops != nullptr);
  CHECK(drops->severity == Severity::data_loss);
  CHECK(drops->where.line == 2);
  CHECK(drops->message == "850 aggregation drops: the profile is incomplete; raise -x aggsize");
  CHECK(finding(outcome, "dtrace.drops")->message.find("2 drops") == 0);
  CHECK(finding(outcome, "dtrace.other_drops")->message.find("7 drops") == 0);
  CHECK(finding(outcome, "dtrace.errors")->where.line == 7);
}

TEST_CASE("a recording of addresses alone says why", "[dtrace]") {
  const Outcome outcome = read_dtrace("\n\n" + frame_line("0x4005d0") + frame_line("0x7f31a32041f5") + value_line("3"));
  REQUIRE(finding(outcome, "dtrace.addresses") != nullptr);
  CHECK(finding(outcome, "dtrace.addresses")->message.find("the process exited before dtrace printed") !=
        std::string::npos);
}

TEST_CASE("a recording that counted nothing is an empty profile", "[dtrace]") {
  for (const std::string text :
       {"\n", "CPU     ID                    FUNCTION:NAME\n  1   3973                         :tick-2s \n\n"}) {
    const Outcome outcome = read_dtrace(text);
    const ProfileSet set = set_of(outcome);
    REQUIRE(set.profiles().size() == 1);
    CHECK(set.profiles()[0].samples.size() == 0);
    CHECK(finding(outcome, "dtrace.empty") != nullptr);
  }
}

TEST_CASE("a text without records is refused with the first line", "[dtrace]") {
  const Outcome outcome = read_dtrace("Dear reader,\n  this is prose.\n");
  CHECK_FALSE(outcome.set.has_value());
  CHECK(outcome.error.find("in.dtrace:1: found 'Dear reader,', expected records") == 0);
}

TEST_CASE("order is kept where a writer asks for it", "[dtrace]") {
  const std::string text = print(stack_record(stack_a, "3") + stack_record(stack_c, "5") + stack_record(stack_a, "7"));
  const Outcome outcome = read_dtrace(text, {}, SampleOrder::as_read);
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 3", "m`a;m`c 5", "m`a;m`b 7"});
}

}  // namespace profconv::test
