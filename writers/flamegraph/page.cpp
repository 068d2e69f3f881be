// SPDX-License-Identifier: Apache-2.0
// Writing the document, part by part:
//
//   <g><title>read (41 samples, 5.67%)</title><rect x="0.0000%" y="53" width="5.6700%" .../><text ...>read</text></g>
#include "writers/flamegraph/page.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/text/plain_text.h"
#include "core/text/provenance.h"
#include "core/text/shown_numbers.h"
#include "flamegraph_assets.h"
#include "profconv/context.h"
#include "writers/flamegraph/captions.h"
#include "writers/flamegraph/labels.h"
#include "writers/flamegraph/style.h"
#include "writers/flamegraph/titles.h"

namespace profconv::flamegraph {

namespace {

constexpr std::int64_t label_margin = 3;  // on either side of a label, in pixels
constexpr std::size_t boxes_between_polls = 4096;
constexpr std::size_t longest_repeated_name = 512;  // in bytes; browsers cut longer titles
constexpr std::int64_t columns_of_repeated_name = 200;

void append_attribute(std::string& to, std::string_view name, std::string_view value) {
  to.append(" ").append(name).append("=\"");
  append_xml(to, value);
  to += "\"";
}

void append_element(std::string& to, std::string_view tag, std::string_view text) {
  to.append("<").append(tag).append(">");
  append_xml(to, inert(text));
  to.append("</").append(tag.substr(0, tag.find(' '))).append(">\n");
}

class Page {
 public:
  Page(const Picture& picture, Painter& painter, Output& output)
      : picture_(picture), settings_(picture.settings), painter_(painter), output_(output) {
    const std::int64_t rows = std::int64_t{picture.layout.deepest} + 1;
    subtitle_ = font(settings_.subtitle.empty() ? 2 : 4);
    const bool compares = picture.tree.is_comparison() && !picture.layout.boxes.empty();
    change_ = subtitle_ + (compares ? font(2) : 0);
    legend_ = change_ + (compares ? font(2) : 0);
    top_ = legend_ + font(1);
    const std::int64_t bottom = top_ + rows * settings_.frame_height;
    details_ = bottom + font(1) + 5;
    pruned_ = settings_.interactive ? details_ + font(2) : details_;
    const std::int64_t last = picture.layout.pruned != 0 ? pruned_ : settings_.interactive ? details_ : bottom;
    provenance_ = last + font(2);
    height_ = provenance_ + font(1);
  }

  void write(const Context& context) {
    begin();
    texts();
    if (is_empty()) {
      output_.write("<text id=\"empty\" x=\"50%\" y=\"" + std::to_string(top_ + font(1)) +
                    "\" text-anchor=\"middle\">no samples</text>\n");
    }
    output_.write("<svg id=\"frames\" x=\"10\" width=\"" + frames_width() + "\">\n");
    for (std::size_t i = 0; i < picture_.layout.boxes.size(); ++i) {
      if (i % boxes_between_polls == 0) context.check_cancelled();
      frame(picture_.layout.boxes[i], i);
    }
    output_.write("</svg>\n</svg>\n");
  }

 private:
  [[nodiscard]] std::int64_t font(std::int64_t times) const { return times * settings_.font_size; }
  [[nodiscard]] bool is_empty() const { return picture_.layout.boxes.empty(); }

  [[nodiscard]] std::string frames_width() const {
    if (settings_.width) return std::to_string(settings_.frames_width());
    return fixed(scaled(settings_.frames_width(), settings_.reckoned_width(), million), 4) + "%";
  }

  /// Without a script that fits labels, a fluid picture is scaled as a whole: where no script may run, as in an <img>,
  /// the size leads to that too, and the script takes the room that there is.
  void append_size(std::string& to) const {
    const std::string height = std::to_string(height_);
    const std::string width = std::to_string(settings_.reckoned_width());
    const bool has_size = settings_.width || settings_.interactive;
    append_attribute(to, "width", has_size ? width : "100%");
    if (has_size) append_attribute(to, "height", height);
    append_attribute(to, "viewBox", "0 0 " + width + " " + height);
    if (settings_.interactive && !settings_.width) append_attribute(to, "data-fluid", "yes");
  }

