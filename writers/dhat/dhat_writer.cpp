// SPDX-License-Identifier: Apache-2.0
// DHAT's JSON, version 2, for Valgrind's viewer (dh_view.html), Firefox Profiler and whatever else opens it. Described
// with its traps in docs/formats/dhat.md.
//
//   ,{"tb":60,"tbk":12,"tl":3624,"mb":5,"mbk":1,"gb":0,"gbk":0,"eb":0,"ebk":0,"rb":120,"wb":60,"fs":[1,2,3]}
#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "core/text/json_text.h"
#include "profconv/profile.h"
#include "writers/dhat/counters.h"
#include "writers/dhat/header.h"
#include "writers/dhat/point_counters.h"
#include "writers/dhat/points.h"
#include "writers/writers.h"

namespace profconv {

namespace dhat_out {

namespace {

constexpr std::array<std::string_view, 1> extensions{".dhat.json"};

/// Writes the file in the shape that Valgrind gives it: a point and a frame a line.
class FileWriter {
 public:
  /// `repaired` texts of the points' frames were so already.
  FileWriter(const Layout& layout, Header header, const ProfileSet& points, std::uint64_t repaired, Output& output,
             Context& context)
      : layout_(layout),
        header_(std::move(header)),
        dictionary_(points.dictionary()),
        points_(points.profiles().front()),
        output_(output),
        context_(context),
        counters_(layout, header_.mode.starts_with("rust"), points_),
        repaired_(repaired) {}

  void write(std::string_view command) {
    write_header(command);
    output_.write(",\"pps\":\n [");
    const std::size_t rows = points_.samples.size();
    for (std::size_t row = 0; row < rows; ++row) {
      if (row % Context::steps_between_checks == 0) context_.check_cancelled();
      if (row != 0) output_.write("\n ,");
      write_point(row);
    }
    output_.write("\n ]\n,\"ftbl\":\n [\"[root]\"");
    for (const Frame& frame : dictionary_.frames().subspan(1)) {
      output_.write("\n ,");
      output_.write(dictionary_.string(dictionary_.function(frame.function).name));
    }
    output_.write("\n ]\n}\n");
    report();
  }

 private:
  void write_header(std::string_view command) {
    output_.write("{\"dhatFileVersion\":2\n");
    text_field("mode", header_.mode);
    text_field("verb", header_.verb);
    field("bklt", layout_.lifetimes ? "true" : "false");
    field("bkacc", layout_.accesses ? "true" : "false");
    if (!layout_.space_unit.empty()) {
      const std::string& units = layout_.space_unit;
      const bool has_plural = units.size() > 1 && units.ends_with('s') && !units.ends_with("ss");
      text_field("bu", std::string_view(units).substr(0, units.size() - (has_plural ? 1 : 0)));
      text_field("bsu", units);
      text_field("bksu", layout_.block_unit);
    }
    text_field("tu", header_.time_unit);
    text_field("Mtu", header_.million_time_units);
    if (layout_.lifetimes) field("tuth", header_.short_lived);
    text_field("cmd", command);
    field("pid", header_.pid);
    field("te", header_.end_time);
    if (layout_.lifetimes) field("tg", header_.peak_time);
  }

  void field(std::string_view key, std::string_view value) {
    output_.write(",\"");
    output_.write(key);
    output_.write("\":");
    output_.write(value);
    output_.put('\n');
  }

  void text_field(std::string_view key, std::string_view value) {
    output_.write(",\"");
    output_.write(key);
    output_.write("\":");
    write_text(value);
    output_.put('\n');
  }

  void write_text(std::string_view text) {
    const JsonString json = json_string(text);
    if (json.is_repaired) ++repaired_;
    output_.write(json.quoted);
  }

  void write_number(std::int64_t number) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    output_.write({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }

  void write_point(std::size_t row) {
    const CounterValues values = counters_.of(row);
    char before = '{';
    for (std::size_t i = 0; i < counter_count; ++i) {
      const auto counter = static_cast<Counter>(i);
      if (!layout_.has(counter)) continue;
      output_.put(before);
      output_.put('"');
      output_.write(counter_names[i]);
      output_.write("\":");
      write_number(counter == Counter::tl ? lifetime(values[i]) : values[i]);
      before = ',';
    }
    output_.write(",\"fs\":[");
    dictionary_.leaf_first(points_.samples.stack[row], frames_);
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      if (i != 0) output_.put(',');
      write_number(frames_[i].value);
    }
    output_.write("]}");
  }

  std::int64_t lifetime(std::int64_t value) {
    if (value % header_.lifetime_divisor != 0) ++rounded_;
    return value / header_.lifetime_divisor;
  }

  void report() const {
    counters_.report(context_);
    if (rounded_ != 0) {
      context_.data_loss("dhat.rounded", {},
                         "lifetimes were rounded down to " + header_.time_unit + ": " + std::to_string(rounded_));
    }
    if (repaired_ != 0) {
      context_.data_loss("dhat.utf8", {},
                         "strings hold bytes that are not UTF-8, which JSON cannot represent; U+FFFD replaces them: " +
                             std::to_string(repaired_));
    }
  }

  const Layout& layout_;
  Header header_;
  const Dictionary& dictionary_;
  const Profile& points_;
  Output& output_;
  Context& context_;
  PointCounters counters_;
  std::vector<FrameId> frames_;
  std::uint64_t rounded_ = 0;
  std::uint64_t repaired_;
};

Features carries(const Writer&, const Options&) {
  return {Feature::value_types,   Feature::aggregations, Feature::empty_stacks, Feature::modules,
          Feature::shown_modules, Feature::addresses,    Feature::source_files, Feature::lines,
          Feature::columns,       Feature::inlining,     Feature::duration,     Feature::command,
          Feature::comments,      Feature::default_type, Feature::attributes,   Feature::function_offsets};
}

void write(const Writer&, const ProfileSet& set, const Options&, Output& output, Context& context) {
  const Profile& profile = set.profiles().front();
  const Layout layout = lay_out(profile);
  report(layout, profile, context);
  Header header = header_of(profile, layout, context);
  PointBuilder builder(set, layout, context);
  const ProfileSet points = builder.build();
  report_merged_maxima(layout, points.profiles().front(), context);
  FileWriter(layout, std::move(header), points, builder.repaired(), output, context).write(profile.metadata.command);
}

}  // namespace

}  // namespace dhat_out

const Writer dhat_writer{
    .name = "dhat",
    .aliases = {},
    .summary = "DHAT's JSON: for Valgrind's dh_view.html and Firefox Profiler",
    .extensions = dhat_out::extensions,
    .carries = dhat_out::carries,
    .write = dhat_out::write,
};

}  // namespace profconv
