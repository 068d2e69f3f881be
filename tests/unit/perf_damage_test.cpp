// SPDX-License-Identifier: Apache-2.0
// Text of `perf script` that lost ends of lines or of its columns, or holds lines of other programs: every frame that
// is not counted, or is named wrongly, is reported.
#include <string>
#include <string_view>
#include <vector>

#include "readers/perf/frame_text.h"
#include "readers/perf/joined_lines.h"
#include "support/catch.h"
#include "unit/perf_reading.h"

namespace profconv::test {

namespace {

const std::string first = "app    12 [000]     5.100000:         10 cycles:u: ";
const std::string leaf = "\t          7f0123 do_work+0x12 (/usr/lib/x86_64-linux-gnu/libc.so.6)";
const std::string mid = "\t          401136 f(int) const+0x4 (/opt/a b/prog)";
const std::string kernel = "\tffffffff8104f45a [unknown] ([kernel.kallsyms])";
const std::string root = "\t            55d0 main+0x7f (/usr/bin/prog)";

/// A right sample, then one of these lines.
PerfText after_right(const std::vector<std::string>& lines) {
  std::string text = first + "\n" + leaf + "\n" + root + "\n\n";
  for (const std::string& line : lines) text += line + "\n";
  return PerfText(text);
}

std::string without_module(const std::string& frame) { return frame.substr(0, frame.rfind(" (")); }

std::string without_blanks(const std::string& line) { return line.substr(line.find_first_not_of(" \t")); }

/// Names that functions have, with blanks, parentheses, digits, and what looks like an address or a module.
const std::vector<std::string> names = {"main",
                                        "operator()(int)",
                                        "std::function<void (int)>::operator()(int) const",
                                        "Foo<(anon)>::bar(int, long)",
                                        "(anonymous namespace)::g",
                                        "<T as core::ops::Fn(A) -> B>::call",
                                        "core::ops::function::FnOnce::call_once{{vtable.shim}}",
                                        "decltype (a.b()) visit<int>(char const*)",
                                        "main.(*T).Add",
                                        "runtime.gcDrain.func1 (inline)",
                                        "closure #1 (Swift.Int) -> () in main.add",
                                        "LazyCompile:~f /home/me/a b.js:12",
                                        "py::add:/home/me/my (2) app/x.py",
                                        "RegExp:[&<>\"'] 12 add",
                                        "-[NSObject add:dead face:]",
                                        "f(int) (.cold)",
                                        "add bad 12 face",
                                        "void A::operator+<int>(A const&)"};

}  // namespace

TEST_CASE("perf: right frames are silent, whatever functions are called", "[perf]") {
  for (const std::string& name : names) {
    CAPTURE(name);
    for (const std::string module :
         {" (/a)", " (/a (deleted))", " (/opt/my app (1) 2 b/lib.so)", " ([kernel.kallsyms])", " ([unknown])", ""}) {
      for (const std::string offset : {"+0x12", ""}) {
        CAPTURE(module, offset);
        const std::string frame = name + offset + module;
        std::string text;
        for (int i = 0; i < 2; ++i) {
          text += first + "\n\t          401136 " + frame + "\n\t          401136 " + name +
                  (offset.empty() ? "" : "+0x1") + (module.empty() ? "" : " (inlined)") +
                  "\n\tffffffff8104f45a [unknown]" + module + "\n\t            55d0 g" + offset + module + "\n\n";
        }
        CHECK(PerfText(text).context.diagnostics().empty());
      }
    }
  }
}

TEST_CASE("perf: frames that were joined to one line are bad lines", "[perf]") {
  for (const std::string& frame : {leaf, mid, kernel, root}) {
    for (const std::string& next : {leaf, mid, kernel, root}) {
      for (const std::string& joined : {frame + next, frame + " " + next, frame + without_blanks(next),
                                        frame + " " + without_blanks(next), frame + next + root}) {
        CAPTURE(joined);
        CHECK(after_right({first, joined, root, ""}).said("perf.bad_line"));
      }
      const std::string bare = without_module(frame) + without_module(next);
      CAPTURE(bare);
      CHECK(PerfText(first + "\n" + bare + "\n" + without_module(root) + "\n\n").said("perf.bad_line"));
    }
  }
}

TEST_CASE("perf: a frame that holds the next sample's first line is reported", "[perf]") {
  CHECK(after_right({first, leaf, root + first, mid, root, ""}).said("perf.bad_line"));
  const std::string untimed = "app    12 [001]         10 cycles:u: \n";
  CHECK(PerfText(untimed + leaf + "\n" + root + untimed + mid + "\n" + root + "\n\n").said("perf.bad_line"));
  CHECK(PerfText(untimed + leaf + "\n" + without_module(root) + untimed + mid + "\n\n").said("perf.bad_line"));
  const PerfText named("app  12 \n" + leaf + "\n" + root + "app  13 \n" + mid + "\n" + root + "\n\n");
  CHECK(named.said("perf.bad_line"));
}

TEST_CASE("perf: a first line that holds frames is reported", "[perf]") {
  for (const std::string& head :
       {first, std::string("app 12 5.1000: 1 cycles: "),
        std::string("app  12 [000]  5.100000: sched:sched_switch: prev_comm=app next_comm=x")}) {
    for (const std::string& joined : {head + leaf, head + " " + without_blanks(leaf), head + leaf + mid}) {
      CAPTURE(joined);
      const std::string right = head + "\n" + leaf + "\n" + root + "\n\n";
      CHECK(PerfText(right + joined + "\n" + root + "\n\n").said("perf.joined_lines"));
      CHECK(PerfText(joined + "\n" + root + "\n\n" + right).said("perf.joined_lines"));
    }
  }
  CHECK(after_right({first + leaf + mid + root, ""}).said("perf.joined_lines"));
  CHECK(after_right({first + leaf, ""}).said("perf.joined_lines"));
  CHECK(after_right({first + " " + without_blanks(leaf), ""}).said("perf.mixed_chains"));
  CHECK(PerfText("app  12 " + leaf + "\n" + root + "\n\n").said("perf.joined_lines"));
  CHECK(PerfText(root + "app 12 5.100000: 10 cycles: \n" + leaf + "\n\n").said("perf.bad_line"));
}

TEST_CASE("perf: what -F addr prints in first lines is no joined frame", "[perf]") {
  const std::string head = "app 12 5.100000: 10 page-faults: ";
  const PerfText chains(head + "          7f0123 g+0x12 (/a)\n" + leaf + "\n\n" + head +
                        "          7f0124 h+0x1 (/a)\n" + mid + "\n\n");
  CHECK(chains.context.diagnostics().size() == 1);
  CHECK(chains.said("perf.other_fields"));
  const PerfText alone(head + "          7f0123 g+0x12 (/a)           401136 main+0x4 (/b)        85f0a1b40 4K\n");
  CHECK(alone.context.diagnostics().size() == 1);
  CHECK(alone.stack(0) == "main");
}

TEST_CASE("perf: cut frames are reported", "[perf]") {
  for (const std::string& frame : {leaf, mid, kernel, root}) {
    for (std::size_t size = 1; size < frame.size(); ++size) {
      const std::string cut = frame.substr(0, size);
      if (cut.ends_with("(int)")) continue;  // a whole name, and what may be a module
      CAPTURE(cut);
      CHECK(!after_right({first, cut, root, ""}).context.diagnostics().empty());
      CHECK(!after_right({first, root, cut, ""}).context.diagnostics().empty());
      if (size > 17) CHECK(after_right({first, cut, ""}).said("perf.cut_frame"));
      if (size > 17) CHECK(PerfText(first + "\n" + cut + "\n" + root + "\n\n").said("perf.cut_frame"));
    }
  }
  const std::string bare = first + "\n" + without_module(leaf) + "\n";
  for (const std::string cut : {"\t          401136 f(int) co", "\t          401136 f(int) const+0x",
                                "\t          4011", "\t          401136"}) {
    CAPTURE(cut);
    CHECK(PerfText(bare + cut + "\n" + without_module(root) + "\n\n").said("perf.cut_frame"));
  }
}

TEST_CASE("perf: cut frames of samples of one line are reported", "[perf]") {
  const std::string right = first + without_blanks(leaf) + "\n";
  const std::string head = first + "          401136";
  for (const std::string& rest : {std::string(), std::string(" f(int) co"), std::string(" f(int)+0x"),
                                  std::string(" f(int)+0x4 ("), std::string(" f(int)+0x4 (/opt/a b/pr")}) {
    CAPTURE(rest);
    CHECK(PerfText(right + head + rest + "\n").said("perf.cut_frame"));
    CHECK(PerfText(head + rest + "\n" + right).said("perf.cut_frame"));
  }
  CHECK(PerfText(right + first + "\n").said("perf.no_frame"));
  CHECK(PerfText(first + "     4011\n").said("perf.cut_frame"));
  CHECK(PerfText(right + "app    12 [000]\n" + right).said("perf.bad_line"));
}

TEST_CASE("perf: frames without modules, symbols and offsets are right where none has them", "[perf]") {
  for (const std::string& text : {first + "\n\t          7f0123\n\tffffffff8104f45a\n\n",
                                  first + "\n\t          7f0123 f\n\t            55d0 [unknown]\n\n",
                                  first + "\n\t    7f1e2215d058  (/lib/libc-2.15.so)\n" + root + "\n\n",
                                  first + "\n\t    7f1e2215d058 \n\t            55d0 main\n\n"}) {
    CAPTURE(text);
    CHECK(PerfText(text + text).context.diagnostics().empty());
  }
}

TEST_CASE("perf: first lines that lost their end are reported", "[perf]") {
  const std::string frames = "\n" + leaf + "\n" + root + "\n\n";
  CHECK(PerfText("app" + frames + first + frames).said("perf.mixed_times"));
  CHECK(PerfText("app    12 [000]     5.100000:         1" + frames + first + frames).said("perf.mixed_events"));
  CHECK(PerfText(first + frames + "app    12 [000]     5.100000:         1" + frames).said("perf.mixed_events"));
}

TEST_CASE("perf: a period with separators is refused", "[perf]") {
  const std::string frames = " \n" + leaf + "\n" + root + "\n\n";
  for (const std::string period : {"1,000", "1.000", "1'000", "12,345,678", "1 000"}) {
    CAPTURE(period);
    const PerfText file("app 12 [000] 5.100000:         " + period + " cycles:" + frames + first + frames);
    CHECK(file.said("perf.bad_line"));
    CHECK(file.set->profiles().size() == 1);
    CHECK(file.profile().samples.size() == 1);
  }
  CHECK(PerfText("app 12 [000]         1,000 cycles:" + frames + "app 12 [000] 10 cycles:" + frames)
            .said("perf.bad_line"));
  CHECK(PerfText("app 12 [000] 5.100000:         10 4K loads:" + frames).profile().name == "4K loads");
}

TEST_CASE("perf: below a sample of one line, text of other programs is no frame", "[perf]") {
  const std::string sample = first + without_blanks(leaf) + "\n";
  for (const std::string text : {"12", "face", "deadbeef", "   42", "add the file", "dead beef", "5 cats", "  42 dogs",
                                 "\t12 apples", "\tface", "              42 dogs (/a)"}) {
    CAPTURE(text);
    const PerfText file(sample + text + "\n" + sample);
    CHECK((text.front() == '\t' || file.stack(0) == "do_work"));
    CHECK((file.said("perf.bad_line") || file.said("perf.joined_lines")));
    CHECK(PerfText(text + "\n" + sample + sample).said("perf.mixed_chains"));
  }
  CHECK(PerfText("app 12 5.100000: cycles: \nface\napp 12 5.200000: cycles: \n").said("perf.guessed_frame"));
  CHECK(after_right({first, leaf, "\tface", root, ""}).said("perf.cut_frame"));
}

TEST_CASE("perf: text of other programs within call chains begins no sample in silence", "[perf]") {
  const std::string head = "app  12 \n";
  const std::string right = head + leaf + "\n" + root + "\n\n";
  for (const std::string text : {"face", "100%", "12:34:56 up 3 days", "x86_64-linux-gnu/libc.so.6)"}) {
    CAPTURE(text);
    CHECK(PerfText(right + head + leaf + "\n" + text + "\n" + root + "\n\n").said("perf.mixed_chains"));
    CHECK(PerfText("\n" + leaf + "\n\n\n" + text + "\n" + leaf + "\n" + root + "\n\n").said("perf.mixed_chains"));
  }
}

TEST_CASE("perf: several choices of fields in one text are reported where a sample is a guess", "[perf]") {
  const std::string one = first + without_blanks(leaf) + "\n";
  const std::string bare = "          7f0123 do_work\n            55d0 main\n";
  const std::string chain = "\n" + leaf + "\n" + root + "\n\n";
  CHECK(PerfText(one + bare).said("perf.bad_line"));
  CHECK(PerfText(bare + chain).said("perf.mixed_chains"));
  CHECK(PerfText(bare + "\n" + bare).said("perf.mixed_chains"));
  CHECK(PerfText(first + chain + bare).said("perf.bad_line"));
  const std::string pasted = first + "\n                  7f0123 do_work\n                    55d0 main\n\n";
  CHECK(PerfText(pasted + bare).said("perf.bad_line"));
  CHECK(PerfText(leaf + "\n" + root + "\n" + leaf + "\n" + root + "\n").said("perf.mixed_chains"));
}

TEST_CASE("perf: a source line that holds a frame is a bad line", "[perf]") {
  CHECK(after_right({first, leaf, "  main.c:10" + mid + "  main.c:11", root, ""}).said("perf.bad_line"));
}

TEST_CASE("perf: another frame is found where a symbol or a module ends", "[perf]") {
  const auto holds = [](const std::string& line) { return perf::holds_another(line, perf::parse_frame(line).value()); };
  CHECK(holds("\t  7f01 f+0x1 (/a) 7f02 g+0x2 (/b)"));
  CHECK(holds("\t  7f01 f (/a)7f02 g (/b)"));
  CHECK(holds("\t  7f01 f (/a (deleted)) 7f02 g"));
  CHECK(holds("\t  7f01 f 7f02ab g"));
  CHECK(holds("\t  7f01 f\t  7f02"));
  CHECK_FALSE(holds("\t  7f01 f(int) add bad (/b)"));
  CHECK_FALSE(holds("\t  7f01 f (/opt/a (1) 2 b/lib.so)"));
}

}  // namespace profconv::test
