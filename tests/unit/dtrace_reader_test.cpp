// SPDX-License-Identifier: Apache-2.0
// DTrace's default print form, piece by piece: keys, stacks, tables, several aggregations, and what stands between.
#include <string>
#include <vector>

#include "core/names/frame_names.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/model_dump.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

std::string thread_of(const ProfileSet& set, std::size_t row) {
  const Thread& thread = set.dictionary().thread(set.profiles()[0].samples.thread_of(row));
  return std::to_string(thread.pid) + "/" + std::to_string(thread.tid) + "/" +
         std::string(set.dictionary().string(thread.process_name));
}

}  // namespace

TEST_CASE("keys before and after a stack are labels in their order", "[dtrace]") {
  const std::string record =
      text_key("my prog") + number_key(-5, 16) + "\n" + stack_a + text_key("read") + number_key(7, 8) + value_line("3");
  const Outcome outcome = read_dtrace("\n" + record + record, {{"prints", "add"}});
  const ProfileSet set = set_of(outcome);
  CHECK(stacks_of(set) == Lines{"m`a;m`b 6"});
  CHECK(labels_of(set, 0, 0) == "key1=my prog;key2=-5;key3=read;key4=7");
  CHECK(set.profiles()[0].value_types[0] == ValueType{"samples", "count"});
  CHECK(set.profiles()[0].metadata.module_names);
}

TEST_CASE("named keys fill threads, times and labels", "[dtrace]") {
  const std::string text = "\n" + number_key(2105576823712, 16) + number_key(216, 8) + number_key(217, 8) +
                           text_key("a b") + number_key(1, 8) + "\n" + stack_a + value_line("1");
  const ProfileSet set = set_of(read_dtrace(text, {{"keys", "timestamp,pid,tid,execname,cpu"}}));
  const Profile& profile = set.profiles()[0];
  CHECK(profile.metadata.clock == Clock::monotonic);
  CHECK(profile.samples.start_ns == std::vector<std::int64_t>{2105576823712});
  CHECK(thread_of(set, 0) == "216/217/a b");
  CHECK(labels_of(set, 0, 0) == "cpu=1");
}

TEST_CASE("a wall clock is an epoch, and a dash leaves a key unnamed", "[dtrace]") {
  const std::string text =
      "\n" + number_key(1700000000000000000, 16) + number_key(3, 8) + "\n" + stack_a + value_line("1");
  const ProfileSet set = set_of(read_dtrace(text, {{"keys", "walltimestamp,-"}}));
  CHECK(set.profiles()[0].metadata.clock == Clock::epoch);
  CHECK(labels_of(set, 0, 0) == "key2=3");
}

TEST_CASE("names that do not fit the keys are an error that says what was found and expected", "[dtrace]") {
  const std::string text = "\n" + text_key("bash") + number_key(3, 8) + "\n" + stack_a + value_line("1");
  CHECK(read_dtrace(text, {{"keys", "pid"}}).error ==
        "in.dtrace:2: found a record with 2 scalar keys (text,number), expected 1 for dtrace.keys=pid");
  CHECK(read_dtrace(text, {{"keys", "pid,tid"}}).error ==
        "in.dtrace:2: found the text 'bash' as key 1, expected a number for 'pid' of dtrace.keys=pid,tid");
  CHECK(read_dtrace("\n\n" + stack_a + value_line("1"), {{"keys", "pid"}}).error.find("no scalar key") !=
        std::string::npos);
  CHECK(read_dtrace(text, {{"keys", "pid,pid"}}).error.find("twice") != std::string::npos);
}

TEST_CASE("each aggregation can have its own key names", "[dtrace]") {
  const std::string text =
      "\n" + number_key(12, 8) + "\n" + stack_a + value_line("1") + text_key("bash") + value_line("9");
  const ProfileSet set = set_of(read_dtrace(text, {{"keys", "tid;execname"}}));
  REQUIRE(set.profiles().size() == 2);
  CHECK(thread_of(set, 0) == "-1/12/");
  const ThreadId second = set.profiles()[1].samples.thread_of(0);
  CHECK(set.dictionary().string(set.dictionary().thread(second).process_name) == "bash");
}

