// SPDX-License-Identifier: Apache-2.0
// Reading elements that follow other text on their line: which are read, and which cause a warning.
#include "support/catch.h"
#include "unit/bpftrace_reading.h"

namespace profconv::test::bpftrace {

using Read = BpftraceText;

namespace {

const Settings adds{{"prints", "add"}};

}  // namespace

TEST_CASE("a time before an element leaves it an element", "[bpftrace]") {
  for (const std::string time :
       {"11:42:28 ", "11:42:28", "[11:42] ", "11:42:28.123: ", "Sat Nov 28 11:42:28 UTC 2026\t",
        "2026-11-28T11:42:28Z - ", "^C11:42:28 ", "^C", "^C^C", "done^C"}) {
    CAPTURE(time);
    const Read keyed(heading + time + "@[app]: 30\n@[ssh]: 50\n", adds);
    CHECK(keyed.rows() == Rows{"key1='app' 30", "key1='ssh' 50"});
    CHECK_FALSE(keyed.warns("bpftrace.glued"));
    CHECK(Read(heading + time + "@n: 30\n").rows() == Rows{"30"});
    CHECK(Read(heading + time + "@s[a]: count 2, average 3, total 6\n").rows() == Rows{"key1='a' 2 6"});
    const Read stack(heading + time + "@[\n    f+1\n    main+3\n, app]: 30\n");
    CHECK(stack.rows() == Rows{"main;f key1='app' 30"});
    CHECK_FALSE(stack.warns("bpftrace.glued"));
    const Read table(heading + time + "@h:\n[0]          7 |@@@ |\n[1]          3 |@   |\n\n");
    CHECK(table.rows() == Rows{"bucket_high=1 bucket_low=0 7", "bucket_high=2 bucket_low=1 3"});
    CHECK_FALSE(table.warns("bpftrace.glued"));
    CHECK(Read(heading + time + "@n: bash\n@: 1\n").warns("bpftrace.value"));
  }
}

TEST_CASE("text before an element is other text, and ^C is not", "[bpftrace]") {
  CHECK(Read(heading + "11:42:28 @: 30\n").found("bpftrace.text")->message ==
        "1 line of other text skipped, as '11:42:28'");
  CHECK(Read(heading + "^C@: 30\n").found("bpftrace.text") == nullptr);
}

TEST_CASE("an element after a time begins a print", "[bpftrace]") {
  const std::string rising = heading + "11:42:28 @[a]: 1\n@[b]: 5\n\n11:42:38 @[a]: 5\n@[b]: 9\n";
  const Read last(rising);
  CHECK(last.rows() == Rows{"key1='a' 5", "key1='b' 9"});
  CHECK(last.found("bpftrace.printed_again")->where.line == 5);
  CHECK(Read(rising, adds).rows() == Rows{"key1='a' 6", "key1='b' 14"});
  // A table need not end with an empty line.
  const Read tables(heading + "@:\n[0]     7 |@|\n11:42:38 @:\n[0]     2 |@|\n", adds);
  CHECK(tables.rows() == Rows{"bucket_high=1 bucket_low=0 9"});
}

TEST_CASE("a stack or a row below shows that text is the beginning of an element", "[bpftrace]") {
  const Read stack(heading + "progress 50%@[\n    f+1\n    main+3\n]: 30\nhello@k[app, 7, \n    g+1\n]: 1\n");
  CHECK(stack.rows(0) == Rows{"main;f 30"});
  CHECK(stack.rows(1) == Rows{"g key1='app' key2=7 1"});
  CHECK_FALSE(stack.warns("bpftrace.glued"));
  CHECK(Read(heading + "x@[\n7f17ab112bec\n]: 3\n").rows() == Rows{"139739631004652 3"});
  CHECK(Read(heading + "x@[\n, app]: 3\n@[\n    f+1\n, app]: 4\n").rows() == Rows{"key1='app' 3", "f key1='app' 4"});
  const Read table(heading + "progress 50%@h[a]:\n[0]     7 |@|\n\n@h[b]:\n[0]     8 |@|\n");
  CHECK(table.rows().size() == 2);
  CHECK_FALSE(table.warns("bpftrace.glued"));
}

TEST_CASE("text that no element goes on below is other text", "[bpftrace]") {
  const Read read(heading + "see user@host:\nand x@[\nand @y[1,\n@: 3\nfoo @[\n");
  CHECK(read.rows() == Rows{"3"});
  CHECK(read.found("bpftrace.text")->message == "4 lines of other text skipped, as 'see user@host:'");
  CHECK_FALSE(read.warns("bpftrace.truncated"));
  CHECK_FALSE(read.warns("bpftrace.glued"));
  const Read json(heading + "see @host:\n{\"type\": \"map\", \"data\": {\"@n\": 5}}\n");
  CHECK(json.rows() == Rows{"5"});
  CHECK_FALSE(Read(heading + "at f@main:12 @x:y a@b @c: d @[e]: f\n@: 1\n").warns("bpftrace.glued"));
}

TEST_CASE("an element after other text is a warning", "[bpftrace]") {
  const Read label(heading + "rate: @: 5\nrate: @: 7\n\n@: 1\n", adds);
  CHECK(label.rows() == Rows{"13"});
  CHECK(label.warns("bpftrace.glued"));
  CHECK(label.found("bpftrace.glued")->count == 2);
  const Read output(heading + "@a[x]: 5\nhello@a[y]: 7\n@a[z]: 9\n");
  CHECK(output.rows() == Rows{"key1='x' 5", "key1='y' 7", "key1='z' 9"});
  CHECK(output.warns("bpftrace.glued"));
  CHECK(Read(heading + "user@host: @a[y]: 7\n").rows() == Rows{"key1='y' 7"});
}

TEST_CASE("what may be the name of a host is read only if a map has it", "[bpftrace]") {
  const Read mail(heading + "@a: 1\nmail for user@host: 5\n");
  CHECK(mail.set->profiles().size() == 1);
  CHECK(mail.found("bpftrace.glued")->message == "skipped '@host: 5', which may be an element: it follows other text");
  const Read map(heading + "@a: 1\nhello@a: 5\n", adds);
  CHECK(map.rows() == Rows{"6"});
  CHECK(map.warns("bpftrace.glued"));
}

TEST_CASE("other text within a table leaves the table open", "[bpftrace]") {
  const Read read(heading + "@:\n[1]          1 |@|\nhello @a: 5\nfoo @[\n[2, 4)       1 |@|\n\n");
  CHECK(read.rows().size() == 2);
  CHECK(read.warns("bpftrace.glued"));
  CHECK(read.found("bpftrace.text")->message == "2 lines of other text skipped, as 'hello @a: 5'");
}

}  // namespace profconv::test::bpftrace
