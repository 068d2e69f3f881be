// SPDX-License-Identifier: Apache-2.0
// Reading bpftrace's output: what keys, stacks, values and prints become.
#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/bpftrace_reading.h"

namespace profconv::test::bpftrace {

using Read = BpftraceText;

TEST_CASE("a stack in a key is the stack, and other parts are labels", "[bpftrace]") {
  const Read read(heading + "@s[bash, 812, \n    leaf+46\n    main+12\n]: 3\n@s[cat, 9, \n    main+1\n]: 4\n");
  CHECK(read.profile().name == "@s");
  CHECK(read.profile().value_types == std::vector<ValueType>{{.type = "samples", .unit = "count"}});
  CHECK(read.rows() == Rows{"main;leaf key1='bash' key2=812 3", "main key1='cat' key2=9 4"});
  CHECK(read.context.diagnostics().empty());
}

TEST_CASE("the kernel's frames are at the leaf, in whichever order the stacks are", "[bpftrace]") {
  const std::string kernel = "\n    vfs_read+1\n    do_syscall_64+113\n";
  const std::string user = "\n    read+5\n    main+2\n";
  const Rows expected{"main;read;do_syscall_64_[k];vfs_read_[k] 1", "main;read 2"};
  CHECK(Read(heading + "@[" + kernel + ", " + user + "]: 1\n@[, " + user + "]: 2\n").rows() == expected);
  CHECK(Read(heading + "@[" + user + ", " + kernel + "]: 1\n@[" + user + ", ]: 2\n").rows() == expected);
}

TEST_CASE("two stacks that do not show whose they are", "[bpftrace]") {
  const std::string text = heading + "@[\n    a+1\n, \n    b+1\n]: 1\n";
  const Read guessed(text);
  CHECK(guessed.rows() == Rows{"b;a_[k] 1"});
  REQUIRE(guessed.found("bpftrace.stack_order") != nullptr);
  const Read named(text, {{"keys", "ustack,kstack"}});
  CHECK(named.rows() == Rows{"a;b_[k] 1"});
  CHECK(named.context.diagnostics().empty());
}

TEST_CASE("stacks are empty where others have them", "[bpftrace]") {
  CHECK(Read(heading + "@[, idle]: 5\n@[\n    f+1\n, cat]: 6\n").rows() == Rows{"key1='idle' 5", "f key1='cat' 6"});
  // From 0.24 on an empty stack is a newline.
  CHECK(Read("Attached 1 probe\n@[\n, \n, idle]: 5\n").rows() == Rows{"key1='idle' 5"});
  CHECK(Read(heading + "@[, idle]: 5\n", {{"keys", "ustack,comm"}}).profile().value_types[0].type == "samples");
}

TEST_CASE("names of keys fill threads, times and labels", "[bpftrace]") {
  const Read read(heading + "@[bash, 812, 813, 7000, 1, x]: 3\n", {{"keys", "comm,pid,tid,nsecs,cpu,-"}});
  CHECK(read.rows() == Rows{"cpu=1 key6='x' 3"});
  const Thread& thread = read.set->dictionary().thread(read.profile().samples.thread[0]);
  CHECK(thread.pid == 812);
  CHECK(thread.tid == 813);
  CHECK(read.set->dictionary().string(thread.thread_name) == "bash");
  CHECK(read.profile().samples.start_ns[0] == 7000);
  CHECK(read.profile().metadata.clock == Clock::monotonic);
}

TEST_CASE("names of keys are for one map or for all", "[bpftrace]") {
  const std::string text = heading + "@a[bash]: 1\n@b[7, x]: 2\n@total: 3\n";
  const Read read(text, {{"keys", "name;@b=cpu,-"}});
  CHECK(read.rows(0) == Rows{"name='bash' 1"});
  CHECK(read.rows(1) == Rows{"cpu=7 key2='x' 2"});
  CHECK(read.rows(2) == Rows{"3"});
  CHECK(error_of(text, {{"keys", "name"}})
            .starts_with("bt.out:3: found 2 keys and 0 stacks in @b, but bpftrace.keys has 1 name; "));
  CHECK(error_of(text, {{"keys", "pid;@b=-,-"}}) ==
        "bt.out:2: found 'bash' as key 1 of @a, expected a number for 'pid' of bpftrace.keys");
  CHECK(error_of(text, {{"keys", "pid,pid"}}) == "bpftrace.keys names 'pid' twice");
}

TEST_CASE("a string with a separator is one key", "[bpftrace]") {
  const Read read(heading + "@[web, 1]: 1\n@[Web, Content, 2]: 3\n");
  CHECK(read.rows() == Rows{"key1='web' key2=1 1", "key1='Web, Content' key2=2 3"});
  CHECK(read.warns("bpftrace.joined_keys"));
}

TEST_CASE("tuples, records and arrays are one key each", "[bpftrace]") {
  const Read read(heading + "@[(1, (2, x)), { .a = 1, .b = 2 }, [1,2]]: 3\n");
  CHECK(read.rows() == Rows{"key1='(1, (2, x))' key2='{ .a = 1, .b = 2 }' key3='[1,2]' 3"});
}

TEST_CASE("a key may hold what ends keys", "[bpftrace]") {
  CHECK(Read(heading + "@[a]: 5]: 3\n").rows() == Rows{"key1='a]: 5' 3"});
  CHECK(Read(heading + "@[two\nlines]: 3\n").rows() == Rows{"key1='two\nlines' 3"});
  CHECK(Read(heading + "@[007]: 3\n").rows() == Rows{"key1='007' 3"});
}

TEST_CASE("frames have offsets, places and marks of inlined functions", "[bpftrace]") {
  const Read read(heading +
                  "@[\n        [inlined] v<int, char>::add(int)@/src/a@b.h:12\n        f(int)+44@/src/a.cpp:34\n       "
                  " 0x10\n]: 1\n");
  const Dictionary& dictionary = read.set->dictionary();
  CHECK(read.rows() == Rows{"16;f(int);v<int, char>::add(int)_[i] 1"});
  std::vector<FrameId> frames;
  dictionary.leaf_first(read.profile().samples.stack[0], frames);
  CHECK(dictionary.frame(frames[0]).line == 12);
  CHECK(dictionary.string(dictionary.function(dictionary.frame(frames[0]).function).file) == "/src/a@b.h");
  CHECK(dictionary.frame(frames[1]).line == 34);
  CHECK(dictionary.frame(frames[1]).offset == Frame::no_offset);
  CHECK(dictionary.string(dictionary.function(dictionary.frame(frames[1]).function).file) == "/src/a.cpp");
}

TEST_CASE("offsets are decimal and keep frames apart if they are kept", "[bpftrace]") {
  const std::string text = heading + "@[\n    f+10\n]: 1\n@[\n    f+12\n]: 2\n";
  CHECK(Read(text).rows() == Rows{"f 3"});
  const Read kept(text, {{"offsets", "keep"}});
  CHECK(kept.rows() == Rows{"f 1", "f 2"});
  const Dictionary& dictionary = kept.set->dictionary();
  CHECK(dictionary.frame(dictionary.stack(kept.profile().samples.stack[0]).frame).offset == 10);
}

TEST_CASE("frames of perf mode have addresses and modules", "[bpftrace]") {
  const Read read(heading +
                  "@[\n\tffffffff814ef11f sys_bpf+4095\n, \n\t7f658e71f829 g(void (*)(int))+25 (/tmp/x (deleted))\n\t"
                  "5441fd89 0x5441fd89 ([unknown])\n\t55a42c1b0a60 in (inlined)\n]: 1\n");
  CHECK(read.rows() == Rows{"in_[i];1413610889;g(void (*)(int));sys_bpf_[k] 1"});
  const Dictionary& dictionary = read.set->dictionary();
  std::vector<FrameId> frames;
  dictionary.leaf_first(read.profile().samples.stack[0], frames);
  CHECK(dictionary.frame(frames[1]).address == 0x7f658e71f829);
  CHECK(dictionary.string(dictionary.mapping(dictionary.frame(frames[1]).mapping).file) == "/tmp/x (deleted)");
  CHECK_FALSE(dictionary.frame(frames[2]).mapping);
}

TEST_CASE("frames of the modes raw and build_id are addresses", "[bpftrace]") {
  const Read read(heading + "@[\n8b5b1a6f0e0d4c3b2a190807060504030201f0e1 0x1189\n7f08\n]: 1\n");
  CHECK(read.rows() == Rows{"32520;4489 1"});
  const Dictionary& dictionary = read.set->dictionary();
  const Frame& leaf = dictionary.frame(dictionary.stack(read.profile().samples.stack[0]).frame);
  CHECK(dictionary.string(dictionary.mapping(leaf.mapping).build_id) == "8b5b1a6f0e0d4c3b2a190807060504030201f0e1");
  CHECK(dictionary.mapping(leaf.mapping).relative_addresses);
}

TEST_CASE("rows of a distribution are samples with the bounds of their buckets", "[bpftrace]") {
  const Read read(heading +
                  "@h[cat]: \n(..., 0)               1 |@  |\n[0]                    2 |@@ |\n"
                  "[1]                    0 |   |\n[2, 1K)                3 |@@@|\n[1K, ...)              4 |@@@|\n\n");
  CHECK(read.rows() == Rows{"bucket_high=0 key1='cat' 1", "bucket_high=1 bucket_low=0 key1='cat' 2",
                            "bucket_high=2 bucket_low=1 key1='cat' 0", "bucket_high=1024 bucket_low=2 key1='cat' 3",
                            "bucket_low=1024 key1='cat' 4"});
  CHECK(read.profile().metadata.distribution == "lhist");
  CHECK(read.profile().value_types[0].type == "events");
  CHECK(Read(heading + "@:\n[4K, 8K)      1 |@|\n[8K, 16K)     1 |@|\n").profile().metadata.distribution == "hist");
  CHECK(Read(heading + "@:\n[0, 1K)      1 |@|\n[1K, 2K)     1 |@|\n").profile().metadata.distribution == "lhist");
  CHECK(Read(heading + "@:\n[4E, 8E)      1 |@|\n").rows() == Rows{"bucket_low=4611686018427387904 1"});
}

TEST_CASE("a table goes on below a line of other text, and a missing row is a warning", "[bpftrace]") {
  const std::string bar = " |" + std::string(52, '@') + "|\n";
  const Read read(heading + "@:\n[1]          1" + bar + "hello\n[2, 4)       1" + bar + "[8, 16)      1" + bar);
  CHECK(read.rows().size() == 3);
  CHECK(read.found("bpftrace.rows")->where.line == 6);
  CHECK(read.found("bpftrace.text")->where.line == 4);
}

TEST_CASE("stats() are counts and totals", "[bpftrace]") {
  const Read read(heading + "@s[cat]: count 2, average -3, total -7\n@t: count 1, average 4, total 4\n\n",
                  {{"units", "@s=bytes"}});
  CHECK(read.rows(0) == Rows{"key1='cat' 2 -7"});
  CHECK(read.profile(0).value_types ==
        std::vector<ValueType>{{.type = "events", .unit = "count"}, {.type = "total", .unit = "bytes"}});
  CHECK(read.rows(1) == Rows{"1 4"});
}

TEST_CASE("functions say how numbers combine", "[bpftrace]") {
  const std::string text = heading + "@a: 4\n@m: 9\n@c[\n    f+1\n]: 3\n";
  const Read read(text, {{"functions", "@a=avg,@m=max,count"}});
  CHECK(read.profile(0).value_types[0] == ValueType{.type = "avg", .unit = "count", .aggregation = Aggregation::last});
  CHECK(read.profile(1).value_types[0] == ValueType{.type = "max", .unit = "count", .aggregation = Aggregation::max});
  CHECK(read.profile(2).value_types[0] == ValueType{.type = "samples", .unit = "count"});
  CHECK(read.context.diagnostics().empty());
  CHECK(Read(text).found("bpftrace.function")->severity == Severity::note);
  CHECK(error_of(text, {{"functions", "@a=mean"}}) ==
        "bpftrace.functions: expected count, sum, avg, min or max, got 'mean'");
}

TEST_CASE("a map that never falls counts once, and others are added", "[bpftrace]") {
  const std::string rising = heading + "@[a]: 1\n@[b]: 5\n1 s\n@[c]: 1\n@[a]: 2\n@[b]: 5\n";
  const Read last(rising);
  CHECK(last.rows() == Rows{"key1='c' 1", "key1='a' 2", "key1='b' 5"});
  CHECK(last.warns("bpftrace.printed_again"));
  CHECK(last.found("bpftrace.printed_again")->where.line == 5);
  const Read added(rising, {{"prints", "add"}});
  CHECK(added.rows() == Rows{"key1='a' 3", "key1='b' 10", "key1='c' 1"});
  CHECK_FALSE(added.warns("bpftrace.printed_again"));
  const std::string cleared = heading + "@[a]: 1\n@[b]: 5\n1 s\n@[b]: 7\n";
  CHECK(Read(cleared).rows() == Rows{"key1='a' 1", "key1='b' 12"});
  CHECK(Read(cleared).warns("bpftrace.printed_again"));
  CHECK(Read(cleared, {{"prints", "last"}}).rows() == Rows{"key1='a' 1", "key1='b' 7"});
}

TEST_CASE("a last print that equals the one before is that of the end", "[bpftrace]") {
  CHECK(Read(heading + "@: 5\n\n\n@: 5\n").rows() == Rows{"5"});
  CHECK(Read(heading + "@: 5\n@: 5\n@: 5\n").rows() == Rows{"15"});
}

TEST_CASE("a map that rises and never falls counts once, though prints are equal", "[bpftrace]") {
  for (const std::string text : {"@: 3\n@: 3\n@: 5\n", "@: 3\n@: 5\n@: 5\n", "@: 1\n@: 5\n@: 5\n@: 5\n"}) {
    CAPTURE(text);
    const Read read(heading + text);
    CHECK(read.rows() == Rows{"5"});
    CHECK(read.found("bpftrace.printed_again")->message.find("never fall") != std::string::npos);
  }
  CHECK(Read(heading + "@[a]: 3\n@[b]: 5\n1\n@[a]: 3\n@[b]: 5\n2\n@[c]: 1\n@[a]: 3\n@[b]: 5\n").rows() ==
        Rows{"key1='c' 1", "key1='a' 3", "key1='b' 5"});
  CHECK(Read(heading + "@[a]: 3\n1\n@[b]: 5\n2\n@[a]: 3\n@[b]: 5\n").rows() == Rows{"key1='a' 6", "key1='b' 10"});
  CHECK(Read(heading + "@: 3\n@: 5\n@: 4\n").rows() == Rows{"12"});
}

TEST_CASE("a map is cleared if a bucket falls, or a total changes with no event", "[bpftrace]") {
  const std::string bar = " |" + std::string(52, '@') + "|\n";
  const std::string first = "@:\n[1]  3" + bar + "[2, 4)  3" + bar + "\n";
  const auto sum_of = [](const Read& read) {
    std::int64_t sum = 0;
    for (const std::int64_t value : read.profile().samples.values[0]) sum += value;
    return sum;
  };
  CHECK(sum_of(Read(heading + first + "@:\n[1]  2" + bar + "[2, 4)  7" + bar)) == 15);
  CHECK(sum_of(Read(heading + first + "@:\n[2, 4)  7" + bar)) == 13);
  CHECK(sum_of(Read(heading + first + first + "@:\n[1]  3" + bar + "[2, 4)  7" + bar)) == 10);
  const std::string stats = "@: count 3, average 1, total 3\n";
  CHECK(Read(heading + stats + stats + "@: count 4, average 0, total 2\n").rows() == Rows{"4 2"});
  CHECK(Read(heading + stats + "@: count 3, average 1, total 4\n").rows() == Rows{"6 7"});
}

TEST_CASE("of two recordings one may be added and the last print count in the other", "[bpftrace]") {
  const Read read(heading + "@: 3\n@: 5\n" + heading + "@: 5\n@: 2\n");
  CHECK(read.rows() == Rows{"12"});
  CHECK(read.found("bpftrace.printed_again")->message.find("in recordings with") != std::string::npos);
}

TEST_CASE("prints with nothing between begin where values fall", "[bpftrace]") {
  // "new" is first seen in the second print, whose first record it is.
  const std::string text = heading + "@[a]: 2\n@[b]: 5\n@[new]: 1\n@[a]: 2\n@[b]: 9\n";
  CHECK(Read(text).rows() == Rows{"key1='new' 1", "key1='a' 2", "key1='b' 9"});
}

TEST_CASE("stacks that come again in one print are of several processes", "[bpftrace]") {
  const std::string stack = "@[\n    f+1\n]: ";
  const Read read(heading + stack + "1\n@[\n    g+1\n]: 2\n" + stack + "3\n");
  CHECK(read.rows() == Rows{"f 4", "g 2"});
  CHECK_FALSE(read.warns("bpftrace.printed_again"));
  CHECK(read.found("bpftrace.repeated_keys")->severity == Severity::note);
  const Read lost(heading + "@[]: 1\n" + stack + "2\n@[]: 3\n");
  CHECK(lost.rows() == Rows{"4", "f 2"});
  CHECK(lost.warns("bpftrace.lost_stack"));
}

TEST_CASE("equal keys that may be those of several prints are a warning", "[bpftrace]") {
  const std::string stack = "@[\n    f+1\n]: ";
  const std::string text = heading + stack + "3\n" + stack + "5\n" + stack + "9\n";
  CHECK(Read(text).rows() == Rows{"f 17"});
  CHECK(Read(text).warns("bpftrace.printed_again"));
  CHECK(Read(text, {{"prints", "last"}}).rows() == Rows{"f 9"});
  const Read added(text, {{"prints", "add"}});
  CHECK_FALSE(added.warns("bpftrace.printed_again"));
  const std::string more = "@[\n    g+1\n]: ";
  CHECK(Read(heading + stack + "3\n" + stack + "5\n" + more + "9\n").warns("bpftrace.printed_again"));
  CHECK_FALSE(Read(heading + stack + "3\n" + more + "5\n" + stack + "9\n").warns("bpftrace.printed_again"));
}

TEST_CASE("a second heading begins a recording that adds", "[bpftrace]") {
  const Read read(heading + "@: 5\n" + heading + "@: 7\n");
  CHECK(read.rows() == Rows{"12"});
  CHECK_FALSE(read.warns("bpftrace.printed_again"));
}

TEST_CASE("printed stacks are events", "[bpftrace]") {
  const Read read(heading +
                  "1 wrk\n\n        leaf+4\n        main+2\n\n2 wrk\n\n        leaf+8\n        main+2\n\n  text+1\n");
  CHECK(read.profile().name == "printf");
  CHECK(read.rows() == Rows{"main;leaf 2"});
  CHECK(read.found("bpftrace.text")->message.starts_with("3 lines"));
}

TEST_CASE("numbers below the first page of memory are no printed stack", "[bpftrace]") {
  const Read read(heading +
                  "start\n\n        17\n\n        leaf+4\n        main+2\n\n        17\n        7f17ab112bec\n\n");
  CHECK(read.rows() == Rows{"main;leaf 1", "139739631004652;23 1"});
  CHECK(read.warns("bpftrace.numbers"));
  CHECK(read.found("bpftrace.numbers")->where.line == 4);
  CHECK(error_of("\n       17\n").find("expected an element of a map") != std::string::npos);
}

TEST_CASE("stacks of perf mode without a heading are bpftrace's by their decimal offsets", "[bpftrace]") {
  const auto confidence_of = [](const std::string& text) {
    return bpftrace_reader.probe(bpftrace_reader, text, "-").confidence;
  };
  const std::string text = "\n\t7f658e71f829 syscall+25 (/usr/lib/libc.so.6)\n\t5583ab120227 main+3 (/src/a)\n\n";
  CHECK(confidence_of(text) == Confidence::likely);
  CHECK(confidence_of("app 12\n\tffffffff814ef11f sys_bpf+4095\n") == Confidence::likely);
  CHECK(confidence_of("{ x\n" + text) == Confidence::likely);
  CHECK(Read(text).rows() == Rows{"main;syscall 1"});
  // perf's offsets are hexadecimal, and its lines may have none.
  CHECK(confidence_of("\t7f658e71f829 syscall+0x19 (/usr/lib/libc.so.6)\n") == Confidence::no);
  CHECK(confidence_of("\t7f658e71f829 syscall (/usr/lib/libc.so.6)\n") == Confidence::no);
  CHECK(confidence_of("\t7f658e71f829 a+0x10 (/a)\n" + text.substr(0, text.find("\t558"))) == Confidence::no);
}

TEST_CASE("JSON has the same maps", "[bpftrace]") {
  const Read read(
      "{\"type\": \"map\", \"data\": {\"@\": {\"\\n    f+1\\n    main+2\\n,cat\": 3, \",idle\": 4}}}\n"
      "{\"type\": \"hist\", \"data\": {\"@h\": [{\"max\": -1, \"count\": 1}, {\"min\": 0, \"max\": 0, \"count\": "
      "2}]}}\n"
      "{\"type\": \"stats\", \"data\": {\"@s\": {\"cat\": {\"count\": 2, \"average\": 3, \"total\": 7}}}}\n"
      "{\"data\": {\"@t\": {\"count\": 1, \"average\": 4, \"total\": 4}}, \"type\": \"stats\"}\n"
      "{\"type\": \"stats\", \"data\": {\"@a\": 5}}\n"
      "{\"type\": \"map\", \"data\": {\"@big\": \"9007199254740993\"}}\n"
      "{\"type\": \"lost_events\", \"data\": {\"events\": 3}}\n");
  CHECK(read.rows(0) == Rows{"main;f key1='cat' 3", "key1='idle' 4"});
  CHECK(read.rows(1) == Rows{"bucket_high=0 1", "bucket_high=1 bucket_low=0 2"});
  CHECK(read.rows(2) == Rows{"key1='cat' 2 7"});
  CHECK(read.rows(3) == Rows{"1 4"});
  CHECK(read.profile(4).value_types[0].type == "avg");
  CHECK(read.rows(5) == Rows{"9007199254740993"});
  CHECK(read.warns("bpftrace.lost_events"));
}

TEST_CASE("each line of JSON is a print", "[bpftrace]") {
  const std::string line = "{\"type\": \"map\", \"data\": {\"@\": {\"a\": 3, \"b\": 5}}}\n";
  CHECK(Read(line + "{\"type\": \"map\", \"data\": {\"@\": {\"a\": 4, \"b\": 5}}}\n").rows() ==
        Rows{"key1='a' 4", "key1='b' 5"});
  CHECK(Read(line + "{\"type\": \"map\", \"data\": {\"@\": {\"a\": 4}}}\n").rows() == Rows{"key1='a' 7", "key1='b' 5"});
}

TEST_CASE("JSON with errors", "[bpftrace]") {
  const Read read(
      "{\"type\": \"map\", \"data\": {\"@\": {\"a\": 3, \"b\": }}}\n{\"type\": \"map\", \"data\": {\"@n\": 1}}\n");
  CHECK(read.rows(0) == Rows{"key1='a' 3"});
  CHECK(read.rows(1) == Rows{"1"});
  CHECK(read.found("bpftrace.bad_line")->severity == Severity::error);
  const Read wrapped("{\"type\": \"hist\", \"data\": {\"@h\": [{\"min\": -2147483648, \"max\": 0, \"count\": 9}]}}\n");
  CHECK(wrapped.rows() == Rows{"bucket_high=4294967296 bucket_low=2147483648 9"});
  CHECK(wrapped.warns("bpftrace.bounds"));
  const Read joined("{\"type\": \"map\", \"data\": {\"@\": {\"\\nf(int,char)+1\\n\": 3}}}\n");
  CHECK(joined.rows() == Rows{"f(int,char) 3"});
  CHECK(joined.warns("bpftrace.blanks"));
}

}  // namespace profconv::test::bpftrace
