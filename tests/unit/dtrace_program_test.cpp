// SPDX-License-Identifier: Apache-2.0
// What a D program (dtrace.script) and the options say of aggregations that their text does not.
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

TEST_CASE("the D program names profiles, functions, keys, units and the rate", "[dtrace]") {
  const std::string program =
      "profile-997 /pid == $target/ { @stacks[pid, tid, ustack(100)] = count(); }\n"
      "syscall::read:return { @latency[execname, \"ns\"] = quantize(timestamp - self->ts); @most[probefunc] = "
      "max(arg0); }\n";
  const std::string text = "\n" + number_key(31, 8) + number_key(7, 8) + "\n" + stack_a + value_line("3") +
                           text_key("bash") + text_key("ns") + "\n" + table_head() + table_row("1", "0") +
                           table_row("2", "5") + table_row("4", "0") + "\n" + text_key("read") + value_line("4096");
  const Outcome outcome = read_with(program, text);
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 3);
  const Profile& stacks = set.profiles()[0];
  CHECK(stacks.name == "stacks");
  REQUIRE(stacks.value_types.size() == 2);
  CHECK(stacks.value_types[0] == ValueType{.type = "samples", .unit = "count"});
  CHECK(stacks.value_types[1] == ValueType{.type = "cpu", .unit = "nanoseconds"});
  CHECK(stacks.metadata.period == 1003009);
  CHECK(stacks.samples.values[1] == std::vector<std::int64_t>{3 * 1003009});
  CHECK(set.dictionary().thread(stacks.samples.thread_of(0)).tid == 7);
  const Profile& latency = set.profiles()[1];
  CHECK(latency.name == "latency");
  CHECK(latency.metadata.distribution == "quantize");
  CHECK(labels_of(set, 1, 1) == "bucket_high=4;bucket_low=2;key2=ns");
  CHECK(set.dictionary().string(set.dictionary().thread(latency.samples.thread_of(0)).process_name) == "bash");
  const Profile& most = set.profiles()[2];
  CHECK(most.name == "most");
  CHECK(most.value_types[0].aggregation == Aggregation::max);
  CHECK(labels_of(set, 2, 0) == "probefunc=read");
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("two aggregations under the same keys are told apart by the D program", "[dtrace]") {
  const std::string program =
      "pid$target::malloc:entry { @bytes[ustack(5)] = sum(arg0); @calls[ustack(5)] = count(); }\n";
  const std::string text = "\n" + stack_record(stack_a, "300") + stack_record(stack_c, "500") +
                           stack_record(stack_a, "3") + stack_record(stack_c, "5");
  const ProfileSet set = set_of(read_with(program, text));
  REQUIRE(set.profiles().size() == 2);
  CHECK(set.profiles()[0].name == "bytes");
  CHECK(stacks_of(set, 0) == Lines{"m`a;m`b 300", "m`a;m`c 500"});
  CHECK(set.profiles()[1].name == "calls");
  CHECK(set.profiles()[1].value_types[0].type == "samples");
  CHECK(stacks_of(set, 1) == Lines{"m`a;m`b 3", "m`a;m`c 5"});
}

TEST_CASE("what dtrace prints at its end is told from another print by the D program", "[dtrace]") {
  const std::string program =
      "syscall::read:return { @bytes[probefunc] = sum(arg0); @n[execname, pid] = count(); @most[probefunc] = "
      "max(arg0); }\n"
      "tick-1s { printa(@bytes); }\n";
  const std::string bytes = "\n" + text_key("read") + value_line("4096");
  const std::string at_end =
      "\n" + text_key("bash") + number_key(7, 8) + value_line("3") + text_key("read") + value_line("64");
  const ProfileSet set = set_of(read_with(program, bytes + bytes + at_end));
  REQUIRE(set.profiles().size() == 3);
  CHECK(set.profiles()[0].name == "bytes");
  CHECK(stacks_of(set, 0) == Lines{" 4096"});
  CHECK(set.profiles()[2].name == "most");
  CHECK(stacks_of(set, 2) == Lines{" 64"});
}

TEST_CASE("aggregations of equal shape that are printed in turn stay apart", "[dtrace]") {
  const std::string program =
      "syscall::: { @a[execname] = count(); @b[probefunc] = count(); }\n"
      "tick-1s { printa(@a); printa(@b); clear(@a); clear(@b); }\n";
  const auto print = [](std::string_view key, std::string_view value) {
    return "\n" + text_key(key) + value_line(value);
  };
  const ProfileSet set =
      set_of(read_with(program, print("bash", "3") + print("read", "5") + print("bash", "4") + print("read", "1")));
  REQUIRE(set.profiles().size() == 2);
  CHECK(stacks_of(set, 0) == Lines{" 7"});
  CHECK(stacks_of(set, 1) == Lines{" 6"});
}