TEST_CASE("columns that look like time, process and thread are proposed as keys", "[dtrace]") {
  std::string text = "\n";
  for (int i = 0; i < 4; ++i) {
    text += number_key(2105576823712 + i * 1000000, 16) + number_key(216, 8) + number_key(217 + i, 8) + "\n" + stack_a +
            value_line("1");
  }
  const Outcome outcome = read_dtrace(text);
  REQUIRE(finding(outcome, "dtrace.keys") != nullptr);
  CHECK(finding(outcome, "dtrace.keys")->message == "the keys look like --set dtrace.keys=timestamp,pid,tid");
  CHECK(finding(read_dtrace(text, {{"keys", "timestamp,pid,tid"}}), "dtrace.keys") == nullptr);
  std::string macos = "\n";
  for (const std::int64_t time : {648497479072380, 648497480075446}) {
    macos += number_key(time, 16) + number_key(31558, 8) + number_key(7334637, 16) + "\n" + stack_a + value_line("1");
  }
  CHECK(finding(read_dtrace(macos), "dtrace.keys")->message.ends_with("=timestamp,pid,tid"));
}

TEST_CASE("kernel and user stack of one record are one stack, the kernel on the side of the leaf", "[dtrace]") {
  const Outcome outcome = read_dtrace(file_bytes(data_folder() / "dtrace" / "kernel-and-user.txt"));
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 1);
  CHECK(stacks_of(set) == Lines{"app`main;libc.so.1`__write;genunix`fop_write;unix`mutex_enter 3",
                                "app`main;libc.so.1`memcpy 5", "unix`idle 70", " 80"});
  std::string kinds;
  for (const Frame& frame : set.dictionary().frames().subspan(1)) kinds += frame.kind == FrameKind::kernel ? 'k' : 'u';
  CHECK(kinds == "kkuuuk");
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("a user stack before a kernel stack is still on the side of the root", "[dtrace]") {
  const std::string text = "\n\n" + stack_a + "\n" + frame_line("vmlinux`do_syscall_64+0x71") + value_line("4");
  CHECK(stacks_of(set_of(read_dtrace(text))) == Lines{"m`a;m`b;vmlinux`do_syscall_64 4"});
}

TEST_CASE("frames keep what they say and invent nothing", "[dtrace]") {
  const std::string text = "\n\n" + frame_line("libc.so.6`0x7f306acf196b") + frame_line("0x746174732f666c") +
                           frame_line("deep:0x37d") + frame_line("lib a+b`x`y+z") + frame_line("Foo.bar()V") +
                           frame_line("mod`+[Foo bar:]+0x1f") + value_line("1");
  const ProfileSet set = set_of(read_dtrace(text));
  CHECK(stacks_of(set) == Lines{"mod`+[Foo bar:];Foo.bar()V;lib a+b`x`y+z;deep`0x37d;0x746174732f666c;"
                                "libc.so.6`0x7f306acf196b 1"});
  const Dictionary& dictionary = set.dictionary();
  for (const Frame& frame : dictionary.frames().subspan(1)) CHECK((frame.address != 0) == !frame.function);
}

TEST_CASE("offsets that are kept are fields of the frames, unless they are not spelled as DTrace does", "[dtrace]") {
  const std::string text =
      "\n\n" + stack_a + frame_line("m`b+0x2a") + frame_line("m`c+0x0f") + frame_line("m`d+0x1F") + value_line("1");
  const ProfileSet set = set_of(read_dtrace(text, {{"offsets", "keep"}}));
  CHECK(stacks_of(set) == Lines{"m`d+0x1F;m`c+0x0f;m`b+0x2a;m`a+0x2;m`b+0x1 1"});
  const Dictionary& dictionary = set.dictionary();
  std::string frames;
  for (const Frame& frame : dictionary.frames().subspan(1)) {
    frames.append(dictionary.string(dictionary.function(frame.function).name)).append(offset_suffix(frame)).append("|");
    frames.append(frame.offset == Frame::no_offset ? "-" : std::to_string(frame.offset)).append(" ");
  }
  CHECK(frames == "b+0x1|1 a+0x2|2 b+0x2a|42 c+0x0f|- d+0x1F|- ");
  CHECK_THAT(dump(set_of(read_dtrace(text))), !contains("offset="));
}

TEST_CASE("frames are told at any indentation", "[dtrace]") {
  for (const std::size_t indent : {0U, 1U, 4U, 30U}) {
    const std::string blanks(indent, ' ');
    const std::string text = "\n\n" + blanks + "m`b+0x1\n" + blanks + "0x12ab\n" + value_line("1");
    CHECK(stacks_of(set_of(read_dtrace(text))) == Lines{"0x12ab;m`b 1"});
  }
}

