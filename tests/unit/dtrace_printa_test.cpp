// SPDX-License-Identifier: Apache-2.0
// Records in a format of printa() that look like something else of DTrace's, or that other text precedes.
#include <string>

#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

/// As %k prints them: m`b and m`c called by m`a.
const std::string frames_b = "m`b+0x1\nm`a+0x2\n";
const std::string frames_c = "m`c+0x1\nm`a+0x2\n";

}  // namespace

TEST_CASE("a record that looks like a line of -F is one if its format goes on below", "[dtrace]") {
  const std::string program = "io:::start { @a[execname] = sum(arg1); }\nEND { printa(\"%@4d -> %s\\n\\n\", @a); }\n";
  const Outcome outcome = read_with(program, "   1 -> a\n\n   2 | b\n\n   2 -> b\n\n223456 -> x\n\n");
  CHECK(profiles_of(outcome) == Lines{"a: =1 =2 =223456"});
}

TEST_CASE("a date that the program prints as text, too, is the key of a record if frames follow", "[dtrace]") {
  const std::string program = quiet(
      "profile-997 { @a[walltimestamp, ustack()] = count(); }\n"
      "tick-1s { printa(\"%Y%k%@d\\n\", @a); printf(\"%Y\\n\", walltimestamp); trunc(@a); }\n");
  const std::string text =
      "2026 Nov 26 17:56:18\n" + frames_b + "100\n2026 Nov 26 17:56:19\n2026 Nov 26 17:56:19\n" + frames_c + "23\n";
  CHECK(stacks_of(set_of(read_with(program, text))) == Lines{"m`a;m`b 100", "m`a;m`c 23"});
}

TEST_CASE("an empty line that the program prints is no empty key above a stack", "[dtrace]") {
  const std::string program = quiet(
      "profile-997 { @a[execname, ustack()] = count(); }\n"
      "tick-1s { printf(\"\\n\"); printa(\"%s%k%@d\\n\", @a); clear(@a); }\n");
  const ProfileSet set = set_of(read_with(program, "\ntgt\n" + frames_b + "50\ntgt\n" + frames_c + "40\n"));
  CHECK(stacks_of(set) == Lines{"m`a;m`b 50", "m`a;m`c 40"});
}

TEST_CASE("an empty line that the program prints is not the first line of a stack", "[dtrace]") {
  const std::string program =
      quiet("profile-997 { @a[ustack()] = count(); }\nEND { printf(\"\\n\"); printa(\"%k%@d\\n\", @a); }\n");
  CHECK(stacks_of(set_of(read_with(program, "\n\n" + frames_b + "12\n\n" + frames_c + "13\n"))) ==
        Lines{"m`a;m`b 12", "m`a;m`c 13"});
}

TEST_CASE("an address alone is a frame, not a value and a key behind a stack", "[dtrace]") {
  const std::string program =
      quiet("io:::start { @a[ustack(), execname] = sum(arg1); }\nEND { printa(\"%k%@d%s\\n\", @a); }\n");
  const std::string stack = std::string("libc`f\n0x7efd78eae24a\n");
  CHECK(stacks_of(set_of(read_with(program, "\n" + stack + "12read\n\n" + stack + "123456write\n"))) ==
        Lines{"0x7efd78eae24a;libc`f 12", "0x7efd78eae24a;libc`f 123456"});
}

TEST_CASE("a mark that records are left out is a warning", "[dtrace]") {
  const Outcome outcome = read_dtrace("\n" + row("read", "3") + "[...]\n" + row("write", "4"));
  CHECK(warns(outcome, "dtrace.elided"));
}

TEST_CASE("what dtrace says of itself begins no sample of perf", "[dtrace][detection]") {
  const Outcome outcome = read_dtrace("\ndtrace: 17 drops on CPU 0\n" + row("read", "3"));
  CHECK(profiles_of(outcome) == Lines{": read=3"});
}

}  // namespace profconv::test
