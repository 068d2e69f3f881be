// SPDX-License-Identifier: Apache-2.0
// Distributions as an SVG picture: a small histogram for each key. Shown in docs/formats/histsvg.md.
//
//   <text class="faint" x="96" y="76" text-anchor="end">[4K, 8K)</text>
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/names/frame_names.h"
#include "core/text/integers.h"
#include "core/text/plain_text.h"
#include "core/text/provenance.h"
#include "profconv/errors.h"
#include "writers/hist/charts.h"
#include "writers/hist/options.h"
#include "writers/hist/plain_text.h"
#include "writers/hist/svg.h"
#include "writers/writers.h"

namespace profconv {

namespace hist {

namespace {

constexpr std::array<std::string_view, 1> extensions{".hist.svg"};
constexpr Option width_option{.name = "width",
                              .type = OptionType::text,
                              .fallback = "fluid",
                              .summary = "picture width in pixels; fluid: 960, or one column in a narrow window"};
constexpr Option source_option{
    .name = "source",
    .type = OptionType::text,
    .summary = "name of the input in the title and below the picture; default: its file name",
    .names_input = true};
constexpr std::array options{source_option, sort_option,    columns_option, width_option,
                             frames_option, modules_option, exact_option};

constexpr std::int64_t wide_width = 960;
constexpr std::int64_t narrow_width = 400;
constexpr std::int64_t margin = 16;
constexpr std::int64_t gutter = 32;
constexpr std::int64_t line_height = 16;
constexpr std::int64_t bar_height = 12;
constexpr std::int64_t character_width = 8;  // a little more than any monospaced font of this size takes
constexpr std::int64_t share_width = 7 * character_width;
constexpr std::int64_t mark_width = 7 * character_width;
constexpr std::int64_t least_bar = 60;
constexpr std::int64_t roomy_bar = 140;  // below it fewer keys stand side by side

std::int64_t width_of(std::string_view text) {
  return static_cast<std::int64_t>(character_count(text)) * character_width;
}

std::string fitted(std::string_view text, std::int64_t width) {
  return shortened(text, static_cast<std::size_t>(std::max(width / character_width, std::int64_t{1})));
}

/// The width that the user chose; none: fluid.
std::optional<std::int64_t> chosen_width(const Options& chosen) {
  const std::string_view text = chosen.text(width_option);
  if (text == "fluid") return std::nullopt;
  const auto width = parse_integer<std::int64_t>(text);
  if (!width || *width < 320 || *width > 16'000) {
    throw UsageError("option width: '" + one_line(text) + "' is not fluid or a number from 320 to 16000");
  }
  return width;
}

/// The buckets of p50, p90 and p99 of a group; empty where it has none.
using Quantiles = std::vector<std::pair<unsigned, Bucket>>;

Quantiles quantiles_of(const Chart& chart, const Group& group) {
  Quantiles all;
  if (!chart.has_quantiles(group) || group.sum.size == 0) return all;
  for (const unsigned hundredths : {50U, 90U, 99U}) all.emplace_back(hundredths, quantile(group, hundredths));
  return all;
}

/// "p50", or "p50-99" for a bucket that has all from p50 to p99; empty for a bucket that has none.
std::string mark_of(const Quantiles& quantiles, const Bucket& bucket) {
  std::string first;
  std::string last;
  for (const auto& [hundredths, place] : quantiles) {
    if (place == bucket) (first.empty() ? first : last) = std::to_string(hundredths);
  }
  if (first.empty()) return {};
  return last.empty() ? "p" + first : "p" + first + "-" + last;
}

/// The columns of a panel: texts, marks of quantiles, bars, values, shares.
struct Columns {
  std::int64_t first = 0;
  std::int64_t mark = 0;
  std::int64_t bar = 0;
  std::int64_t value = 0;
  std::int64_t share = 0;

