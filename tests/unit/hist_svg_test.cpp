// SPDX-License-Identifier: Apache-2.0
// Distributions as a picture: well-formed, self-contained, inert, and as long as the counts.
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/catch.h"
#include "unit/hist_profiles.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

ProfileSet two_keys() {
  HistProfiles made;
  made.begin("quantize", "sizes", "bytes");
  made.quantize({.keys = {"bash"}}, {{1024, 100}, {2048, 50}, {4096, 1}});
  made.quantize({.keys = {"cc"}}, {{1024, 7}});
  return made.finish();
}

/// "" for XML whose elements are closed in the order in which they were opened, else what is wrong.
std::string xml_fault(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return "a tag that does not end";
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string::npos) return "a tag in a tag: " + tag;
    if (tag.starts_with("/")) {
      if (open.empty() || open.back() != tag.substr(1)) return "closed and not open: " + tag;
      open.pop_back();
    } else if (!tag.ends_with("/")) {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

std::vector<double> bar_widths(const std::string& svg, const std::string& style) {
  std::vector<double> widths;
  const std::string bar = "<rect class=\"" + style + "\"";
  for (std::size_t at = svg.find(bar); at != std::string::npos; at = svg.find(bar, at + 1)) {
    widths.push_back(std::atof(svg.c_str() + svg.find("width=\"", at) + 7));
  }
  return widths;
}

}  // namespace

TEST_CASE("the picture is well-formed and needs nothing from elsewhere", "[hist]") {
  const std::string svg = draw(two_keys(), histsvg_writer).text;
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(xml_fault(svg) == "");
  CHECK(svg.find("<script") == std::string::npos);
  CHECK(svg.find("href") == std::string::npos);
  CHECK(svg.find("url(") == std::string::npos);
  CHECK(svg.find("@import") == std::string::npos);
  CHECK(svg.find("prefers-color-scheme:dark") != std::string::npos);
}

TEST_CASE("the last line of the picture says where it comes from", "[hist]") {
  const std::string svg = draw(two_keys(), histsvg_writer, {"source=a<b.out"}).text;
  CHECK(svg.find("<title>a&lt;b.out: ") != std::string::npos);
  CHECK(svg.find(">a&lt;b.out, drawn by profconv ") != std::string::npos);
  CHECK(draw(two_keys(), histsvg_writer).text.find(">drawn by profconv ") != std::string::npos);
}

TEST_CASE("each bar has a title that says its bucket, count, share and cumulative share", "[hist]") {
  const std::string svg = draw(two_keys(), histsvg_writer).text;
  CHECK(svg.find("<title>[1 KiB, 2 KiB): 100, 66.2%, cumulative 66.2%, p50 in this bucket</title>") !=
        std::string::npos);
  CHECK(svg.find("<title>[2 KiB, 4 KiB): 50, 33.1%, cumulative 99.3%, p90-99 in this bucket</title>") !=
        std::string::npos);
  CHECK(svg.find("total 151 · p50 &lt; 2 KiB · p90 &lt; 4 KiB") != std::string::npos);
}

