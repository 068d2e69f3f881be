// SPDX-License-Identifier: Apache-2.0
// FlamePicture, and finding elements by their tags.
#include "unit/flame_drawing.h"

#include <algorithm>
#include <cstdlib>

#include "profconv/convert.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

std::int64_t integer(std::string_view text, std::string_view begin) {
  return std::strtoll(between(text, begin, "\"").c_str(), nullptr, 10);
}

DrawnFrame frame_of(std::string_view element) {
  return {.title = between(element, "<title>", "</title>"),
          .label = between(element.substr(std::min(element.find("<text "), element.size())), ">", "</text>"),
          .kind = between(element.substr(0, element.find('>')), "class=\"", "\""),
          .fill = between(element, " fill=\"", "\""),
          .shade = between(element.substr(std::min(element.find("<rect "), element.size())), " class=\"", "\""),
          .x = integer(element, "data-x=\""),
          .width = integer(element, "data-w=\""),
          .y = integer(element, " y=\"")};
}

}  // namespace

std::string between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin);
  if (from == std::string_view::npos) return {};
  text.remove_prefix(from + begin.size());
  return std::string(text.substr(0, text.find(end)));
}

DrawnFrame FlamePicture::frame(std::string_view name) const {
  const auto found = std::find_if(frames.begin(), frames.end(), [&](const DrawnFrame& f) { return f.name() == name; });
  return found == frames.end() ? DrawnFrame{} : *found;
}

std::string FlamePicture::places() const {
  std::string all;
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const DrawnFrame& f = frames[i];
    all += (i == 1 ? "" : "; ") + f.name() + " " + std::to_string(f.x) + " " + std::to_string(f.width);
  }
  return all;
}

std::string FlamePicture::text(std::string_view id) const {
  const std::string tag = between(svg, "<text id=\"" + std::string(id) + "\"", "</text>");
  return tag.substr(std::min(tag.find('>'), tag.size() - 1) + 1);
}

FlamePicture flame(const ProfileSet& set, std::initializer_list<std::string_view> settings) {
  FlamePicture drawing;
  Context context;
  try {
    Options options(flamegraph_writer.options);
    for (const std::string_view setting : settings) {
      const Setting parsed = parse_setting(setting);
      options.set(parsed.option, parsed.value);
    }
    Output output = Output::to_memory(&drawing.svg);
    write_profiles(set, flamegraph_writer, options, output, context);
  } catch (const Error& error) {
    drawing.error = error.what();
  }
  for (const Diagnostic& d : context.diagnostics()) drawing.said += d.kind + ": " + d.message + "\n";
  const std::string_view svg = drawing.svg;
  for (std::size_t at = svg.find("<g"); at != std::string_view::npos; at = svg.find("<g", at + 1)) {
    if (svg[at + 2] != '>' && svg[at + 2] != ' ') continue;
    drawing.frames.push_back(frame_of(svg.substr(at, svg.find("</g>", at) - at)));
  }
  return drawing;
}

}  // namespace profconv::test