  [[nodiscard]] std::int64_t fixed() const { return bar_begin() + character_width + value + share; }
  [[nodiscard]] std::int64_t bar_begin() const { return first + mark + character_width; }
  [[nodiscard]] std::int64_t all() const { return fixed() + bar; }
};

/// Where bars begin: the pixels left of the axis, and right of it, and what fills one of the two.
struct Axis {
  std::int64_t left = 0;
  std::int64_t right = 0;
  std::uint64_t whole = 0;
};

/// Draws charts, one below the other.
class Picture {
 public:
  Picture(const Options& chosen, std::int64_t width, Context& context)
      : options_(chosen), width_(width), context_(context) {}

  void draw(const Chart& chart) {
    y_ += line_height;
    svg_.begin_item(chart.title);
    svg_.text(margin, y_, "title", fitted(chart.title, page_width() * 6 / 7));
    svg_.end_item();
    y_ += line_height;
    if (chart.groups.empty()) {
      svg_.text(margin, y_, "faint", "no samples");
    } else if (chart.is_distribution) {
      draw_histograms(chart);
    } else {
      draw_keys(chart);
    }
    y_ += line_height;
  }

  void end(std::string_view provenance) {
    y_ += line_height;
    svg_.text(margin, y_, "faint", fitted(provenance, page_width()));
  }

  [[nodiscard]] Drawn drawn() const { return {.width = width_, .height = y_ + margin, .body = svg_.body()}; }

 private:
  [[nodiscard]] std::int64_t page_width() const { return width_ - 2 * margin; }

  static Axis axis_of(std::span<const Group> groups, std::int64_t width) {
    bool negative = false;
    bool positive = false;
    for (const Group& group : groups) {
      for (const Row& row : group.rows) {
        negative |= row.count < 0;
        positive |= row.count > 0;
      }
    }
    if (!negative) return {.left = 0, .right = width};
    if (!positive) return {.left = width, .right = 0};
    return {.left = width / 2, .right = width - width / 2};
  }

  void draw_histograms(const Chart& chart) {
    Columns columns = histogram_columns(chart);
    const auto wanted = options_.integer(columns_option);
    const std::int64_t enough = columns.fixed() + (wanted == 0 ? roomy_bar : least_bar) + gutter;
    const std::int64_t fitting = std::max<std::int64_t>((page_width() + gutter) / enough, 1);
    const std::int64_t side_by_side =
        std::min({fitting, wanted == 0 ? fitting : wanted, static_cast<std::int64_t>(chart.groups.size())});
    const std::int64_t share = (page_width() + gutter) / side_by_side - gutter;
    columns.bar = std::max(share - columns.fixed(), least_bar);
    const std::span<const Group> groups = chart.groups;
    const auto step = static_cast<std::size_t>(side_by_side);
    for (std::size_t i = 0; i < groups.size(); i += step) {
      context_.check_cancelled();
      draw_band(chart, groups.subspan(i, std::min(step, groups.size() - i)), columns);
    }
  }

  Columns histogram_columns(const Chart& chart) const {
    Columns columns{.value = width_of("count"), .share = chart.adds() ? share_width : 0};
    for (const Group& group : chart.groups) {
      const BoundStyle style = bound_style(chart, group, options_);
      if (chart.has_quantiles(group)) columns.mark = mark_width;
      columns.first = std::max(columns.first, width_of(bounds_heading(style)));
      for (const Bucket& bucket : shared_buckets(std::span(&group, 1))) {
        columns.first = std::max(columns.first, width_of(style.range(bucket)));
      }
      for (const Row& row : group.rows) {
        columns.value = std::max(columns.value, width_of(decimal(row.count, chart.type.scale)));
      }
    }
    return columns;
  }

  void draw_band(const Chart& chart, std::span<const Group> groups, const Columns& columns) {
    const std::vector<Bucket> buckets = shared_buckets(groups);
    const Axis axis = axis_of(groups, columns.bar);
    const std::int64_t top = y_;
    std::int64_t bottom = top;
    std::int64_t x = margin;
    for (const Group& group : groups) {
      y_ = top;
      draw_panel(chart, group, buckets, columns, axis, x);
      bottom = std::max(bottom, y_);
      x += columns.all() + gutter;
    }
    y_ = bottom + line_height;
  }

