// SPDX-License-Identifier: Apache-2.0
// Inputs whose text alone does not decide: options that name a format, text of the traced program, texts that may be
// of several formats, DTrace's output that something else changed.
#include <string>
#include <string_view>
#include <vector>

#include "profconv/conversion.h"
#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

/// "dtrace: why", or the message of the refusal.
std::string detected(std::string_view text, const std::vector<Setting>& settings = {}, const std::string& name = "-",
                     bool is_only_input = true) {
  Context context;
  Input input = Input::from_memory(name, text, context);
  try {
    const Detection found = detect(input, builtin_registry(), settings, is_only_input);
    return std::string(found.reader->name) + ": " + found.probe.reason;
  } catch (const Error& error) {
    return error.what();
  }
}

std::string format_of(std::string_view text, const std::string& name = "-") {
  const std::string all = detected(text, {}, name);
  return all.substr(0, all.find(':') == std::string::npos ? all.size() : all.find(": "));
}

bool asks(std::string_view text) { return detected(text).find("-: may be ") == 0; }

const Setting script{.format = "dtrace", .option = "script", .value = "prog.d"};
const Setting offsets{.format = "dtrace", .option = "offsets", .value = "keep"};
const Setting stack_type{.format = "collapsed", .option = "type", .value = "cpu"};
const std::string by_script = "dtrace: named by --set dtrace.script";
const std::string heading =
    "CPU     ID                    FUNCTION:NAME\n  0  64091                        :tick-60s \n";

std::string many(const std::string& begin, const std::string& end) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += begin + std::to_string(i) + end + "\n";
  return text;
}

std::string replaced(std::string text, std::string_view old, std::string_view now) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + now.size())) {
    text.replace(at, old.size(), now);
  }
  return text;
}

/// As `unexpand -a` writes it: blanks up to a stop become a tab where there are two or more.
std::string with_tabs(const std::string& text) {
  std::string result;
  std::size_t column = 0;
  std::size_t blanks = 0;
  for (const char c : text) {
    if (c == ' ') {
      ++blanks;
      if (++column % 8 == 0) {
        result += blanks > 1 ? "\t" : " ";
        blanks = 0;
      }
      continue;
    }
    result.append(blanks, ' ') += c;
    blanks = 0;
    column = c == '\n' ? 0 : column + 1;
  }
  return result;
}

}  // namespace

TEST_CASE("an option of one reader decides where the text does not", "[detection]") {
  for (const std::string_view text :
       {"libc`memcpy            12\napp`main               40\n", "sshd,0x1f,12\na,b,0x20,13\n", "sshd        0 KB\n",
        "count: 17\n", "main 3\n", "{\"sshd\": 4,\n", "reads = 17\nevents: 4\n"}) {
    INFO(text);
    CHECK(detected(text, {script}) == by_script);
    CHECK(detected(text, {{.format = "", .option = "script", .value = "x"}}).find("dtrace: named by --set script") ==
          0);
  }
  CHECK(detected("bash;sh 3\n", {script}) == by_script);
  CHECK(detected("a 3\nb c 4\n", {stack_type}) == "collapsed: named by --set collapsed.type");
  CHECK(detected(stack_record(stack_a, "3"), {script}).find("dtrace: frames like") == 0);
}

TEST_CASE("an option does not decide against what an input certainly is", "[detection]") {
  const std::string dtrace = heading + "\n" + stack_record(stack_a, "3");
  CHECK(detected(dtrace, {stack_type}).find("-: is dtrace (DTrace's heading on line 1") == 0);
  CHECK(detected(dtrace, {stack_type}).find("--set collapsed.type is an option of collapsed; --from collapsed reads") !=
        std::string::npos);
  CHECK(detected("{\"dhatFileVersion\":2,\"mode\":\"heap\"}", {script}).find("-: is dhat (") == 0);
  CHECK(detected("\x7f"
                 "ELF\2\1\1",
                 {script})
            .find("ELF program") != std::string::npos);
  CHECK(detected("BEGIN { @[execname] = count(); }\n#pragma D option quiet\n", {script}).find("a D program") !=
        std::string::npos);
  // These have defaults, and may be set for every conversion.
  CHECK(detected(stack_record(stack_a, "3"), {stack_type}).find("-: is dtrace (") == 0);
  CHECK(detected("bash;sh 3\n", {offsets}).find("-: is collapsed (") == 0);
}

TEST_CASE("options of several formats, and of one input among others, leave likely formats alone", "[detection]") {
  CHECK(detected("bash;sh 3\n", {script}, "-", false).find("collapsed: ") == 0);
  CHECK(detected("count: 17\n", {script}, "-", false) == by_script);
  CHECK(detected("bash;sh 3\n", {script, stack_type}).find("collapsed: ") == 0);
  const Setting modules{.format = "collapsed", .option = "modules", .value = "no"};
  CHECK(detected("bash;sh 3\n", {script, modules}) == by_script);
}