  void begin() {
    std::string head = "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"";
    append_size(head);
    append_attribute(head, "id", "flamegraph");
    append_attribute(head, "font-family", inert(settings_.font));
    append_attribute(head, "font-size", std::to_string(settings_.font_size));
    append_attribute(head, "data-total", std::to_string(picture_.layout.whole));
    append_attribute(head, "data-unit", picture_.count_name());
    append_attribute(head, "data-name-type", inert(settings_.name_type));
    append_attribute(head, "data-frame-height", std::to_string(settings_.frame_height));
    append_attribute(head, "data-font-size", std::to_string(settings_.font_size));
    append_attribute(head, "data-char-width", fixed(scaled(settings_.font_width, million, font(100)), 2));
    append_attribute(head, "data-direction", settings_.inverted ? "down" : "up");
    append_attribute(head, "data-truncate", settings_.cuts_left ? "left" : "right");
    if (settings_.label_modules == LabelModules::always) append_attribute(head, "data-modules", "always");
    if (settings_.label_modules == LabelModules::never) append_attribute(head, "data-modules", "never");
    if (picture_.type.scale != 0) append_attribute(head, "data-scale", std::to_string(picture_.type.scale));
    if (settings_.factor != million) append_attribute(head, "data-factor", std::to_string(settings_.factor));
    append_attribute(head, "data-search", inert(settings_.search));
    if (picture_.tree.is_comparison()) append_attribute(head, "data-differential", "yes");
    if (settings_.negate) append_attribute(head, "data-negate", "yes");
    head += ">\n";
    append_element(head, "title", heading_of(picture_));
    append_element(head, "desc", settings_.notes);
    output_.write(head);
    output_.write("<style>\n/*<![CDATA[*/\n" + style_of(settings_, picture_.tree.is_comparison()) +
                  "/*]]>*/\n</style>\n");
    if (settings_.interactive && !is_empty()) {
      output_.write("<script>\n//<![CDATA[\n");
      output_.write(script);
      output_.write("//]]>\n</script>\n");
    }
  }

  [[nodiscard]] std::string background() const {
    const Background& page = settings_.page;
    std::string text;
    std::string fill = hex(page.top);
    if (!page.is_plain()) {
      text = "<defs><linearGradient id=\"page\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\"><stop stop-color=\"" + fill +
             "\" offset=\"5%\"/><stop stop-color=\"" + hex(page.bottom) +
             "\" offset=\"95%\"/></linearGradient></defs>\n";
      fill = "url(#page)";
    }
    text += "<rect id=\"background\" width=\"100%\" height=\"100%\"";
    append_attribute(text, "fill", fill);
    if (page.is_chosen) append_attribute(text, "class", "chosen");
    return text + "/>\n";
  }

  void texts() {
    std::string text = background();
    const std::string heading_size = std::to_string(settings_.font_size + 5);
    // flamegraph.pl's look has its headings in the middle.
    const std::string_view x = settings_.is_themed() ? "10" : "50%";
    const std::string_view anchor = settings_.is_themed() ? "start" : "middle";
    const std::int64_t columns = settings_.frames_width() * million / (settings_.font_width * settings_.font_size);
    const std::int64_t heading_columns = columns * settings_.font_size / (settings_.font_size + 5);
    std::string heading = place("heading", x, font(2), anchor) + " font-size=\"" + heading_size + "\"";
    if (settings_.title.empty() && !settings_.source.empty()) {
      append_attribute(heading, "data-short", short_heading_of(picture_));
    }
    append_element(text, heading, fitted(heading_of(picture_), heading_columns, false));
    append_element(text, place("subtitle", x, subtitle_, anchor), settings_.subtitle);
    if (change_ != subtitle_) {
      append_element(text, place("change", x, change_, anchor), change_of(picture_));
      legend(text);
    }
    append_element(text, place("details", "10", details_, "start"), "");
    append_element(text, place("pruned", "10", pruned_, "start"), fitted(pruned_text(picture_), columns, false));
    append_element(text, place("provenance", "10", provenance_, "start"),
                   fitted(provenance_of(picture_.metadata, picture_.tree.is_comparison()), columns, false));
    output_.write(text);
  }