TEST_CASE("scalar keys without a stack are samples with an empty one", "[dtrace]") {
  const Outcome outcome = read_dtrace("\n" + text_key("bash") + value_line("4") + text_key("node") + value_line("5"));
  const ProfileSet set = set_of(outcome);
  CHECK(stacks_of(set) == Lines{" 4", " 5"});
  CHECK(set.profiles()[0].value_types[0] == ValueType{"value", "count"});
  CHECK(finding(outcome, "dtrace.value_type")->where.line == 2);
}

TEST_CASE("integers of every width and texts of every kind are told apart by their columns", "[dtrace]") {
  const ProfileSet set = set_of(read_dtrace(file_bytes(data_folder() / "dtrace" / "key-types-ints.out")));
  REQUIRE(set.profiles().size() == 4);
  CHECK(labels_of(set, 0, 0) == "key1=job-0;key2=14968;key3=14969;key4=1;key5=1;key6=2;key7=1");
  CHECK(labels_of(set, 1, 0) == "key1=profile;key2=;key3=;key4=profile-97");
  CHECK(labels_of(set, 1, 1) == "key1=a string with spaces;key2=;key3=tab\there;key4=new\nline");
  CHECK(labels_of(set, 1, 2) == "key1=utf8 \303\251\303\274;key2=`backtick;key3=0x1234;key4=123");
  CHECK(labels_of(set, 2, 0) == "key1=0;key2=-131387234740480;key3=1");
  CHECK(labels_of(set, 3, 0) == "key1=key that is longer than fifty characters so that the column overflows");
}

TEST_CASE("values without keys are an aggregation each", "[dtrace]") {
  const ProfileSet set = set_of(read_dtrace(file_bytes(data_folder() / "dtrace" / "keyless-scalars.out")));
  std::vector<std::int64_t> values;
  for (const Profile& profile : set.profiles()) values.push_back(total(profile, 0));
  CHECK(values == std::vector<std::int64_t>{3968, -11904, 504, -76, 98, 289});
}

TEST_CASE("the functions and units that the user names make the value types", "[dtrace]") {
  const std::string text = file_bytes(data_folder() / "dtrace" / "keyless-scalars.out");
  const Outcome outcome = read_dtrace(text, {{"aggregations", "count,sum,avg,min,max,stddev"},
                                             {"units", "-,bytes,nanoseconds"},
                                             {"names", "samples,change"}});
  const ProfileSet set = set_of(outcome);
  const auto& profiles = set.profiles();
  REQUIRE(profiles.size() == 6);
  CHECK(profiles[0].value_types[0] == ValueType{"samples", "count"});
  CHECK(profiles[1].value_types[0] == ValueType{"sum", "bytes"});
  CHECK(profiles[2].value_types[0] == ValueType{"avg", "nanoseconds", Aggregation::last});
  CHECK(profiles[3].value_types[0] == ValueType{"min", "count", Aggregation::min});
  CHECK(profiles[4].value_types[0] == ValueType{"max", "count", Aggregation::max});
  CHECK(profiles[5].value_types[0] == ValueType{"stddev", "count", Aggregation::last});
  CHECK(profiles[1].name == "change");
  CHECK(outcome.diagnostics.empty());
  CHECK(read_dtrace(text, {{"aggregations", "quantize"}}).error.find("in.dtrace:4: found a number") == 0);
  CHECK(read_dtrace(text, {{"aggregations", "summ"}}).error.find("did you mean 'sum'") != std::string::npos);
}

TEST_CASE("the values of single CPUs become samples of the CPU where they add up", "[dtrace]") {
  const std::string text = "\n\n" + stack_a + value_line("5") + "    [CPU 0]" + value_line("2") + "    [CPU 1]" +
                           value_line("3") + "\n" + stack_c + value_line("4") + "    [CPU 0]" + value_line("4") +
                           "    [CPU 1]" + value_line("0");
  const ProfileSet set = set_of(read_dtrace(text));
  CHECK(stacks_of(set) == Lines{"m`a;m`b 2", "m`a;m`b 3", "m`a;m`c 4"});
  CHECK(labels_of(set, 0, 1) == "cpu=1");
  const Outcome other = read_dtrace("\n\n" + stack_a + value_line("3") + "    [CPU 0]" + value_line("2") +
                                    "    [CPU 1]" + value_line("3"));
  CHECK(stacks_of(set_of(other)) == Lines{"m`a;m`b 3"});
  CHECK(finding(other, "dtrace.cpu_values") != nullptr);
}

}  // namespace profconv::test
