// SPDX-License-Identifier: Apache-2.0
// Profiles as what can be drawn: a histogram for every key of a distribution, or the keys of other values themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profconv/context.h"
#include "profconv/format.h"
#include "profconv/profile.h"
#include "writers/hist/numbers.h"

namespace profconv::hist {

/// One bucket and how many fell into it.
struct Row {
  Bucket bucket;
  std::int64_t count = 0;
};

/// What several values come to.
struct Sum {
  std::int64_t value = 0;  ///< combined as their aggregation says; the nearest integer where it does not fit
  std::uint64_t size = 0;  ///< sum of their |value|: what shares are shares of
  bool fits = true;        ///< into 64 bits

  void add(const Sum& other, Aggregation aggregation);
};

/// One key and its rows.
struct Group {
  std::string name;       ///< safe to show; empty: the only key
  std::string unit;       ///< of the buckets
  std::vector<Row> rows;  ///< by bucket, each once; of other values one without a bucket
  Sum sum;

  [[nodiscard]] bool has_negative() const;
  [[nodiscard]] std::uint64_t largest() const;  ///< |count| of its longest bar
};

/// One profile, ready to be drawn.
struct Chart {
  std::string title;  ///< "read sizes: quantize, samples/count"
  ValueType type;
  bool is_distribution = false;
  bool mirrored = false;  ///< of quantize and llquantize: see BoundStyle
  std::vector<Group> groups;
  Sum sum;  ///< over the keys, of values that add

  /// Whether a total means something, and shares of it if it fits.
  [[nodiscard]] bool adds() const { return type.aggregation == Aggregation::sum; }
  [[nodiscard]] bool has_shares(const Sum& of) const { return adds() && of.fits; }
  /// Counts that add up, none of them negative: shares can be added up, too, and values ranked.
  [[nodiscard]] bool has_quantiles(const Group& group) const { return has_shares(group.sum) && !group.has_negative(); }
  /// "total 61153".
  [[nodiscard]] std::string total_text(const Sum& of) const;
};

/// Every profile that can be drawn. What has stacks and is no distribution is left out and reported; throws UsageError
/// where nothing is left.
[[nodiscard]] std::vector<Chart> make_charts(const ProfileSet& set, const Options& options, Context& context);

/// What is carried, by the text and the picture alike.
[[nodiscard]] Features carries(const Writer&, const Options& options);

/// The bucket that holds the value of rank ceil(total * hundredths / 100); of overlapping ones that which ends last.
/// The group must have quantiles and a total above 0.
[[nodiscard]] const Bucket& quantile(const Group& group, unsigned hundredths);

/// The buckets of several groups together, so that they can stand side by side: from the first that is not empty in all
/// of them to the last, gaps between them as buckets of their own.
[[nodiscard]] std::vector<Bucket> shared_buckets(std::span<const Group> groups);

/// The count of one bucket in a group, 0 where the group has none.
[[nodiscard]] std::int64_t count_of(const Group& group, const Bucket& bucket);

/// What a histogram says in words: "total 61153", "p50 < 8K", ..., "max [32K, 64K)".
[[nodiscard]] std::vector<std::string> summary(const Chart& chart, const Group& group, const BoundStyle& style);

/// How the bounds of a group's buckets are written, and what stands above them: "value" with the unit where the bounds
/// do not say it.
[[nodiscard]] BoundStyle bound_style(const Chart& chart, const Group& group, const Options& options);
[[nodiscard]] std::string bounds_heading(const BoundStyle& style);

}  // namespace profconv::hist
