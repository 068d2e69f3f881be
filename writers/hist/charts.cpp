// SPDX-License-Identifier: Apache-2.0
// Grouping samples by key.
#include "writers/hist/charts.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>

#include "core/text/plain_text.h"
#include "profconv/errors.h"
#include "writers/hist/keys.h"
#include "writers/hist/options.h"
#include "writers/hist/plain_text.h"

namespace profconv::hist {

namespace {

constexpr std::array<std::string_view, 4> aggregation_names{"sum", "max", "min", "last"};
bool has_stacks(const Profile& profile) {
  const auto& stacks = profile.samples.stack;
  return std::any_of(stacks.begin(), stacks.end(), [](StackId stack) { return bool(stack); });
}

Sum sum_of(std::int64_t value) { return {.value = value, .size = magnitude(value)}; }

std::string describe(const Profile& profile, const ValueType& type) {
  std::string text = profile.metadata.distribution;
  text.append(text.empty() ? "" : ", ").append(type.type).append("/").append(type.unit);
  if (type.aggregation != Aggregation::sum) {
    text.append(", ").append(aggregation_names[static_cast<std::size_t>(type.aggregation)]);
  }
  return inert(text);
}

/// Puts the rows in order, makes one of equal ones, and adds up.
void finish(Group& group, const ValueType& type) {
  auto& rows = group.rows;
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.bucket < b.bucket; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].bucket != rows[last].bucket) {
      rows[++last] = rows[i];
      continue;
    }
    Sum both = sum_of(rows[last].count);
    both.add(sum_of(rows[i].count), type.aggregation);
    if (!both.fits) throw OverflowError("a sum of " + inert(type.type) + " does not fit into 64 bits");
    rows[last].count = both.value;
  }
  rows.resize(last + 1);
  group.sum = sum_of(rows.front().count);
  for (std::size_t i = 1; i < rows.size(); ++i) group.sum.add(sum_of(rows[i].count), type.aggregation);
}

/// Makes the charts of one set.
class ChartMaker {
 public:
  ChartMaker(const ProfileSet& set, const Options& options, Context& context)
      : set_(set), options_(options), context_(context), labels_(set.dictionary()) {}

  std::vector<Chart> run() {
    std::vector<Chart> charts;
    for (std::size_t i = 0; i < set_.profiles().size(); ++i) {
      const Profile& profile = set_.profiles()[i];
      if (profile.value_types.empty()) throw WriteError("the profile has no values");
      if (is_distribution(profile) || !has_stacks(profile)) {
        charts.push_back(chart(profile, i + 1));
      } else if (set_.profiles().size() > 1) {
        context_.data_loss("hist.stacks", {}, "profile " + called(i) + " is left out: it has stacks and no buckets");
      }
    }
    if (charts.empty()) {
      throw UsageError(
          "no distribution to draw, only stacks: histograms show quantize(), lquantize(), llquantize() and values "
          "without stacks");
    }
    report_names();
    return charts;
  }

 private:
  using Key = std::tuple<StackId, ThreadId, std::uint32_t, StringId>;

  /// A group while it grows, and a sample of it that says its key.
  struct Growing {
    Group group;
    std::size_t row;
  };

  [[nodiscard]] std::string called(std::size_t index) const {
    const std::string& name = set_.profiles()[index].name;
    return std::to_string(index + 1) + (name.empty() ? "" : " (" + inert(name) + ")");
  }

  [[nodiscard]] bool is_distribution(const Profile& profile) const {
    const auto& sets = profile.samples.labels;
    return !profile.metadata.distribution.empty() ||
           std::any_of(sets.begin(), sets.end(), [&](LabelSetId set) { return labels_[set].has_bucket; });
  }

  Chart chart(const Profile& profile, std::size_t number) {
    const std::string& scheme = profile.metadata.distribution;
    Chart chart{.type = profile.value_types[profile.default_type_index()],
                .is_distribution = is_distribution(profile),
                .mirrored = scheme == "quantize" || scheme == "llquantize"};
    const std::string what = describe(profile, chart.type);
    const std::string numbered = set_.profiles().size() > 1 ? "profile " + std::to_string(number) : "";
    const std::string name = profile.name.empty() ? numbered : inert(profile.name);
    chart.title = name.empty() ? what : name + ": " + what;
    std::vector<Growing> growing = grow(profile, chart);
    const KeyNames names(set_.dictionary(), frame_names(profile), key_style());
    const bool with_stacks = has_stacks(profile);
    for (Growing& each : growing) {
      const StackId stack = profile.samples.stack[each.row];
      finish(each.group, chart.type);
      each.group.name =
          names.name(stack, profile.samples.thread_of(each.row), profile.samples.labels_of(each.row), with_stacks);
      cut_stacks_ += names.is_cut(stack) ? 1 : 0;
      chart.groups.push_back(std::move(each.group));
    }
    sort(chart.groups);
    for (const Group& group : chart.groups) chart.sum.add(group.sum, chart.type.aggregation);
    return chart;
  }

