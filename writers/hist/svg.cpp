// SPDX-License-Identifier: Apache-2.0
// Writing SVG 1.1: https://www.w3.org/TR/SVG11/
//
//   <g role="img"><title>[4K, 8K): 61037, 99.8%</title><rect class="bar" x="120" y="40" width="300" height="12"/></g>
#include "writers/hist/svg.h"

#include "core/text/plain_text.h"

namespace profconv::hist {

namespace {

constexpr std::string_view style_sheet =
    "<style>\n"
    "svg{color-scheme:light dark}\n"
    "svg:root{background:#fff}\n"
    ".page{fill:#fff}\n"
    "text{font:12px ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;fill:#222;white-space:pre}\n"
    ".title{font-size:14px;font-weight:bold}\n"
    ".name{font-weight:bold}\n"
    ".faint{fill:#666}\n"
    ".mark{fill:#8a3d00;font-weight:bold}\n"
    ".bar{fill:#3b6ea8}\n"
    ".negative{fill:#b5532a}\n"
    "line{stroke:#999}\n"
    "@media (prefers-color-scheme:dark){\n"
    "svg:root{background:#16181c}\n"
    ".page{fill:#16181c}\n"
    "text{fill:#e4e4e4}\n"
    ".faint{fill:#a0a4aa}\n"
    ".mark{fill:#ffb870}\n"
    ".bar{fill:#79b0ec}\n"
    ".negative{fill:#f09a6c}\n"
    "line{stroke:#777}\n"
    "}\n"
    "</style>\n";

std::string number(Tenths n) {
  const std::string whole = std::to_string(n.value / 10);
  return n.value % 10 == 0 ? whole : whole + "." + std::to_string(n.value % 10);
}

void append_attribute(std::string& to, std::string_view name, std::string_view value) {
  to.append(" ").append(name).append("=\"").append(value).append("\"");
}

}  // namespace

void Svg::begin_item(std::string_view title) {
  body_ += "<g role=\"img\"><title>";
  append_xml(body_, title);
  body_ += "</title>";
}

void Svg::end_item() { body_ += "</g>\n"; }

void Svg::text(std::int64_t x, std::int64_t y, std::string_view style, std::string_view content, Anchor anchor) {
  body_ += "<text";
  if (!style.empty()) append_attribute(body_, "class", style);
  append_attribute(body_, "x", std::to_string(x));
  append_attribute(body_, "y", std::to_string(y));
  if (anchor == Anchor::end) append_attribute(body_, "text-anchor", "end");
  body_ += ">";
  append_xml(body_, content);
  body_ += "</text>\n";
}

void Svg::bar(Tenths x, std::int64_t y, Tenths width, std::int64_t height, std::string_view style) {
  body_ += "<rect";
  append_attribute(body_, "class", style);
  append_attribute(body_, "x", number(x));
  append_attribute(body_, "y", std::to_string(y));
  append_attribute(body_, "width", number(width));
  append_attribute(body_, "height", std::to_string(height));
  body_ += "/>\n";
}

void Svg::line(std::int64_t x1, std::int64_t y1, std::int64_t x2, std::int64_t y2) {
  body_ += "<line";
  append_attribute(body_, "x1", std::to_string(x1));
  append_attribute(body_, "y1", std::to_string(y1));
  append_attribute(body_, "x2", std::to_string(x2));
  append_attribute(body_, "y2", std::to_string(y2));
  body_ += "/>\n";
}

namespace {

std::string ratio(std::int64_t width, std::int64_t height) {
  return std::to_string(width) + "/" + std::to_string(height);
}

std::string view_box(const Drawn& drawn) {
  return "0 0 " + std::to_string(drawn.width) + " " + std::to_string(drawn.height);
}

/// An image keeps the shape of the wide layout at every size and has to show that layout: a narrow window differs from
/// a small image by another shape, give or take a fiftieth.
std::string narrow_rules(const Drawn& wide, const Drawn& narrow) {
  const std::string small = "(max-width:" + std::to_string(wide.width - 1) + "px)";
  return "<style>\n.narrow{display:none}\n@media " + small +
         " and (max-aspect-ratio:" + ratio(49 * wide.width, 50 * wide.height) + ")," + small +
         " and (min-aspect-ratio:" + ratio(51 * wide.width, 50 * wide.height) +
         "){\n.wide{display:none}\n.narrow{display:inline}\n:root{width:100%;max-width:" +
         std::to_string(3 * narrow.width / 2) + "px;height:auto;aspect-ratio:" + ratio(narrow.width, narrow.height) +
         "}\n}\n</style>\n";
}

std::string layout(const Drawn& drawn, std::string_view style) {
  std::string all = "<svg";
  append_attribute(all, "class", style);
  append_attribute(all, "width", "100%");
  append_attribute(all, "height", "100%");
  append_attribute(all, "viewBox", view_box(drawn));
  append_attribute(all, "preserveAspectRatio", "xMinYMin");
  return all + ">\n" + drawn.body + "</svg>\n";
}

}  // namespace

std::string document(const Drawn& drawn, const Drawn* narrow, std::string_view title) {
  std::string page = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"graphics-document\"";
  append_attribute(page, "width", std::to_string(drawn.width));
  append_attribute(page, "height", std::to_string(drawn.height));
  if (narrow == nullptr) append_attribute(page, "viewBox", view_box(drawn));
  page += ">\n<title>";
  append_xml(page, title);
  page.append("</title>\n").append(style_sheet);
  if (narrow != nullptr) page += narrow_rules(drawn, *narrow);
  page += "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n";
  page += narrow == nullptr ? drawn.body : layout(drawn, "wide") + layout(*narrow, "narrow");
  return page + "</svg>\n";
}

}  // namespace profconv::hist
