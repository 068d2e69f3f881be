// SPDX-License-Identifier: Apache-2.0
// What DTrace's text leaves open: read by an assumption, which a warning names.
#include <algorithm>
#include <string>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

bool has_loss(const Outcome& outcome, std::string_view kind) {
  const Diagnostic* const found = finding(outcome, kind);
  return found != nullptr && found->severity == Severity::data_loss;
}

}  // namespace

TEST_CASE("averages of stacks that differ in offsets do not add", "[dtrace]") {
  const std::string text = "\n" + stack_record(frame_line("m`f+0x1"), "10") + stack_record(frame_line("m`f+0x2"), "30");
  const std::string averages = quiet("profile-99 { @a[ustack()] = avg(arg0); }\n");
  const Outcome joined = read_with(averages, text);
  CHECK(stacks_of(set_of(joined)) == Lines{"m`f 30"});
  CHECK(has_loss(joined, "dtrace.joined_averages"));
  const Outcome apart = read_with(averages, text, {{"offsets", "keep"}});
  CHECK(set_of(apart).profiles()[0].samples.size() == 2);
  CHECK(apart.diagnostics.empty());
  // Sums add, and of maxima the largest is right.
  for (const std::string function : {"sum", "max"}) {
    CHECK(read_with(quiet("profile-99 { @a[ustack()] = " + function + "(arg0); }\n"), text).diagnostics.empty());
  }
}

TEST_CASE("averages that are cleared between prints do not add", "[dtrace]") {
  const std::string text = "\n" + row("sh", "10") + "\n" + row("sh", "30");
  const std::string prints = "syscall:::entry { @a[probefunc] = avg(arg0); } tick-1s { printa(@a); ";
  const Outcome cleared = read_with(quiet(prints + "clear(@a); }"), text);
  CHECK(profiles_of(cleared) == Lines{"a: sh=30"});
  CHECK(has_loss(cleared, "dtrace.averages_again"));
  const Outcome kept = read_with(quiet(prints + "}"), text);
  CHECK(profiles_of(kept) == Lines{"a: sh=30"});
  CHECK(kept.diagnostics.empty());
}

TEST_CASE("DTrace sorts integer keys as if they had no sign", "[dtrace]") {
  const std::string program = quiet(
      "#pragma D option aggsortkey\n"
      "syscall:::entry { @a[(int64_t)arg0] = count(); @b[(int64_t)arg0] = count(); }\n");
  const std::string one = number_key(3, 16) + value_line("5") + number_key(-7, 16) + value_line("1");
  const std::string two = number_key(2, 16) + value_line("9") + number_key(-8, 16) + value_line("2");
  CHECK(profiles_of(read_with(program, "\n" + one + two)) == Lines{"a: 3=5 -7=1", "b: 2=9 -8=2"});
}

TEST_CASE("text that a program prints elsewhere too heads no print", "[dtrace]") {
  const std::string program = quiet(
      "BEGIN { printf(\"Tracing...\\n\"); }\n"
      "syscall:::entry { @a[probefunc] = max(arg0); @b[probefunc] = max(arg1); }\n"
      "tick-1s { printa(@b); printf(\"Tracing...\\n\"); printa(@a); }\n");
  const std::string text = "Tracing...\n\n" + row("read", "2") + "Tracing...\n\n" + row("read", "30");
  CHECK(profiles_of(read_with(program, text)) == Lines{"b: read=2", "a: read=30"});
}

TEST_CASE("a minimum of 0 beside a distribution may be a key's absence", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @sizes[execname] = quantize(arg0); @least[execname] = min(arg1); }\n"
      "tick-1s { printa(@sizes, @least); clear(@sizes); clear(@least); }\n");
  const std::string table = "\n" + table_head() + table_row("1", "0") + table_row("2", "3") + table_row("4", "0");
  const std::string text = "\n" + text_key("sh") + table + value_line("0") + "\n" + text_key("sh") + table;
  CHECK(has_loss(read_with(program, text + value_line("70")), "dtrace.absent_keys"));
}