TEST_CASE("bars are as long as their counts, and what is not zero is at least a pixel wide", "[hist]") {
  const std::string svg = draw(two_keys(), histsvg_writer, {"columns=1", "width=960"}).text;
  const std::vector<double> widths = bar_widths(svg, "bar");
  REQUIRE(widths.size() == 4);
  CHECK(std::abs(widths[1] - widths[0] / 2) <= 0.1);
  CHECK(std::abs(widths[2] - widths[0] / 100) <= 0.1);
  CHECK(widths[3] == widths[0]);

  HistProfiles made;
  made.begin("quantize");
  made.quantize({}, {{1, 1'000'000'000}, {2, 1}});
  CHECK(bar_widths(draw(made.finish(), histsvg_writer, {"width=960"}).text, "bar").back() == 1.0);
}

TEST_CASE("negative counts are bars of their own on the other side of the axis", "[hist]") {
  HistProfiles made;
  made.begin("lquantize");
  made.bucket({}, 0, 10, -30);
  made.bucket({}, 10, 20, 60);
  const std::string svg = draw(made.finish(), histsvg_writer, {"width=960"}).text;
  REQUIRE(bar_widths(svg, "negative").size() == 1);
  CHECK(std::abs(bar_widths(svg, "negative")[0] - bar_widths(svg, "bar").at(0) / 2) <= 0.1);
  CHECK(svg.find("-25.0%") == std::string::npos);
  CHECK(svg.find("-33.3%") != std::string::npos);
}

TEST_CASE("names cannot break out of the markup", "[hist]") {
  HistProfiles made;
  made.begin("quantize", "</title><script>alert(1)</script>");
  made.quantize({.keys = {"<img src=x onerror=\"alert(1)\"> & ]]> \x1b\x01"}}, {{1, 1}});
  const std::string svg = draw(made.finish(), histsvg_writer).text;
  CHECK(xml_fault(svg) == "");
  CHECK(svg.find("<script") == std::string::npos);
  CHECK(svg.find("<img") == std::string::npos);
  CHECK(svg.find("&lt;img src=x") != std::string::npos);
  CHECK(svg.find('\x1b') == std::string::npos);
  CHECK(svg.find('\x01') == std::string::npos);
}

TEST_CASE("a name that is too long for its panel is whole in its title", "[hist]") {
  const std::string name(300, 'n');
  HistProfiles made;
  made.begin("quantize");
  made.quantize({.keys = {name}}, {{1, 1}});
  const std::string svg = draw(made.finish(), histsvg_writer, {"width=400"}).text;
  CHECK(svg.find("<title>" + name + "</title>") != std::string::npos);
  CHECK(svg.find("n…</text>") != std::string::npos);
}

TEST_CASE("the picture is as wide as asked for", "[hist]") {
  const std::string svg = draw(two_keys(), histsvg_writer, {"width=700"}).text;
  CHECK(svg.find(" width=\"700\" ") != std::string::npos);
  CHECK(svg.find(" viewBox=\"0 0 700 ") != std::string::npos);
}

TEST_CASE("values under keys are one list of bars in the picture", "[hist]") {
  HistProfiles made;
  made.begin("");
  made.value({.keys = {"bash"}}, 30);
  made.value({.keys = {"cc"}}, 10);
  const std::string svg = draw(made.finish(), histsvg_writer, {"width=960"}).text;
  CHECK(xml_fault(svg) == "");
  CHECK(svg.find("<title>bash: 30, 75.0%</title>") != std::string::npos);
  CHECK(bar_widths(svg, "bar").size() == 2);
  CHECK(svg.find(">total 40<") != std::string::npos);
}

TEST_CASE("the buckets of p50, p90 and p99 are marked", "[hist]") {
  HistProfiles made;
  made.begin("quantize");
  made.quantize({}, {{1, 60}, {2, 35}, {4, 5}});
  const std::string svg = draw(made.finish(), histsvg_writer, {"width=400"}).text;
  for (const char* mark : {">p50</text>", ">p90</text>", ">p99</text>"}) CHECK(svg.find(mark) != std::string::npos);
  HistProfiles one;
  one.begin("quantize");
  one.quantize({}, {{1, 60}});
  CHECK(draw(one.finish(), histsvg_writer, {"width=400"}).text.find(">p50-99</text>") != std::string::npos);
}

TEST_CASE("a picture has a layout for narrow windows unless its width is chosen", "[hist]") {
  const std::string fluid = draw(two_keys(), histsvg_writer).text;
  CHECK(xml_fault(fluid) == "");
  CHECK(fluid.find("<svg class=\"wide\"") != std::string::npos);
  CHECK(fluid.find("<svg class=\"narrow\"") != std::string::npos);
  CHECK(fluid.find(" viewBox=\"0 0 400 ") != std::string::npos);
  CHECK(draw(two_keys(), histsvg_writer, {"width=700"}).text.find("narrow") == std::string::npos);
  CHECK_THROWS_AS(draw(two_keys(), histsvg_writer, {"width=10"}), UsageError);
}

}  // namespace profconv::test
