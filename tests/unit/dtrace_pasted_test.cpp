// SPDX-License-Identifier: Apache-2.0
// Output of DTrace that somebody pasted into a mail, a page or a comment.
#include <algorithm>
#include <string>
#include <vector>

#include "readers/dtrace/text/pasted.h"
#include "support/catch.h"
#include "support/model_dump.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

Lines read_stacks(std::string_view text) {
  const Outcome outcome = read_dtrace(text);
  INFO(text);
  INFO(outcome.error);
  REQUIRE(outcome.set.has_value());
  REQUIRE(outcome.set->profiles().size() == 1);
  return stacks_of(*outcome.set);
}

/// Every line behind a mark.
std::string marked(std::string_view mark, std::string_view text) {
  std::string all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    all.append(mark).append(text.substr(begin, end + 1 - begin));
    begin = end + 1;
  }
  return all;
}

std::string replaced(std::string text, std::string_view old, std::string_view now) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + now.size())) {
    text.replace(at, old.size(), now);
  }
  return text;
}

const std::string two_records = "\n" + frame_line("m`b+0x1") + frame_line("m`a+0x2") + value_line("3") + "\n" +
                                frame_line("0x4005d0") + value_line("12");
const Lines two_stacks{"m`a;m`b 3", "0x4005d0 12"};

}  // namespace

TEST_CASE("text behind a mark or a tab is read as what stands behind it", "[dtrace]") {
  for (const char* const mark : {"// ", "> ", "# ", "\t", "* "}) {
    CHECK(dtrace::treatment_of(marked(mark, two_records)).prefix == mark);
    CHECK(read_stacks(marked(mark, two_records)) == two_stacks);
    CHECK(read_stacks("^C\n" + marked(mark, two_records)) == two_stacks);
  }
}

TEST_CASE("the mark before every line is no part of a format", "[dtrace]") {
  std::string below;
  std::string above;
  for (const std::string each : {"1", "2", "3", "4"}) {
    below += "\nm`b" + each + "+0x1\nm`a+0x2\n" + each + "\n";
    above += each + "\n\nm`b" + each + "+0x1\nm`a+0x2\n\n";
  }
  const std::string named = replaced(below, "+0x2\n", "+0x2\nCOUNT: ");
  const Lines stacks{"m`a;m`b1 1", "m`a;m`b2 2", "m`a;m`b3 3", "m`a;m`b4 4"};
  for (const char* const mark : {"// ", "> ", "# ", "* ", "| ", "\t", "+"}) {
    for (const std::string& text : {below, above, named}) {
      INFO(marked(mark, text));
      CHECK(read_stacks(text) == stacks);
      CHECK(read_stacks(marked(mark, text)) == stacks);
    }
  }
}

TEST_CASE("lost or collapsed blanks are put back", "[dtrace]") {
  CHECK(read_stacks("m`b+0x1\nm`a+0x2\n3\n\n0x4005d0\n12\n") == two_stacks);
  CHECK(read_stacks(" m`b+0x1\n m`a+0x2\n 3\n\n 0x4005d0\n 12\n") == two_stacks);
  CHECK(read_stacks("             m`b+0x1      \n             m`a+0x2\n              3      \n            \n"
                    "             0x4005d0  \n             12\n") == two_stacks);
  CHECK(read_stacks("[...]\n m`b+0x1\n m`a+0x2\n 3\n\n 0x4005d0\n 12\n[...]\n") == two_stacks);
}

TEST_CASE("a number that fills its column does not hide that blanks were collapsed", "[dtrace]") {
  const std::string text = "\n m`b\n 2332234835101413595\n\n m`a\n 17\n";
  CHECK(dtrace::treatment_of(text).collapsed);
  CHECK(read_stacks(text) == Lines{"m`b 2332234835101413595", "m`a 17"});
  CHECK_FALSE(dtrace::treatment_of("\n" + text_key("a") + " 2332234835101413595\n").collapsed);
}

TEST_CASE("keys whose columns are gone are told by two blanks", "[dtrace]") {
  const Outcome outcome = read_dtrace(" ntpd                  771           24\n Google Chrome   46565   93\n");
  REQUIRE(outcome.set.has_value());
  CHECK(stacks_of(*outcome.set) == Lines{" 24", " 93"});
  CHECK(labels_of(*outcome.set, 0, 0) == "key1=ntpd;key2=771");
  CHECK(labels_of(*outcome.set, 0, 1) == "key1=Google Chrome;key2=46565");
}