TEST_CASE("a value without keys below a record may be that of a key before an empty stack", "[dtrace]") {
  const std::string stack = frame_line("m`f");
  const std::string other = "\n" + stack + number_key(1733214140041, 16) + "\n" + frame_line("k`g") + value_line("4");
  const std::string doubtful = "\n" + stack + number_key(1276597316179, 16) + "\n" + value_line("1");
  CHECK(has_loss(read_dtrace("\n" + doubtful + other), "dtrace.alike"));
  // Values alone are aggregations without keys.
  CHECK(read_dtrace("\n" + value_line("12") + value_line("15")).set.has_value());
  CHECK(finding(read_dtrace("\n" + value_line("12") + value_line("15")), "dtrace.alike") == nullptr);
}

TEST_CASE("rows below records with stacks are not the keys of an empty one", "[dtrace]") {
  const std::string keyed = text_key("sh") + number_key(9, 16) + "\n" + frame_line("m`f") + value_line("59");
  const Outcome outcome = read_dtrace("\n" + keyed + row("a", "1") + row("b", "1") + row("c", "2") + row("d", "9"));
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 2);
  CHECK(profiles_of(outcome).back() == ": a=1 b=1 c=2 d=9");
}

TEST_CASE("a heading that names a number may be a record", "[dtrace]") {
  for (const std::string line : {"@x =     2, 9        total", "NAME:  363 job", "1000/1"}) {
    INFO(line);
    CHECK(has_loss(read_dtrace(line + "\n\n" + row("sh", "3")), "dtrace.text_numbers"));
  }
  for (const std::string line : {"Top 5 readers", "READS of disk 3 in kB:", "latency (us) of 10.0.0.5:"}) {
    INFO(line);
    CHECK(finding(read_dtrace(line + "\n\n" + row("sh", "3")), "dtrace.text_numbers") == nullptr);
  }
}

TEST_CASE("few falling values are not taken for sorted keys", "[dtrace]") {
  CHECK(has_loss(read_dtrace("\n" + row("a", "5") + row("b", "1")), "dtrace.values_restart"));
  const std::string sorted = row("a", "5") + row("b", "1") + row("c", "4") + row("d", "2");
  CHECK(finding(read_dtrace("\n" + sorted), "dtrace.values_restart") == nullptr);
}

TEST_CASE("what a D program prints beside records, or in other units, is a warning", "[dtrace]") {
  const std::string normalized =
      "syscall:::entry { @m[probefunc] = sum(arg0); }\n"
      "END { printa(@m); normalize(@m, 1024); printa(@m); }";
  const std::string text = "\n" + row("read", "4096") + "\n" + row("read", "4");
  CHECK(has_loss(read_with(quiet(normalized), text), "dtrace.program"));
  const std::string rows =
      "END { printa(\"%-20s %@10d\\n\", @m); printf(\"%-20s %10d\\n\", \"TOTAL\", total); }\n"
      "syscall:::entry { @m[probefunc] = sum(arg0); }";
  CHECK(has_loss(read_with(quiet(rows), "read                          8\nTOTAL                         8\n"),
                 "dtrace.program"));
  const std::string traced = "io:::start { @a[ustack()] = count(); ustack(); trace(arg0); }";
  CHECK(has_loss(read_with(quiet(traced), "\n" + stack_record(stack_a, "3")), "dtrace.program"));
  const std::string once = "syscall:::entry { @m[probefunc] = sum(arg0); } END { normalize(@m, 1024); printa(@m); }";
  CHECK(finding(read_with(quiet(once), "\n" + row("read", "4")), "dtrace.program") == nullptr);
}

TEST_CASE("a key that comes twice in a print of the D program is a warning, unless it is a stack", "[dtrace]") {
  const std::string keyed = "syscall:::entry { @a[probefunc] = count(); } tick-1s { printa(@a); clear(@a); }";
  CHECK(has_loss(read_with(quiet(keyed), "\n" + row("read", "3") + row("read", "7")), "dtrace.repeated_keys"));
  // Stacks of two processes look alike.
  const std::string stacks = "profile-97 { @a[ustack()] = count(); } tick-1s { printa(@a); clear(@a); }";
  const Outcome alike = read_with(quiet(stacks), "\n" + stack_record(stack_a, "3") + stack_record(stack_a, "7"));
  CHECK(alike.diagnostics.empty());
}

