// SPDX-License-Identifier: Apache-2.0
// What is read of D programs, as scripts and within the text of a shell.
#include "readers/dtrace/program/d_program.h"

#include <filesystem>
#include <string>
#include <vector>

#include "readers/dtrace/program/clears.h"
#include "readers/dtrace/program/d_tokens.h"
#include "support/catch.h"
#include "support/fixtures.h"

namespace profconv::test {

namespace {

using dtrace::Clears;
using dtrace::DAction;
using dtrace::DProgram;
using dtrace::parse_d_program;
using Strings = std::vector<std::string>;

std::int64_t period_of(std::string_view probe) {
  const auto rate = dtrace::rate_of_probe(probe);
  return rate ? rate->period_ns() : 0;
}

Strings formats_of(const DProgram& program) {
  Strings formats;
  for (const DAction& action : program.actions) {
    if (action.kind == DAction::Kind::printa) formats.push_back(action.format.value_or("default"));
  }
  return formats;
}

}  // namespace

TEST_CASE("an aggregation has its keys, function, probe and rate", "[dtrace]") {
  const DProgram program = parse_d_program(
      "profile-997 /pid == $target/ { @stacks[pid, tid, ustack(100, 5), \"a, b\", arg0 ? \"x\" : f(1, 2)] = count(); "
      "}\n"
      "syscall::read:return { @ = lquantize(arg0 / 10, 0, 8, 1); }");
  REQUIRE(program.aggregations.size() == 2);
  const auto& stacks = program.aggregations[0];
  CHECK(stacks.name == "@stacks");
  CHECK(stacks.keys == Strings{"pid", "tid", "ustack(100, 5)", "\"a, b\"", "arg0 ? \"x\" : f(1, 2)"});
  CHECK(stacks.function == "count");
  CHECK(stacks.arguments.empty());
  CHECK(stacks.probes == Strings{"profile-997"});
  REQUIRE(stacks.rate);
  CHECK(stacks.rate->period_ns() == 1'003'009);
  const auto& lengths = program.aggregations[1];
  CHECK(lengths.name == "@");
  CHECK(lengths.keys.empty());
  CHECK(lengths.function == "lquantize");
  CHECK(lengths.arguments == Strings{"arg0 / 10", "0", "8", "1"});
  CHECK_FALSE(lengths.rate);
}

TEST_CASE("aggregations stand in the order in which they are first assigned", "[dtrace]") {
  const DProgram program = parse_d_program(
      "BEGIN { @b = sum(1); }\n"
      "profile-97 { @a[tid] = count(); @b = sum(2); }");
  REQUIRE(program.aggregations.size() == 2);
  CHECK(program.aggregations[0].name == "@b");
  CHECK(program.aggregations[0].probes == Strings{"BEGIN", "profile-97"});
  CHECK_FALSE(program.aggregations[0].rate);
  CHECK(program.find("@a")->keys == Strings{"tid"});
  CHECK(program.find("@c") == nullptr);
}

TEST_CASE("comments, pragmas, declarations and control flow are no clauses", "[dtrace]") {
  const DProgram program = parse_d_program(
      "#!/usr/sbin/dtrace -qs\n"
      "#pragma D option aggsortkey\n"
      "#pragma D option stackindent=4\n"
      "/* @no[1] = count(); printa(@no); */\n"
      "// dtrace -n 'BEGIN { @no = count(); }'\n"
      "inline int LIMIT = 5;\n"
      "struct pair { int a; int b; };\n"
      "self int seen;\n"
      "profile:::profile-10ms\n"
      "/ self->seen /* why */ && arg0 /\n"
      "{ if (pid > 1) { @big[pid] = sum(arg0 == '{' ? 1 : 2); } else { @small[pid] = count(); } }");
  REQUIRE(program.aggregations.size() == 2);
  CHECK(program.aggregations[0].name == "@big");
  CHECK(program.aggregations[1].name == "@small");
  CHECK(program.aggregations[1].probes == Strings{"profile:::profile-10ms"});
  CHECK(program.option("quiet") == "");
  CHECK(program.option("aggsortkey") == "");
  CHECK(program.option("stackindent") == "4");
  CHECK_FALSE(program.option("aggsortrev"));
}

TEST_CASE("what a program prints is listed in its order with the probe", "[dtrace]") {
  const DProgram program = parse_d_program(
      "profile-97 { @c[tid] = count(); @a[tid] = avg(arg0); @rest[tid] = max(arg0); }\n"
      "tick-1s { trunc(@c, 5); normalize(@a, 1000); printf(\"TOP\\n\"); printa(\"%d %@d %@d\\n\", @c, @a); clear(@c); "
      "}\n"
      "END { printa(@a); trace(\"bye\"); trace(pid); }");
  REQUIRE(program.actions.size() == 8);
  CHECK(program.actions[7].kind == DAction::Kind::datum);
  CHECK(program.actions[0].kind == DAction::Kind::trunc);
  CHECK(program.actions[0].argument == "5");
  CHECK(program.actions[1].kind == DAction::Kind::normalize);
  CHECK(program.actions[1].aggregations == Strings{"@a"});
  CHECK(program.actions[1].argument == "1000");
  CHECK(program.actions[2].kind == DAction::Kind::text);
  CHECK(program.actions[2].format == "TOP\\n");
  CHECK(program.actions[3].aggregations == Strings{"@c", "@a"});
  CHECK(program.actions[3].probe == "tick-1s");
  CHECK(program.actions[5].probe == "END");
  CHECK(program.actions[6].format == "bye");
  CHECK(formats_of(program) == Strings{"%d %@d %@d\\n", "default"});
  REQUIRE(program.printed_at_end().size() == 1);
  CHECK(program.printed_at_end()[0]->name == "@rest");
}

TEST_CASE("an aggregation is cleared between prints by clear or trunc of all, in a probe that fires again",
          "[dtrace]") {
  const DProgram program = parse_d_program(
      "BEGIN { clear(@begin); }\n"
      "tick-1s { clear(@a); trunc(@b); trunc(@c, 10); }\n"
      "dtrace:::END { clear(@end); }");
  CHECK(clears(program, "@a") == Clears::each_time);
  CHECK(clears(program, "@b") == Clears::each_time);
  CHECK(clears(program, "@c") == Clears::never);
  CHECK(clears(program, "@begin") == Clears::never);
  CHECK(clears(program, "@end") == Clears::never);
}

TEST_CASE("what is emptied at other times than it is printed is known as such", "[dtrace]") {
  const auto clears_of = [](const std::string& text) { return clears(parse_d_program(text), "@a"); };
  CHECK(clears_of("tick-1s { printa(@a); clear(@a); }") == Clears::each_time);
  CHECK(clears_of("tick-1s /n > 2/ { printa(@a); } tick-1s /n > 2/ { trunc(@a); }") == Clears::each_time);
  CHECK(clears_of("tick-1s { if (n) { printa(@a); clear(@a); } }") == Clears::each_time);
  CHECK(clears_of("tick-1s { printa(@a); } tick-10s { clear(@a); }") == Clears::at_times);
  CHECK(clears_of("tick-1s { printa(@a); } tick-1s /n > 2/ { clear(@a); }") == Clears::at_times);
  CHECK(clears_of("tick-1s { printa(@a); if (n > 2) clear(@a); }") == Clears::at_times);
  CHECK(clears_of("tick-1s { printa(@a); if (n > 2) { trunc(@a); } else { m = 1; } }") == Clears::at_times);
  CHECK(clears_of("tick-1s { printa(@a); } tick-9s { printa(@a); clear(@a); }") == Clears::at_times);
  CHECK(clears_of("tick-1s { printa(@a); } tick-9s { trunc(@a); exit(0); }") == Clears::never);
}

TEST_CASE("the rate is in the name of profile and tick probes", "[dtrace]") {
  CHECK(period_of("profile-1000") == 1'000'000);
  CHECK(period_of("profile:::profile-97hz") == 10'309'278);
  CHECK(period_of("profile-10ms") == 10'000'000);
  CHECK(period_of("tick-3ms") == 3'000'000);
  CHECK(period_of("tick-1sec") == 1'000'000'000);
  CHECK(period_of("tick-1day") == 86'400'000'000'000);
  for (const char* const unit : {"ns", "nsec"}) CHECK(period_of("tick-7000000" + std::string(unit)) == 7'000'000);
  for (const char* const unit : {"us", "usec"}) CHECK(period_of("tick-7000" + std::string(unit)) == 7'000'000);
  for (const char* const unit : {"ms", "msec"}) CHECK(period_of("tick-7" + std::string(unit)) == 7'000'000);
  for (const char* const unit : {"s", "sec"}) CHECK(period_of("tick-7" + std::string(unit)) == 7'000'000'000);
  for (const char* const unit : {"m", "min"}) CHECK(period_of("tick-7" + std::string(unit)) == 420'000'000'000);
  for (const char* const unit : {"h", "hour"}) CHECK(period_of("tick-7" + std::string(unit)) == 25'200'000'000'000);
  for (const char* const unit : {"d", "day"}) CHECK(period_of("tick-7" + std::string(unit)) == 604'800'000'000'000);
  CHECK(period_of("profile-100, tick-10ms") == 10'000'000);
  CHECK(period_of("profile-100, profile-99") == 0);
  CHECK(period_of("profile-$1") == 0);
  CHECK(period_of("profile-0") == 0);
  CHECK(period_of("profile-999999999day") == 0);
  CHECK(period_of("syscall::read:entry") == 0);
}

TEST_CASE("the program of a one-liner stands between the quotes of the shell", "[dtrace]") {
  const DProgram program = parse_d_program(
      "sudo dtrace -x stackindent=4 -qn 'profile-997 /pid == $target/ { @[ustack(100)] = count(); }' \\\n"
      "  -n \"tick-1s { printa(\\\"%k%@d\\\\n\\\", @); }\" -c 'progs/deep 4' -o out.stacks  # dtrace: D 2.0.7\n");
  REQUIRE(program.aggregations.size() == 1);
  CHECK(program.aggregations[0].keys == Strings{"ustack(100)"});
  CHECK(program.aggregations[0].probes == Strings{"profile-997"});
  CHECK(formats_of(program) == Strings{"%k%@d\\n"});
  CHECK(program.option("stackindent") == "4");
  CHECK(program.option("quiet") == "");
}

TEST_CASE("a shell script's variables stay in the program and its comments do not count", "[dtrace]") {
  const DProgram program = parse_d_program(
      "#!/bin/sh\n"
      "# dtrace -n 'BEGIN { @usage = count(); }' isn't run\n"
      "rate=${1:-99}\n"
      "/usr/sbin/dtrace -q -n '\n"
      "profile-'$rate' /execname == \"'\"$name\"'\"/ { @[execname] = count(); }\n"
      "END { printa(\"%s %@d\\n\", @); }'\n");
  REQUIRE(program.aggregations.size() == 1);
  CHECK(program.aggregations[0].probes == Strings{"profile-$rate"});
  CHECK(formats_of(program) == Strings{"%s %@d\\n"});
}

TEST_CASE("a script may speak of dtrace and set its options", "[dtrace]") {
  const DProgram program = parse_d_program(
      "BEGIN { setopt(\"quiet\"); setopt(\"stackindent\", \"4\"); printf(\"end dtrace -n 'now' with Ctrl-C\"); }\n"
      "profile-97 { @[ustack()] = count(); }");
  CHECK(program.aggregations.size() == 1);
  CHECK(program.option("quiet") == "");
  CHECK(program.option("stackindent") == "4");
}

TEST_CASE("a command without a program, and text that is none, hold no aggregation", "[dtrace]") {
  CHECK(parse_d_program("dtrace -x aggsize=16k -s agg-drops.d -c 'progs/many 20'").empty());
  CHECK(parse_d_program("").empty());
  CHECK(parse_d_program("{{{ \" @[").empty());
  CHECK(parse_d_program("BEGIN { @x[").empty());
  CHECK(parse_d_program("BEGIN { @x[1] = ").empty());
  CHECK(parse_d_program("a { b } c / d / @e = count();").empty());
}

TEST_CASE("escapes are those of C", "[dtrace]") {
  CHECK(dtrace::unescaped("a\\tb\\n\\\"\\\\ \\101\\x41\\0z") == std::string("a\tb\n\"\\ AA\0z", 11));
  CHECK(dtrace::unescaped("\\") == "\\");
}

TEST_CASE("every program of the recordings is understood", "[dtrace][corpus]") {
  const std::filesystem::path folder = corpus_folder() / "own" / "dtrace";
  if (corpus_folder().empty() || !std::filesystem::is_directory(folder)) {
    WARN("skipped: PROFCONV_CORPUS names no folder with own/dtrace");
    return;
  }
  std::size_t programs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".d") continue;
    ++programs;
    const std::string text = file_bytes(entry.path());
    const DProgram program = parse_d_program(text);
    INFO(entry.path().filename().string());
    CHECK(program.empty() == (text.find('@') == std::string::npos));
    for (const auto& each : program.aggregations) {
      CHECK_FALSE(each.function.empty());
      CHECK(each.rate.has_value() == (each.probes.front().find("profile-") == 0 || each.probes.front() == "tick-1s"));
    }
  }
  CHECK(programs >= 50);
}

TEST_CASE("D programs are found in commands as shell scripts write them", "[dtrace]") {
  const std::string clause = "{ @a[execname] = count(); }";
  const std::string commands[] = {
      "$dtrace -qn 'syscall:::entry " + clause + "'",
      "\"$DTRACE\" -n 'syscall:::entry " + clause + "'",
      "${DTRACE:-dtrace} -n 'syscall:::entry " + clause + "'",
      "\"${DTRACE:-/usr/sbin/dtrace}\" $opts -qn 'syscall:::entry " + clause + "'",
      "$DTRACE_CMD \\\n  -x aggsortkey \\\n  -n 'syscall:::entry " + clause + "'",
      "sudo dtrace -n 'syscall:::entry " + clause + "' -o out",
      "exec /usr/sbin/dtrace -n 'syscall:::entry " + clause + "'",
      "dtrace -P syscall '" + clause + "'",
      "dtrace -qP syscall '/pid == $target/ " + clause + "' -c ls",
      "dtrace -n syscall:::entry'/pid == 1/' '" + clause + "'",
  };
  for (const std::string& command : commands) {
    for (const std::string prefix :
         {"", "#!/bin/sh\n# dtrace -n 'BEGIN { @wrong = count(); }'\nDTRACE=/usr/sbin/dtrace\n"}) {
      INFO(prefix << command);
      const DProgram program = parse_d_program(prefix + command + "\n");
      REQUIRE(program.aggregations.size() == 1);
      CHECK(program.aggregations[0].name == "@a");
      CHECK(program.aggregations[0].keys == Strings{"execname"});
      CHECK(program.aggregations[0].probes.at(0).starts_with("syscall"));
    }
  }
  for (const std::string line : {"#!/usr/sbin/dtrace -s\n", "#!/usr/sbin/dtrace -qs\n"}) {
    const DProgram program = parse_d_program(line + "syscall:::entry\n" + clause);
    REQUIRE(program.aggregations.size() == 1);
    CHECK(program.option("quiet").has_value() == (line.find('q') != std::string::npos));
  }
}

}  // namespace profconv::test