TEST_CASE("tables are read without their blanks", "[dtrace]") {
  const Outcome outcome = read_dtrace(
      "tar\nvalue  ------------- Distribution ------------- count\n512 |      0\n"
      "1024 |@@       37\n2048 |@@@@@@@      114\n4096 |      0\n\n");
  REQUIRE(outcome.set.has_value());
  CHECK(total(outcome.set->profiles()[0], 0) == 151);
  CHECK(labels_of(*outcome.set, 0, 1) == "bucket_high=2048;bucket_low=1024;key1=tar");
}

TEST_CASE("values that a mail program put on lines of their own go back to their keys", "[dtrace]") {
  const std::string line = "  hid_ite                                                  11   124271\n       4432193\n";
  const std::string other = "  lib80211                                                 12   124271\n       4445910\n";
  const Outcome outcome = read_dtrace(line + other);
  REQUIRE(outcome.set.has_value());
  CHECK(stacks_of(*outcome.set) == Lines{" 4432193", " 4445910"});
  CHECK(labels_of(*outcome.set, 0, 1) == "key1=lib80211;key2=12;key3=124271");
}

TEST_CASE("records in one line are taken apart at their blanks", "[dtrace]") {
  CHECK(read_stacks("  m`b+0x1  m`a+0x2  3  0x4005d0  12\n") == two_stacks);
}

TEST_CASE("what a web page made of blanks and brackets is undone", "[dtrace]") {
  CHECK(read_stacks(replaced(two_records, " ", "\xc2\xa0")) == two_stacks);
  CHECK(read_stacks(replaced(two_records, "  ", "&nbsp; ")) == two_stacks);
  CHECK(read_stacks("// " + frame_line("m`b&lt;c&amp;&gt;+0x1") + "// " + value_line("3")) == Lines{"m`b<c&> 3"});
  CHECK(read_stacks(frame_line("m`b(&quot;c&quot;)+0x1") + value_line("3")) == Lines{"m`b(\"c\") 3"});
  CHECK(read_stacks(frame_line("m`b&#60;c&#38;&#x3e;+0x1") + value_line("3")) == Lines{"m`b<c&> 3"});
  const Outcome page = read_dtrace(replaced(two_records, " ", "&nbsp;"));
  CHECK(stacks_of(set_of(page)) == two_stacks);
  CHECK(finding(page, "dtrace.format") == nullptr);
  const std::string keys = "\n" + text_key("a") + value_line("4");
  CHECK(labels_of(set_of(read_dtrace(replaced(keys, " ", "\xc2\xa0"))), 0, 0) == "key1=a");
  // A key is not changed: no frame shows that the text was a page's.
  CHECK(labels_of(set_of(read_dtrace("\n" + text_key("a&lt;") + value_line("4"))), 0, 0) == "key1=a&lt;");
}

TEST_CASE("a terminal's codes are no part of names", "[dtrace]") {
  const std::string found = "\x1b[01;31m\x1b[Km\x1b[m\x1b[K";
  const std::string plain = stack_record(stack_a, "3") + stack_record(stack_c, "4");
  const std::string colored = stack_record(frame_line(found + "`b+0x1") + frame_line(found + "`a+0x2"), "3") + "\n" +
                              stack_c + std::string(16, ' ') + "\x1b[32m4\x1b[0m\n\x1b[?2004h\n";
  CHECK(read_stacks(colored) == read_stacks(plain));
  CHECK_FALSE(warns(read_dtrace(colored), "dtrace.colors"));
  const std::string program =
      quiet("BEGIN { printf(\"\\033[1mTracing\\n\"); }\nio:::start { @[probefunc] = count(); }\n");
  CHECK(warns(read_with(program, plain + stack_record(frame_line("m`" + found), "3")), "dtrace.colors"));
  CHECK(warns(read_with(program, "\n" + row(found, "3") + row("sh", "4")), "dtrace.colors"));
  CHECK_FALSE(warns(read_with(program, "\x1b[1mTracing\n\n" + row("sh", "4")), "dtrace.colors"));
}

TEST_CASE("codes that a program prints itself are kept", "[dtrace]") {
  const std::string program =
      quiet("io:::start { @[probefunc] = count(); }\nEND { printa(\"\\033[1m%s\\033[0m %@d\\n\", @); }\n");
  const Outcome outcome = read_with(program, "\x1b[1msh\x1b[0m 3\n\x1b[1mvi\x1b[0m 4\n");
  CHECK(labels_of(set_of(outcome), 0, 1) == "probefunc=vi");
  CHECK(outcome.diagnostics.empty());
  const std::string bare = quiet("io:::start { @[probefunc] = count(); }\nEND { printa(\"%s %@d\\n\", @); }\n");
  CHECK(warns(read_with(bare, "\x1b[1msh\x1b[0m 3\nvi 4\n"), "dtrace.colors"));
}