TEST_CASE("prints add where the program clears, and the last counts where it does not", "[dtrace]") {
  const std::string text = "\n\n" + stack_a + value_line("97") + "\n\n" + stack_a + value_line("97");
  const std::string counting = "profile-97 { @[ustack()] = count(); }\n";
  CHECK(stacks_of(set_of(read_with(counting + "tick-1s { printa(@); clear(@); }\n", text))) == Lines{"m`a;m`b 194"});
  CHECK(stacks_of(set_of(read_with(counting + "tick-1s { printa(@); }\n", text))) == Lines{"m`a;m`b 97"});
  CHECK(stacks_of(set_of(read_with(counting + "tick-1s { printa(@); }\n", text, {{"prints", "add"}}))) ==
        Lines{"m`a;m`b 194"});
}

TEST_CASE("aggregations that one printa() prints together are value types of one profile", "[dtrace]") {
  const std::string program =
      "profile-997 { @c[tid] = count(); @a[tid] = avg(arg1); @x[tid] = max(arg1); }\nEND { printa(@c, @a, @x); }\n";
  const std::string text = "\n" + number_key(15002, 8) + value_line("1").substr(0, 17) +
                           value_line("977").substr(0, 17) + value_line("980") + number_key(15006, 8) +
                           value_line("505").substr(0, 17) + value_line("532").substr(0, 17) + value_line("995");
  for (const Outcome& outcome :
       {read_with(program, text), read_dtrace(text, {{"aggregations", "count+avg+max"}, {"keys", "tid"}})}) {
    const ProfileSet set = set_of(outcome);
    REQUIRE(set.profiles().size() == 1);
    const Profile& profile = set.profiles()[0];
    REQUIRE(profile.value_types.size() == 3);
    CHECK(profile.value_types[0].type == "samples");
    CHECK(profile.value_types[1] == ValueType{.type = "avg", .unit = "count", .aggregation = Aggregation::last});
    CHECK(profile.value_types[2].aggregation == Aggregation::max);
    CHECK(profile.samples.values[0] == std::vector<std::int64_t>{1, 505});
    CHECK(profile.samples.values[2] == std::vector<std::int64_t>{980, 995});
    CHECK(set.dictionary().thread(profile.samples.thread_of(1)).tid == 15006);
  }
}

TEST_CASE("what is said of the next aggregation takes no key from the one before", "[dtrace]") {
  const std::string text = "\n" + number_key(15002, 8) + value_line("1") + number_key(15006, 8) + value_line("5") +
                           text_key("bash") + number_key(7, 16) + value_line("9");
  const ProfileSet set = set_of(read_dtrace(text, {{"aggregations", "count,count+sum"}}));
  REQUIRE(set.profiles().size() == 2);
  CHECK(stacks_of(set, 0) == Lines{" 1", " 5"});
  CHECK(labels_of(set, 0, 1) == "key1=15006");
  CHECK(set.profiles()[1].samples.values == std::vector<std::vector<std::int64_t>>{{7}, {9}});
  CHECK(labels_of(set, 1, 0) == "key1=bash");
}

TEST_CASE("a text or a stack is no value, whatever is said", "[dtrace]") {
  const std::string texts[] = {"\n" + number_key(7, 8) + text_key("bash") + value_line("9"),
                               "\n" + number_key(7, 16) + "\n" + stack_a + value_line("9")};
  for (const std::string& text : texts) {
    const Outcome outcome = read_dtrace(text, {{"aggregations", "count+sum"}});
    CHECK_FALSE(outcome.set.has_value());
    CHECK(outcome.error.find("in.dtrace:2: found a number") == 0);
  }
}

TEST_CASE("a distribution that is printed along with a count is a profile beside it", "[dtrace]") {
  const std::string program =
      "syscall::read:entry { @c[execname] = count(); @q[execname] = quantize(arg2); }\n"
      "END { printa(@c, @q); }\n";
  const std::string rows = table_head() + table_row("1", "0") + table_row("2", "5") + table_row("4", "0") + "\n";
  const std::string text = "\n" + text_key("bash") + value_line("5") + rows + text_key("sh") + value_line("5") + rows;
  const ProfileSet set = set_of(read_with(program, text));
  REQUIRE(set.profiles().size() == 2);
  CHECK(set.profiles()[0].name == "c+q");
  CHECK(stacks_of(set, 0) == Lines{" 5", " 5"});
  CHECK(set.profiles()[1].metadata.distribution == "quantize");
  CHECK(total(set.profiles()[1], 0) == 10);
}