  void draw_panel(const Chart& chart, const Group& group, const std::vector<Bucket>& buckets, const Columns& columns,
                  Axis axis, std::int64_t x) {
    if (!group.name.empty()) draw_name(group.name, x, columns.all());
    const BoundStyle style = bound_style(chart, group, options_);
    y_ += line_height;
    const std::int64_t values_end = x + columns.all() - columns.share;
    svg_.text(x + columns.first, y_, "faint", bounds_heading(style), Svg::Anchor::end);
    svg_.text(values_end, y_, "faint", "count", Svg::Anchor::end);
    axis.whole = group.largest();
    const std::int64_t axis_top = y_ + 4;
    const Quantiles quantiles = quantiles_of(chart, group);
    std::uint64_t passed = 0;
    for (const Bucket& bucket : buckets) {
      const std::int64_t count = count_of(group, bucket);
      passed += magnitude(count);
      const std::string range = style.range(bucket);
      const std::string share = chart.has_shares(group.sum) ? signed_percent(count, group.sum.size) : "";
      std::string title = range + ": " + decimal(count, chart.type.scale);
      if (!share.empty()) title += ", " + share;
      if (chart.has_quantiles(group)) title += ", cumulative " + percent(passed, group.sum.size);
      const std::string mark = mark_of(quantiles, bucket);
      if (!mark.empty()) title += ", " + mark + " in this bucket";
      draw_row(title, count, axis, columns, x,
               {.first = range,
                .mark = mark,
                .value = decimal(count, chart.type.scale),
                .share = share,
                .first_at_end = true});
    }
    draw_axis(chart, axis, x + columns.bar_begin(), axis_top);
    draw_summary(summary(chart, group, style), x, columns.all());
  }

  void draw_name(std::string_view name, std::int64_t x, std::int64_t width) {
    y_ += line_height;
    svg_.begin_item(name);
    svg_.text(x, y_, "name", fitted(name, width));
    svg_.end_item();
  }

  struct RowTexts {
    std::string first;
    std::string mark;
    std::string value;
    std::string share;
    bool first_at_end = false;
  };

  void draw_row(std::string_view title, std::int64_t count, const Axis& axis, const Columns& columns, std::int64_t x,
                const RowTexts& texts) {
    y_ += line_height;
    svg_.begin_item(title);
    svg_.text(texts.first_at_end ? x + columns.first : x, y_, "", fitted(texts.first, columns.first),
              texts.first_at_end ? Svg::Anchor::end : Svg::Anchor::start);
    if (!texts.mark.empty()) svg_.text(x + columns.first + character_width, y_, "mark", texts.mark);
    draw_bar(count, axis, x + columns.bar_begin());
    svg_.text(x + columns.all() - columns.share, y_, "", texts.value, Svg::Anchor::end);
    if (!texts.share.empty()) svg_.text(x + columns.all(), y_, "faint", texts.share, Svg::Anchor::end);
    svg_.end_item();
  }

  void draw_bar(std::int64_t count, const Axis& axis, std::int64_t x) {
    if (count == 0) return;
    constexpr std::uint64_t thinnest = 10;  // a pixel: what is not 0 is seen
    const auto room = static_cast<std::uint64_t>(pixels(count < 0 ? axis.left : axis.right).value);
    const auto length = static_cast<std::int64_t>(std::max(scaled(magnitude(count), axis.whole, room), thinnest));
    const std::int64_t zero = pixels(x + axis.left).value;
    svg_.bar({count < 0 ? zero - length : zero}, y_ - bar_height + 2, {length}, bar_height,
             count < 0 ? "negative" : "bar");
  }

