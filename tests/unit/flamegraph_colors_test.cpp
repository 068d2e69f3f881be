// SPDX-License-Identifier: Apache-2.0
// Flame graphs: colors by name, by kind of code, by chance, by width and by change, and those kept in a file.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/fixtures.h"
#include "support/scratch.h"
#include "support/stacks.h"
#include "unit/flame_drawing.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

struct Color {
  int red = 0;
  int green = 0;
  int blue = 0;
};

Color color_of(const std::string& fill) {
  if (fill.size() == 4)
    return color_of("#" + std::string(2, fill[1]) + std::string(2, fill[2]) + std::string(2, fill[3]));
  REQUIRE(fill.size() == 7);
  const auto part = [&](std::size_t at) { return std::stoi(fill.substr(at, 2), nullptr, 16); };
  return {part(1), part(3), part(5)};
}

/// The hue of a color, of those that palettes tell kinds of code apart by.
std::string hue_of(const std::string& fill) {
  const auto [red, green, blue] = color_of(fill);
  if (red == green && blue >= 205) return "blue";
  if (red == green) return "yellow";
  if (green == blue && red >= 200) return "red";
  if (green == blue) return "aqua";
  if (red == blue && green >= 200) return "green";
  if (red == blue) return "purple";
  return blue == 0 ? "orange" : "other";
}

std::string hue(const std::string& palette, const std::string& name) {
  const FlamePicture drawing = flame(stacks(name + " 1\n"), {"colors=" + palette});
  REQUIRE(drawing.frames.size() == 2);
  return hue_of(drawing.frames[1].fill);
}

std::vector<std::string> fills(const FlamePicture& drawing) {
  std::vector<std::string> all;
  for (const DrawnFrame& frame : drawing.frames) all.push_back(frame.fill + frame.shade);
  return all;
}

std::string many_names() {
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += "function_" + std::to_string(i) + " 1\n";
  return lines;
}

}  // namespace

TEST_CASE("palettes of one hue color everything in it", "[flamegraph]") {
  for (const std::string palette : {"red", "green", "blue", "aqua", "yellow", "purple", "orange"}) {
    for (const std::string name : {"a", "main", "std::f"}) {
      INFO(palette << " " << name);
      CHECK(hue(palette, name) == palette);
    }
  }
  CHECK(hue("wakeup", "a") == "aqua");
}

TEST_CASE("hot, mem and io keep to their ranges and spread over them", "[flamegraph]") {
  struct Ranges {
    std::string palette;
    Color least;
    Color most;
  };
  const std::array<Ranges, 3> palettes{{{"hot", {205, 0, 0}, {255, 230, 55}},
                                        {"mem", {0, 190, 0}, {0, 240, 210}},
                                        {"io", {80, 80, 190}, {140, 140, 245}}}};
  for (const auto& [palette, least, most] : palettes) {
    const FlamePicture drawing = flame(stacks(many_names()), {"colors=" + palette, "deterministic=yes"});
    std::set<std::string> distinct;
    for (std::size_t i = 1; i < drawing.frames.size(); ++i) {
      const Color c = color_of(drawing.frames[i].fill);
      INFO(palette << " " << drawing.frames[i].fill);
      CHECK((c.red >= least.red && c.red <= most.red));
      CHECK((c.green >= least.green && c.green <= most.green));
      CHECK((c.blue >= least.blue && c.blue <= most.blue));
      distinct.insert(drawing.frames[i].fill);
    }
    CHECK(distinct.size() > 100);
  }
}

