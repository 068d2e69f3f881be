// SPDX-License-Identifier: Apache-2.0
// Reading what `perf script` prints: where samples begin, what their fields are, and what frames become.
#include <cstdint>
#include <string>
#include <vector>

#include "readers/perf/events.h"
#include "readers/perf/frame_text.h"
#include "readers/perf/heading.h"
#include "readers/perf/modules.h"
#include "support/catch.h"
#include "unit/perf_reading.h"

namespace profconv::test {

TEST_CASE("perf: a sample is a line of fields and its frames, leaf first", "[perf]") {
  const PerfText file(two_samples);
  CHECK(file.context.diagnostics().empty());
  const Profile& profile = file.profile();
  CHECK(profile.name == "cycles:u");
  CHECK(profile.value_types ==
        std::vector<ValueType>{{.type = "samples", .unit = "count"}, {.type = "cycles", .unit = "count"}});
  CHECK(profile.samples.values == std::vector<std::vector<std::int64_t>>{{1, 1}, {10, 20}});
  CHECK(file.stack(0) == "main|leaf");
  CHECK(file.stack(1) == "main");
  CHECK(profile.samples.start_ns == std::vector<std::int64_t>{4'500'000'000, 4'500'001'000});
  CHECK(profile.metadata.clock == Clock::monotonic);
  CHECK(profile.metadata.period == 0);
  CHECK(file.thread(0).pid == 7);
  CHECK(file.thread(0).tid == 8);
  CHECK(file.dictionary().string(file.thread(0).thread_name) == "prog");
}

TEST_CASE("perf: the name of a thread may hold anything", "[perf]") {
  const auto comm = [](const std::string& line) {
    const auto heading = perf::parse_heading(line);
    REQUIRE(heading);
    CHECK(heading->tid == 2787);
    CHECK(heading->time_ns == 16'846'610'159'000);
    CHECK(heading->period == 2004008U);
    CHECK(heading->event == "cpu-clock");
    return std::string(heading->comm);
  };
  const std::string rest = "  2787 [000] 16846.610159:    2004008 cpu-clock: ";
  for (const std::string name : {"prog", "a b (c): 1 2.3", "wrk/7 [001]", "1 1.123456: x", "7/8", "[003]",
                                 "x 12 cycles:", "swapper", "", "K", "5 6.000000: 7"}) {
    CAPTURE(name);
    CHECK(comm(name + rest) == name);
    CHECK(comm("          " + name + rest) == name);
  }
}

TEST_CASE("perf: fields may be missing", "[perf]") {
  const auto heading = [](const std::string& line) { return perf::parse_heading(line).value(); };
  CHECK(heading("prog 7 cycles: ").tid == 7);
  CHECK_FALSE(heading("prog 7 cycles: ").period);
  CHECK(heading("   2004008 cpu-clock: ").period == 2004008U);
  CHECK(heading("prog    2004008 cpu-clock: ").period == 2004008U);
  CHECK(heading("cycles: ").event == "cycles");
  CHECK(heading("16240.778554: ").time_ns == 16'240'778'554'000);
  CHECK(heading("16240.778554123: ").time_ns == 16'240'778'554'123);
  CHECK(heading("prog 7 1.000000: raw 0x1a8: ").event == "raw 0x1a8");
  CHECK(heading("prog 7 [001] K     1.000000: 5 sched:sched_switch: prev_comm=a b:").rest == "prev_comm=a b:");
  CHECK(heading("prog 7 1.000000: 5 cycles: ffff main (/a)").rest == "ffff main (/a)");
  CHECK(heading(":-1 -1 [001] 1.000000: 5 cycles: ").tid == -1);
  CHECK(heading("prog 7 1.000000: 99999999999999999999 cycles: ").period == UINT64_MAX);
  for (const std::string line : {"", "  ", "main;f 3", "  t.c:7", "Dear diary,", "a 1.5:", "1.1234567: x y"}) {
    CAPTURE(line);
    CHECK_FALSE(perf::parse_heading(line));
  }
}

TEST_CASE("perf: events lose their modifiers in the name of a value type", "[perf]") {
  CHECK(perf::without_modifiers("cycles:ppp") == "cycles");
  CHECK(perf::without_modifiers("cycles") == "cycles");
  CHECK(perf::without_modifiers("cpu/event=0x3c/u") == "cpu/event=0x3c/");
  CHECK(perf::without_modifiers("cpu-clock/freq=99/u") == "cpu-clock");
  CHECK(perf::without_modifiers("cpu_core/cycles/") == "cpu_core/cycles/");
  CHECK(perf::without_modifiers("sched:sched_switch") == "sched:sched_switch");
  CHECK(perf::without_modifiers("") == "");
}

TEST_CASE("perf: a frame is an address, a symbol and a module", "[perf]") {
  const auto frame = [](const std::string& line) { return perf::parse_frame(line).value(); };
  CHECK(frame("\t  1227 leaf_mul+0x2e (/src/deep)").address == 0x1227);
  CHECK(frame("\t  1227 leaf_mul+0x2e (/src/deep)").symbol == "leaf_mul");
  CHECK(frame("\t  1227 leaf_mul+0x2e (/src/deep)").offset == 0x2eU);
  CHECK(frame("\t  1227 leaf_mul+0x2e (/src/deep)").module == "/src/deep");
  CHECK(frame("\t 1 f (/tmp/a (deleted))").module == "/tmp/a (deleted)");
  CHECK(frame("\t 1 f(std::function<void (int)>, char) const+0x5 (/tmp/my (1)/a)").symbol ==
        "f(std::function<void (int)>, char) const");
  CHECK(frame("\t 1 (anonymous namespace)::f").symbol == "(anonymous namespace)::f");
  CHECK(frame("\t 1 RegExp:[&<>\\\"\\'] (/tmp/perf-7539.map)").symbol == "RegExp:[&<>\\\"\\']");
  CHECK(frame("\t 1 [unknown] ([unknown])").symbol.empty());
  CHECK(frame("\t 1 [unknown] ([unknown])").module.empty());
  CHECK(frame("\t 1 start_thread (/lib/libc.so.6+0x891f5)").module == "/lib/libc.so.6");
  CHECK(frame("\t 1 leaf+0xf (inlined)").inlined);
  CHECK(frame("\t 1252").symbol.empty());
  for (const std::string line : {"", "\t", "\t THIS_IS_WEIRD", "\t 12345678901234567 f", "\t-1 f", "\t12g f"}) {
    CAPTURE(line);
    CHECK_FALSE(perf::parse_frame(line));
  }
}

TEST_CASE("perf: modules and addresses tell whose code a frame is", "[perf]") {
  for (const std::string module : {"[kernel.kallsyms]", "[guest.kernel.kallsyms]", "[nf_tables]", "/boot/vmlinux-6.1",
                                   "/lib/modules/ext4.ko.xz", "bpf_prog_6deef7357e7b4530_f"}) {
    CAPTURE(module);
    CHECK(perf::kind_of(module, 1) == FrameKind::kernel);
  }
  for (const std::string module : {"[vdso]", "[heap]", "/bin/prog", "", "//anon", "/src/kernel/prog"}) {
    CAPTURE(module);
    CHECK(perf::kind_of(module, 1) == FrameKind::user);
    CHECK(perf::kind_of(module, 0xffffffff81000000) == FrameKind::kernel);
  }
  CHECK(perf::kind_of("/tmp/perf-123.map", 1) == FrameKind::jit);
  CHECK(perf::kind_of("/tmp/jitted-123-4.so", 1) == FrameKind::jit);
}

TEST_CASE("perf: inlined frames share the location of the function below", "[perf]") {
  const PerfText file(
      "p 1/1 1.000000: 1 cycles: \n\t 5 leaf+0x1 (inlined)\n  a.c:7\n\t 5 mid+0x2 (/bin/p)\n  a.c:9\n\t 6 main "
      "(/bin/p)\n\n");
  CHECK(file.stack(0) == "main|mid|leaf");
  const Frame& leaf = file.leaf(0);
  CHECK(leaf.inlined);
  CHECK(leaf.shares_location);
  CHECK(leaf.line == 7);
  CHECK(file.dictionary().string(file.dictionary().mapping(leaf.mapping).file) == "/bin/p");
  CHECK(file.dictionary().string(file.dictionary().function(leaf.function).file) == "a.c");
}

TEST_CASE("perf: a frame without a symbol is called after its module, or by its address", "[perf]") {
  const std::string text =
      "p 1/1 1.000000: 1 cycles: \n\t 5 [unknown] (/lib/libc.so.6)\n\t 6 [unknown] ([unknown])\n\n";
  CHECK(PerfText(text).stack(0) == "[unknown]|[libc.so.6]");
  const PerfText file(text, {{"unknown", "address"}});
  CHECK_FALSE(file.leaf(0).function);
  CHECK(file.leaf(0).address == 5);
}

TEST_CASE("perf: offsets are part of a frame if they are asked for", "[perf]") {
  CHECK(PerfText(two_samples).leaf(0).offset == Frame::no_offset);
  CHECK(PerfText(two_samples, {{"offsets", "keep"}}).leaf(0).offset == 1);
}

TEST_CASE("perf: values are samples, periods or both", "[perf]") {
  CHECK(PerfText(two_samples, {{"values", "samples"}}).profile().samples.values ==
        std::vector<std::vector<std::int64_t>>{{1, 1}});
  CHECK(PerfText(two_samples, {{"values", "period"}}).profile().samples.values ==
        std::vector<std::vector<std::int64_t>>{{10, 20}});
}

TEST_CASE("perf: each event is a profile, and one period is the sampling period", "[perf]") {
  const PerfText file(
      "p 1/1 1.000000: 5 cpu-clock: \n\t 5 f (/a)\n\np 1/1 2.000000: 1 faults: \n\t 5 f (/a)\n\n"
      "p 1/1 3.000000: 5 cpu-clock: \n\t 5 f (/a)\n\n");
  REQUIRE(file.set->profiles().size() == 2);
  CHECK(file.profile(0).samples.size() == 2);
  CHECK(file.profile(0).metadata.period == 5);
  CHECK(file.profile(0).metadata.period_type.unit == "nanoseconds");
  CHECK(file.profile(1).name == "faults");
}

TEST_CASE("perf: samples without frames count, the last one too", "[perf]") {
  const PerfText file("p 1/1 1.000000: 5 cycles: \n\np 1/1 2.000000: 6 cycles: \n");
  CHECK(file.profile().samples.values.at(1) == std::vector<std::int64_t>{5, 6});
  CHECK(file.stack(0).empty());
}

TEST_CASE("perf: a blank line between a sample's first line and its frames changes nothing", "[perf]") {
  const PerfText file("p 1/1 1.000000: 5 cycles: \n\n\t 5 f (/a)\n\n");
  CHECK(file.profile().samples.size() == 1);
  CHECK(file.stack(0) == "f");
}

TEST_CASE("perf: without call chains a sample is one line", "[perf]") {
  const PerfText file(
      "     p 1/1 1.000000: 5 cycles:      7fa6 f+0x4 (/a)\n"
      "  dead 1/1 2.000000: 6 cycles:                0             7fa7 g (/a)\n");
  CHECK(file.stack(0) == "f");
  CHECK(file.stack(1) == "g");
  CHECK(file.dictionary().string(file.thread(1).thread_name) == "dead");
}

TEST_CASE("perf: fields of tracepoints are a label if they are asked for", "[perf]") {
  const std::string text = "p 1 [000] 1.000000: sched:sched_switch: prev_comm=p ==> next_comm=q\n\t 5 f (/a)\n\n";
  const PerfText file(text);
  CHECK(file.context.unread().size() == 1);
  CHECK(file.stack(0) == "f");
  const PerfText kept(text, {{"fields", "yes"}});
  CHECK(kept.context.unread().empty());
  const auto labels = kept.dictionary().labels(kept.profile().samples.labels_of(0));
  REQUIRE(labels.size() == 2);
  CHECK(kept.dictionary().string(labels[1].text) == "prev_comm=p ==> next_comm=q");
}

TEST_CASE("perf: records of tasks and maps tell processes and mappings", "[perf]") {
  const PerfText file(
      "p 8 0.500000: PERF_RECORD_COMM exec: p:7/7\n"
      "p 8 0.500000: PERF_RECORD_FORK(7:8):(7:7)\n"
      "p 8 0.500000: PERF_RECORD_MMAP2 7/7: [0x555000(0x1000) @ 0x2000 <4f0c>]: r-xp /bin/p\n"
      "p 8 0.500000: PERF_RECORD_MMAP2 7/7: [0x557000(0x1000) @ 0x4000 fe:00 1 2]: r--p /bin/p\n"
      "t 8 1.000000: 5 cycles: \n\t 2010 f (/bin/p)\n\n");
  CHECK(file.context.diagnostics().empty());
  CHECK(file.thread(0).pid == 7);
  CHECK(file.dictionary().string(file.thread(0).process_name) == "p");
  const Mapping& mapping = file.dictionary().mapping(file.leaf(0).mapping);
  CHECK(mapping.start == 0x555000);
  CHECK(mapping.limit == 0x556000);
  CHECK(mapping.offset == 0x2000);
  CHECK(file.dictionary().string(mapping.build_id) == "4f0c");
  CHECK(file.leaf(0).address == 0x555010);
}

TEST_CASE("perf: a process has its parent's maps until it ends", "[perf]") {
  const PerfText file(
      "p 7 0.500000: PERF_RECORD_FORK(7:7):(1:1)\n"
      "p 7 0.500000: PERF_RECORD_MMAP2 7/7: [0x555000(0x1000) @ 0x2000 <4f0c>]: r-xp /bin/p\n"
      "p 7 0.600000: PERF_RECORD_FORK(8:8):(7:7)\n"
      "p 8 0.600000: PERF_RECORD_FORK(8:9):(8:8)\n"
      "p 8 0.700000: PERF_RECORD_MMAP2 8/8: [0x655000(0x1000) @ 0x2000 <4f0c>]: r-xp /bin/q\n"
      "p 8 0.800000: PERF_RECORD_EXIT(8:8):(7:7)\n"
      "p 9 1.000000: 5 cycles: \n\t 2010 f (/bin/p)\n\n"
      "p 9 1.000000: 5 cycles: \n\t 2010 g (/bin/q)\n\n"
      "p 7 1.000000: 5 cycles: \n\t 2010 h (/bin/q)\n\n"
      "p 9 1.100000: PERF_RECORD_EXIT(8:9):(7:7)\n"
      "p 9 1.100001: 5 cycles: \n\t ffffffff81000000 schedule ([kernel.kallsyms])\n\n");
  CHECK(file.leaf(0).address == 0x555010);
  CHECK(file.leaf(1).address == 0x655010);
  CHECK(file.leaf(2).address == 0x2010);  // its child mapped that
  CHECK(file.thread(0).pid == 8);
  CHECK(file.thread(3).pid == 8);  // its last switch comes after its end
}

TEST_CASE("perf: a mapped jitdump file is kept, since symbols can be looked up in it", "[perf]") {
  const PerfText file(
      "p 7 0.500000: PERF_RECORD_MMAP2 7/7: [0x9000(0x1000) @ 0 fe:00 1 2]: r-xp /src/jit-7.dump\n"
      "p 7 0.500000: PERF_RECORD_MMAP2 7/7: [0x555000(0x1000) @ 0 fe:00 1 2]: r-xp /bin/p\n"
      "p 7 1.000000: 5 cycles: \n\t 7f00 [unknown] (/tmp/perf-7.map)\n\n");
  CHECK(file.context.diagnostics().empty());
  const auto mappings = file.dictionary().mappings();
  REQUIRE(mappings.size() == 3);  // id 0 is no mapping
  CHECK(file.dictionary().string(mappings[1].file) == "/tmp/perf-7.map");
  CHECK(file.dictionary().string(mappings[2].file) == "/src/jit-7.dump");
}

TEST_CASE("perf: the header describes the recording", "[perf]") {
  const PerfText file(
      "# ========\n# hostname : build-7\n# cmdline : /usr/bin/perf record -g ./p \n"
      "# sample duration :   1738.385 ms\n# ========\n#\n" +
      two_samples);
  const Metadata& metadata = file.profile().metadata;
  CHECK(metadata.command == "/usr/bin/perf record -g ./p");
  CHECK(metadata.duration_ns == 1'738'385'000);
  CHECK(std::get<std::string>(metadata.attributes.at("hostname")) == "build-7");
  CHECK_THROWS_WITH(PerfText("# ========\n# hostname : build-7\n" + two_samples),
                    "test.perf:1: a header begins here and has no end");
}

TEST_CASE("perf: records of --show-round-events are skipped, and deep stacks reported", "[perf]") {
  const PerfText rounds("0 0 0x2b48 [0x8]: PERF_RECORD_FINISHED_ROUND\n" + two_samples);
  CHECK(rounds.context.diagnostics().empty());
  std::string deep = "p 7 1.000000: 5 cycles: \n";
  for (int i = 0; i < 126; ++i) deep += "\t          401136 f (/a)\n";
  CHECK_FALSE(PerfText(deep + "\n").said("perf.max_stack"));
  CHECK(PerfText(deep + "\t          401136 main (/a)\n\n").said("perf.max_stack"));
}

TEST_CASE("perf: a thread that is switched out twice waits from the second time on", "[perf]") {
  const PerfText file(
      "p 8 [001] 4.000000: PERF_RECORD_SWITCH OUT \np 8 [001] 4.500000: 1 cycles: \n\t 5 f (/a)\n\n"
      "p 8 [001] 5.000000: PERF_RECORD_SWITCH OUT \np 8 [001] 5.100000: PERF_RECORD_SWITCH IN \n",
      {{"offcpu", "yes"}});
  CHECK(file.profile(1).samples.values[1] == std::vector<std::int64_t>{100'000'000});
  CHECK(file.said("perf.lost_switches"));
}

TEST_CASE("perf: recordings say which clock their times are of", "[perf]") {
  const std::string header = "# ========\n# hostname : build-7\n# clockid: realtime (0)\n# ========\n#\n";
  CHECK(PerfText(header + two_samples).profile().metadata.clock == Clock::epoch);
  CHECK(PerfText(two_samples).profile().metadata.clock == Clock::monotonic);
}

TEST_CASE("perf: --latency prints CPUs without brackets", "[perf]") {
  const PerfText file(
      " cc1plus 22262   0 64540.004011:    5 cycles: \n\t 10 f (/a)\n\n"
      "migratio    18   1 64540.004012:    5 cycles: \n\t 10 f (/a)\n\n");
  CHECK(file.thread(0).tid == 22262);
  CHECK(file.thread(1).tid == 18);
  CHECK(file.dictionary().string(file.thread(1).thread_name) == "migratio");
  // A name that ends in a number.
  CHECK(PerfText("          pool 7  8376 63644.688751: 5 cycles: \n\t 10 f (/a)\n\n").thread(0).tid == 8376);
}

TEST_CASE("perf: the only frame of a sample is behind its other fields", "[perf]") {
  for (const std::string before :
       {"          4a6270 [unknown] (/w) ffffffff8175336a ", "  1e05080021 |OP N/A|LVL N/A|BLK  N/A           401136 ",
        "     7ffd12345678         68100142 |OP LOAD|LVL L1 hit|BLK  N/A               8           401136 ",
        "          401136 ", "  call                     401136 "}) {
    CAPTURE(before);
    const PerfText file("p 7 1.000000: 5 cycles:" + before + "main+0x4 (/bin/x)\n");
    CHECK(file.stack(0) == "main");
    CHECK(file.context.diagnostics().size() == (before.find("  401136 ") == 8 ? 0U : 1U));
  }
  CHECK(PerfText("p 7 1.0000: x\np 7 1.000000: 5 mem:0x404028:w:           401136 main+0x4 (/bin/x)\n").stack(0) ==
        "main");
  const PerfText branch(
      "p 7 1.000000: 1 branches:uH:   call                     401136 main+0x4 (/bin/x) =>"
      "           401200 foo+0x0 (/bin/x)\n");
  CHECK(branch.stack(0) == "main");
  CHECK(PerfText("p 7 1.000000: 1 cycles: no frame here\n").said("perf.no_frame"));
}

TEST_CASE("perf: an address of digits behind a time is no period", "[perf]") {
  const PerfText file("p 7 1.000000:           403012 add (/bin/x)\n");
  CHECK(file.stack(0) == "add");
  CHECK(file.profile().value_types.size() == 1);
}

TEST_CASE("perf: without times, foreign lines within call chains begin no sample", "[perf]") {
  const PerfText file(
      "p 7 cycles: \n\t 10 f (/a)\nFailed to open /tmp/perf-12.map\n\t 20 g (/a)\n\n"
      "p 7 cycles: \n\t 10 f (/a)\n\n");
  CHECK(file.profile().samples.size() == 2);
  CHECK(file.set->profiles().size() == 1);
  CHECK(file.said("perf.bad_line"));
  const PerfText event("p 7 cycles: \n\t 10 f (/a)\naddr2line: DWARF error: no variable\n\t 20 g (/a)\n\n");
  CHECK(event.stack(0) == "g|f");
  CHECK(event.said("perf.bad_line"));
}

TEST_CASE("perf: without times, the text of a tracepoint may end as events do", "[perf]") {
  const PerfText file("kworker/0:1 7 [000] printk:console: usb 1-1: error:\n\t 10 f (/a)\n\n");
  CHECK(file.profile().name == "printk:console");
  CHECK(PerfText(":-1 21915     250000 probe:foo: a=[000] 12 1.000000:\n\n").profile().name == "probe:foo");
  CHECK(file.thread(0).tid == 7);
}

TEST_CASE("perf: empty call chains are reported where nothing else is printed", "[perf]") {
  const std::string chain = "\n\t          401136 f (/a)\n\n";
  CHECK_FALSE(PerfText(chain + chain).said("perf.empty_chains"));
  CHECK(PerfText(chain + "\n" + chain).said("perf.empty_chains"));
  const PerfText event("cycles: \n\t 10 f (/a)\n\ncycles: \n\n");
  CHECK(event.profile().samples.size() == 2);
  CHECK(event.context.diagnostics().empty());
}

TEST_CASE("perf: off the CPU is from a switch to the next, with the stack of the sample at the switch", "[perf]") {
  const std::string switches =
      "p 1/8 [001] 4.000000: 1 context-switches: \n\t 5 wait (/a)\n\n"
      "p 8 [001] 4.000001: PERF_RECORD_SWITCH_CPU_WIDE OUT          next pid/tid:     0/0 \n"
      "p 8 [001] 4.500001: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:     0/0 \n"
      "p 8 [001] 5.000000: PERF_RECORD_SWITCH_CPU_WIDE OUT          next pid/tid:     0/0 \n"
      "swapper 0 [001] 5.000000: PERF_RECORD_SWITCH_CPU_WIDE OUT          next pid/tid:     1/8 \n"
      "p 8 [001] 5.000007: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:     0/0 \n"
      "p 8 [001] 6.000000: PERF_RECORD_SWITCH OUT \n";
  const PerfText skipped(switches);
  CHECK(skipped.set->profiles().size() == 1);
  CHECK(skipped.context.unread().size() == 1);
  const PerfText file(switches, {{"offcpu", "yes"}});
  REQUIRE(file.set->profiles().size() == 2);
  CHECK(file.profile(1).name == "off-cpu");
  CHECK(file.profile(1).samples.values.at(1) == std::vector<std::int64_t>{500'000'000, 7'000});
  CHECK(file.profile(1).samples.stack.at(0) == file.profile(0).samples.stack.at(0));
  CHECK_FALSE(file.profile(1).samples.stack.at(1));
  CHECK(file.said("perf.still_off"));
  CHECK(PerfText(two_samples, {{"offcpu", "yes"}}).said("perf.no_switches"));
}

TEST_CASE("perf: sched:sched_switch says who comes next", "[perf]") {
  const PerfText file(
      "p 8 [001] 4.000000: sched:sched_switch: prev_comm=p prev_pid=8 ==> next_comm=q next_pid=9 next_prio=0\n"
      "\t 5 wait (/a)\n\n"
      "q 9 [001] 4.000250: sched:sched_switch: prev_comm=q prev_pid=9 ==> next_comm=p next_pid=8 next_prio=0\n\n",
      {{"offcpu", "yes"}});
  REQUIRE(file.set->profiles().size() == 2);
  CHECK(file.profile(1).name == "off-cpu");
  CHECK(file.profile(1).samples.values.at(1) == std::vector<std::int64_t>{250'000});
}

TEST_CASE("perf: -F ip,sym has no first lines, -F comm,ip,sym no numbers", "[perf]") {
  const PerfText bare("\n\t             10 leaf\n\t             20 main\n\n\n\t             20 main\n\n");
  CHECK(bare.profile().samples.size() == 2);
  CHECK(bare.stack(0) == "main|leaf");
  const PerfText named("a b (c): 1 2.3 \n\t             10 leaf\n\n");
  CHECK(named.dictionary().string(named.thread(0).thread_name) == "a b (c): 1 2.3");
  const PerfText alone("             10 leaf\n             20 main\n");
  CHECK(alone.profile().samples.size() == 2);
}

}  // namespace profconv::test
