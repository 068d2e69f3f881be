// SPDX-License-Identifier: Apache-2.0
// Text that looks like something else in DTrace's output, each as dtrace printed it or as an editor left it.
#include <string>
#include <string_view>

#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

/// "key1=bash main;f 3", one line per sample, with "--" between profiles.
Lines rows_of(const Outcome& outcome) {
  const ProfileSet set = set_of(outcome);
  Lines rows;
  for (std::size_t i = 0; i < set.profiles().size(); ++i) {
    if (i != 0) rows.emplace_back("--");
    const Lines stacks = stacks_of(set, i);
    for (std::size_t r = 0; r < stacks.size(); ++r) rows.push_back(labels_of(set, i, r) + " " + stacks[r]);
  }
  return rows;
}

/// Whether a finding of this kind says that data may be lost, in this line.
bool is_loss(const Outcome& outcome, std::string_view kind, std::uint64_t line) {
  const Diagnostic* const found = finding(outcome, kind);
  if (found == nullptr) return false;
  INFO(found->message);
  CHECK(found->where.line == line);
  return found->severity == Severity::data_loss;
}

/// Every line of a text with `mark` before it.
std::string indented(std::string_view mark, std::string_view text) {
  std::string all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    all.append(mark).append(text.substr(begin, end + 1 - begin));
    begin = end + 1;
  }
  return all;
}

/// A line as `unexpand -a` leaves it: blanks that end at a tab stop become a tab.
std::string unexpanded(std::string_view line) {
  std::string text;
  for (std::size_t begin = 0; begin < line.size(); begin += 8) {
    const std::string_view cell = line.substr(begin, 8);
    const std::size_t size = cell.find_last_not_of(' ') + 1;
    text += cell.size() == 8 && size < 7 ? std::string(cell.substr(0, size)) + '\t' : std::string(cell);
  }
  return text;
}

std::string unexpanded_lines(std::string_view text) {
  std::string all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    all.append(unexpanded(text.substr(begin, end - begin))).append("\n");
    begin = end + 1;
  }
  return all;
}

const std::string colons =
    "\n"
    "     1935     1935  kworker/1:0                                                     500\n"
    "        7        8  rs:main Q:Reg                                                   501\n"
    "        7        9  host:port                                                       502\n";

const std::string two_stacks =
    "\n"
    "\n"
    "              m`b+0x1\n"
    "              m`a+0x2\n"
    "                3\n"
    "\n"
    "              m`c+0x1\n"
    "              m`a+0x2\n"
    "               12\n";

const std::string action_then_record =
    "\n"
    "              m`g+0x1\n"
    "              m`main+0x1\n"
    "\n"
    "\n"
    "              m`f+0x1\n"
    "              m`main+0x3\n"
    "                3\n";

}  // namespace

TEST_CASE("two numbers and a text key with a colon are keys and no probe", "[dtrace]") {
  CHECK(rows_of(read_dtrace(colons)) == Lines{"key1=1935;key2=1935;key3=kworker/1:0  500",
                                              "key1=7;key2=8;key3=rs:main Q:Reg  501",
                                              "key1=7;key2=9;key3=host:port  502"});
  CHECK(rows_of(read_dtrace(colons, {{"keys", "a,b,name"}})) ==
        Lines{"a=1935;b=1935;name=kworker/1:0  500", "a=7;b=8;name=rs:main Q:Reg  501", "a=7;b=9;name=host:port  502"});
}

TEST_CASE("keys with a colon keep their stacks", "[dtrace]") {
  const std::string text =
      "\n"
      "     1935     1935  kworker/1:0                                       \n"
      "              m`b+0x1\n"
      "              m`a+0x2\n"
      "              500\n"
      "        7        8  rs:main Q:Reg                                     \n"
      "              m`c+0x1\n"
      "              501\n";
  CHECK(rows_of(read_dtrace(text)) ==
        Lines{"key1=1935;key2=1935;key3=kworker/1:0 m`a;m`b 500", "key1=7;key2=8;key3=rs:main Q:Reg m`c 501"});
}