TEST_CASE("a minimum of 0 may be one that was cleared", "[dtrace]") {
  const std::string program = "io:::start { @m[probefunc] = min(arg0); } tick-1s { printa(@m); clear(@m); }";
  const std::string text = "\n" + row("read", "50") + "\n" + row("read", "0");
  CHECK(has_loss(read_with(quiet(program), text), "dtrace.absent_keys"));
}

TEST_CASE("text that printf() begins the line of a printa() with is part of its format", "[dtrace]") {
  const std::string program = "syscall:::entry { @c = count(); } END { printf(\"calls: \"); printa(\"%@d\\n\", @c); }";
  CHECK(profiles_of(read_with(quiet(program), "calls: 17\n")) == Lines{"c: =17"});
}

TEST_CASE("blanks fill a text up to the width of its format", "[dtrace]") {
  const std::string right =
      "profile-97 { @c[execname, probefunc] = count(); } END { printa(\"%s %20s %@8d\\n\", @c); }";
  CHECK(profiles_of(read_with(quiet(right), "a b                    f        5\n")) == Lines{"c: f=5"});
  // A key in the 50 columns of the default form does not fit this format.
  const std::string left =
      "io:::start { @n[probefunc] = sum(arg0); @q[probefunc] = quantize(arg0); }\n"
      "END { printa(\"  %-16s %@d\\n\", @n); printa(@q); }";
  const std::string table =
      "\n" + table_head() + table_row("1", "0") + table_row("2", "3") + table_row("4", "0") + "\n";
  const ProfileSet set = set_of(read_with(quiet(left), "  sshd             17\n\n" + text_key("sshd") + table));
  REQUIRE(set.profiles().size() == 2);
  CHECK(set.profiles()[1].name == "q");
  CHECK(total(set.profiles()[1], 0) == 3);
}

TEST_CASE("numbers that trace() prints behind its probe do not make the columns doubtful", "[dtrace]") {
  std::string text = "CPU     ID                    FUNCTION:NAME\n";
  for (int i = 0; i < 50; ++i) text += "  1   3624                      write:entry                   75\n";
  const Outcome outcome = read_dtrace(text + "\n" + value_line("3750"));
  REQUIRE(set_of(outcome).profiles().size() == 1);
  CHECK(total(set_of(outcome).profiles()[0], 0) == 3750);
  CHECK(finding(outcome, "dtrace.columns") == nullptr);
}

TEST_CASE("a printf() without a newline may print what a printa() prints after it", "[dtrace]") {
  const std::string program = quiet(
      "syscall:::entry { @c[execname] = count(); }\n"
      "tick-1s { printf(\"tick %d \", i); printa(\"%s %@d \", @c); }\n");
  CHECK(has_loss(read_with(program, "tick 0 bash 3 sshd 4 \n"), "dtrace.program"));
  // What prints no value prints no records.
  const std::string names = quiet(
      "syscall:::entry { @c[execname] = count(); }\n"
      "END { printf(\"tick %d\\n\", i); printa(\"%s\\n\", @c); printa(@c); }\n");
  CHECK(finding(read_with(names, "tick 0\nbash\n\n" + row("bash", "3")), "dtrace.program") == nullptr);
  // A width tells the texts apart.
  const std::string padded = quiet(
      "syscall:::entry { @c[execname] = count(); }\n"
      "END { printf(\"total %d\\n\", n); printa(\"%-16s %@d\\n\", @c); }\n");
  CHECK(finding(read_with(padded, "total 7\nbash             3\n"), "dtrace.program") == nullptr);
}

TEST_CASE("text in which a number is joined to a name may be a record", "[dtrace]") {
  const std::string record = "\n" + row("bash", "3");
  for (const std::string text : {"NAME:a TID:sshd/3 total\n", "a TID: 1/1935 times\n", "1 -> job-1 \n"}) {
    INFO(text);
    CHECK(has_loss(read_dtrace(record + text), "dtrace.text_numbers"));
  }
  for (const std::string text : {"reading /proc/1/maps\n", "see kworker/u8 and 10/24/2026\n", "  0  -> read \n"}) {
    INFO(text);
    CHECK(finding(read_dtrace(record + text), "dtrace.text_numbers") == nullptr);
  }
}