TEST_CASE("numbers of lines are removed with a warning", "[dtrace]") {
  const auto numbered = [](const std::string& text, std::string_view behind, std::size_t width, int number) {
    std::string all;
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
      const std::string digits = std::to_string(number++);
      all.append(width - std::min(width, digits.size()), ' ').append(digits).append(behind);
      all.append(text.substr(begin, text.find('\n', begin) + 1 - begin));
    }
    return all;
  };
  const auto program = [](const std::string& format) {
    return quiet("io:::start { @[probefunc] = count(); }\nEND { printa(\"" + format + "\", @); }\n");
  };
  for (const std::string& text :
       {numbered(two_records, ":", 0, 1), numbered(two_records, ":", 0, 97), numbered(two_records, "\t", 6, 1)}) {
    INFO(text);
    CHECK(read_stacks(text) == two_stacks);
    CHECK(warns(read_dtrace(text), "dtrace.numbered"));
  }
  const std::string lines = numbered("cc 2\nsh 5\nvi 6\n", ":", 0, 1);
  const Outcome outcome = read_with(program("%s %@d\\n"), lines);
  CHECK(labels_of(set_of(outcome), 0, 1) == "probefunc=sh");
  CHECK(warns(outcome, "dtrace.numbered"));
  const Outcome printed = read_with(program("%d:%s %@d\\n"), lines);
  CHECK(set_of(printed).profiles()[0].samples.size() == 3);
  CHECK_FALSE(warns(printed, "dtrace.numbered"));
  CHECK_FALSE(warns(read_with(program("%s %@d\\n"), "1:a 1\n2:b 2\n4:c 3\n"), "dtrace.numbered"));
  CHECK(dtrace::treatment_of("1:4\n2:5\n3:9\n").first_number == 0);
}

TEST_CASE("what dtrace wrote is not touched", "[dtrace]") {
  for (const std::string& text : {two_records, "\n" + text_key("bash") + value_line("4"),
                                  "\n" + text_key("bash") + "\n" + table_head() + table_row("0", "1"),
                                  std::string("PID:     2877\nTID:     1\n\n") + frame_line("m`b+0x1")}) {
    INFO(text);
    const dtrace::Treatment treatment = dtrace::treatment_of(text);
    CHECK(treatment.prefix.empty());
    CHECK_FALSE(treatment.collapsed);
  }
}

TEST_CASE("a block that is indented as a whole has the keys it had", "[dtrace]") {
  const std::string stack = "\n              a`f+0x1\n              a`main+0x2\n";
  const std::string above = "\n" + text_key("Web Content") + number_key(4242, 8) + stack + "                4\n" +
                            text_key("sh") + number_key(17, 8) + stack + "                3\n";
  const std::string around = "\n" + number_key(4242, 8) + stack + row("Web Content", "4") +  //
                             number_key(17, 8) + stack + row("sh", "3");
  for (const std::string& text : {above, around}) {
    const Outcome printed = read_dtrace(text);
    const Outcome indented = read_dtrace(marked("    ", text));
    INFO(text);
    REQUIRE(printed.set);
    REQUIRE(indented.set);
    CHECK(dump(*indented.set) == dump(*printed.set));
  }
}

TEST_CASE("blanks behind all lines are undone", "[dtrace]") {
  const auto behind = [](const std::string& text, std::size_t width) {
    std::string all;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      std::string line = text.substr(begin, end - begin);
      line.append(std::max(line.size() + 1, width) - line.size(), ' ');
      all += line + "\n";
      begin = end + 1;
    }
    return all;
  };
  const std::string table = table_head() + table_row("1", "0") + table_row("2", "3") + table_row("4", "0") + "\n";
  const std::string tables = "\n" + text_key("sh") + "\n" + table + text_key("vi") + "\n" + table;
  for (const std::string& text : {two_records, "\n" + row("sh", "3") + row("vi", "4"), tables}) {
    const Outcome printed = read_dtrace(text);
    for (const std::size_t width : {std::size_t{0}, std::size_t{80}}) {
      const Outcome padded = read_dtrace(behind(text, width));
      INFO(behind(text, width));
      if (width == 0 && text == tables) continue;
      REQUIRE(padded.set);
      CHECK(dump(*padded.set) == dump(*printed.set));
      CHECK(padded.diagnostics.size() == printed.diagnostics.size());
    }
  }
  CHECK_FALSE(dtrace::treatment_of(tables).is_padded);
}

