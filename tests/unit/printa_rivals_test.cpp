// SPDX-License-Identifier: Apache-2.0
// Lines that several formats of a D program fit.
#include <cstdint>
#include <string>

#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

/// The sum of the samples of the profile called `name`; 0 without such a profile.
std::int64_t sum_of(const Outcome& outcome, const std::string& name) {
  std::int64_t sum = 0;
  const ProfileSet set = set_of(outcome);
  for (const Profile& profile : set.profiles()) {
    if (profile.name != name) continue;
    for (const std::int64_t value : profile.samples.values.at(0)) sum += value;
  }
  return sum;
}

}  // namespace

TEST_CASE("the empty line that another format prints does not outweigh the words of one", "[dtrace]") {
  const std::string program = quiet(
      "syscall::read:entry { @b[execname] = sum(arg2); @c[execname] = count(); }\n"
      "tick-1s { printa(\"%s %@d\\n\\n\", @b); printa(\"PID %s: %@d\\n\", @c); exit(0); }\n");
  const Outcome outcome = read_with(program, "bash 43508\n\nPID python3: 174\nPID _x: 768\n\n");
  CHECK(sum_of(outcome, "b") == 43508);
  CHECK(sum_of(outcome, "c") == 942);
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("a line that lacks the blanks of one format is of another that prints none", "[dtrace]") {
  const std::string program = quiet(
      "syscall::read:entry { @a[ustack()] = count(); @c = count(); }\n"
      "tick-1s { printa(\"%@d %k\\n\", @a); printa(\"%@d\\n\", @c); exit(0); }\n");
  const Outcome outcome = read_with(program, "58 \na.out`main+0x1\n\n44\n\n");
  CHECK(sum_of(outcome, "a") == 58);
  CHECK(sum_of(outcome, "c") == 44);
}

TEST_CASE("formats that print the same are one, however they are written", "[dtrace]") {
  const std::string program = quiet(
      "syscall::read:entry { @a = max(arg2); @b = count(); }\n"
      "tick-1s { printa(\"%@12d\\n--\\n\", @a); printa(\"%12@d\\n--\\n\", @b); exit(0); }\n");
  const Outcome outcome = read_with(program, "       31289\n--\n         178\n--\n\n");
  CHECK(sum_of(outcome, "a") == 31289);
  CHECK(sum_of(outcome, "b") == 178);
}

TEST_CASE("counts beside maxima are cleared as counts alone are", "[dtrace]") {
  const auto program = [](const std::string& print) {
    return quiet(
        "io:::start { @big[execname] = max(arg0); }\nsyscall::read:entry { @reads[execname] = count(); }\n"
        "tick-1s { " +
        print + " }\ntick-10s { trunc(@big); trunc(@reads); }\n");
  };
  const auto row = [](const std::string& key, const std::string& numbers) { return "  " + key + numbers + "\n"; };
  const std::string text =
      "\n" + row("bash ", "   4096 5") + "\n" + row("bash ", "   4096 5") + "\n" + row("bash ", "   16 2") + "\n";
  const Outcome outcome = read_with(program("printa(\"  %s    %@d %@d\\n\", @big, @reads);"), text);
  CHECK(sum_of(outcome, "big+reads") == 4096);
  const ProfileSet set = set_of(outcome);
  CHECK(set.profiles().at(0).samples.values.at(1).at(0) == 7);
}

}  // namespace profconv::test