TEST_CASE("palettes of languages tell kinds of code apart", "[flamegraph]") {
  const std::array<std::array<const char*, 3>, 35> expected{{
      {"java", "read_[k]", "orange"},
      {"java", "java/lang/String::f_[j]", "green"},
      {"java", "f_[i]", "aqua"},
      {"java", "Lorg/x/Y:::run", "green"},
      {"java", "std::sort", "yellow"},
      {"java", "-[NSView draw]", "yellow"},
      {"java", "scala.Main.run", "green"},
      {"java", "Interpreter", "green"},
      {"java", "[unknown.so]", "red"},
      {"java", "memcpy", "red"},
      {"perl", "read_[k]", "orange"},
      {"perl", "Perl_pp_add", "green"},
      {"perl", "main.pl", "green"},
      {"perl", "Foo::bar", "yellow"},
      {"perl", "malloc", "red"},
      {"python", "/usr/lib/python3.11/json/x.py", "yellow"},
      {"python", "app/site-packages/x.py", "aqua"},
      {"python", "<built-in method exec>", "yellow"},
      {"python", "app/main.py:f", "red"},
      {"python", "pythonic/x.py", "red"},
      {"js", "read_[k]", "orange"},
      {"js", "~f /app/x.js_[j]", "green"},
      {"js", "~f_[j]", "aqua"},
      {"js", "v8::Run", "yellow"},
      {"js", "Builtin:Add", "aqua"},
      {"js", "f /app/node_modules/x", "purple"},
      {"js", "f /app/x.js", "green"},
      {"js", "memcpy", "red"},
      {"rust", "core::ptr::read", "orange"},
      {"rust", "app`<alloc::vec::Vec<T>>::push", "orange"},
      {"rust", "<core::future::from_generator::GenFuture<T> as F>::poll", "aqua"},
      {"rust", "app::main", "aqua"},
      {"rust", "memcpy", "yellow"},
      {"chain", "main", "blue"},
      {"chain", "try_to_wake_up_[w]", "aqua"},
  }};
  for (const auto& [palette, name, expected_hue] : expected) {
    INFO(palette << " " << name);
    CHECK(hue(palette, name) == expected_hue);
  }
}

TEST_CASE("what stands behind a separator belongs to the thread that wakes", "[flamegraph]") {
  const FlamePicture drawing = flame(stacks("main;sleep;--;wake;main 1\nmain;-;x 1\n"), {"colors=chain"});
  CHECK(hue_of(drawing.frame("sleep").fill) == "blue");
  CHECK(drawing.frame("--").fill == "#a0a0a0");
  CHECK(drawing.frame("-").fill == "#c8c8c8");
  CHECK(hue_of(drawing.frame("wake").fill) == "aqua");
  CHECK(hue_of(drawing.frame("x").fill) == "blue");
  CHECK(hue_of(drawing.frames.at(1).fill) == "blue");
  const auto last_main = std::find_if(drawing.frames.rbegin(), drawing.frames.rend(),
                                      [](const DrawnFrame& frame) { return frame.name() == "main"; });
  REQUIRE(last_main != drawing.frames.rend());
}

TEST_CASE("a name has one color, wherever it stands and in every picture", "[flamegraph]") {
  const FlamePicture one = flame(stacks("a;malloc 1\nb;malloc 1\nc 5\n"), {"colors=hot"});
  const FlamePicture other = flame(stacks("z;malloc 7\n"), {"colors=hot"});
  std::set<std::string> colors;
  for (const FlamePicture* drawing : {&one, &other}) {
    for (const DrawnFrame& frame : drawing->frames) {
      if (frame.name() == "malloc") colors.insert(frame.fill);
    }
  }
  CHECK(colors.size() == 1);
  CHECK(one.frame("a").fill != one.frame("b").fill);
}

TEST_CASE("colors by the beginning of names are alike where names begin alike", "[flamegraph]") {
  const auto green = [](const std::string& name) {
    return color_of(flame(stacks(name + " 1\n"), {"colors=hot", "hash=yes"}).frames.at(1).fill).green;
  };
  CHECK(green("malloc_one") == green("malloc_two"));
  CHECK(green("libc`malloc") == green("other`malloc"));
  CHECK(green("malloc") != green("free"));
}

TEST_CASE("chance is the same for the same seed", "[flamegraph]") {
  const ProfileSet set = stacks(many_names());
  const auto first = fills(flame(set, {"random=yes"}));
  CHECK(first == fills(flame(set, {"random=yes"})));
  CHECK(first != fills(flame(set, {"random=yes", "seed=1"})));
  CHECK(first != fills(flame(set, {"deterministic=yes"})));
  CHECK(fills(flame(set, {"colors=hot", "deterministic=yes"})) != fills(flame(set, {"colors=hot"})));
}

