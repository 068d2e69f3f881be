// SPDX-License-Identifier: Apache-2.0
// Flame graphs: the document, its labels, and names that may hold anything.
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "core/text/shown_numbers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "support/scratch.h"
#include "support/stacks.h"
#include "unit/flame_drawing.h"
#include "writers/flamegraph/labels.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

ProfileSet one_frame(std::string_view name) {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const FrameId frame = builder.frame({.function = builder.function({.name = builder.string(name)})});
  profile.add({.stack = builder.child({}, frame)}, 1);
  return std::move(builder).finish();
}

FlamePicture with_file(const ProfileSet& set, const std::string& option, const std::string& content) {
  const Scratch scratch;
  write_file(scratch / "file", content);
  return flame(set, {option + "=" + (scratch / "file").string()});
}

}  // namespace

TEST_CASE("the document has the parts that its script and its readers look for", "[flamegraph]") {
  const FlamePicture drawing =
      flame(stacks("a 1\n"), {"title=Heap & co", "subtitle=of <main>", "notes=by \"us\"", "countname=units",
                              "nametype=Frame:", "search=^a\"", "fontsize=10"});
  const std::string& svg = drawing.svg;
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"1200\" height=\""));
  CHECK(svg.ends_with("</svg>\n</svg>\n"));
  CHECK(between(svg, "<title>", "</title>") == "Heap &amp; co");
  CHECK(between(svg, "<desc>", "</desc>") == "by &quot;us&quot;");
  CHECK(drawing.text("heading") == "Heap &amp; co");
  CHECK(drawing.text("subtitle") == "of &lt;main&gt;");
  CHECK(drawing.text("details").empty());
  CHECK(between(svg, "data-unit=\"", "\"") == "units");
  CHECK(between(svg, "data-name-type=\"", "\"") == "Frame:");
  CHECK(between(svg, "data-search=\"", "\"") == "^a&quot;");
  CHECK(between(svg, "data-font-size=\"", "\"") == "10");
  CHECK(between(svg, "data-char-width=\"", "\"") == "6.10");
  CHECK(between(svg, "data-truncate=\"", "\"") == "right");
  CHECK(svg.find("data-differential") == std::string::npos);
  std::size_t last = 0;
  for (const char* part : {"<title>", "<desc>", "<style>", "<script>", "<rect id=\"background\"",
                           "<text id=\"heading\"", "<text id=\"subtitle\"", "<text id=\"details\"",
                           "<text id=\"pruned\"", "<text id=\"provenance\"", "<svg id=\"frames\""}) {
    INFO(part);
    CHECK(svg.find(part) > last);
    CHECK(svg.find(part) != std::string::npos);
    last = svg.find(part);
  }
}

TEST_CASE("a long name is written once, and the frames that repeat it say which frame has it", "[flamegraph]") {
  const std::string most(512, 'm');
  const std::string longer = "std::map<" + std::string(600, 'k') + "(int), \xE2\x82\xAC>";
  const FlamePicture drawing =
      flame(stacks("a;" + longer + " 6\nb;" + longer + " 3\nb;" + most + " 2\nc;" + most + " 1\n"), {"sort=name"});
  const auto count = [&](std::string_view text) {
    std::size_t times = 0;
    for (std::size_t at = drawing.svg.find(text); at != std::string::npos; at = drawing.svg.find(text, at + 1)) ++times;
    return times;
  };
  CHECK(count(std::string(600, 'k')) == 1);
  CHECK(count(most) == 2);
  REQUIRE(drawing.frames.size() == 8);
  std::vector<std::size_t> with_long;
  for (std::size_t i = 0; i < drawing.frames.size(); ++i) {
    if (drawing.frames[i].title.starts_with("std::map")) with_long.push_back(i);
  }
  REQUIRE(with_long.size() == 2);
  const std::string whole = "std::map&lt;" + std::string(600, 'k') + "(int), \xE2\x82\xAC&gt; (6 samples, 50.00%)";
  CHECK(drawing.frames[with_long[0]].title == whole);
  CHECK(drawing.frames[with_long[1]].title == "std::map&lt;" + std::string(189, 'k') + ".. (3 samples, 25.00%)");
  CHECK(drawing.svg.find("<g data-like=\"" + std::to_string(with_long[0]) + "\">") != std::string::npos);
  CHECK(count("data-like=") == 1);
}

