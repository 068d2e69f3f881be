// SPDX-License-Identifier: Apache-2.0
// Reading what bcc's tools print: which lines belong to a stack, and the messages about others.
#include <optional>
#include <string>
#include <vector>

#include "profconv/convert.h"
#include "readers/bcc/lines.h"
#include "readers/readers.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

using bcc::Heading;

/// A profile set and what was said while it was read.
struct Read {
  Context context;
  std::optional<ProfileSet> set;

  [[nodiscard]] const Profile& profile(std::size_t index = 0) const { return set->profiles().at(index); }
  /// The stack of a sample, from the root, with '!' after kernel frames.
  [[nodiscard]] std::string stack(std::size_t row) const {
    std::string text;
    std::vector<FrameId> frames;
    set->dictionary().root_first(profile().samples.stack.at(row), frames);
    for (const FrameId id : frames) {
      const Frame& frame = set->dictionary().frame(id);
      text += (text.empty() ? "" : ";") +
              std::string(set->dictionary().string(set->dictionary().function(frame.function).name));
      if (frame.kind == FrameKind::kernel) text += "!";
    }
    return text;
  }
  [[nodiscard]] bool said(const std::string& kind) const {
    for (const Diagnostic& diagnostic : context.diagnostics()) {
      if (diagnostic.kind == kind) return true;
    }
    return false;
  }
};

void read_into(Read& result, const std::string& text) {
  Input input = Input::from_memory("test.bcc", text, result.context);
  result.set.emplace(read_profiles(bcc_reader, input, Options(bcc_reader.options), SampleOrder::merged));
}

bool says(const std::string& text, const std::string& kind) {
  Read result;
  read_into(result, text);
  return result.said(kind);
}

const std::string profile_heading = "Sampling at 99 Hertz of all threads by user + kernel stack for 2 secs.\n\n";

}  // namespace

TEST_CASE("bcc: a heading says which tool it is", "[bcc]") {
  CHECK(bcc::parse_heading("Sampling at 99 Hertz of PID [7] by user stack... Hit Ctrl-C to end.")->hertz == 99);
  CHECK(bcc::parse_heading("Sampling at every 1000 events of all threads by kernel stack for 1 secs.")->is_kernel_only);
  CHECK(bcc::parse_heading("Tracing off-CPU time (us) of TID 3 by user + kernel stack.")->tool ==
        Heading::Tool::offcputime);
  CHECK(bcc::parse_heading("Tracing 2 functions for \"c:*alloc\"... Hit Ctrl-C to end.")->tool ==
        Heading::Tool::stackcount);
  CHECK(bcc::parse_heading("[01:02:03] Top 25 stacks with outstanding allocations:")->most_stacks == 25);
  for (const char* text : {"Sampling at noon of a day by a river", "Sampling at 9 Hertz of all threads", "Tracing 1 ",
                           "[01:02:03] Top stacks with outstanding allocations:", ""}) {
    CHECK_FALSE(bcc::parse_heading(text));
  }
}

TEST_CASE("bcc: names of threads may have brackets and numbers", "[bcc]") {
  CHECK(bcc::parse_owner("    -                wrk: 1 (2) (9381)")->name == "wrk: 1 (2)");
  CHECK(bcc::parse_owner("    -                wrk: 1 (2) (9381)")->id == 9381);
  CHECK(bcc::parse_bracketed_owner("    b'wrk-0' [9381]")->name == "wrk-0");
  CHECK_FALSE(bcc::parse_owner("    -                (9381)"));
  CHECK_FALSE(bcc::parse_owner("    - wrk (9381)"));
}

TEST_CASE("bcc: frames above the delimiter are the kernel's", "[bcc]") {
  Read result;
  read_into(result,
            profile_heading +
                "    schedule\n    do_syscall_64\n    --\n    read\n    main\n    -                a (7)\n        3\n\n"
                "    irq_[k]\n    f(int) [clone .cold]\n    -                a (7)\n        2\n\n"
                "    -                idle (0)\n        1\n\n");
  CHECK(result.stack(0) == "main;read;do_syscall_64!;schedule!");
  CHECK(result.stack(1) == "f(int) [clone .cold];irq!");
  CHECK(result.stack(2).empty());
  CHECK(result.profile().samples.values[0] == std::vector<std::int64_t>{3, 2, 1});
  CHECK(result.profile().metadata.period == 10101010);
}

