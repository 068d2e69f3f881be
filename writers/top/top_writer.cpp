// SPDX-License-Identifier: Apache-2.0
// A table of the heaviest functions, in the columns of `pprof -top`: flat (a function's own), its share, the
// shares so far, cum (with all that it called), its share. Or the tree of calls.
//
//   Showing 20 of 134 functions: 3.97MB, 97.62% of 4.07MB (inuse_space/bytes)
//      flat   flat%    sum%     cum    cum%  function
//    3.90MB  95.88%  95.88%  3.90MB  95.88%  malloc
#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "core/names/frame_names.h"
#include "core/names/frame_totals.h"
#include "core/text/plain_text.h"
#include "core/text/shown_numbers.h"
#include "profconv/comparison.h"
#include "profconv/errors.h"
#include "writers/top/amounts.h"
#include "writers/top/call_tree.h"
#include "writers/top/groups.h"
#include "writers/top/table.h"
#include "writers/writers.h"

namespace profconv {

namespace top {

namespace {

constexpr std::array<std::string_view, 1> extensions{".top.txt"};
constexpr std::array<std::string_view, 2> views{"table", "tree"};
constexpr std::array<std::string_view, 2> orders{"flat", "cum"};
constexpr std::int64_t hot_percent = 10;
constexpr Option n_option{.name = "n",
                          .type = OptionType::integer,
                          .fallback = "20",
                          .summary = "number of functions in the table; 0: all",
                          .min = 0};
constexpr Option view_option{.name = "view",
                             .type = OptionType::choice,
                             .fallback = "table",
                             .summary = "functions, or the tree of calls from the root",
                             .choices = views};
constexpr Option sort_option{.name = "sort",
                             .type = OptionType::choice,
                             .fallback = "flat",
                             .summary = "order: by self value (flat), or including callees (cum)",
                             .choices = orders};
constexpr Option per_option{.name = "per",
                            .summary = "one table per `thread`, `process`, or value of the label with this key"};
constexpr Option least_option{.name = "least",
                              .type = OptionType::decimal,
                              .fallback = "0.5",
                              .summary = "of view=tree: hide branches below this percentage",
                              .min = 0,
                              .max = 100};
constexpr Option color_option{.name = "color",
                              .type = OptionType::boolean,
                              .fallback = "no",
                              .summary = "color for terminals; the command sets it where standard output is one",
                              .colours_output = true};
constexpr std::array options{n_option,     view_option,    sort_option, per_option,
                             least_option, modules_option, color_option};

/// One profile on its way out.
class Report {
 public:
  Report(const ProfileSet& set, const Options& chosen, const Context& context)
      : dictionary_(set.dictionary()),
        profile_(set.profiles().front()),
        chosen_(chosen),
        type_(profile_.default_type_index()),
        totals_(dictionary_, shows_modules(chosen, profile_), &context),
        is_base_(dictionary_) {}

  std::string text() const {
    std::string all;
    for (const Group& group : groups(dictionary_, profile_, type_, chosen_.text(per_option))) {
      if (!all.empty()) all += "\n";
      if (!group.name.empty()) all += std::string(chosen_.text(per_option)) + " " + inert(group.name) + "\n";
      all += chosen_.text(view_option) == "tree" ? tree(group) : table(group);
    }
    return all.empty() ? "the profile has no samples\n" : all;
  }

 private:
  [[nodiscard]] const ValueType& type() const { return profile_.value_types[type_]; }

  /// What shares are of: all that counts, or in a comparison its base, as in pprof.
  [[nodiscard]] std::int64_t whole(const Group& group) const {
    const Samples& samples = profile_.samples;
    std::int64_t sum = 0;
    std::int64_t base = 0;
    for (const std::size_t row : group.rows) {
      const std::int64_t value = samples.values[type_][row];
      std::int64_t& into = is_base_(samples.labels_of(row)) ? base : sum;
      if (__builtin_sub_overflow(into, value < 0 ? value : -value, &into)) {
        throw OverflowError("the sum of " + type().type + " does not fit into 64 bits");
      }
    }
    return base != 0 ? base : sum;
  }

  [[nodiscard]] std::string type_words() const { return inert(type().type + "/" + type().unit); }

  std::vector<FrameTotal> ranked(const Group& group) const {
    Samples samples;
    samples.values.resize(1);
    for (const std::size_t row : group.rows) {
      samples.stack.push_back(profile_.samples.stack[row]);
      samples.values[0].push_back(profile_.samples.values[type_][row]);
    }
    std::vector<FrameTotal> frames = totals_.of(samples, 0);
    frames.erase(
        std::remove_if(frames.begin(), frames.end(), [](const FrameTotal& f) { return f.self == 0 && f.total == 0; }),
        frames.end());
    const bool by_cum = chosen_.text(sort_option) == "cum";
    const auto rank = [](std::int64_t value) { return value < 0 ? value : -value; };  // the larger, the earlier
    std::sort(frames.begin(), frames.end(), [&](const FrameTotal& a, const FrameTotal& b) {
      const auto key = [&](const FrameTotal& f) {
        return by_cum ? std::tuple(rank(f.total), rank(f.self), f.name)
                      : std::tuple(rank(f.self), rank(f.total), f.name);
      };
      return key(a) < key(b);
    });
    return frames;
  }

