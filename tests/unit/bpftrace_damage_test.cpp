// SPDX-License-Identifier: Apache-2.0
// Reading bpftrace's output that is cut, edited, or has other text in it: what is kept, and what is reported.
#include "support/catch.h"
#include "unit/bpftrace_reading.h"

namespace profconv::test::bpftrace {

using Read = BpftraceText;

TEST_CASE("values that are no numbers are skipped with a warning", "[bpftrace]") {
  const Read read(heading + "@name[1]: bash\n@u[2]: \n        f+1\n        g+2\n\n@n: 3\n");
  CHECK(read.set->profiles().size() == 1);
  CHECK(read.rows() == Rows{"3"});
  CHECK(read.warns("bpftrace.value"));
  CHECK(read.found("bpftrace.value")->count == 2);
  CHECK(error_of(heading + "@name[1]: bash\n").find("got none") != std::string::npos);
}

TEST_CASE("numbers beyond 64 bits are the nearest that fit, and sums beyond are refused", "[bpftrace]") {
  const Read read(heading + "@: 18446744073709551615\n");
  CHECK(read.rows() == Rows{"9223372036854775807"});
  CHECK(read.warns("bpftrace.saturated"));
  CHECK(error_of(heading + "@[\n    f+1\n]: 9223372036854775807\n@[\n    f+2\n]: 9223372036854775807\n")
            .starts_with("bt.out:5: "));
}

TEST_CASE("lost events are added up", "[bpftrace]") {
  const Read read(heading + "Lost 12 events\n@: 5\nLost 3 events\n");
  CHECK(read.found("bpftrace.lost_events")->message == "bpftrace lost 15 events");
  CHECK(read.found("bpftrace.lost_events")->where.line == 2);
}

TEST_CASE("damaged input keeps complete elements", "[bpftrace]") {
  const Read cut(heading + "@[a]: 1\n@[\n    f+1\n");
  CHECK(cut.rows() == Rows{"key1='a' 1"});
  CHECK(cut.found("bpftrace.truncated")->where.line == 3);
  CHECK(Read(heading + "@[a]: 1").warns("bpftrace.truncated"));
  const Read broken(heading + "@[\n    f+1\n@[\n    g+1\n]: 2\n");
  CHECK(broken.rows() == Rows{"g 2"});
  CHECK(broken.found("bpftrace.cut_element")->severity == Severity::error);
  CHECK(error_of("hello\n") == "bt.out:1: expected an element of a map, '@name[key]: number', got 'hello'");
  CHECK(Read(heading).found("bpftrace.empty") != nullptr);
}

TEST_CASE("messages within the stack of a key are none of its frames", "[bpftrace]") {
  const Read read(heading +
                  "@[\n    leaf+4\nERROR: failed to look up stack id 12 (pid 5): -1\n    main+10\nhello\n, prog]: 5\n");
  CHECK(read.rows() == Rows{"main;leaf key1='prog' 5"});
  CHECK(read.warns("bpftrace.lost_stack"));
  CHECK(read.warns("bpftrace.text_in_key"));
  const Read text(heading + "@[\n    leaf+4\n, two\nlines]: 5\n");
  CHECK(text.rows() == Rows{"leaf key1='two\nlines' 5"});
  CHECK(text.context.diagnostics().empty());
}

TEST_CASE("an element without its beginning is a warning, and no event", "[bpftrace]") {
  const Read read("    main+10\n, prog]: 5\n    main+10\n]: 7\n@[\n    b+4\n]: 3\n");
  CHECK(read.set->profiles().size() == 1);
  CHECK(read.rows() == Rows{"b 3"});
  CHECK(read.warns("bpftrace.no_beginning"));
}

TEST_CASE("two elements on one line are a warning", "[bpftrace]") {
  CHECK(Read(heading + "@[a]: 5\n@[b]: 12@[c]: 7\n").warns("bpftrace.glued"));
  CHECK_FALSE(Read(heading + "@[a]: 5\n@[b]: x@y]: 7\n").warns("bpftrace.glued"));
}

TEST_CASE("a row that is cut or has text after it is a warning, and counts if its count is whole", "[bpftrace]") {
  const std::string bar = "|" + std::string(13, '@') + std::string(39, ' ') + "|";
  const std::string full = "|" + std::string(52, '@') + "|";
  const std::string rows = "@:\n[1]          3 " + bar + "\n[2, 4)      12 " + full + "\n";
  const auto sum_of = [](const Read& read) {
    std::int64_t sum = 0;
    for (const std::int64_t value : read.profile().samples.values[0]) sum += value;
    return sum;
  };
  const Read broken(heading + rows + "[4, 8)       5 |@\n   |\n\n");
  CHECK(sum_of(broken) == 20);
  CHECK(broken.found("bpftrace.rows")->where.line == 5);
  CHECK(broken.found("bpftrace.rows")->count == 1);
  const Read followed(heading + rows + "[4, 8)       5 " + bar + "tick 5\n\n");
  CHECK(sum_of(followed) == 20);
  CHECK(followed.warns("bpftrace.rows"));
  // The count may go on: "5" of "57".
  const Read unknown(heading + rows + "[4, 8)       5");
  CHECK(sum_of(unknown) == 15);
  CHECK(unknown.warns("bpftrace.rows"));
  const Read first(heading + "@:\n[1]          3 " + bar + "a\n[2, 4)      12 " + full + "\n\n");
  CHECK(sum_of(first) == 15);
  CHECK(first.warns("bpftrace.rows"));
  CHECK_FALSE(Read(heading + rows + "[4] starting\n[4, 8)       3 " + bar + "\n\n").warns("bpftrace.rows"));
}

TEST_CASE("rows without a map above them are a warning", "[bpftrace]") {
  const std::string bar = "|" + std::string(52, '@') + "|";
  for (const std::string& text :
       {"@: 1\n\n[4, 8)  3 " + bar + "\n", "@:\n[4, 8)  3 " + bar + "\n\n[8, 16)  3 " + bar + "\n",
        "@:\n[4, 8)  3 " + bar + "\n\n16)  3 " + bar + "\n"}) {
    CAPTURE(text);
    CHECK(Read(text).warns("bpftrace.rows"));
  }
  CHECK_FALSE(Read("@: 1\n\n[4, 8) and [8, 16) are ranges | of a table |\n").warns("bpftrace.rows"));
}

TEST_CASE("text that looks like an element, or the end of one, is a warning", "[bpftrace]") {
  for (const std::string& text : Rows{"@ a: 5", "@a-b: 6", "a[x]: 1", "[x]: 1", "@a [x]: 1", "x, y]: 5", "@x 5", "n: 7",
                                      "@s x: count 2, average 3, total 6", "s[x]: count 2, average 3, total 6"}) {
    CAPTURE(text);
    CHECK(Read(heading + "@n: 5\n" + text + "\n").found("bpftrace.skipped_element")->where.line == 3);
  }
  for (const std::string& text : Rows{"total: 5", "see @host", "took 5", "x: [1] 5", "@host is up", "12:30:01: 5"}) {
    CAPTURE(text);
    CHECK_FALSE(Read(heading + "@n: 5\n" + text + "\n").warns("bpftrace.skipped_element"));
  }
}

TEST_CASE("an average that is not the quotient of total and count is a warning", "[bpftrace]") {
  CHECK(Read(heading + "@s: count 3, average 4, total 1\n").found("bpftrace.value")->where.line == 2);
  CHECK_FALSE(
      Read(heading + "@s: count 3, average -4, total -14\n@s: count 0, average 0, total 0\n").warns("bpftrace.value"));
  CHECK_FALSE(Read(heading + "@s: count 1, average 18446744073709551615, total 18446744073709551615\n")
                  .warns("bpftrace.value"));
}

TEST_CASE("digits below an element may be the end of its value", "[bpftrace]") {
  const Read wrapped(heading + "@a[x]: 12\n34\n@a[y]: 1300\n");
  CHECK(wrapped.found("bpftrace.value")->where.line == 3);
  CHECK(wrapped.found("bpftrace.value")->message.ends_with("of '@a': 12 is used, not 1234"));
  CHECK(Read(heading + "@a[x]: 12\n34\n@a[y]: 3\n").warns("bpftrace.value"));
  CHECK(Read(heading + "@a[x]: 12\n34\n").warns("bpftrace.value"));
  CHECK(Read(heading + "@a[x]: 12\n34\n\n@b: 3\n").warns("bpftrace.value"));
  CHECK(Read(heading + "@[\n    f+1\n, x]: 12\n34\n").warns("bpftrace.value"));
  CHECK(Read(heading + "@a[x]: 12\n  34\n").warns("bpftrace.value"));
  // A program prints numbers between prints.
  CHECK_FALSE(Read(heading + "@a[x]: 1\n1\n@a[x]: 2\n2\n@a[x]: 2\n3\n").warns("bpftrace.value"));
  CHECK_FALSE(Read(heading + "@a[x]: 1\n\n34\n@a[y]: 3\n").warns("bpftrace.value"));
}

TEST_CASE("frames that lost or got an end of line are reported, if they cannot be read", "[bpftrace]") {
  CHECK(Read("@[\n    add(int,\nint)+4\n    main+2\n]: 3\n").warns("bpftrace.wrapped_frame"));
  CHECK(Read("@[    f+1    main+2]: 3\n").warns("bpftrace.glued"));
  const Read file("@[    f+1\n    main+2\n]: 3\n");
  CHECK(file.context.diagnostics().empty());
  CHECK(file.rows() == Rows{"main;f 3"});
}

}  // namespace profconv::test::bpftrace