TEST_CASE("values in no order may be several aggregations, however often they fall", "[dtrace]") {
  std::string text = "\n";
  const std::string values[] = {"1", "9", "3", "4", "1", "7"};
  for (std::size_t i = 0; i < 6; ++i) text += stack_record(frame_line("m`f" + std::to_string(i)), values[i]);
  CHECK(has_loss(read_dtrace(text), "dtrace.values_restart"));
}

TEST_CASE("the value of a cleared minimum is a warning where it is taken for a sum", "[dtrace]") {
  const std::string text = "\n" + row("sh", "5") + row("vi", "9223372036854775807");
  CHECK(has_loss(read_dtrace(text), "dtrace.cleared_extreme"));
  CHECK(finding(read_dtrace(text, {{"aggregations", "min"}}), "dtrace.cleared_extreme") == nullptr);
}

TEST_CASE("a text that ends in a number before every stack may be two keys", "[dtrace]") {
  const auto records = [](const std::string& a, const std::string& b, const std::string& c) {
    const auto record = [](const std::string& key, const std::string& value) {
      return "NAME:" + key + " \na.out`f\n  " + value + "\n\n";
    };
    return "\n" + record(a, "3") + record(b, "5") + record(c, "9") + record(a, "12");
  };
  CHECK(warns(read_dtrace(records("sshd 7", "job-1 12", "kworker/1:0 1")), "dtrace.format"));
  CHECK(!warns(read_dtrace(records("sshd", "job-1", "kworker/1:0")), "dtrace.format"));
}

TEST_CASE("a number above a table of several aggregations is a key before an empty stack", "[dtrace]") {
  const auto table = [](const std::string& number) {
    return "\n" + table_head() + table_row("-1", "0") + table_row("0", "1") + table_row("1", "0") + value_line(number);
  };
  const std::string empty = text_key("bash") + number_key(-4, 16) + "\n" + table("0");
  const std::string other = text_key("nginx") + number_key(79, 16) + "\n" + frame_line("a.out`f0") + table("60");
  const Outcome outcome = read_dtrace("\n" + empty + other);
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 2);
  CHECK(stacks_of(set) == Lines{" 0", "a.out`f0 60"});
  CHECK(labels_of(set, 1, 1) == "bucket_high=1;bucket_low=0;key1=bash;key2=-4");
  CHECK(!warns(outcome, "dtrace.alike"));
  // A print that begins below a record of these keys may have lost its own empty line.
  const std::string above = text_key("sh") + value_line("-5");
  CHECK(warns(read_dtrace("\n" + above + empty + other), "dtrace.alike"));
}

TEST_CASE("a key that is filled up with few blanks has lines above it", "[dtrace]") {
  const auto record = [](const std::string& key) {
    return "  " + key + std::string(50 - std::min<std::size_t>(key.size(), 50), ' ') + "\n" + stack_a + value_line("3");
  };
  const std::string script = "sh -c\n  for i in a b c\n  do x\n  done";
  CHECK(warns(read_dtrace("\n" + record("vi") + record(script) + record("ed")), "dtrace.lost_keys"));
  CHECK(!warns(read_dtrace("\n" + record("vi") + record("ed")), "dtrace.lost_keys"));
}

TEST_CASE("the order of values shows where an aggregation begins, whatever key decides between equal ones",
          "[dtrace]") {
  const std::string rows = row("a", "3") + row("b", "8") + row("a", "2") + row("b", "9");
  const std::string program = "syscall::: { @a[probemod] = count(); @b[probemod] = sum(arg0); }\n";
  for (const std::string option : {"aggsortpos=1", "aggsortkeypos=1"}) {
    const std::string options = "#pragma D option quiet\n#pragma D option " + option + "\n";
    CHECK(profiles_of(read_with(options + program, "\n" + rows)) == Lines{"a: a=3 b=8", "b: a=2 b=9"});
  }
}

}  // namespace profconv::test
