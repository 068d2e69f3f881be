// SPDX-License-Identifier: Apache-2.0
// Output that can be read in two ways, where the D program or a detail of the text decides, and the warning where
// neither does.
#include <string>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

TEST_CASE("an empty text key that a format fills up before a stack is no frame", "[dtrace]") {
  const std::string program =
      quiet("syscall:::entry { @a[self->name, stack()] = count(); } END { printa(\"%-20s %k%@8u\\n\", @a); }\n");
  const std::string stack = "vmlinux`f+0x1\nvmlinux`g+0x2\n       ";
  for (const std::string& blanks : {std::string(21, ' '), std::string()}) {
    const ProfileSet set =
        set_of(read_with(program, blanks + "\n" + stack + "3\nbash                 \n" + stack + "4\n"));
    CHECK(stacks_of(set) == Lines{"vmlinux`g;vmlinux`f 3", "vmlinux`g;vmlinux`f 4"});
    CHECK(labels_of(set, 0, 0) == "self->name=");
    CHECK(labels_of(set, 0, 1) == "self->name=bash");
  }
}

TEST_CASE("values that fall against the D program's order are a warning", "[dtrace]") {
  const std::string program = "io:::start { @a[probefunc] = count(); @b[probefunc] = sum(arg0); }\n";
  const std::string falling = "\n" + row("sh", "90") + row("ls", "80") + row("vi", "70") + row("cc", "60") +
                              row("sh", "900") + row("ls", "8") + row("vi", "7") + row("cc", "6");
  CHECK(warns(read_with(quiet(program), falling), "dtrace.alike"));
  const Outcome told = read_with(quiet("#pragma D option aggsortrev\n" + program), falling);
  CHECK_FALSE(warns(told, "dtrace.alike"));
  CHECK(profiles_of(told) == Lines{"b: sh=90 ls=80 vi=70 cc=60", "a: sh=900 ls=8 vi=7 cc=6"});
}

TEST_CASE("the D program tells which of two stacks is the kernel's", "[dtrace]") {
  const std::string text = "\n\n" + frame_line("app`f") + frame_line("app`main") + "\n" + frame_line("zfs`write") +
                           frame_line("zfs`vn_write") + value_line("5");
  const std::string keys[] = {"ustack(), stack()", "stack(), ustack()"};
  const auto program = [](const std::string& of) { return quiet("syscall:::entry { @[" + of + "] = count(); }\n"); };
  CHECK(stacks_of(set_of(read_with(program(keys[0]), text))) == Lines{"app`main;app`f;zfs`vn_write;zfs`write 5"});
  CHECK(stacks_of(set_of(read_with(program(keys[1]), text))) == Lines{"zfs`vn_write;zfs`write;app`main;app`f 5"});
  CHECK_FALSE(warns(read_with(program(keys[0]), text), "dtrace.stack_order"));
  CHECK(warns(read_dtrace(text), "dtrace.stack_order"));
}

TEST_CASE("the value of a format is a warning if only its place tells it", "[dtrace]") {
  std::string text;
  for (const char* const each : {"3", "4", "5", "6"}) {
    text += std::string(each) + "0, \napp`f\napp`main\n, " + each + "\n";
  }
  CHECK(warns(read_dtrace(text), "dtrace.format"));
}

TEST_CASE("a key that D computes is an integer", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[arg0 % 3, probefunc] = count(); @b[(int)arg1 >> 2 ? 1 : 0, probefunc] = count(); }\n"
      "END { printa(@a); }\n");
  const std::string text = "\n" + number_key(1, 16) + row("sh", "3") + number_key(2, 16) + row("ls", "4");
  const Outcome outcome = read_with(program, text);
  CHECK(profiles_of(outcome) == Lines{"a: 1;probefunc=sh=3 2;probefunc=ls=4"});
}

TEST_CASE("a program that never ends is refused", "[dtrace]") {
  const Outcome outcome = read_dtrace("\n" + row("sh", "3"), {{"script", "/dev/zero"}});
  CHECK_THAT(outcome.error, contains("larger than 16 MiB"));
}

TEST_CASE("a record in a format after the prints that dtrace ends with is of an appended recording", "[dtrace]") {
  const std::string program = quiet(
      "io:::start { @a[probefunc] = sum(arg0); @b[probefunc] = count(); }\n"
      "tick-1s { printa(\"%s=%@d\\n\", @a); } tick-2s { exit(0); }\n");
  const auto run = [](const std::string& first, const std::string& second) {
    return "read=" + first + "\nread=" + second + "\n\n" + row("read", "2");
  };
  CHECK(profiles_of(read_with(program, run("23", "420") + run("34", "35"))) == Lines{"a: read=455", "b: read=4"});
}

TEST_CASE("two user stacks need no kernel where the D program has them", "[dtrace]") {
  const std::string text = "\n\n" + frame_line("app`f") + "\n" + frame_line("app`g") + value_line("5");
  const auto program = [](const std::string& of) { return quiet("io:::start { @[" + of + "] = count(); }\n"); };
  const Outcome outcome = read_with(program("ustack(), ustack()"), text);
  CHECK_FALSE(warns(outcome, "dtrace.stack_order"));
  CHECK(stacks_of(set_of(outcome)) == Lines{"app`g;app`f 5"});
  for (const Frame& frame : set_of(outcome).dictionary().frames()) CHECK(frame.kind != FrameKind::kernel);
  CHECK(warns(read_with(program("stack(), stack()"), text), "dtrace.stack_order"));
}

TEST_CASE("a line that printf() prints without words is text where nothing is aggregated", "[dtrace]") {
  const std::string text = "w 18987\n\n" + stack_a + "\nw 18988\n\n" + stack_a + "\n";
  const auto program = [](const std::string& format) {
    return quiet("profile-97 { printf(\"" + format + "\\n\", execname, tid); ustack(); }\n");
  };
  CHECK_FALSE(warns(read_with(program("%s %d"), text), "dtrace.text_numbers"));
  // It could print anything.
  CHECK(warns(read_with(program("%s"), text), "dtrace.text_numbers"));
  CHECK(warns(read_with(program("%s %d") + "END { @ = count(); }\n", text), "dtrace.text_numbers"));
}

}  // namespace profconv::test