  /// What the colors of a comparison say.
  void legend(std::string& text) const {
    constexpr std::array<std::pair<std::string_view, std::int64_t>, 3> entries{
        {{"self grew", 1}, {"self shrank", -1}, {"unchanged", 0}}};
    const std::string size = std::to_string(font(1));
    std::int64_t x = Settings::side_margin;
    text += "<svg id=\"legend\" role=\"img\" aria-label=\"red: grew, blue: shrank\">\n";
    for (const auto& [word, delta] : entries) {
      text += "<rect";
      append_attribute(text, "x", std::to_string(x));
      append_attribute(text, "y", std::to_string(legend_ - font(1) + 2));
      append_attribute(text, "width", size);
      append_attribute(text, "height", size);
      append_paint(text, painter_.full_change(delta));
      text += "/>";
      x += font(1) + 6;
      append_element(text, place("", std::to_string(x), legend_, "start"), word);
      x += static_cast<std::int64_t>(word.size()) * font(1) * settings_.font_width / million + font(1);
    }
    text += "</svg>\n";
  }

  static void append_paint(std::string& text, const Paint& paint) {
    if (!paint.shade.empty()) return append_attribute(text, "class", paint.shade);
    append_attribute(text, "fill", hex(paint.color));
    if (wants_white(paint.color)) append_attribute(text, "class", "w");
  }

  static std::string place(std::string_view id, std::string_view x, std::int64_t y, std::string_view anchor) {
    std::string tag = "text";
    if (!id.empty()) append_attribute(tag, "id", id);
    append_attribute(tag, "x", x);
    append_attribute(tag, "y", std::to_string(y));
    append_attribute(tag, "text-anchor", anchor);
    return tag;
  }

  void frame(const Box& box, std::size_t number) {
    const FrameAttributes* const given = picture_.attributes.find(picture_.name(box));
    text_.clear();
    if (given != nullptr && !given->href.empty()) begin_link(*given);
    text_ += "<g";
    if (const std::string_view fate = fate_of(picture_, box); !fate.empty()) append_attribute(text_, "class", fate);
    if (given != nullptr) append_all(given->of_frame);
    const bool has_title = given != nullptr && !given->title.empty();
    const std::string title = has_title ? inert(given->title) : title_of(picture_, box, titled_name(box, number));
    text_ += "><title>";
    append_xml(text_, title);
    text_ += "</title>";
    rectangle(box);
    label(box);
    text_ += given != nullptr && !given->href.empty() ? "</g></a>\n" : "</g>\n";
    output_.write(text_);
  }

  /// A long name is written once: every later frame of that name has the beginning of it, and the number of the frame
  /// that has it all.
  std::string titled_name(const Box& box, std::size_t number) {
    std::string name = inert(picture_.name(box));
    if (box.node == 0 || name.size() <= longest_repeated_name) return name;
    const auto [first, is_first] = named_first_.try_emplace(picture_.tree.nodes.name(box.node), number);
    if (is_first) return name;
    append_attribute(text_, "data-like", std::to_string(first->second));
    return fitted(name, columns_of_repeated_name, false);
  }

  void begin_link(const FrameAttributes& given) {
    text_ += "<a";
    append_attribute(text_, "href", inert(given.href));
    append_attribute(text_, "target", given.target.empty() ? "_top" : inert(given.target));
    append_all(given.of_link);
    text_ += ">";
  }

  void append_all(const Attributes& attributes) {
    for (const auto& [name, value] : attributes) append_attribute(text_, name, inert(value));
  }

  [[nodiscard]] std::int64_t y_of(const Box& box) const {
    const std::int64_t row = settings_.inverted ? box.depth : picture_.layout.deepest - box.depth;
    return top_ + row * settings_.frame_height + (settings_.inverted ? 0 : 1);
  }

  /// A place on the scale of all values, in percent: neighbours end where the next begins.
  [[nodiscard]] Wide percent_place(std::int64_t value) const { return scaled(value, picture_.layout.whole, million); }