TEST_CASE("a picture of a name that is longer than all others together is no larger for drawing it often",
          "[flamegraph]") {
  const std::string name(20'000, 'n');
  std::string text;
  for (int i = 0; i < 500; ++i) text += "caller" + std::to_string(i) + ";" + name + " 1\n";
  CHECK(flame(stacks(text), {}).svg.size() < text.size() / 20);
}

TEST_CASE("a picture is as wide as its room, or as asked; without a script it is scaled as a whole", "[flamegraph]") {
  const ProfileSet set = stacks("a 1\n");
  const auto root = [&](std::initializer_list<std::string_view> settings) {
    return between(flame(set, settings).svg, "<svg ", ">");
  };
  CHECK(root({}).find("width=\"1200\" height=\"") != std::string::npos);
  CHECK(root({}).find("viewBox=\"0 0 1200 ") != std::string::npos);
  CHECK(root({}).find("data-fluid=\"yes\"") != std::string::npos);
  CHECK(root({"width=800"}).find("data-fluid") == std::string::npos);
  CHECK(root({"width=800"}).find("width=\"800\" height=\"") != std::string::npos);
  CHECK(root({"width=800"}).find("viewBox=\"0 0 800 ") != std::string::npos);
  CHECK(root({"interactive=no"}).find("width=\"100%\" viewBox=\"0 0 1200 ") != std::string::npos);
  CHECK(flame(set, {"interactive=no"}).svg.find("<script") == std::string::npos);
  CHECK(flame(set, {"width=800"}).svg.find("<svg id=\"frames\" x=\"10\" width=\"780\">") != std::string::npos);
}

TEST_CASE("labels are cut to what fits, and stay empty where not even a letter does", "[flamegraph]") {
  using flamegraph::fitted;
  CHECK(fitted("main", 4, false) == "main");
  CHECK(fitted("main_loop", 5, false) == "mai..");
  CHECK(fitted("main_loop", 5, true) == "..oop");
  CHECK(fitted("main", 3, false) == "m..");
  CHECK(fitted("main", 2, false).empty());
  CHECK(fitted("ab", 2, false) == "ab");
  CHECK(fitted("a", 0, false).empty());
  CHECK(fitted("a", -1, false).empty());
  CHECK(fitted("漢字漢字", 8, false) == "漢字漢字");
  CHECK(fitted("漢字漢字", 7, false) == "漢字..");
  CHECK(fitted("漢字漢字", 6, true) == "..漢字");
  CHECK(fitted("e\u0301e\u0301e\u0301e\u0301", 4, false) == "e\u0301e\u0301e\u0301e\u0301");
  CHECK(fitted("e\u0301e\u0301e\u0301e\u0301", 3, false) == "e\u0301..");
  CHECK(fitted("e\u0301e\u0301e\u0301e\u0301", 3, true) == "..e\u0301");
}

TEST_CASE("labels without modules leave the hover line whole", "[flamegraph]") {
  const std::string input = "libc.so.6`start;a.out`main;plain;`odd;libc.so.6` 4\n";
  const FlamePicture drawing = flame(stacks(input), {"width=1200", "labelmodules=never"});
  std::vector<std::string> labels;
  for (const DrawnFrame& frame : drawing.frames) labels.push_back(frame.label);
  CHECK(labels == std::vector<std::string>{"all", "start", "main", "plain", "odd", "libc.so.6`"});
  CHECK(drawing.frames[1].title.starts_with("libc.so.6`start (4"));
  CHECK(between(drawing.svg, "data-modules=\"", "\"") == "never");
}

TEST_CASE("labels leave modules out where the whole name does not fit", "[flamegraph]") {
  const std::string input = "a_module_with_a_long_name.so.6`read 1\nlibc.so.6`write 9\n";
  const auto labels = [&](std::initializer_list<std::string_view> settings) {
    const FlamePicture drawing = flame(stacks(input), settings);
    return drawing.frame("a_module_with_a_long_name.so.6`read").label + " " + drawing.frame("libc.so.6`write").label;
  };
  CHECK(labels({}) == "read libc.so.6`write");
  CHECK(labels({"labelmodules=never"}) == "read write");
  CHECK(labels({"labelmodules=always"}) == "a_module_with.. libc.so.6`write");
}

TEST_CASE("a name's first parts can be left out where the rest says something by itself", "[flamegraph]") {
  const std::vector<std::pair<std::string_view, std::string_view>> names = {
      {"core::sort::merge", "sort::merge"},
      {"merge", "merge"},
      {"github.com/spf13/cobra.(*Command).execute", "spf13/cobra.(*Command).execute"},
      {"spf13/cobra.(*Command).execute", "cobra.(*Command).execute"},
      {"runtime.mallocgc", "runtime.mallocgc"},
      {"std::map<std::string, a::b>::find(std::string const&)", "map<std::string, a::b>::find(std::string const&)"},
      {"map<std::string, a::b>::find(std::string const&)", "find(std::string const&)"},
      {"<alloc::vec::Vec<T> as core::fmt::Debug>::fmt", "fmt"},
      {"<fn(u8) -> a::B as c::D>::call", "call"},
      {"app::main::{{closure}}", "main::{{closure}}"},
      {"main::{{closure}}", "main::{{closure}}"},
      {"app::run::h0123456789abcdef", "run::h0123456789abcdef"},
      {"run::h0123456789abcdef", "run::h0123456789abcdef"},
      {"(anonymous namespace)::work(int)", "work(int)"},
      {"Job::operator()() const", "Job::operator()() const"},
      {"std::operator<< <char>(a::b)", "std::operator<< <char>(a::b)"},
      {"Lambda$14/0x00007f", "Lambda$14/0x00007f"},
      {"a::", "a::"},
      {"a / b", "a / b"},
      {"", ""}};
  for (const auto& [name, expected] : names) {
    CAPTURE(name);
    CHECK(flamegraph::without_first_part(name) == expected);
  }
}

TEST_CASE("labels leave first parts out until the rest fits", "[flamegraph]") {
  const std::string input = "app`core::slice::sort::merge 1\nother::wide 9\n";
  const auto label = [&](std::initializer_list<std::string_view> settings) {
    return flame(stacks(input), settings).frame("app`core::slice::sort::merge").label;
  };
  CHECK(label({"width=2400"}) == "app`core::slice::sort::merge");
  CHECK(label({"width=1860"}) == "core::slice::sort::merge");
  CHECK(label({"width=1200"}) == "sort::merge");
  CHECK(label({"width=600"}) == "merge");
  CHECK(label({"width=400"}) == "me..");
  CHECK(label({"width=1200", "labelmodules=never"}) == "sort::merge");
  CHECK(label({"width=1200", "labelmodules=always"}) == "app`core::sli..");
  CHECK(label({"width=1200", "truncate=left"}) == "..::sort::merge");
}

TEST_CASE("the heading says what was measured, of which input, and how much of it", "[flamegraph]") {
  const ProfileSet set = stacks("a 1200\nb 34\n");
  CHECK(flame(set).text("heading") == "samples, 1,234 total");
  CHECK(flame(set, {"source=a<b>.out"}).text("heading") == "a&lt;b&gt;.out: samples, 1,234 total");
  CHECK(flame(set, {"countname=units", "factor=2"}).text("heading") == "units, 2,468 total");
  CHECK(flame(set, {"reverse=yes"}).text("heading") == "samples, 1,234 total, from the leaves");
  CHECK(flame(set, {"flamechart=yes"}).text("heading") == "samples, 1,234 total, in order");
  CHECK(flame(set, {"source=a", "title=Mine"}).text("heading") == "Mine");
}

TEST_CASE("the unit is in the heading, and where the profile comes from below the frames", "[flamegraph]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "alloc_space", .unit = "bytes"});
  profile.metadata().command = "cc1 -O2 <a.c>";
  profile.metadata().start_ns = 1'767'323'045'999'999'999;
  const FrameId frame = builder.frame({.function = builder.function({.name = builder.string("main")})});
  profile.add({.stack = builder.child({}, frame)}, 4096);
  const FlamePicture drawing = flame(std::move(builder).finish());
  CHECK(drawing.text("heading") == "alloc_space, 4,096 bytes (4.00 KiB) total");
  CHECK(drawing.text("provenance")
            .starts_with("cc1 -O2 &lt;a.c&gt;, recorded 2026-01-02 03:04:05 UTC, drawn by profconv "));
}

TEST_CASE("totals of bytes and times are also in a larger unit", "[flamegraph]") {
  const auto heading = [](const std::string& unit, std::int64_t value,
                          std::initializer_list<std::string_view> settings = {}) {
    ProfileSetBuilder builder;
    ProfileBuilder& profile = builder.add_profile();
    profile.add_value_type({.type = "t", .unit = unit});
    const FrameId frame = builder.frame({.function = builder.function({.name = builder.string("main")})});
    profile.add({.stack = builder.child({}, frame)}, value);
    return flame(std::move(builder).finish(), settings).text("heading");
  };
  CHECK(heading("bytes", 1023) == "t, 1,023 bytes total");
  CHECK(heading("bytes", 1'572'864) == "t, 1,572,864 bytes (1.50 MiB) total");
  CHECK(heading("kilobytes", 1536) == "t, 1,536 kilobytes (1.50 MiB) total");
  CHECK(heading("nanoseconds", 1'999'999) == "t, 1,999,999 nanoseconds (2.00 ms) total");
  CHECK(heading("ms", 61'005) == "t, 61,005 ms (61.01 s) total");
  CHECK(heading("nanoseconds", 9'223'372'036'854'775'807) ==
        "t, 9,223,372,036,854,775,807 nanoseconds (9223372036.85 s) total");
  CHECK(heading("bytes", 4096, {"factor=2"}) == "t, 8,192 bytes total");
  CHECK(heading("bytes", 4096, {"countname=units"}) == "units, 4,096 total");
}

TEST_CASE("a comparison says its totals and its colors, other pictures do not", "[flamegraph]") {
  const ProfileSet set = stacks("a 30 10\nb 10 40\nc 5 5\n");
  const FlamePicture drawing = flame(set, {"source=x.out"});
  CHECK(drawing.text("heading") == "x.out: samples");
  CHECK(drawing.text("change") == "base 45, new 55, change +10 (+22.22%)");
  CHECK(drawing.svg.find("<svg id=\"legend\"") != std::string::npos);
  CHECK(flame(set, {"negate=yes"}).text("change") == "base 55, new 45, change -10 (-18.18%)");
  CHECK(flame(stacks("a 1\n")).svg.find("id=\"change\"") == std::string::npos);
  CHECK(flame(stacks("a 1\n")).svg.find("id=\"legend\"") == std::string::npos);
}

TEST_CASE("frames say what is held by callees that are too narrow to draw", "[flamegraph]") {
  const std::string text = "a;b 900\na;c 60\na;d 40\n";
  CHECK(flame(stacks(text), {"minwidth=10%"}).svg.find("data-p=\"100\"") != std::string::npos);
  CHECK(flame(stacks(text), {}).svg.find("data-p=") == std::string::npos);
}

TEST_CASE("no label is wider than its frame", "[flamegraph]") {
  std::string lines;
  for (int i = 1; i < 60; ++i)
    lines += std::string(static_cast<std::size_t>(i), static_cast<char>('A' + i % 26)) +
             "_name_of_a_function_that_is_long " + std::to_string(i * i) + "\n";
  for (const std::string_view font : {"fontsize=12", "fontsize=20"}) {
    for (const std::string_view side : {"truncate=left", "truncate=right"}) {
      const FlamePicture drawing = flame(stacks(lines), {"width=1200", font, side});
      const double character = 0.61 * (font == "fontsize=12" ? 12 : 20);
      const double total = static_cast<double>(drawing.frames.front().width);
      std::size_t cut = 0;
      for (const DrawnFrame& frame : drawing.frames) {
        INFO(frame.title << ": " << frame.label);
        const double pixels = 1180.0 * static_cast<double>(frame.width) / total;
        CHECK(static_cast<double>(frame.label.size()) * character + 6 <= pixels + (frame.label.empty() ? 6 : 0));
        cut += frame.label.ends_with("..") || frame.label.starts_with("..") ? 1 : 0;
      }
      CHECK(cut > 5);
    }
  }
}

TEST_CASE("names are inert and readable whatever they hold", "[flamegraph]") {
  const auto title = [](std::string_view name) { return flame(one_frame(name)).frames.at(1).title; };
  CHECK(title("</script><script>alert(1)</script>") ==
        "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; (1 samples, 100.00%)");
  CHECK(title("\"onload=\"alert(1)") == "&quot;onload=&quot;alert(1) (1 samples, 100.00%)");
  CHECK(title("]]>&lt;") == "]]&gt;&amp;lt; (1 samples, 100.00%)");
  CHECK(title("a\u2028b\tc\x01"
              "d\xff") == "a\uFFFDb c\uFFFDd\uFFFD (1 samples, 100.00%)");
  CHECK(title("\u202Egpj") == "\uFFFDgpj (1 samples, 100.00%)");
  CHECK(title("f (x, 5%)") == "f (x, 5%) (1 samples, 100.00%)");
  const FlamePicture drawing = flame(one_frame("<b>"), {"title=<i>", "search=</script>", "fonttype=\"><script>"});
  CHECK(drawing.svg.find("<b>") == std::string::npos);
  CHECK(drawing.svg.find("<i>") == std::string::npos);
  CHECK(between(drawing.svg, "font-family=\"", "\"") == "&quot;&gt;&lt;script&gt;");
}

TEST_CASE("frames get links, classes and titles from a file", "[flamegraph]") {
  const ProfileSet set = stacks("main;read 1\nmain;write 2\n");
  const FlamePicture drawing =
      with_file(set, "nameattr",
                "read\thref=\"https://example.org/?a=1&b=2\"\tclass=slow io\tg_extra=data-owner=\"fs team\" lang=en\n"
                "\nwrite\thref=docs/write.html\ttarget=docs\ttitle=what is <written>\ta_extra=rel=help\tid=w\n");
  REQUIRE(drawing.error.empty());
  CHECK(drawing.svg.find("<a href=\"https://example.org/?a=1&amp;b=2\" target=\"_top\"><g class=\"slow io\" "
                         "data-owner=\"fs team\" lang=\"en\"><title>read (1 samples, 33.33%)</title>") !=
        std::string::npos);
  CHECK(drawing.svg.find("<a href=\"docs/write.html\" target=\"docs\" rel=\"help\"><g id=\"w\"><title>what is "
                         "&lt;written&gt;</title>") != std::string::npos);
  CHECK(drawing.svg.find("</g></a>") != std::string::npos);
}

TEST_CASE("attributes that could run something are refused with their line", "[flamegraph]") {
  const ProfileSet set = stacks("main 1\n");
  const auto refusal = [&](const std::string& line) {
    const std::string error = with_file(set, "nameattr", "ok\tclass=x\n" + line + "\n").error;
    CHECK(error.find(":2: ") != std::string::npos);
    return error;
  };
  constexpr auto link = "expected a link to a page (http, https, mailto, file or relative)";
  for (const char* href :
       {"javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", " vbscript:x", "java\tscript:x"}) {
    CHECK_THAT(refusal("main\thref=" + std::string(href)), contains("expected "));
  }
  CHECK_THAT(refusal("main\thref=javascript:alert(1)"), contains(link));
  CHECK_THAT(refusal("main\tg_extra=onclick=\"alert(1)\""), contains("run nothing and load nothing"));
  CHECK_THAT(refusal("main\ta_extra=xlink:href=\"x\""), contains("run nothing and load nothing"));
  CHECK_THAT(refusal("main\tg_extra=x=\"y"), contains("expected a closing quote"));
  CHECK_THAT(refusal("main\tonload=x"), contains("expected one of href, target, title"));
  CHECK_THAT(refusal("main\tclass"), contains("expected name=value"));
  CHECK_THAT(refusal("main class=x"), contains("expected a name, a tab and attributes"));
  CHECK_THAT(flame(set, {"nameattr=/no/such/file"}).error, contains("/no/such/file"));
}

TEST_CASE("options that make no sense are refused in words", "[flamegraph]") {
  const ProfileSet set = stacks("a 1\n");
  const auto error = [&](std::string_view setting) { return flame(set, {setting}).error; };
  CHECK(error("width=wide") == "option width: 'wide' is not fluid or a number from 200 to 100000");
  CHECK_FALSE(error("width=199").empty());
  CHECK_FALSE(error("width=1200px").empty());
  CHECK(error("minwidth=thin") ==
        "option minwidth: 'thin' is not a number of pixels such as 0.1, or a share such as 0.01%");
  CHECK_FALSE(error("minwidth=%").empty());
  CHECK(error("bgcolors=pink") ==
        "option bgcolors: 'pink' is not auto, yellow, blue, green, grey or a color such as #e600e6");
  CHECK(error("searchcolor=#e600e") == "option searchcolor: '#e600e' is not auto or a color such as #e600e6");
  CHECK(error("strokecolor=#-00001") == "option strokecolor: '#-00001' is not none or a color such as #e600e6");
  CHECK(error("fontwidth=0") == "option fontwidth: '0' is not above 0");
  CHECK(error("factor=0") == "option factor: '0' is not above 0");
  CHECK(flame(set, {"hash=yes", "random=yes"}).error ==
        "options hash and random both say where colors come from: choose one");
}

TEST_CASE("chosen colors of texts, lines and the page stand in the style", "[flamegraph]") {
  const ProfileSet set = stacks("a 1\n");
  const std::string chosen =
      flame(set, {"searchcolor=#00ff00", "uicolor=#112233", "strokecolor=#445566", "bgcolors=#abcdef"}).svg;
  CHECK(chosen.find("--search-color:#0f0;--search-ink:#000") != std::string::npos);
  CHECK(chosen.find("--ui-color:#123") != std::string::npos);
  CHECK(chosen.find("#frames rect{stroke:#456}") != std::string::npos);
  CHECK(chosen.find("<rect id=\"background\" width=\"100%\" height=\"100%\" fill=\"#abcdef\" class=\"chosen\"/>") !=
        std::string::npos);
  CHECK(chosen.find("prefers-color-scheme") == std::string::npos);
  CHECK(chosen.find("color-scheme: dark") == std::string::npos);
  CHECK(flame(set, {"bgcolors=#102030"}).svg.find("color-scheme: dark") != std::string::npos);
  CHECK(flame(set, {"searchcolor=#001122"}).svg.find("--search-ink:#fff") != std::string::npos);
  CHECK(flame(set).svg.find("class=\"chosen\"") == std::string::npos);
  CHECK(flame(set).svg.find("linearGradient") == std::string::npos);
  CHECK(flame(set, {"colors=hot"}).svg.find("<stop stop-color=\"#eee\" offset=\"5%\"/>") != std::string::npos);
  CHECK(flame(set, {"bgcolors=blue"}).svg.find("fill=\"url(#page)\" class=\"chosen\"") != std::string::npos);
  CHECK(flame(set, {"colors=mem"}).svg.find("#e0ffe0") != std::string::npos);
  CHECK(flame(set, {"colors=io"}).svg.find("#e0e0ff") != std::string::npos);
  CHECK(flame(set, {"colors=red"}).svg.find("#e8e8e8") != std::string::npos);
  CHECK(flame(set, {"bgcolors=grey"}).svg.find("#e8e8e8") != std::string::npos);
}

TEST_CASE("numbers have their commas, points and signs", "[flamegraph]") {
  constexpr std::int64_t once = 1'000'000;
  CHECK(amount(0, 0, once) == "0");
  CHECK(amount(999, 0, once) == "999");
  CHECK(amount(-1234567, 0, once) == "-1,234,567");
  CHECK(amount(INT64_MIN, 0, once) == "-9,223,372,036,854,775,808");
  CHECK(amount(5, -3, once) == "0.005");
  CHECK(amount(7, 40, once) == "7e40");
  CHECK(amount(3, 0, 500'000) == "2");
  CHECK(percent(1, 3) == "33.33");
  CHECK(percent(INT64_MAX, INT64_MAX) == "100.00");
  CHECK(percent(1, 0) == "0.00");
  CHECK(signed_percent(1, 8) == "+12.50");
  CHECK(signed_percent(-1, 8) == "-12.50");
  CHECK(signed_percent(1, 1'000'000) == "0.00");
}

}  // namespace profconv::test