  std::string table(const Group& group) const {
    const std::int64_t all = whole(group);
    std::vector<FrameTotal> frames = ranked(group);
    const std::size_t count = frames.size();
    const auto most = static_cast<std::size_t>(chosen_.integer(n_option));
    if (most != 0) frames.resize(std::min(most, count));
    Least least;
    for (const FrameTotal& f : frames) least.add(f.self, f.total);
    const Amounts amounts(type(), least, all);
    std::vector<Row> rows;
    std::int64_t sum = 0;
    for (const FrameTotal& f : frames) {
      if (__builtin_add_overflow(sum, f.self, &sum))
        throw OverflowError("the sum of the functions overflows a 64-bit integer");
      rows.push_back({.cells = {amounts(f.self), percent(f.self, all) + "%", percent(sum, all) + "%", amounts(f.total),
                                percent(f.total, all) + "%"},
                      .name = std::string(f.name),
                      .is_hot = is_hot(f.self, all)});
    }
    return "Showing " + std::to_string(frames.size()) + " of " + std::to_string(count) + " functions: " + amounts(sum) +
           ", " + percent(sum, all) + "% of " + amounts(all) + " (" + type_words() + ")\n" +
           table_text({.cells = {"flat", "flat%", "sum%", "cum", "cum%"}, .name = "function"}, rows,
                      chosen_.boolean(color_option));
  }

  /// Of all stacks at once where they are in one group; else of those only that a group has.
  [[nodiscard]] NameTree tree_for_groups() const {
    if (chosen_.text(per_option).empty()) return {dictionary_, totals_.names()};
    return {dictionary_, totals_.names(), NameTree::Start::root};
  }

  std::string tree(const Group& group) const {
    const std::int64_t all = whole(group);
    constexpr std::int64_t hundred_percent = 100'000'000;
    const auto least_shown = static_cast<std::int64_t>(Wide{all} * chosen_.millionths(least_option) / hundred_percent);
    const CallTree tree = call_tree(profile_, type_, group, tree_for_groups(), least_shown);
    Least least;
    for (const Call& call : tree.calls) least.add(call.self, call.total);
    const Amounts amounts(type(), least, all);
    std::vector<Row> rows;
    for (const Call& call : tree.calls) {
      rows.push_back({.cells = {amounts(call.self), amounts(call.total), percent(call.total, all) + "%"},
                      .name = std::string(call.name),
                      .depth = call.depth,
                      .is_hot = is_hot(call.self, all)});
    }
    const std::string rest = tree.left_out == 0 ? ""
                                                : "; branches below " + std::string(chosen_.text(least_option)) +
                                                      "% not shown: " + std::to_string(tree.left_out);
    return "Calls of " + amounts(all) + " (" + type_words() + ")" + rest + "\n" +
           table_text({.cells = {"flat", "cum", "cum%"}, .name = "function"}, rows, chosen_.boolean(color_option));
  }

  static bool is_hot(std::int64_t part, std::int64_t whole) {
    const Wide size = part < 0 ? -Wide{part} : Wide{part};
    return size != 0 && size * 100 >= Wide{whole} * hot_percent;
  }

  const Dictionary& dictionary_;
  const Profile& profile_;
  const Options& chosen_;
  std::size_t type_;
  FrameTotals totals_;
  BaseSamples is_base_;
};

void write(const Writer&, const ProfileSet& set, const Options& chosen, Output& output, Context& context) {
  const Profile& profile = set.profiles().front();
  if (profile.value_types.empty()) throw WriteError("the profile has no values");
  const ValueType& type = profile.value_types[profile.default_type_index()];
  if (type.aggregation != Aggregation::sum) {
    throw WriteError("the values of " + type.type +
                     " do not add up, so that functions have no total; choose others with --type, or write hist");
  }
  output.write(Report(set, chosen, context).text());
}

Features carries(const Writer&, const Options& chosen) {
  Features features{Feature::negative_values, Feature::empty_stacks, Feature::default_type,
                    Feature::comparisons,     Feature::scales,       Feature::function_offsets};
  add_module_features(chosen, features);
  const std::string_view per = chosen.text(per_option);
  if (per == "thread" || per == "process") features.add(Feature::thread_ids).add(Feature::process_names);
  if (per == "thread") features.add(Feature::thread_names);
  if (!per.empty() && per != "thread" && per != "process") features.add(Feature::labels);
  return features;
}

}  // namespace

}  // namespace top

const Writer top_writer{
    .name = "top",
    .aliases = {},
    .summary = "a table of the heaviest functions, like pprof -top, or the call tree",
    .extensions = top::extensions,
    .options = top::options,
    .carries = top::carries,
    .write = top::write,
};

}  // namespace profconv