TEST_CASE("what the traced program printed before DTrace's output hides no format", "[detection]") {
  const std::string records = "\n" + stack_record(stack_a, "3") + stack_record(stack_c, "4");
  for (const std::string& text : {many("processing file ", " of 9000"), many("", ""), many("x ", ""),
                                  many("now at step ", "th"), many("sshd ", " 0")}) {
    CHECK(format_of(text + records) == "dtrace");
    CHECK(format_of(text + "\n" + row("bash", "3")) == "dtrace");
  }
  CHECK(asks(many("a;b ", "") + records));
}

TEST_CASE("text and numbers are no collapsed stacks for certain", "[detection]") {
  CHECK(asks(many("processing file ", " of 9000")));
  CHECK(asks("sshd 0 0\nnginx 1 3\n"));
  CHECK(asks("reads = 17\nwrites = 44\n"));
  CHECK(asks("reads = 17\n@writes = 44\n"));
  CHECK(asks("libc`memcpy            12\napp`main               40\n"));
  CHECK(asks(many("x ", "") + "and other text\n"));
  CHECK(detected("reads = 17\n").find("--set dtrace.script=FILE") != std::string::npos);
  CHECK(format_of("reads = 17\n", "reads.folded") == "collapsed");
  CHECK(format_of("@reads = 17\n@writes = 44\n") == "dtrace");
}

TEST_CASE("single frames with blanks in their names are collapsed stacks", "[detection]") {
  for (const std::string_view text :
       {"main 3\nf 4\n", "operator new(unsigned long) 4\noperator== 5\n",
        "std::map<int, long>::find(int const&) const 7\n", "void sort<int*>(int*, int*) 3\n", "f (./a.py:16) 3\n",
        "-[NSView draw: in:] 3\n", "(anonymous) 12\n[unknown] 5\n", "Foo<a, b>.run 3\n", "0x7f00 3\n",
        "libc`open 38\nlibc`f(int, int) 5\n"}) {
    INFO(text);
    CHECK(format_of(text) == "collapsed");
  }
}

TEST_CASE("DTrace's output is detected with tabs, and as web pages change it", "[detection]") {
  const std::string stacks = "\n" + stack_record(stack_a, "3") + stack_record(stack_c, "4");
  const std::string rows = "\n" + row("bash", "3") + row("a longer name", "17");
  for (const std::string& text : {stacks, rows, heading + rows}) {
    CHECK(with_tabs(text) != text);
    CHECK(format_of(with_tabs(text)) == "dtrace");
    CHECK(format_of(replaced(text, " ", "\xc2\xa0")) == "dtrace");
    CHECK(format_of(replaced(text, "  ", "\xc2\xa0 ")) == "dtrace");
    CHECK(format_of(replaced(text, " ", "&nbsp;")) == "dtrace");
  }
}

TEST_CASE("a number above a tab is no address of perf", "[detection]") {
  const std::string rows =
      "                  54\tsyscall::read:entry   /       0\n\n                  31\twrite   /279845209\n\n";
  const std::string keys =
      "               17  dtrace: 5 drops on CPU 0             -137\n"
      "                1  1 3973 :tick-1s                       149\n"
      "               54  syscall::read:entry                   207\n";
  CHECK(format_of(rows + rows + "\n" + keys) != "perf");
}

TEST_CASE("numbers of few digits are no addresses of perf", "[detection]") {
  const std::string keys =
      "     1935  kworker/1:0               1                2\n"
      "     1000  nginx                     1                3\n"
      "        1  t: 3                  44007                9\n";
  CHECK(format_of("            60 total\n\n" + keys + "                0\n                1\n") != "perf");
}

TEST_CASE("words of hexadecimal letters are no frames of perf", "[detection]") {
  const std::string first = "a     job-1/           0\t3 TID:   job-1\n";
  const std::string records =
      first + "_x    job-0/     6905642\t0 TID:   job-0\n" + "be    job-2/         542\t5 TID:   job-1\n";
  CHECK(format_of(records + records) != "perf");
  CHECK(format_of("a 77 12.500000: cycles:\nbe\n\nb 77 12.500000: cycles:\nadd\n\n") != "perf");
  CHECK(format_of("a 77 12.500000: cycles:\n7f0012ab f (/bin/a)\n\n") == "perf");
}

TEST_CASE("a text that is no profile tells how to give a format of printa()", "[detection]") {
  CHECK(detected("sshd,0x1f,12\n").find("or the D program that printed it with --set dtrace.script=FILE") !=
        std::string::npos);
}

}  // namespace profconv::test
