// SPDX-License-Identifier: Apache-2.0
// Text of `perf script` that looks like something else, and what is reported of input that cannot be right.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/conversion.h"
#include "support/catch.h"
#include "unit/perf_reading.h"

namespace profconv::test {

namespace {

/// How many samples were counted, in all profiles.
std::int64_t samples_of(const std::string& text, const std::string& kind_that_excuses_profiles = "") {
  const PerfText file(text, {{"values", "samples"}});
  CHECK((file.set->profiles().size() == 1 || file.said(kind_that_excuses_profiles) != nullptr));
  CHECK_FALSE(file.said("perf.bad_line"));
  std::int64_t samples = 0;
  for (const Profile& profile : file.set->profiles()) {
    for (const std::int64_t value : profile.samples.values.at(0)) samples += value;
  }
  return samples;
}

bool has_words(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("perf: input that cannot be right is reported", "[perf]") {
  CHECK(PerfText("p 1/1 2.000000: 5 cycles: \n\np 1/1 1.000000: 5 cycles: \n\n").said("perf.times_fall"));
  CHECK(PerfText("p 1/1 1.000000: 5 cycles: \n\np 1/1 2.000000: cycles: \n\n").said("perf.mixed_periods"));
  CHECK(PerfText("p 1/1 cycles: \n\np 1/1 1.000000: cycles: \n\n").said("perf.mixed_times"));
  CHECK(PerfText("p 1/1 1.000000: 5 cycles: \n\t WEIRD\n\n").said("perf.bad_line"));
  CHECK(PerfText(two_samples + "Dear diary,\n").said("perf.bad_line"));
  CHECK(PerfText(two_samples + "\t 5 f (/a)\n\t 6 g (/a)\n").said("perf.bad_line")->count == 1);
  CHECK(PerfText(two_samples + "p 1 5.000000: PERF_RECORD_LOST lost 12\n").said("perf.lost"));
  CHECK(PerfText("Warning:\nProcessed 5 events and lost 1 chunks!\n\n" + two_samples).said("perf.lost"));
  CHECK(PerfText("p 1/1 1.000000: 99999999999999999999 cycles: \n\n").said("perf.saturated"));
  CHECK(PerfText("p 1/1 1.000000: 5 cycles: \n\t 5 f (/a)").said("perf.truncated"));
  CHECK(PerfText("p 1/1 1.000000: 5 cycles:                5\n\t 5 f (/a)\n\n").said("perf.other_fields"));
  CHECK(perf_error("").find("the input is empty") != std::string::npos);
  CHECK(perf_error("Dear diary,\n").find("no line of the input is a sample") != std::string::npos);
}

TEST_CASE("perf: where samples have times, other lines do not begin one", "[perf]") {
  const PerfText file(
      "a 1 [000] 1.000001: 5 cycles: \n\t 1000 f (/a)\nBFD: Dwarf Error: found version 5 \n\t 2000 main (/a)\n\n");
  CHECK(file.set->profiles().size() == 1);
  CHECK(file.stack(0) == "main|f");
  CHECK(file.said("perf.bad_line")->count == 1);
}

TEST_CASE("perf: with source lines the mark of an inlined frame is behind its source", "[perf]") {
  const PerfText file("p 1/1 1.000000: 1 cycles: \n\t 5 leaf\n  a.c:7 (inlined)\n\t 5 main (/bin/p)\n  ??:0\n\n");
  CHECK(file.stack(0) == "main|leaf");
  CHECK(file.leaf(0).inlined);
  CHECK(file.leaf(0).line == 7);
}

TEST_CASE("perf: nothing of the header is a sample", "[perf]") {
  const PerfText file(
      "# ========\n# hostname : vm\n# cmdline : sh -c \nx 7 1.000001: 99 cycles:\n b:1 2.5: 77 cycles:u:\n"
      "# ========\n#\n" +
      two_samples);
  CHECK(file.context.diagnostics().empty());
  CHECK(file.set->profiles().size() == 1);
  CHECK(file.profile().samples.size() == 2);
  CHECK(has_words(perf_error("# ========\n# hostname : vm\n# ========\n#\n"), "no samples"));
}

TEST_CASE("perf: a thread may be called as records are", "[perf]") {
  const PerfText file(
      "PERF_RECORD_COM   12 1.000001: 90 cycles:      7f00 f+0x0 (/a)\n"
      "x   12 1.000002: 5 printk:console: PERF_RECORD_LOST lost 5\n");
  CHECK(file.context.diagnostics().empty());
  CHECK(file.dictionary().string(file.thread(0).thread_name) == "PERF_RECORD_COM");
  CHECK(file.set->profiles().size() == 2);
}

TEST_CASE("perf: a number ten columns wide is a period without an event, too", "[perf]") {
  const PerfText chain("prog 28183     500250 \n\t             10 leaf\n\n");
  CHECK(chain.thread(0).tid == 28183);
  CHECK(chain.profile().samples.values.at(1) == std::vector<std::int64_t>{500250});
  const PerfText alone("prog 28503 20297.802535:     500250  ffffffff8164762d slab\n");
  CHECK(alone.profile().samples.values.at(1) == std::vector<std::int64_t>{500250});
  CHECK(alone.stack(0) == "slab");
}

TEST_CASE("perf: files that were put together without an end of line between them", "[perf]") {
  const std::string header = "# ========\n# hostname : build-7\n# ========\n#\n";
  const std::string cut = "p 7 0.500000: 5 cycles:u: \n\t 10 f (/a)";
  const PerfText glued(cut + header + two_samples);
  CHECK(glued.profile().samples.size() == 3);
  CHECK(glued.stack(0) == "f");
  CHECK(glued.said("perf.glued"));
  const PerfText sample(cut + "p 7 1.000000: 5 cycles: \n\t 20 g (/a)\n\n");
  CHECK(sample.said("perf.bad_line"));
}

TEST_CASE("perf: a name may look like an address", "[perf]") {
  const PerfText file(
      "prog 1 1.000000: 5 cycles:      7f00001234 add bad+0x5 (/a)\n"
      "prog 1 2.000000: 5 cycles:      7f00001234 g (/a) ilen: 1 insn: 5b\n");
  CHECK(file.stack(0) == "add bad");
  CHECK(file.stack(1) == "g");
}

TEST_CASE("perf: addresses of call chains are those of files, of samples of one line those of the process", "[perf]") {
  const std::string map =
      "p 7 0.500000: PERF_RECORD_MMAP2 7/7: [0xb72000(0x1a8c000) @ 0x772000 fe:00 1 2]: r-xp /node\n";
  CHECK(PerfText(map + "p 7/7 1.000000: 5 cycles: \n\t 14badc0 f (/node)\n\n").leaf(0).address == 0x18badc0);
  CHECK(PerfText(map + "p 7/7 1.000000: 5 cycles:     18badc0 f (/node)\n").leaf(0).address == 0x18badc0);
}

TEST_CASE("perf: columns of decimal numbers are not taken for samples of one line", "[perf]") {
  const Reader& perf = builtin_registry().reader("perf");
  const auto is_likely = [&](std::string_view text) { return perf.probe(perf, text, {}).confidence > Confidence::no; };
  CHECK(is_likely("spin 17 cycles:      55ff1cdc42a6 hot\nspin 17 cycles:      551941944211 cold\n"));
  CHECK_FALSE(is_likely("3        TID:       1710740390325 TID:job-1\n9        TID:       1955169500199 TID:job-5\n"));
  CHECK(is_likely("    55ff1cdc42a6 hot (/bin/spin)\n    551941944211 cold (/bin/spin)\n"));
  CHECK_FALSE(is_likely("       2 bpf (2)\n  89 openat (/etc/passwd)\n"));
}

TEST_CASE("perf: what -F prints after the only frame is no part of it", "[perf]") {
  for (const std::string after :
       {"ABI:2    AX:0x1    BX:0x7ffe22", "0x4005c0/0x4005d0/P/-/-/0  0x4005e0/0x4005f0/M/X/A/3 ",
        "0x4005c0(/bin/x)/0x4005d0(/bin/x)/-/-/-/12", "g(int, char)+0x4/f+0x8/P/-/-/0", "      85f0a1b40", "4K",
        "N/A 2M", "      BPF output: 0000: 66 6f 6f 00  foo.", "\t IPC: 0.52 (123/456)", "ilen: 3 insn: 48 01 c2"}) {
    CAPTURE(after);
    const PerfText file("p 7 1.000000: 5 cycles:           401136 f(int) const+0x4 (/bin/x (y)) " + after + "\n");
    CHECK(file.stack(0) == "f(int) const");
    CHECK(file.said("perf.other_fields"));
    CHECK(file.dictionary().string(file.dictionary().mapping(file.leaf(0).mapping).file) == "/bin/x (y)");
  }
  CHECK(PerfText("p 7 1.000000: 5 cycles:           401136 f+0x4 0x4005c0/0x4005d0/P/-/-/0 \n").stack(0) == "f");
  CHECK(PerfText("p 7 1.000000: 5 cycles:           401136 a => b+0x4 (/bin/x)\n").stack(0) == "a => b");
  CHECK(PerfText("p 7 1.000000: 5 cycles:           401136 f(int) (.cold)\n").stack(0) == "f(int) (.cold)");
  CHECK(PerfText("p 7 1.000000: 5 cycles:           401136 x insn: y (/bin/x)\n").stack(0) == "x insn: y");
  CHECK(PerfText("p 7 1.000000: 5 cycles:           401136 f(int) (./a)\n").stack(0) == "f(int)");
}

TEST_CASE("perf: without modules, addresses and page sizes are no part of the only frame", "[perf]") {
  const std::string sample = "p 7 1.000000: 5 cycles:           401136 ";
  for (const std::string after : {"        85f0a1b40", " 4K 2M", " N/A", "        85f0a1b40 4K N/A"}) {
    CAPTURE(after);
    CHECK(PerfText(sample + "f(int)+0x4" + after + "\n").stack(0) == "f(int)");
    CHECK(PerfText(sample + "f" + after + "\n").stack(0) == "f");
    CHECK(PerfText(sample + "[unknown]" + after + "\n").leaf(0).address == 0x401136);
  }
  CHECK(PerfText(sample + "f add\n").stack(0) == "f add");
}

TEST_CASE("perf: of two addresses without symbols the second is the frame's, with a warning", "[perf]") {
  const PerfText file("p 7 1.000000: 5 cycles:           7ffd10           401136\n");
  CHECK(file.leaf(0).address == 0x401136);
  CHECK(file.said("perf.guessed_frame"));
  CHECK_FALSE(PerfText("p 7 1.000000: 5 cycles:           7ffd10           401136 f\n").said("perf.guessed_frame"));
}

TEST_CASE("perf: tracepoints may have a frame without a module", "[perf]") {
  const std::string fields = "p 7 1.000000: syscalls:sys_enter_getppid: nr=1";
  const PerfText file(fields + "           401136 f\n", {{"fields", "yes"}});
  CHECK(file.stack(0) == "f");
  CHECK(has_words(file.said("perf.guessed_frame")->message, "-F +dso"));
  CHECK(PerfText(fields + " ffffffff821f8298 f+0x6\n").stack(0) == "f");
  const PerfText alone("p 7 1.000000: syscalls:sys_enter_getppid:           401136 f+0x1\n");
  CHECK(alone.stack(0) == "f");
  CHECK_FALSE(alone.said("perf.guessed_frame"));
  CHECK(PerfText(fields + "\n").stack(0).empty());
}

TEST_CASE("perf: samples that were joined to one line are reported", "[perf]") {
  for (const std::string first :
       {"p 7 1.000000: 5 cycles:           401136 f+0x1 (/a)", "p 7 5 cycles:           401136 f+0x1 (/a)",
        "p 7 1.000000: a:b: x=1", "p 7 1.000000:           401136 f"}) {
    CAPTURE(first);
    CHECK(PerfText(first + " " + first + "\n").said("perf.joined_lines"));
    CHECK_FALSE(PerfText(first + "\n" + first + "\n").said("perf.joined_lines"));
  }
}

TEST_CASE("perf: tracepoints, and events with a colon in their names, have frames after the event", "[perf]") {
  const PerfText named("p 7 1.000000: 5 THREAD:cmask=0x1:      5583ab120227 f+0x2e (/bin/x)\n");
  CHECK(named.stack(0) == "f");
  const std::string switches =
      "p 7 1.000000: 1 sched:sched_switch: prev_comm=p ==> next_comm=q ffffffff821f8298 g+0x6 ([kernel.kallsyms])\n";
  const PerfText file(switches, {{"fields", "yes"}});
  CHECK(file.stack(0) == "g");
  const auto labels = file.dictionary().labels(file.profile().samples.labels_of(0));
  REQUIRE(labels.size() == 1);
  CHECK(file.dictionary().string(labels[0].text) == "prev_comm=p ==> next_comm=q");
  CHECK(PerfText("p 7 1.000000: 1 lib:call: beef in 2 (of 3)\n", {{"fields", "yes"}}).stack(0).empty());
}

TEST_CASE("perf: the names of threads take no samples away in text without times", "[perf]") {
  const std::string frames = "\t 1b4f f (/a)\n\t 1b5f main (/a)\n\n";
  for (const std::string after : {"", "  5154 ", "  5126/5154 ", " [001] ", "    1001001 "}) {
    for (const std::string name :
         {"http: accept", "a:b: 1 c", "Thread 12", "1", "cpu-clock:", "[001] 1.5:", "x => y"}) {
      CAPTURE(name, after);
      std::string text;
      for (const std::string& thread : {std::string("worker"), name, name, std::string("worker"), name}) {
        text += thread + after + " \n" + frames;
      }
      CHECK(samples_of(text) == 5);
      CHECK(samples_of(text.substr(text.find("\n\n") + 2), "perf.mixed_events") == 4);
    }
  }
  CHECK(samples_of("p  \n" + frames + "  \n" + frames + "  \n" + frames + "p  \n" + frames) == 4);
  CHECK(samples_of("p ev: \n" + frames + "T 1 ev: \n" + frames + "p ev: \n" + frames) == 3);
}

TEST_CASE("perf: a thread's name may begin with a tab", "[perf]") {
  const PerfText file("p 7 1.000000: 5 cycles: \n\t 10 f (/a)\n\n\tq 8 2.000000: 6 cycles: \n\t 20 g (/a)\n\n");
  REQUIRE(file.profile().samples.size() == 2);
  CHECK(file.stack(1) == "g");
}

TEST_CASE("perf: records are none of the samples, whatever stands before them", "[perf]") {
  const std::string chain = "\n\t 1b4f f (/a)\n\n";
  CHECK(samples_of("PERF_RECORD_MMAP2 7/7: [0x1000(0x1000) @ 0x1000 fe:00 5 6]: r-xp /a\n" + chain +
                   "PERF_RECORD_MMAP2 7/7: [0x3000(0x1000) @ 0x1000 fe:00 5 6]: r-xp /b\n" + chain + chain) == 3);
  CHECK(samples_of(" 7 E     PERF_RECORD_COMM exec: p:7/7\n 7 U     ev: " + chain + " 7 U     ev: " + chain) == 2);
}

TEST_CASE("perf: the name of an event may have blanks", "[perf]") {
  const PerfText file(
      "p 7 1.000000:   10309278 my event: \n\t 10 f (/a)\n\n"
      "1 1.500000: q 8 2.000000:   20309278 your event: \n\t 10 f (/a)\n\n");
  REQUIRE(file.set->profiles().size() == 2);
  CHECK(file.profile(0).name == "my event");
  CHECK(file.profile(1).name == "your event");
  CHECK(file.profile(1).samples.values.at(1).at(0) == 20309278);
}

}  // namespace profconv::test