TEST_CASE("blanks behind a frame are no part of its name", "[dtrace]") {
  const std::string records = "\n" + frame_line("p`a+0x22 ") + frame_line("p`main+0x3 ") + value_line("8") +  //
                              "\n" + frame_line("p`a+0x24 ") + frame_line("p`main+0x3") + value_line("9");
  const std::string text = [&] {
    std::string moved = records;
    for (std::size_t at = moved.find(" \n"); at != std::string::npos; at = moved.find(" \n")) moved.erase(at, 1);
    return moved;
  }();
  CHECK(read_stacks(records) == read_stacks(text));
  CHECK(read_stacks(records) == Lines{"p`main;p`a 17"});
}

TEST_CASE("lines of formats that are indented as a whole are read as they were printed", "[dtrace]") {
  const auto program = [](const std::string& format) {
    return quiet("syscall:::entry { @a[execname] = count(); }\nEND { printa(\"" + format + "\", @a); }\n");
  };
  const std::string lines = "open: 1\nread: 5\nwrite: 12\n";
  for (const char* const blanks : {"", " ", "    "}) {
    const Outcome outcome = read_with(program("%s: %@d\\n"), marked(blanks, lines));
    CHECK(stacks_of(set_of(outcome)) == Lines{" 1", " 5", " 12"});
    CHECK(outcome.diagnostics.empty());
  }
}

TEST_CASE("tabs before the frames of an action are blanks beside lines of a format", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[execname, arg0] = count(); }\n"
      "tick-1s { printa(\"  %@d -> %s/%8d\\n\\n\", @a); } END { stack(); }\n");
  const std::string records = "  2 -> sh/      17\n\n  3 -> sh/      18\n\n";
  const ProfileSet set = set_of(read_with(program, records + "\n\t      vmlinux`schedule+0x3e2\n\n"));
  REQUIRE(set.profiles().size() == 2);
  CHECK(stacks_of(set, 1) == Lines{"vmlinux`schedule 1"});
}

TEST_CASE("an aggregation that is printed once but comes again may have lost keys or lines", "[dtrace]") {
  const std::string program = quiet("io:::start { @a[probefunc, ustack()] = avg(arg0); @b[ustack()] = max(arg0); }\n");
  const auto record = [](const std::string& key, const std::string& value) {
    return "# " + key + "\n# " + frame_line("a.out`f" + value) + "# " + value_line(value);
  };
  const auto unkeyed = [](const std::string& value) {
    return "#\n# " + frame_line("a.out`f" + value) + "# " + value_line(value);
  };
  const std::string before = "#\n" + record("  sshd", "350");
  const Outcome outcome = read_with(program, before + unkeyed("382") + record("  mysqld", "506") + unkeyed("1"));
  REQUIRE(warns(outcome, "dtrace.lost_keys"));
  CHECK(finding(outcome, "dtrace.lost_keys")->where.line == 8);
  CHECK(!warns(read_with(program, before + record("  mysqld", "506") + unkeyed("1")), "dtrace.lost_keys"));
  const std::string tables = quiet(
      "io:::start { @a[probefunc] = quantize(arg0); @b[probefunc, ustack()] = quantize(arg0); } END { printa(@a); }\n");
  const std::string rows = table_head() + table_row("1", "0") + table_row("2", "3") + table_row("4", "0") + "\n";
  const std::string first = "\n" + text_key("sh") + "\n" + rows + "\n";
  const std::string second = text_key("sh") + "\n" + frame_line("a.out`f") + "\n" + rows;
  CHECK(warns(read_with(tables, first + second + text_key("vi") + "\n" + rows), "dtrace.lost_keys"));
  CHECK(!warns(read_with(tables, first + second + text_key("vi") + "\n\n" + rows), "dtrace.lost_keys"));
}

TEST_CASE("double spacing is undone with a warning", "[dtrace]") {
  const auto doubled = [](const std::string& text) {
    std::string result;
    for (const char c : text) result.append(c == '\n' ? 2 : 1, c);
    return result;
  };
  const std::string actions = "\n" + stack_a + "\n\n" + stack_c + "\n";
  const std::string records = "\n\n" + stack_a + value_line("3") + "\n" + stack_c + value_line("4");
  const Outcome events = read_dtrace(doubled(actions));
  CHECK(stacks_of(set_of(events)) == Lines{"m`a;m`b 1", "m`a;m`c 1"});
  CHECK(warns(events, "dtrace.columns"));
  CHECK(stacks_of(set_of(read_dtrace(doubled(records)))) == Lines{"m`a;m`b 3", "m`a;m`c 4"});
  // A stack of one frame below each line of printf().
  std::string single;
  for (int i = 0; i < 8; ++i) single += "hit\n\n" + frame_line("m`b+0x1") + "\n";
  CHECK_FALSE(warns(read_dtrace(single), "dtrace.columns"));
  CHECK_FALSE(warns(read_dtrace(actions), "dtrace.columns"));
}

}  // namespace profconv::test