TEST_CASE("formats of printa() are read by the option, by the D program, or by what they leave no doubt of",
          "[dtrace]") {
  const std::string frames = "m`b+0x1\nm`a+0x2\n";
  const std::string text =
      "TID:5 COUNT:1\n\n" + frames + "\nTID:6 COUNT:2\n\n" + frames + "\nTID:7 COUNT:4\n\n" + "m`c+0x1\n\n";
  const Outcome guessed = read_dtrace(text);
  CHECK(stacks_of(set_of(guessed)) == Lines{"m`a;m`b 1", "m`a;m`b 2", "m`c 4"});
  CHECK(labels_of(*guessed.set, 0, 2) == "key1=7");
  REQUIRE(finding(guessed, "dtrace.format") != nullptr);
  CHECK(finding(guessed, "dtrace.format")->message.find(R"(printa("TID:%d COUNT:%@d\n%k\n"))") != std::string::npos);
  const Outcome told = read_dtrace(text, {{"printa", R"(TID:%d COUNT:%@u\n%k\n)"}, {"keys", "tid"}});
  CHECK(stacks_of(set_of(told)) == Lines{"m`a;m`b 1", "m`a;m`b 2", "m`c 4"});
  CHECK(told.set->dictionary().thread(told.set->profiles()[0].samples.thread_of(2)).tid == 7);
  CHECK(finding(told, "dtrace.format") == nullptr);
  const Outcome scripted = read_with(
      "profile-99 { @stacks[tid, ustack(20)] = count(); }\n"
      "tick-1s { printa(\"TID:%d COUNT:%@u\\n%k\\n\", @stacks); clear(@stacks); }\n",
      text);
  CHECK(set_of(scripted).profiles()[0].name == "stacks");
  CHECK(scripted.set->dictionary().thread(scripted.set->profiles()[0].samples.thread_of(2)).tid == 7);
  CHECK(scripted.set->profiles()[0].metadata.period == 10101010);
}

TEST_CASE("words that differ from stack to stack are keys of a format too", "[dtrace]") {
  const std::string frames = "m`b+0x1\nm`a+0x2\n\n";
  const Outcome outcome =
      read_dtrace("t=5 exec=wrk-0 n=1\n" + frames + "t=5 exec=bash n=2\n" + frames + "t=6 exec=wrk-1 n=4\n" + frames);
  CHECK(stacks_of(set_of(outcome)) == Lines{"m`a;m`b 1", "m`a;m`b 2", "m`a;m`b 4"});
  CHECK(labels_of(*outcome.set, 0, 1) == "key1=5;key2=bash");
}

TEST_CASE("of stacks in a format whose value is in doubt the format is proposed", "[dtrace]") {
  const std::string frames = "m`b+0x1\nm`a+0x2\n";
  const Outcome outcome = read_dtrace("5 1\n" + frames + "6 2\n" + frames + "7 4\n" + frames);
  CHECK_FALSE(outcome.set.has_value());
  CHECK(outcome.error.find("in.dtrace:") == 0);
  REQUIRE(finding(outcome, "dtrace.format") != nullptr);
  CHECK(finding(outcome, "dtrace.format")->message.find(R"(printa("%d %d%k"))") != std::string::npos);
}

TEST_CASE("rows of a table in default form are no records of a loose format", "[dtrace]") {
  const std::string rows = table_head() + table_row("0", "0") + table_row("1", "7") + table_row("2", "0") + "\n";
  const ProfileSet set = set_of(
      read_dtrace("Times:\n" + rows + "   a.log      4096\n   b.log     12288\n", {{"printa", R"(   %s %@d\n)"}}));
  REQUIRE(set.profiles().size() == 2);
  CHECK(total(set.profiles()[0], 0) == 7);
  CHECK(stacks_of(set, 1) == Lines{" 4096", " 12288"});
  CHECK(labels_of(set, 1, 1) == "key1=b.log");
}