  void rectangle(const Box& box) {
    const Wide left = percent_place(box.x);
    const Wide right = percent_place(box.x + box.width);
    text_ += "<rect";
    append_attribute(text_, "x", fixed(left, 4) + "%");
    append_attribute(text_, "y", std::to_string(y_of(box)));
    append_attribute(text_, "width", fixed(right - left, 4) + "%");
    append_attribute(text_, "height", std::to_string(settings_.frame_height - 1));
    append_paint(text_, painter_.color(box));
    append_attribute(text_, "data-x", std::to_string(box.x));
    append_attribute(text_, "data-w", std::to_string(box.width));
    if (picture_.tree.is_comparison()) {
      append_attribute(text_, "data-c",
                       std::to_string(box.all.base) + " " + std::to_string(box.all.now) + " " +
                           std::to_string(box.self.base) + " " + std::to_string(box.self.now));
    } else if (box.pruned != 0) {
      append_attribute(text_, "data-p", std::to_string(box.pruned));
    }
    text_ += "/>";
  }

  void label(const Box& box) {
    const Wide pixels = scaled(box.width, picture_.layout.whole, settings_.frames_width() * million);
    const Wide margins = Wide{2} * label_margin * million;
    const Wide columns = (pixels - margins) / (Wide{settings_.font_width} * settings_.font_size);
    if (columns <= 0) return;
    const std::string name = inert(picture_.name(box));
    const std::string text = label_text(name, static_cast<std::int64_t>(columns));
    if (text.empty()) return;
    const std::int64_t tenths = 10 * y_of(box) + 5 * (settings_.frame_height - 1) + 30;
    text_ += "<text";
    append_attribute(text_, "x", fixed(percent_place(box.x), 4) + "%");
    append_attribute(text_, "y", fixed(tenths, 1));
    append_attribute(text_, "dx", std::to_string(label_margin));
    text_ += ">";
    append_xml(text_, text);
    text_ += "</text>";
  }

  [[nodiscard]] std::string label_text(const std::string& name, std::int64_t columns) const {
    const bool cuts_left = settings_.cuts_left;
    if (settings_.label_modules != LabelModules::never) {
      std::string whole = fitted(name, columns, cuts_left);
      if (settings_.label_modules == LabelModules::always || whole == name) return whole;
    }
    const std::string_view function = without_module(name);
    return fitted(cuts_left ? function : with_parts_that_fit(function, columns), columns, cuts_left);
  }

  const Picture& picture_;
  const Settings& settings_;
  Painter& painter_;
  Output& output_;
  std::int64_t subtitle_ = 0;  ///< baselines, as all of these but the height
  std::int64_t change_ = 0;
  std::int64_t legend_ = 0;
  std::int64_t top_ = 0;
  std::int64_t details_ = 0;
  std::int64_t pruned_ = 0;
  std::int64_t provenance_ = 0;
  std::int64_t height_ = 0;
  std::unordered_map<Names::Name, std::size_t>
      named_first_;  ///< the number of the frame that a long name is written in
  std::string text_;
};

}  // namespace

std::string Picture::count_name() const {
  if (!settings.count_name.empty()) return inert(settings.count_name);
  if (!type.unit.empty() && type.unit != "count") return inert(type.unit);
  return type.type.empty() ? "samples" : inert(type.type);
}

std::string_view Picture::name(const Box& box) const {
  return box.node == 0 ? std::string_view("all") : names.text(tree.nodes.name(box.node));
}

std::string pruned_text(const Picture& picture) {
  const Layout& layout = picture.layout;
  if (layout.pruned == 0) return {};
  const bool is_one = layout.pruned == 1;
  return amount(static_cast<std::int64_t>(layout.pruned), 0, million) +
         (is_one ? " frame is too narrow to draw: " : " frames are too narrow to draw: ") +
         amount(layout.pruned_value, picture.type.scale, picture.settings.factor) + " " + picture.count_name() + ", " +
         percent(layout.pruned_value, layout.whole) + "%";
}

void write_page(const Picture& picture, Painter& painter, Output& output, const Context& context) {
  Page(picture, painter, output).write(context);
}

}  // namespace profconv::flamegraph