  std::vector<Growing> grow(const Profile& profile, const Chart& chart) {
    const Samples& samples = profile.samples;
    const auto& counts = samples.values[profile.default_type_index()];
    std::vector<Growing> groups;
    std::map<Key, std::size_t> index;
    for (std::size_t row = 0; row < samples.size(); ++row) {
      if (row % Context::steps_between_checks == 0) context_.check_cancelled();
      const SplitLabels& labels = labels_[samples.labels_of(row)];
      if (chart.is_distribution && !labels.has_bucket) {
        context_.data_loss("hist.no_bucket", {}, "a sample of a distribution says no bucket: it is left out");
        continue;
      }
      const Key key{samples.stack[row], samples.thread_of(row), labels.key, labels.unit};
      const auto [place, is_new] = index.try_emplace(key, groups.size());
      if (is_new) {
        groups.push_back({.group = {.unit = inert(set_.dictionary().string(labels.unit))}, .row = row});
      }
      groups[place->second].group.rows.push_back({.bucket = labels.bucket, .count = counts[row]});
    }
    return groups;
  }

  void sort(std::vector<Group>& groups) {
    const bool by_total = options_.text(sort_option) == "total";
    std::stable_sort(groups.begin(), groups.end(), [by_total](const Group& a, const Group& b) {
      if (by_total && a.sum.value != b.sum.value) return a.sum.value > b.sum.value;
      return natural_less(a.name, b.name);
    });
    std::unordered_map<std::string_view, std::size_t> names;
    for (const Group& group : groups) equal_names_ += ++names[group.name] > 1 ? 1 : 0;
  }

  const FrameNames& frame_names(const Profile& profile) {
    const bool with_modules = shows_modules(options_, profile);
    auto& names = frame_names_[with_modules ? 1 : 0];
    if (!names) names.emplace(set_.dictionary(), with_modules);
    return *names;
  }

  [[nodiscard]] KeyStyle key_style() const {
    return {.frames = static_cast<std::size_t>(options_.integer(frames_option)),
            .ascii = options_.declares(ascii_option.name) && options_.boolean(ascii_option)};
  }

  void report_names() {
    if (cut_stacks_ != 0) {
      context_.note("hist.frames", {},
                    "stacks named by their innermost " + std::string(options_.text(frames_option)) +
                        " frames: " + std::to_string(cut_stacks_) + " (frames=0 writes all frames)");
    }
    if (equal_names_ != 0) {
      context_.note("hist.equal_names", {},
                    "histograms named like another one, whose key differs in what the name omits: " +
                        std::to_string(equal_names_));
    }
  }

  const ProfileSet& set_;
  const Options& options_;
  Context& context_;
  LabelSplitter labels_;
  std::array<std::optional<FrameNames>, 2> frame_names_;
  std::size_t cut_stacks_ = 0;
  std::size_t equal_names_ = 0;
};

bool fills(const Row& row) { return row.count != 0; }

/// Where `bucket` ends no later than `end`; an open end is the last.
bool ends_by(const Bucket& bucket, const Bucket& end) {
  return !end.high || (bucket.high && *bucket.high <= *end.high);
}

/// The buckets of the smallest and the largest value: the first and the last that are not empty.
std::optional<Bucket> first_bucket(const Group& group) {
  const auto found = std::find_if(group.rows.begin(), group.rows.end(), fills);
  return found == group.rows.end() ? std::nullopt : std::optional(found->bucket);
}

std::optional<Bucket> last_bucket(const Group& group) {
  const auto found = std::find_if(group.rows.rbegin(), group.rows.rend(), fills);
  return found == group.rows.rend() ? std::nullopt : std::optional(found->bucket);
}

std::vector<Bucket> with_gaps(const std::vector<Bucket>& buckets) {
  std::vector<Bucket> all;
  Bucket furthest;
  for (const Bucket& bucket : buckets) {
    const bool has_gap = !all.empty() && furthest.high && bucket.low && *furthest.high < *bucket.low;
    if (has_gap) all.push_back({.low = furthest.high, .high = bucket.low});
    if (all.empty() || ends_by(furthest, bucket)) furthest = bucket;
    all.push_back(bucket);
  }
  return all;
}

}  // namespace