TEST_CASE("keys with a colon keep their tables", "[dtrace]") {
  const std::string text =
      "\n"
      "     1935     1935  host:port                                         \n"
      "           value  ------------- Distribution ------------- count    \n"
      "               2 |                                         0        \n"
      "               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2        \n"
      "               8 |                                         0        \n"
      "\n";
  const Outcome outcome = read_dtrace(text);
  CHECK(labels_of(set_of(outcome), 0, 1) == "bucket_high=8;bucket_low=4;key1=1935;key2=1935;key3=host:port");
  CHECK(total(set_of(outcome).profiles()[0], 0) == 2);
  const ProfileSet named = set_of(read_dtrace(text, {{"keys", "a,b,name"}}));
  CHECK(labels_of(named, 0, 1) == "a=1935;b=1935;bucket_high=8;bucket_low=4;name=host:port");
}

TEST_CASE("rows that a program prints of functions are no frames of the record below", "[dtrace]") {
  const std::string text =
      "libc.so.6`read calls=5\n"
      "libc.so.6`write calls=7\n"
      "\n"
      "  bash                                                              3\n"
      "  sshd                                                              4\n";
  const Outcome outcome = read_dtrace(text);
  CHECK(rows_of(outcome) == Lines{"key1=bash  3", "key1=sshd  4"});
  // The second row is above the print, so it is the print's heading.
  REQUIRE(finding(outcome, "dtrace.text_numbers") != nullptr);
  CHECK(finding(outcome, "dtrace.text_numbers")->where.line == 1);
  CHECK(finding(outcome, "dtrace.text_numbers")->severity == Severity::data_loss);
}

TEST_CASE("rows that a program prints of functions take no value from the records above", "[dtrace]") {
  const std::string rows = "libc.so.6`read calls=5\nlibc.so.6`write calls=7\n";
  CHECK(rows_of(read_dtrace(two_stacks + rows)) == Lines{" m`a;m`b 3", " m`a;m`c 12"});
  CHECK(rows_of(read_dtrace(rows + two_stacks)) == Lines{" m`a;m`b 3", " m`a;m`c 12"});
}

TEST_CASE("a stack that an action prints before a record is an event, and the record keeps its stack", "[dtrace]") {
  const Lines apart{" m`main;m`g 1", "--", " m`main;m`f 3"};
  CHECK(rows_of(read_dtrace(action_then_record)) == apart);
  CHECK(rows_of(read_with("profile-97 { @[ustack()] = count(); }\ntick-1s { ustack(); exit(0); }",
                          action_then_record)) == apart);
}

TEST_CASE("a probe line before a print is no key of it", "[dtrace]") {
  const std::string text =
      "CPU     ID                    FUNCTION:NAME\n"
      "  1   3973                         :tick-1s \n"
      "  bash                                                              3\n"
      "\n"
      "  1   3973                         :tick-1s \n"
      "  sshd                                                              4\n"
      "\n";
  CHECK(rows_of(read_dtrace(text, {{"prints", "add"}})) == Lines{"key1=bash  3", "key1=sshd  4"});
}

TEST_CASE("an empty text key is a key", "[dtrace]") {
  const std::string text =
      "\n"
      "                                                                    3\n"
      "  bash                                                              4\n";
  const Outcome outcome = read_with("syscall::: { @[execname] = count(); }", text);
  CHECK(set_of(outcome).profiles().size() == 1);
  CHECK(stacks_of(set_of(outcome)) == Lines{" 3", " 4"});
  CHECK(rows_of(read_dtrace(text)) == Lines{"key1=  3", "key1=bash  4"});
}

TEST_CASE("a text key may hold a newline", "[dtrace]") {
  const std::string text =
      "\n"
      "  bash                                                              3\n"
      "  new\n"
      "line                                                          4\n";
  CHECK(rows_of(read_dtrace(text)) == Lines{"key1=bash  3", "key1=new\nline  4"});
}

TEST_CASE("text before records without stacks is detected as DTrace's", "[dtrace]") {
  const std::string text =
      "Tracing... Hit Ctrl-C to end.\n"
      "\n"
      "  bash                                                              3\n"
      "  sshd                                                              4\n";
  CHECK(dtrace_reader.probe(dtrace_reader, text, "file").confidence == Confidence::likely);
  CHECK(rows_of(read_dtrace(text)) == Lines{"key1=bash  3", "key1=sshd  4"});
}

TEST_CASE("^C before the first record is no key and no frame", "[dtrace]") {
  CHECK(rows_of(read_dtrace("^C\n" + two_stacks)) == Lines{" m`a;m`b 3", " m`a;m`c 12"});
  CHECK(dtrace_reader.probe(dtrace_reader, "^C\n" + two_stacks, "file").confidence == Confidence::likely);
  CHECK(rows_of(read_dtrace("^C\n" + colons)) == rows_of(read_dtrace(colons)));
}