TEST_CASE("bcc: without a heading the indent says which tool it is", "[bcc]") {
  Read result;
  read_into(result,
            "  vfs_read\n    --\n  read\n    b'wrk-0' [7]\n    3\n\n    main\n    -                a (7)\n        2\n");
  CHECK(result.profile().name == "stackcount");
  CHECK(result.stack(0) == "read;vfs_read!");
  CHECK(result.profile(1).samples.values[0] == std::vector<std::int64_t>{2});
}

TEST_CASE("bcc: of several reports of memleak the last one counts", "[bcc]") {
  const std::string report = "[11:16:33] Top 2 stacks with outstanding allocations:\n";
  const std::string leak = "\t100 bytes in 1 allocations from stack\n\t\t0x0000556546fee360\tleak(int)+0x12 [thr]\n";
  Read result;
  read_into(result, report + leak + leak + report + "\taddr = 7f size = 10\n" + leak);
  CHECK(result.profile().samples.values[1] == std::vector<std::int64_t>{100});
  CHECK(result.stack(0) == "leak(int)");
  CHECK(result.said("bcc.reports"));
  CHECK_FALSE(result.said("bcc.top"));
  CHECK(says(report + leak + leak, "bcc.top"));
  CHECK(says(report + leak + leak + profile_heading, "bcc.top"));
}

TEST_CASE("bcc: runs of different rates are a warning", "[bcc]") {
  const std::string stack = "    main\n    -                a (7)\n        3\n\n";
  const std::string other = "Sampling at 199 Hertz of all threads by user stack for 2 secs.\n\n";
  CHECK(says(profile_heading + stack + other + stack, "bcc.rates"));
  CHECK_FALSE(says(profile_heading + stack + profile_heading + stack, "bcc.rates"));
}

TEST_CASE("bcc: what a heading would say is guessed with a warning", "[bcc]") {
  CHECK(says("    main\n    -                a (7)\n        3\n\n", "bcc.no_heading"));
  CHECK_FALSE(says(profile_heading + "    main\n    -                a (7)\n        3\n\n", "bcc.no_heading"));
}

TEST_CASE("bcc: addresses of stackcount -v may be short", "[bcc]") {
  Read result;
  read_into(
      result,
      "Tracing 1 functions for \"t:sched:sched_switch\"... Hit Ctrl-C to end.\n\n"
      "  ffffffff821f8b58 __schedule+0x618\n    --\n  d0156            [unknown]\n  2a               add me\n    1\n");
  CHECK(result.stack(0) == "add me;[unknown];__schedule!");
  CHECK(
      result.set->dictionary().frame(result.set->dictionary().stack(result.profile().samples.stack[0]).frame).address ==
      0xffffffff821f8b58);
}

TEST_CASE("bcc: a frame that was cut has a name", "[bcc]") {
  Read result;
  read_into(result,
            "[22:37:30] Top 20 stacks with outstanding allocations:\n\t100 bytes in 2 allocations from stack\n"
            "\t\t0x000055c6b29cc192\tleak_a+0x29 [leak]\n\t\t");
  CHECK(result.stack(0) == "[unknown];leak_a");
}

TEST_CASE("bcc: that nothing leaks is a result", "[bcc]") {
  const std::string top = " Top 20 stacks with outstanding allocations:\n";
  Read result;
  read_into(result,
            "Attaching to pid 1, Ctrl+C to quit.\n[22:37:30]" + top +
                "\t100 bytes in 2 allocations from stack\n\t\t0x000055c6b29cc192\tleak_a+0x29 [leak]\n[22:37:31]" +
                top);
  CHECK(result.profile().name == "memleak");
  CHECK(result.profile().samples.size() == 0);
  CHECK(says(
      "Attaching to pid 1, Ctrl+C to quit.\n[22:37:30]" + top + "Attaching to pid 2, Ctrl+C to quit.\n[22:37:31]" + top,
      "bcc.processes"));
}

TEST_CASE("bcc: a stack without a number is reported", "[bcc]") {
  const std::string good = "    main\n    -                a (7)\n        3\n\n";
  CHECK(says(profile_heading + "    lost\n\n" + good, "bcc.bad_line"));
  CHECK(says(profile_heading + good + "    main\n    -                a (7)\n", "bcc.truncated"));
  CHECK(says(profile_heading + good + "WARNING: 3 stack traces could not be displayed.\n", "bcc.lost_stacks"));
  Read empty;
  CHECK_THROWS_AS(read_into(empty, profile_heading), ReadError);
}

}  // namespace profconv::test
