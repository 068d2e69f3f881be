// SPDX-License-Identifier: Apache-2.0
// Flame graphs: the colors of the light and the dark scheme, the contrast of all text, and what hues stand for.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "support/catch.h"
#include "support/stacks.h"
#include "unit/flame_drawing.h"
#include "writers/flamegraph/hues.h"
#include "writers/flamegraph/options.h"
#include "writers/flamegraph/origins.h"
#include "writers/flamegraph/themes.h"

namespace profconv::test {

namespace {

/// As https://www.w3.org/TR/WCAG21/#dfn-relative-luminance has it; of #rgb or #rrggbb.
double luminance(const std::string& color) {
  const auto linear = [&](std::size_t part) {
    const std::string digits = color.size() == 4 ? std::string(2, color.at(1 + part)) : color.substr(1 + 2 * part, 2);
    const double share = std::stoi(digits, nullptr, 16) / 255.0;
    return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
}

double contrast(const std::string& one, const std::string& other) {
  const auto [darker, lighter] = std::minmax(luminance(one), luminance(other));
  return (lighter + 0.05) / (darker + 0.05);
}

/// The fills of a style sheet by their classes, in the part that `begin` opens and `end` closes.
std::map<std::string, std::string> fills_in(const std::string& svg, std::string_view begin, std::string_view end) {
  static const std::regex rule(R"(#frames \.([a-z][0-9]?)\{fill:(#[0-9a-f]+)\})");
  const std::string sheet = between(svg, begin, end);
  std::map<std::string, std::string> found;
  for (std::sregex_iterator at(sheet.begin(), sheet.end(), rule), last; at != last; ++at) {
    found.emplace(at->str(1), at->str(2));
  }
  return found;
}

}  // namespace

TEST_CASE("every fill of the style sheet has a contrast of 4.5 with its text, light and dark", "[flamegraph]") {
  const auto check = [](const std::string& svg, std::size_t shades) {
    const auto light = fills_in(svg, "<style>", "@media (prefers-color-scheme:dark)");
    const auto dark = fills_in(svg, "@media (prefers-color-scheme:dark)", "</style>");
    CHECK(light.size() == shades);
    CHECK(dark.size() == shades);
    for (const auto& [name, fill] : light) {
      INFO(name << " " << fill << " " << dark.at(name));
      CHECK(contrast(fill, "#000000") >= 4.5);
      CHECK(contrast(dark.at(name), "#ffffff") >= 4.5);
      CHECK(contrast(fill, dark.at(name)) > 1.5);
    }
  };
  check(flame(stacks("a 1\n")).svg, 4 + 30);
  check(flame(stacks("a 1 2\n")).svg, 4 + 17);
  check(flame(stacks("a 1\n"), {"colordiffusion=yes"}).svg, 4 + 17);
  const std::string svg = flame(stacks("a 1\n")).svg;
  CHECK(svg.find("#frames text { fill: #000;") < svg.find("rect[class]:not(.w)~text{fill:#fff}"));
}

TEST_CASE("text on any other color is black or white, whichever has a contrast of 4.5", "[flamegraph]") {
  const auto check = [](const flamegraph::Rgb& color) {
    return contrast(flamegraph::hex(color), flamegraph::wants_white(color) ? "#ffffff" : "#000000") >= 4.5;
  };
  std::string failed;
  for (const std::string_view palette : flamegraph::declare::palettes) {
    if (palette == "auto") continue;
    for (const std::string_view name : {"a", "std::f", "read_[w]", "java/util/X", "x/site-packages/y", "core::f"}) {
      for (int kind = 0; kind < 3; ++kind) {
        const flamegraph::Named frame{.name = name, .kinds = {.kernel = kind == 1, .jit = kind == 2}, .wakes = false};
        for (std::uint32_t pick = 0; pick < 0x10000; pick += 0xFF) {
          const auto first = static_cast<std::uint16_t>(pick);
          for (const std::uint16_t other : std::array<std::uint16_t, 3>{0, 0x8000, 0xFFFF}) {
            const flamegraph::Rgb color = color_in(palette, frame, {first, other, other});
            if (!check(color)) failed.append(palette).append(" ").append(flamegraph::hex(color)).append("\n");
          }
        }
      }
    }
  }
  for (int part = 0; part < 0x1000000; part += 37) {
    const flamegraph::Rgb color{static_cast<std::uint8_t>(part >> 16), static_cast<std::uint8_t>(part >> 8 & 0xFF),
                                static_cast<std::uint8_t>(part & 0xFF)};
    if (part % 17 == 0 && !check(color)) failed.append(flamegraph::hex(color)).append("\n");
  }
  CHECK(failed == "");
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += "function_" + std::to_string(i) + " 1\n";
  const FlamePicture drawing = flame(stacks(lines), {"colors=hot"});
  std::set<std::string> inks;
  for (const DrawnFrame& frame : drawing.frames) {
    CHECK(contrast(frame.fill, frame.shade == "w" ? "#ffffff" : "#000000") >= 4.5);
    inks.insert(frame.shade);
  }
  CHECK(inks == std::set<std::string>{"", "w"});
}

TEST_CASE("a module or package has a hue, and its functions have shades of it", "[flamegraph]") {
  const auto shade = [](const std::string& name, std::string_view setting = "colors=auto") {
    return flame(stacks(name + " 1\n"), {setting}).frames.at(1).shade;
  };
  std::set<std::string> shades;
  for (const char* function : {"core::a", "core::b", "rusty`core::slice::sort", "<core::X as Y>::f", "core::c::d"}) {
    shades.insert(shade(function));
    CHECK(shade(function).front() == shade("core::a").front());
  }
  CHECK(shades.size() > 1);
  CHECK(shade("libc.so.6`read").front() == shade("libc.so.6`0x7f").front());
  CHECK(shade("read_[k]") == "k1");
  CHECK(shade("0x7fff12") == "k1");
  CHECK(flame(stacks("a 1\n")).frames.at(0).shade == "k0");
  CHECK(flame(stacks("a;--;b 1\n")).frame("--").shade == "k2");
  CHECK(shade("malloc_one", "hash=yes").front() == shade("malloc_two", "hash=yes").front());
  CHECK(flame(stacks("a 1\n")).frames.at(1).fill.empty());
}

TEST_CASE("names tell where their code comes from", "[flamegraph]") {
  constexpr std::array<std::array<std::string_view, 2>, 22> expected{{
      {"rusty`core::slice::sort", "core"},
      {"<rusty::Tree as core::fmt::Debug>::fmt", "rusty"},
      {"std::map<a::b, c>::find(x::y)", "std"},
      {"void app::run<int>(int)", "app"},
      {"(anonymous namespace)::f(ns::T)", "ns"},
      {"::global", "::global"},
      {"github.com/x/y.(*T).Read", "github.com/x/y"},
      {"encoding/json.Unmarshal", "encoding/json"},
      {"runtime.mallocgc", "runtime"},
      {"main.(*T).Method", "main"},
      {"java.util.Map.get", "java.util"},
      {"org/apache/foo/Bar.run", "org/apache/foo/Bar"},
      {"/usr/lib/python3/json/decoder.py:decode", "/usr/lib/python3/json/decoder"},
      {"libc.so.6`read", "libc.so.6"},
      {"libc.so.6`0x7f12", "libc.so.6"},
      {"malloc", "malloc"},
      {"0x7f12", ""},
      {"[unknown]", ""},
      {"", ""},
      {"libc.so.6`", "libc.so.6"},
      {".", "."},
      {"f.", "f"},
  }};
  for (const auto& [name, origin] : expected) {
    INFO(name);
    CHECK(flamegraph::origin_of(name) == origin);
  }
}

}  // namespace profconv::test
