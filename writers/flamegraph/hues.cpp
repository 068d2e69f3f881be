// SPDX-License-Identifier: Apache-2.0
// The ranges are those that people know from flamegraph.pl and inferno, so that old and new pictures look alike.
#include "writers/flamegraph/hues.h"

#include <algorithm>
#include <array>

namespace profconv::flamegraph {

namespace {

/// A component of a color: from `least` on, `range` values.
struct Span {
  int least;
  int range;

  [[nodiscard]] std::uint8_t at(std::uint16_t pick) const {
    return static_cast<std::uint8_t>(least + range * pick / 0x10000);
  }
};

/// Colors that one number picks.
struct Hue {
  std::string_view name;
  Span red;
  Span green;
  Span blue;
};

constexpr std::array<Hue, 7> hues{{{"red", {200, 55}, {50, 80}, {50, 80}},
                                   {"green", {50, 60}, {200, 55}, {50, 60}},
                                   {"blue", {80, 60}, {80, 60}, {205, 50}},
                                   {"yellow", {175, 55}, {175, 55}, {50, 20}},
                                   {"purple", {190, 65}, {80, 60}, {190, 65}},
                                   {"aqua", {50, 60}, {165, 55}, {165, 55}},
                                   {"orange", {190, 65}, {90, 65}, {0, 0}}}};

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view b) { return text.starts_with(b); });
}

std::string_view java_hue(const Named& frame) {
  if (frame.kinds.kernel) return "orange";
  if (frame.kinds.inlined) return "aqua";
  if (frame.kinds.jit || holds(frame.name, ":::")) return "green";
  if (holds(frame.name, "::") || starts_with_any(frame.name, {"-[", "+["})) return "yellow";
  std::string_view name = frame.name;
  if (name.starts_with('L')) name.remove_prefix(1);
  const bool is_upper = !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
  const bool has_package = holds(name, "/") || (holds(name, ".") && !name.starts_with('['));
  return is_upper || has_package ? "green" : "red";
}

std::string_view perl_hue(const Named& frame) {
  if (frame.kinds.kernel) return "orange";
  if (holds(frame.name, "Perl") || holds(frame.name, ".pl")) return "green";
  return holds(frame.name, "::") ? "yellow" : "red";
}

bool is_python_folder(std::string_view part) {
  if (!starts_with_any(part, {"python", "Python"})) return false;
  return part.substr(6).find_first_not_of("0123456789.") == std::string_view::npos;
}

std::string_view python_hue(const Named& frame) {
  bool is_library = starts_with_any(frame.name, {"<built-in", "<method", "<frozen"});
  for (std::string_view rest = frame.name; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of("/\\"), rest.size());
    const std::string_view part = rest.substr(0, end);
    if (part == "site-packages") return "aqua";
    is_library = is_library || is_python_folder(part);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return is_library ? "yellow" : "red";
}

std::string_view js_hue(const Named& frame) {
  if (!frame.name.empty() && frame.name.find_first_not_of(' ') == std::string_view::npos) return "green";
  if (frame.kinds.kernel) return "orange";
  if (frame.kinds.jit) return holds(frame.name, "/") ? "green" : "aqua";
  if (holds(frame.name, "::")) return "yellow";
  if (holds(frame.name, ":")) return "aqua";
  const std::string_view path = frame.name.substr(std::min(frame.name.find('/'), frame.name.size()));
  if (holds(path, "node_modules/")) return "purple";
  return holds(path, ".js") ? "green" : "red";
}

std::string_view rust_hue(const Named& frame) {
  std::string_view name = frame.name;
  if (const std::size_t module = name.find('`'); module != std::string_view::npos) name.remove_prefix(module + 1);
  // What async functions of a crate become is that crate's code.
  const bool is_future = name.starts_with("<core::future::from_generator::GenFuture<T>");
  if (!is_future && starts_with_any(name, {"core::", "std::", "alloc::", "<core::", "<std::", "<alloc::"})) {
    return "orange";
  }
  return holds(name, "::") ? "aqua" : "yellow";
}

/// The hue a palette has for a frame; the palette itself where it has one for all.
std::string_view hue_of(std::string_view palette, const Named& frame) {
  if (palette == "java") return java_hue(frame);
  if (palette == "perl") return perl_hue(frame);
  if (palette == "python") return python_hue(frame);
  if (palette == "js") return js_hue(frame);
  if (palette == "rust") return rust_hue(frame);
  if (palette == "wakeup") return "aqua";
  if (palette == "chain") return frame.wakes || holds(frame.name, "_[w]") ? "aqua" : "blue";
  return palette;
}

}  // namespace

Rgb color_in(std::string_view palette, const Named& frame, const Picks& picks) {
  const std::string_view name = hue_of(palette, frame);
  if (name == "hot") return {Span{205, 50}.at(picks.third), Span{0, 230}.at(picks.first), Span{0, 55}.at(picks.second)};
  if (name == "mem") return {0, Span{190, 50}.at(picks.second), Span{0, 210}.at(picks.first)};
  if (name == "io") {
    const std::uint8_t dim = Span{80, 60}.at(picks.first);
    return {dim, dim, Span{190, 55}.at(picks.second)};
  }
  const auto* const hue = std::find_if(hues.begin(), hues.end(), [&](const Hue& h) { return h.name == name; });
  return {hue->red.at(picks.first), hue->green.at(picks.first), hue->blue.at(picks.first)};
}

}  // namespace profconv::flamegraph
