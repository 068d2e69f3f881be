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
    ".page{fill:#fff}\n"
    "text{font:12px ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;fill:#222;white-space:pre}\n"
    ".title{font-size:14px;font-weight:bold}\n"
    ".name{font-weight:bold}\n"
    ".faint{fill:#666}\n"
    ".bar{fill:#3b6ea8}\n"
    ".negative{fill:#b5532a}\n"
    "line{stroke:#999}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".page{fill:#16181c}\n"
    "text{fill:#e4e4e4}\n"
    ".faint{fill:#a0a4aa}\n"
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

std::string Svg::document(std::int64_t width, std::int64_t height, std::string_view title) const {
  const std::string w = std::to_string(width);
  const std::string h = std::to_string(height);
  std::string page = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"graphics-document\"";
  append_attribute(page, "width", w);
  append_attribute(page, "height", h);
  append_attribute(page, "viewBox", "0 0 " + w + " " + h);
  page += ">\n<title>";
  append_xml(page, title);
  page.append("</title>\n").append(style_sheet);
  page += "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n";
  return page.append(body_).append("</svg>\n");
}

}  // namespace profconv::hist
