// SPDX-License-Identifier: Apache-2.0
// Distributions as text, to be read by people: a table with bars for each key. Shown in docs/formats/hist.md.
//
//   [4K, 8K) |████████████████▎            61037   99.8%   99.8%
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/names/frame_names.h"
#include "writers/hist/charts.h"
#include "writers/hist/options.h"
#include "writers/hist/plain_text.h"
#include "writers/hist/text_bars.h"
#include "writers/writers.h"

namespace profconv {

namespace hist {

namespace {

constexpr std::array<std::string_view, 2> extensions{".hist", ".hist.txt"};
constexpr Option width_option{.name = "width",
                              .type = OptionType::integer,
                              .fallback = "100",
                              .summary = "characters per line",
                              .min = 40,
                              .max = 10'000};
constexpr std::array options{sort_option,    columns_option, width_option, frames_option,
                             modules_option, exact_option,   ascii_option};

constexpr std::size_t least_bar = 8;
constexpr std::size_t roomy_bar = 16;  // below it fewer keys stand side by side
constexpr std::size_t gutter = 3;

std::string left(std::string text, std::size_t width) {
  const std::size_t used = character_count(text);
  return used < width ? text.append(width - used, ' ') : text;
}

std::string right(std::string_view text, std::size_t width) {
  const std::size_t used = character_count(text);
  return std::string(used < width ? width - used : 0, ' ').append(text);
}

void put_line(std::string_view text, Output& output) {
  output.write(text.substr(0, text.find_last_not_of(' ') + 1));
  output.put('\n');
}

/// The widths of a chart's columns.
struct Widths {
  std::size_t first = 0;  ///< bounds or keys
  std::size_t bar = 0;
  std::size_t value = 0;
  std::size_t block = 0;  ///< of all together
  std::size_t side_by_side = 1;
};

/// Draws one chart.
class ChartText {
 public:
  ChartText(const Chart& chart, const Options& chosen, Output& output, Context& context)
      : chart_(chart), options_(chosen), output_(output), context_(context) {
    bars_.ascii = chosen.boolean(ascii_option);
    const auto is_negative = [](const Group& group) { return group.has_negative(); };
    if (std::any_of(chart.groups.begin(), chart.groups.end(), is_negative)) ++share_width_;
  }

  void draw() {
    const std::string title = "# " + chart_.title;
    for (const std::string_view line : wrapped(title, line_width())) put_line(line, output_);
    if (chart_.groups.empty()) {
      put_line("no samples", output_);
    } else if (chart_.is_distribution) {
      draw_histograms();
    } else {
      draw_keys();
    }
  }

 private:
  [[nodiscard]] std::size_t line_width() const { return static_cast<std::size_t>(options_.integer(width_option)); }
  [[nodiscard]] std::string value_text(std::int64_t value) const { return decimal(value, chart_.type.scale); }

  /// Bars of groups that are drawn below or beside each other have one axis.
  void place_axis(std::span<const Group> groups) {
    bars_.has_negative = false;
    bars_.has_positive = false;
    for (const Group& group : groups) {
      for (const Row& row : group.rows) {
        bars_.has_negative |= row.count < 0;
        bars_.has_positive |= row.count > 0;
      }
    }
  }

  void draw_histograms() {
    const Widths widths = histogram_widths();
    bars_.width = widths.bar;
    const std::span<const Group> groups = chart_.groups;
    for (std::size_t i = 0; i < groups.size(); i += widths.side_by_side) {
      context_.check_cancelled();
      output_.put('\n');
      draw_band(groups.subspan(i, std::min(widths.side_by_side, groups.size() - i)), widths);
    }
  }

  [[nodiscard]] Widths histogram_widths() const {
    Widths widths{.value = std::string_view("count").size()};
    for (const Group& group : chart_.groups) {
      const BoundStyle style = bound_style(chart_, group, options_);
      widths.first = std::max(widths.first, character_count(bounds_heading(style)));
      for (const Bucket& bucket : shared_buckets(std::span(&group, 1))) {
        widths.first = std::max(widths.first, character_count(style.range(bucket)));
      }
      for (const Row& row : group.rows) widths.value = std::max(widths.value, value_text(row.count).size());
    }
    const std::size_t fixed = widths.first + 2 + 1 + widths.value + share_columns() * share_width_;
    const auto wanted = static_cast<std::size_t>(options_.integer(columns_option));
    const std::size_t enough = fixed + (wanted == 0 ? roomy_bar : least_bar) + gutter;
    const std::size_t fitting = std::max<std::size_t>((line_width() + gutter) / enough, 1);
    widths.side_by_side = std::min({fitting, wanted == 0 ? fitting : wanted, chart_.groups.size()});
    const std::size_t share = (line_width() + gutter) / widths.side_by_side - gutter;
    widths.bar = std::max(share, fixed + least_bar) - fixed;
    widths.block = fixed + widths.bar;
    return widths;
  }

  [[nodiscard]] std::size_t share_columns() const {
    if (!chart_.adds()) return 0;
    const auto& groups = chart_.groups;
    const auto cumulates = [this](const Group& group) { return chart_.has_quantiles(group); };
    return std::any_of(groups.begin(), groups.end(), cumulates) ? 2 : 1;
  }

  void draw_band(std::span<const Group> groups, const Widths& widths) {
    place_axis(groups);
    const std::vector<Bucket> buckets = shared_buckets(groups);
    std::vector<std::vector<std::string>> blocks;
    std::size_t name_lines = 0;
    for (const Group& group : groups) name_lines = std::max(name_lines, wrapped(group.name, widths.block).size());
    std::size_t lines = 0;
    for (const Group& group : groups) {
      blocks.push_back(block(group, buckets, name_lines, widths));
      lines = std::max(lines, blocks.back().size());
    }
    for (std::size_t i = 0; i < lines; ++i) {
      std::string line;
      for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (b != 0) line = left(std::move(line), b * (widths.block + gutter));
        if (i < blocks[b].size()) line += blocks[b][i];
      }
      put_line(line, output_);
    }
  }

  std::vector<std::string> block(const Group& group, const std::vector<Bucket>& buckets, std::size_t name_lines,
                                 const Widths& widths) {
    std::vector<std::string> lines;
    if (!group.name.empty()) {
      for (const std::string_view piece : wrapped(group.name, widths.block)) lines.emplace_back(piece);
    }
    lines.resize(group.name.empty() && name_lines == 1 ? 0 : name_lines);
    const BoundStyle style = bound_style(chart_, group, options_);
    lines.push_back(row_text(bounds_heading(style), std::string(widths.bar + 1, ' '), "count", widths) +
                    shares_heading(group));
    bars_.whole = group.largest();
    std::uint64_t passed = 0;
    for (const Bucket& bucket : buckets) {
      const std::int64_t count = count_of(group, bucket);
      passed += magnitude(count);
      lines.push_back(row_text(style.range(bucket), text_bar(count, bars_), value_text(count), widths) +
                      shares(group, count, passed));
    }
    append_summary(lines, group, style, widths);
    return lines;
  }

  static std::string row_text(std::string_view first, const std::string& bar, std::string_view value,
                              const Widths& widths) {
    return right(first, widths.first).append(" ").append(bar).append(" ").append(right(value, widths.value));
  }

  [[nodiscard]] std::string shares_heading(const Group& group) const {
    if (!chart_.has_shares(group.sum)) return {};
    return right("share", share_width_) + (chart_.has_quantiles(group) ? right("cum.", share_width_) : "");
  }

  [[nodiscard]] std::string shares(const Group& group, std::int64_t count, std::uint64_t passed) const {
    if (!chart_.has_shares(group.sum)) return {};
    const std::string share = signed_percent(count, group.sum.size);
    const bool adds_up = chart_.has_quantiles(group);
    return right(share, share_width_) + (adds_up ? right(percent(passed, group.sum.size), share_width_) : "");
  }

  /// As many facts on a line as the block is wide.
  void append_summary(std::vector<std::string>& lines, const Group& group, const BoundStyle& style,
                      const Widths& widths) const {
    std::string line;
    for (const std::string& fact : summary(chart_, group, style)) {
      if (!line.empty() && character_count(line) + 2 + character_count(fact) > widths.block) {
        lines.push_back(std::move(line));
        line.clear();
      }
      line.append(line.empty() ? "" : "  ").append(fact);
    }
    lines.push_back(std::move(line));
  }

  void draw_keys() {
    const Widths widths = key_widths();
    bars_.width = widths.bar;
    place_axis(chart_.groups);
    for (const Group& group : chart_.groups) bars_.whole = std::max(bars_.whole, group.largest());
    put_line(left("key", widths.first) + " " + std::string(widths.bar + 1, ' ') + " " + right("value", widths.value) +
                 (chart_.has_shares(chart_.sum) ? right("share", share_width_) : ""),
             output_);
    for (const Group& group : chart_.groups) draw_key(group, widths);
    if (chart_.adds() && chart_.groups.size() > 1) put_line(chart_.total_text(chart_.sum), output_);
  }

  [[nodiscard]] Widths key_widths() const {
    Widths widths{.first = std::string_view("key").size(), .value = std::string_view("value").size()};
    for (const Group& group : chart_.groups) {
      widths.first = std::max(widths.first, character_count(group.name));
      widths.value = std::max(widths.value, value_text(group.sum.value).size());
    }
    widths.first = std::min(widths.first, line_width() * 2 / 5);
    const std::size_t fixed =
        widths.first + 1 + 1 + 1 + widths.value + (chart_.has_shares(chart_.sum) ? share_width_ : 0);
    widths.bar = std::max(line_width(), fixed + least_bar) - fixed;
    return widths;
  }

  void draw_key(const Group& group, const Widths& widths) {
    const bool fits = character_count(group.name) <= widths.first;
    if (!fits) {
      for (const std::string_view line : wrapped(group.name, line_width())) put_line(line, output_);
    }
    std::string line = left(fits ? group.name : "", widths.first) + " " + text_bar(group.sum.value, bars_) + " " +
                       right(value_text(group.sum.value), widths.value);
    if (chart_.has_shares(chart_.sum)) {
      line += right(signed_percent(group.sum.value, chart_.sum.size), share_width_);
    }
    put_line(line, output_);
  }

  const Chart& chart_;
  const Options& options_;
  Output& output_;
  Context& context_;
  BarStyle bars_;
  std::size_t share_width_ = 7;  ///< a blank and "100.0%"; one more for "-100.0%"
};

void write(const Writer&, const ProfileSet& set, const Options& chosen, Output& output, Context& context) {
  bool is_first = true;
  for (const Chart& chart : make_charts(set, chosen, context)) {
    if (!is_first) output.write("\n\n");
    is_first = false;
    ChartText(chart, chosen, output, context).draw();
  }
}

}  // namespace

}  // namespace hist

const Writer hist_writer{
    .name = "hist",
    .aliases = {},
    .summary = "distributions as text: a table with bars for each key",
    .extensions = hist::extensions,
    .options = hist::options,
    .carries = hist::carries,
    .write = hist::write,
};

}  // namespace profconv