TEST_CASE("a column that may be a time is one where it rises", "[dtrace]") {
  const auto line = [](std::int64_t time, std::int64_t pid) {
    return number_key(time, 16) + number_key(pid, 8) + "\n" + stack_a + value_line("1");
  };
  const DTraceSettings keys{{"keys", "timestamp?,pid"}};
  const ProfileSet rising = set_of(read_dtrace("\n" + line(2000000001, 5) + line(2000003001, 5), keys));
  CHECK(rising.profiles()[0].samples.start_ns == std::vector<std::int64_t>{2000000001, 2000003001});
  const Outcome unsorted = read_dtrace("\n" + line(2000003001, 5) + line(2000000001, 5), keys);
  REQUIRE(finding(unsorted, "dtrace.unsorted_times") != nullptr);
  CHECK(finding(unsorted, "dtrace.unsorted_times")->message ==
        "key 1 looks like a timestamp but is not sorted: ignored as time; name it timestamp to use it");
  const ProfileSet falling = set_of(unsorted);
  CHECK(falling.profiles()[0].samples.start_ns.empty());
  CHECK(labels_of(falling, 0, 1) == "key1=2000000001");
}

TEST_CASE("a user id, a CPU or a size that rises is no time", "[dtrace]") {
  const auto line = [](std::int64_t number, std::size_t width) {
    return number_key(number, width) + number_key(7, 8) + "\n" + stack_a + value_line("1");
  };
  const DTraceSettings keys{{"keys", "timestamp?,pid"}};
  const std::string texts[] = {line(0, 8) + line(1, 8),                       // cpu
                               line(1000000000, 8) + line(1000100000, 8),     // uid
                               line(4096, 16) + line(8192, 16),               // size
                               line(1000000000, 16) + line(1000000001, 16)};  // numbers in a row
  for (const std::string& text : texts) {
    INFO(text);
    const Outcome outcome = read_dtrace("\n" + text, keys);
    CHECK(set_of(outcome).profiles()[0].samples.start_ns.empty());
    CHECK(finding(outcome, "dtrace.unsorted_times") == nullptr);
  }
}

TEST_CASE("an empty line that an action printed before keys is no stack where the program has none", "[dtrace]") {
  const std::string heading =
      "CPU     ID                    FUNCTION:NAME\n  0  52231                       :tick-60s \n";
  const std::string program =
      "profile-97 { @names[execname] = count(); }\ntick-60s { printf(\"\\n\"); printa(@names); }\n";
  for (const std::string_view blanks : {"\n", "\n\n", "\n\n\n"}) {
    const Outcome outcome = read_with(program, heading + std::string(blanks) + text_key("bash") + value_line("3"));
    const ProfileSet set = set_of(outcome);
    REQUIRE(set.profiles().size() == 1);
    CHECK(set.profiles()[0].name == "names");
    CHECK(stacks_of(set) == Lines{" 3"});
  }
}

TEST_CASE("the sum of differences of timestamps is in nanoseconds", "[dtrace]") {
  const auto unit = [](const std::string& argument) {
    const std::string program = "#pragma D option quiet\nsyscall:::return { @t[probefunc] = sum(" + argument + "); }\n";
    return set_of(read_with(program, "\n" + row("read", "5"))).profiles()[0].value_types[0].unit;
  };
  CHECK(unit("timestamp - self->start") == "nanoseconds");
  CHECK(unit("(timestamp - self->start) / 1000") == "count");
  CHECK(unit("self->start") == "count");
}

TEST_CASE("keys that clauses write differently can be either, and name nothing", "[dtrace]") {
  const std::string program =
      "#pragma D option quiet\n"
      "syscall::read:return { @a[\"r\", execname] = sum(arg0); @b[execname] = count(); }\n"
      "syscall::write:return { @a[\"w\", execname] = sum(arg0); @b[probefunc] = count(); }\n";
  const std::string text =
      "\n" + text_key("w") + row("sh", "5") + text_key("r") + row("vi", "9") + row("sh", "1") + row("write", "2");
  const Outcome outcome = read_with(program, text);
  const ProfileSet set = set_of(outcome);
  REQUIRE(set.profiles().size() == 2);
  CHECK(set.profiles()[0].name == "a");
  CHECK(labels_of(set, 0, 0) == "key1=w");
  CHECK(set.dictionary().string(set.dictionary().thread(set.profiles()[0].samples.thread[0]).process_name) == "sh");
  CHECK(set.profiles()[1].name == "b");
  CHECK(labels_of(set, 1, 1) == "key1=write");
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("a script without a D program is refused by name", "[dtrace]") {
  const Outcome outcome = read_with("int main(void) { return 0; }\n", "\n" + stack_record(stack_a, "3"));
  CHECK_FALSE(outcome.set.has_value());
  CHECK(outcome.error.find("prog.d holds no aggregation") != std::string::npos);
  CHECK(read_dtrace("\n" + stack_record(stack_a, "3"), {{"script", "/nonexistent/prog.d"}}).error.find("prog.d") !=
        std::string::npos);
}

}  // namespace profconv::test