TEST_CASE("the wider a frame, the redder", "[flamegraph]") {
  const FlamePicture drawing = flame(stacks("wide 100\nhalf 50\nnarrow 10\n"), {"colors=hot", "colordiffusion=yes"});
  CHECK(drawing.frames.front().fill == "#ff6464");
  const Color wide = color_of(drawing.frame("wide").fill);
  const Color half = color_of(drawing.frame("half").fill);
  const Color narrow = color_of(drawing.frame("narrow").fill);
  CHECK(wide.red == 255);
  CHECK((wide.green < half.green && half.green < narrow.green));
  CHECK(narrow.green < 250);
  // A quarter of the width is half as red: 250 less half of 150.
  CHECK(color_of(flame(stacks("a 1\nb 3\n"), {"colors=hot", "colordiffusion=yes"}).frame("a").fill).green == 175);
}

TEST_CASE("what grew is red, what shrank is blue, by the change of a frame's own", "[flamegraph]") {
  const ProfileSet set = stacks("r;up 10 50\nr;down 30 10\nr;same 5 5\nr;up;leaf 1 2\n");
  const FlamePicture drawing = flame(set, {"colors=hot"});
  CHECK(drawing.frame("r").fill == "#fafafa");
  CHECK(drawing.frame("same").fill == "#fafafa");
  CHECK(drawing.frame("up").fill == "#ff6464");
  CHECK(drawing.frame("down").fill == "#afafff");
  CHECK(drawing.frame("up").title == "up (52 samples, 77.61%; +61.19%, self +59.70%)");
  CHECK(color_of(drawing.frame("leaf").fill).red == 255);
  const FlamePicture themed = flame(set);
  CHECK(themed.frame("same").shade == "s");
  CHECK(themed.frame("up").shade == "r7");
  CHECK(themed.frame("down").shade == "b4");
  CHECK(themed.frame("leaf").shade == "r0");
  CHECK(flame(set, {"negate=yes"}).frame("up").shade == "b7");
}

TEST_CASE("colors are read from a file, and those of new names added", "[flamegraph]") {
  const Scratch scratch;
  const auto file = scratch / "palette.map";
  const std::string setting = "palette=" + file.string();
  const ProfileSet set = stacks("main;operator-> 1\nmain;read_[k] 2\n");
  const FlamePicture first = flame(set, {setting});
  REQUIRE(first.error.empty());
  const std::string written_first = file_bytes(file);
  CHECK(std::count(written_first.begin(), written_first.end(), '\n') == 3);
  CHECK(written_first.starts_with("main->rgb("));
  CHECK(written_first.find("\noperator->->rgb(") != std::string::npos);
  CHECK(written_first.find("\nread_[k]->rgb(") != std::string::npos);
  write_file(file, "main->rgb(1,2,3)\noperator->->rgb(4,5,6)\nother->rgb(7,8,9)\n");
  const FlamePicture second = flame(set, {setting});
  CHECK(second.frame("main").fill == "#010203");
  CHECK(second.frame("operator-&gt;").fill == "#040506");
  CHECK(second.frame("read").fill == first.frame("read").fill);
  const std::string written_second = file_bytes(file);
  CHECK(written_second.find("main->rgb(1,2,3)\n") != std::string::npos);
  CHECK(written_second.find("other->rgb(7,8,9)\n") != std::string::npos);
  CHECK(written_second.find("read_[k]->rgb(") != std::string::npos);
}

TEST_CASE("a file of colors with a line that is none is refused and left alone", "[flamegraph]") {
  const Scratch scratch;
  const auto file = scratch / "palette.map";
  for (const std::string line :
       {"main", "main->red", "main->rgb(1,2)", "main->rgb(1,2,256)", "main->rgb(1,2,3", "main->rgb(1,2,3)x"}) {
    write_file(file, "a->rgb(1,2,3)\n" + line + "\n");
    const FlamePicture drawing = flame(stacks("b 1\n"), {"palette=" + file.string()});
    CHECK(drawing.error ==
          file.string() + ":2: expected a name and its color, as in malloc->rgb(230,121,29), got '" + line + "'");
    CHECK(file_bytes(file) == "a->rgb(1,2,3)\n" + line + "\n");
  }
}

}  // namespace profconv::test