void Sum::add(const Sum& other, Aggregation aggregation) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  fits &= other.fits;
  if (aggregation == Aggregation::max) value = std::max(value, other.value);
  if (aggregation == Aggregation::min) value = std::min(value, other.value);
  if (aggregation == Aggregation::last) value = other.value;
  if (aggregation != Aggregation::sum) return;
  if (__builtin_add_overflow(value, other.value, &value)) {
    value = other.value < 0 ? least : most;
    fits = false;
  }
  fits &= !__builtin_add_overflow(size, other.size, &size);
}

std::string Chart::total_text(const Sum& of) const {
  return "total " + (of.fits ? decimal(of.value, type.scale) : "beyond 64 bits");
}

bool Group::has_negative() const {
  return std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.count < 0; });
}

std::uint64_t Group::largest() const {
  std::uint64_t most = 0;
  for (const Row& row : rows) most = std::max(most, magnitude(row.count));
  return most;
}

std::vector<Chart> make_charts(const ProfileSet& set, const Options& options, Context& context) {
  return ChartMaker(set, options, context).run();
}

Features carries(const Writer&, const Options& options) {
  Features features{Feature::profiles,        Feature::profile_names,   Feature::aggregations,  Feature::scales,
                    Feature::negative_values, Feature::empty_stacks,    Feature::thread_ids,    Feature::process_names,
                    Feature::thread_names,    Feature::labels,          Feature::distributions, Feature::default_type,
                    Feature::comparisons,     Feature::function_offsets};
  add_module_features(options, features);
  return features;
}

const Bucket& quantile(const Group& group, unsigned hundredths) {
  const std::uint64_t rank = group.sum.size / 100 * hundredths + (group.sum.size % 100 * hundredths + 99) / 100;
  const Bucket* furthest = nullptr;
  std::uint64_t passed = 0;
  for (const Row& row : group.rows) {
    if (!fills(row)) continue;
    if (furthest == nullptr || ends_by(*furthest, row.bucket)) furthest = &row.bucket;
    passed += magnitude(row.count);
    if (passed >= rank) break;
  }
  return *furthest;
}

std::vector<Bucket> shared_buckets(std::span<const Group> groups) {
  std::vector<Bucket> buckets;
  for (const Group& group : groups) {
    const auto first = std::find_if(group.rows.begin(), group.rows.end(), fills);
    const auto last = std::find_if(group.rows.rbegin(), group.rows.rend(), fills).base();
    for (auto row = first; row < last; ++row) buckets.push_back(row->bucket);
  }
  std::sort(buckets.begin(), buckets.end());
  buckets.erase(std::unique(buckets.begin(), buckets.end()), buckets.end());
  return with_gaps(buckets);
}

std::int64_t count_of(const Group& group, const Bucket& bucket) {
  const auto found = std::lower_bound(group.rows.begin(), group.rows.end(), bucket,
                                      [](const Row& row, const Bucket& wanted) { return row.bucket < wanted; });
  return found == group.rows.end() || found->bucket != bucket ? 0 : found->count;
}

std::vector<std::string> summary(const Chart& chart, const Group& group, const BoundStyle& style) {
  std::vector<std::string> facts;
  if (chart.adds()) facts.push_back(chart.total_text(group.sum));
  const auto first = first_bucket(group);
  const auto last = last_bucket(group);
  if (!first || !last) return facts;
  if (chart.has_quantiles(group)) {
    for (const unsigned hundredths : {50U, 90U, 99U}) {
      facts.push_back("p" + std::to_string(hundredths) + " " + style.at_most(quantile(group, hundredths)));
    }
  }
  facts.push_back("min " + style.range(*first));
  facts.push_back("max " + style.range(*last));
  return facts;
}

BoundStyle bound_style(const Chart& chart, const Group& group, const Options& options) {
  return {.unit = group.unit,
          .exact = options.boolean(exact_option),
          .ascii = options.declares(ascii_option.name) && options.boolean(ascii_option),
          .mirrored = chart.mirrored};
}

std::string bounds_heading(const BoundStyle& style) {
  if (style.shows_unit() || style.unit.empty() || style.unit == "count") return "value";
  return "value (" + std::string(style.unit) + ")";
}

}  // namespace profconv::hist
