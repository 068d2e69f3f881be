// SPDX-License-Identifier: Apache-2.0
// Which texts are taken for DTrace's, and why.
#include <string>
#include <string_view>

#include "readers/readers.h"
#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

Probe probe(std::string_view text) { return dtrace_reader.probe(dtrace_reader, text, "file"); }

const std::string heading =
    "CPU     ID                    FUNCTION:NAME\n  0  64091                        :tick-60s \n";
const std::string record = "\n\n" + frame_line("m`b+0x1") + frame_line("m`a+0x2") + value_line("3");

}  // namespace

TEST_CASE("a heading and a record are certain, and the reason says what was seen", "[dtrace]") {
  const Probe found = probe(heading + record);
  CHECK(found.confidence == Confidence::certain);
  CHECK(found.reason == "DTrace's heading on line 1, and frames like m`a+0x2 and a value on line 7");
}

TEST_CASE("a record, a table or columns of keys alone are likely DTrace's", "[dtrace]") {
  CHECK(probe(record).confidence == Confidence::likely);
  CHECK(probe(record).reason == "frames like m`a+0x2 and a value on line 5");
  CHECK(probe("\n" + text_key("bash") + value_line("4")).confidence == Confidence::likely);
  CHECK(probe("\n" + text_key("bash") + "\n" + table_head() + table_row("0", "1")).confidence == Confidence::likely);
  CHECK(probe("\n\n" + frame_line("0x4005d0") + value_line("4")).confidence == Confidence::likely);
  CHECK(probe(heading + "\n").confidence == Confidence::likely);
}

TEST_CASE("other texts are not taken for DTrace's", "[dtrace]") {
  for (const std::string_view text : {
           std::string_view(""),
           std::string_view("\n\n\n"),
           std::string_view("main;m`parse;read 41\nmain;m`b 3\n"),
           std::string_view("{\"dhatFileVersion\":2,\"mode\":\"heap\"}\n"),
           std::string_view("swapper     0 [000]  1: cycles:\n\tffffffff81 native_safe_halt ([kernel])\n\n"),
           std::string_view("@[\n    kretprobe_trampoline+0\n    vfs_read+1\n]: 27\n"),
           std::string_view("Attaching 1 probe...\n\n@[bash]: 4\n@[\n        0x7f31a32041f5\n]: 12\n"),
           std::string_view("#include <stdio.h>\n\nint main(void) {\n    return 0;\n}\n"),
           std::string_view("# Title\n\nUse `profconv` and\n\n    code `x`\n\n1. one\n"),
           std::string_view("Dear reader,\n\n  this is prose with 42 words in it and 17\n"),
           std::string_view("root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1::/:/bin/sh\n"),
           std::string_view("name,value\na,1\nb,2\n"),
           std::string_view("    1    2    3\n   10   20   30\n"),
           std::string_view(
               "<?xml version=\"1.0\"?>\n<svg>\n<title>a`b (3 samples)</title>\n  <text>m`f+0x1</text>\n</svg>\n"),
       }) {
    INFO(text);
    CHECK(probe(text).confidence == Confidence::no);
  }
  CHECK(probe(std::string("\0\0", 2) + record).confidence == Confidence::no);
}

TEST_CASE("every recording of the fixtures is recognised", "[dtrace]") {
  for (const Fixture& fixture : fixtures(dtrace_reader)) {
    INFO(fixture.name());
    CHECK(static_cast<int>(probe(fixture.bytes).confidence) >= static_cast<int>(Confidence::likely));
  }
}

TEST_CASE("backquotes of other texts make no frames", "[dtrace][detection]") {
  const auto confidence = [](std::string_view text) { return probe(text).confidence; };
  CHECK(confidence("# Merge\n\nUse the option `--freq`, and\n  the type (`cpu`, by default) of `info`.\n") ==
        Confidence::no);
  CHECK(confidence("class A:\n    \"\"\"Raises :exc:`ValueError` if ``float`` is out of range.\"\"\"\n") ==
        Confidence::no);
  CHECK(confidence("  Google Chrome`ChromeMain\n") != Confidence::no);
}

}  // namespace profconv::test