  /// The line at zero, and below it what the ends of the bars' room stand for.
  void draw_axis(const Chart& chart, const Axis& axis, std::int64_t x, std::int64_t top) {
    const std::int64_t bottom = y_ + 4;
    const std::int64_t zero = x + axis.left;
    svg_.line(zero, top, zero, bottom);
    svg_.line(x, bottom, x + axis.left + axis.right, bottom);
    y_ += line_height + 2;
    const std::string whole = decimal_size(axis.whole, chart.type.scale);
    const std::int64_t needed = width_of(whole) + 3 * character_width;
    if (axis.right > needed) svg_.text(x + axis.left + axis.right, y_, "faint", whole, Svg::Anchor::end);
    if (axis.left > needed) svg_.text(x, y_, "faint", "-" + whole);
    svg_.text(zero, y_, "faint", "0", axis.right == 0 ? Svg::Anchor::end : Svg::Anchor::start);
  }

  void draw_summary(const std::vector<std::string>& facts, std::int64_t x, std::int64_t width) {
    constexpr std::string_view separator = " · ";
    std::string line;
    const auto flush = [&] {
      y_ += line_height;
      svg_.text(x, y_, "faint", line);
      line.clear();
    };
    for (const std::string& fact : facts) {
      if (!line.empty() && width_of(line) + width_of(separator) + width_of(fact) > width) flush();
      line.append(line.empty() ? "" : separator).append(fact);
    }
    if (!line.empty()) flush();
  }

  void draw_keys(const Chart& chart) {
    Columns columns{.first = width_of("key"), .value = width_of("value"), .share = chart.adds() ? share_width : 0};
    std::uint64_t whole = 0;
    for (const Group& group : chart.groups) {
      columns.first = std::max(columns.first, width_of(group.name));
      columns.value = std::max(columns.value, width_of(decimal(group.sum.value, chart.type.scale)));
      whole = std::max(whole, group.largest());
    }
    columns.first = std::min(columns.first, page_width() * 2 / 5);
    columns.bar = std::max(page_width() - columns.fixed(), least_bar);
    Axis axis = axis_of(chart.groups, columns.bar);
    axis.whole = whole;
    const std::int64_t top = y_ + 4;
    for (const Group& group : chart.groups) {
      const std::string value = decimal(group.sum.value, chart.type.scale);
      const std::string share = chart.has_shares(chart.sum) ? signed_percent(group.sum.value, chart.sum.size) : "";
      std::string title = (group.name.empty() ? "" : group.name + ": ") + value;
      if (!share.empty()) title.append(", ").append(share);
      draw_row(title, group.sum.value, axis, columns, margin, {.first = group.name, .value = value, .share = share});
    }
    draw_axis(chart, axis, margin + columns.bar_begin(), top);
    if (chart.adds()) draw_summary({chart.total_text(chart.sum)}, margin, page_width());
  }

  const Options& options_;
  std::int64_t width_;
  Context& context_;
  Svg svg_;
  std::int64_t y_ = margin;
};

void write(const Writer&, const ProfileSet& set, const Options& chosen, Output& output, Context& context) {
  const std::optional<std::int64_t> width = chosen_width(chosen);
  const std::vector<Chart> charts = make_charts(set, chosen, context);
  const Metadata& first = set.profiles().front().metadata;
  const std::string source = inert(chosen.text(source_option));
  const std::string provenance = (source.empty() ? "" : source + ", ") + provenance_of(first, first.is_comparison);
  const auto drawn = [&](std::int64_t pixels) {
    Picture picture(chosen, pixels, context);
    for (const Chart& chart : charts) picture.draw(chart);
    picture.end(provenance);
    return picture.drawn();
  };
  const std::string others = charts.size() > 1 ? " and " + std::to_string(charts.size() - 1) + " more" : "";
  const std::string title = (source.empty() ? "" : source + ": ") + charts.front().title + others;
  if (width) return output.write(document(drawn(*width), nullptr, title));
  const Drawn narrow = drawn(narrow_width);
  output.write(document(drawn(wide_width), &narrow, title));
}

}  // namespace

}  // namespace hist

const Writer histsvg_writer{
    .name = "histsvg",
    .aliases = {},
    .summary = "distributions as a picture: a small histogram for each key",
    .extensions = hist::extensions,
    .options = hist::options,
    .carries = hist::carries,
    .write = hist::write,
};

}  // namespace profconv