TEST_CASE("blanks before every line are taken back", "[dtrace]") {
  CHECK(rows_of(read_dtrace(indented("    ", two_stacks))) == Lines{" m`a;m`b 3", " m`a;m`c 12"});
  CHECK(rows_of(read_dtrace(indented("    ", colons))) == rows_of(read_dtrace(colons)));
}

TEST_CASE("blanks that an editor made tabs are taken back", "[dtrace]") {
  REQUIRE(unexpanded_lines(two_stacks).find('\t') != std::string::npos);
  CHECK(rows_of(read_dtrace(unexpanded_lines(two_stacks))) == Lines{" m`a;m`b 3", " m`a;m`c 12"});
  REQUIRE(unexpanded_lines(colons).find('\t') != std::string::npos);
  CHECK(rows_of(read_dtrace(unexpanded_lines(colons))) == rows_of(read_dtrace(colons)));
}

TEST_CASE("a last line without an end is reported, but not a whole value", "[dtrace]") {
  const Outcome cut = read_dtrace(two_stacks + "\n              m`d+0x1\n              m`ma");
  CHECK(is_loss(cut, "dtrace.truncated", 11));
  CHECK(rows_of(cut) == Lines{" m`a;m`b 3", " m`a;m`c 12"});
  const Outcome whole = read_dtrace(two_stacks.substr(0, two_stacks.size() - 1));
  CHECK(finding(whole, "dtrace.truncated") == nullptr);
  CHECK(rows_of(whole) == Lines{" m`a;m`b 3", " m`a;m`c 12"});
}

TEST_CASE("keys followed by foreign text are reported", "[dtrace]") {
  const std::string text =
      "\n"
      "     1935     1935  kworker/1:0                                       \n"
      "done 22268\n"
      "              m`b+0x1\n"
      "              500\n"
      "        7        8  bash                                              \n"
      "              m`c+0x1\n"
      "              501\n";
  const Outcome outcome = read_dtrace(text);
  CHECK(is_loss(outcome, "dtrace.lost_keys", 2));
}

TEST_CASE("stacks of a format whose values are not read are a warning", "[dtrace]") {
  const std::string text =
      "3 and 4 in\n"
      "m`b+0x1\n"
      "m`a+0x2\n"
      "5 and 6 in\n"
      "m`c+0x1\n"
      "m`a+0x2\n";
  CHECK(is_loss(read_dtrace(text), "dtrace.values_left_out", 2));
}

TEST_CASE("an empty stack after an integer key is read with the script", "[dtrace]") {
  const std::string text =
      "\n"
      "                5\n"
      "                3\n"
      "                6\n"
      "              m`b+0x1\n"
      "              m`a+0x2\n"
      "                4\n";
  CHECK(rows_of(read_with("syscall::: { @[arg0, ustack()] = count(); }", text)) ==
        Lines{"arg0=5  3", "arg0=6 m`a;m`b 4"});
}

TEST_CASE("a semicolon within a frame stays", "[dtrace]") {
  const std::string text =
      "\n"
      "\n"
      "              libjvm.so`Lcom/x/Y;::z+0x4\n"
      "              Foo.main([Ljava/lang/String;)V\n"
      "                2\n";
  CHECK(rows_of(read_dtrace(text)) == Lines{" Foo.main([Ljava/lang/String;)V;libjvm.so`Lcom/x/Y;::z 2"});
}

TEST_CASE("a record that a format begins with a number and a bar is no line of a probe", "[dtrace]") {
  const std::string program =
      "#pragma D option quiet\n"
      "syscall:::entry { @c[probefunc] = count(); }\n"
      "END { printa(\"%@d | %s\\n\\n\", @c); }\n";
  CHECK(profiles_of(read_with(program, "3 | read\n\n9 | write\n\n")) == Lines{"c: read=3 write=9"});
}

TEST_CASE("a text key longer than its column may stand above an empty stack", "[dtrace]") {
  const std::string key = "one_text_that_is_longer_than_the_fifty_columns_it_has";
  const std::string text = "\n  " + key + "\n" + value_line("5");
  const std::string program = "#pragma D option quiet\nsyscall:::entry { @a[copyinstr(arg0), ustack()] = count(); }\n";
  CHECK(profiles_of(read_with(program, text)) == Lines{"a: " + key + "=5"});
  CHECK(finding(read_dtrace(text), "dtrace.lost_keys") != nullptr);
}

}  // namespace profconv::test
