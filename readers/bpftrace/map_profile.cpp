// SPDX-License-Identifier: Apache-2.0
// Value types, buckets and samples.
#include "readers/bpftrace/map_profile.h"

#include <algorithm>
#include <limits>

#include "profconv/errors.h"
#include "readers/bpftrace/prints.h"

namespace profconv::bpftrace {

namespace {

/// How wide a bucket is; 0: an end is open.
std::int64_t width_of(const Bucket& bucket) {
  std::int64_t width = 0;
  if (!bucket.low || !bucket.high || __builtin_sub_overflow(*bucket.high, *bucket.low, &width)) return 0;
  return width;
}

/// [0, 1), or one of the 2^k equal parts of [2^n, 2^(n+1)). The largest ones end beyond 64 bits.
bool is_hist_bucket(const Bucket& bucket) {
  constexpr std::int64_t largest = std::int64_t{1} << 62;
  const std::int64_t width = width_of(bucket);
  if (width == 0) return bucket.low ? *bucket.low >= largest : bucket.high == 0;
  if (width < 0 || (width & (width - 1)) != 0 || *bucket.low < 0 || *bucket.low % width != 0) return false;
  return *bucket.low != 0 || width == 1;
}

}  // namespace

bool has_hist_buckets(std::span<const Bucket> buckets) {
  if (!std::all_of(buckets.begin(), buckets.end(), is_hist_bucket)) return false;
  // Several buckets of one width are those of lhist(), but for the values that hist() counts one by one.
  std::int64_t same = 0;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = 0;
  for (const Bucket& bucket : buckets) {
    const std::int64_t width = width_of(bucket);
    if (width == 0) continue;
    if (same != 0 && width != same) return true;
    same = width;
    least = std::min(least, *bucket.low);
    most = std::max(most, *bucket.low);
  }
  return least >= most || (same == 1 && most < 2);
}

void MapProfile::make() {
  ProfileBuilder& profile = builder_.add_profile(map_.name);
  add_value_types(profile);
  if (columns_.has_times()) profile.metadata().clock = Clock::monotonic;
  const bool adds = profile.value_types()[0].aggregation == Aggregation::sum;
  // A minimum, a maximum or an average is that of the last print, or the one that combines with it.
  const Prints prints = adds || settings_.prints == Prints::last ? settings_.prints : Prints::add;
  const CountedRecords counted = counted_records(map_, prints);
  const bool is_assumed = settings_.prints == Prints::automatic && (adds || has_last_values_);
  if (counted.printed_again != 0 && is_assumed) {
    report_prints(counted);
  }
  report_repeats(counted);
  for (std::size_t i = 0; i < map_.records.size(); ++i) {
    if (counted.counts[i]) add_record(profile, map_.records[i]);
  }
  if (map_.kind == ValueKind::distribution) {
    profile.metadata().distribution = has_hist_buckets(map_.buckets) ? "hist" : "lhist";
  }
}

void MapProfile::add_value_types(ProfileBuilder& profile) {
  const std::string unit(settings_.unit_of(map_.name));
  if (map_.kind == ValueKind::distribution) {
    profile.add_value_type({.type = "events", .unit = "count"});
  } else if (map_.kind == ValueKind::stats) {
    profile.add_value_type({.type = "events", .unit = "count"});
    profile.add_value_type({.type = "total", .unit = unit.empty() ? "count" : unit});
  } else {
    add_number_type(profile);
  }
}

void MapProfile::add_number_type(ProfileBuilder& profile) {
  std::string function(settings_.function_of(map_.name));
  if (function.empty() && map_.kind == ValueKind::average) function = "avg";
  const std::string_view unit = settings_.unit_of(map_.name);
  ValueType type{.type = function, .unit = unit.empty() ? "count" : std::string(unit)};
  if (function == "max") type.aggregation = Aggregation::max;
  if (function == "min") type.aggregation = Aggregation::min;
  if (function == "avg") type.aggregation = Aggregation::last;
  has_last_values_ = function == "avg";
  if (function == "count" || (function.empty() && unit.empty() && columns_.has_stacks())) type.type = "samples";
  if (type.type.empty()) type.type = "value";
  profile.add_value_type(type);
  if (!function.empty() || columns_.has_stacks()) return;
  input_.context().note("bpftrace.function", input_.at_line(map_.records.front().line),
                        "nothing shows what the numbers of " + map_.name +
                            " are: read as sums; bpftrace.functions=" + map_.name + "=avg names avg, min or max");
}

void MapProfile::report_prints(const CountedRecords& counted) const {
  const bool is_mixed = counted.is_last && counted.is_added;
  const std::string_view message =
      has_last_values_  ? ": averages of several prints do not add, the last is kept"
      : is_mixed        ? ": the last print counts in recordings with values that never fall, others are added"
      : counted.is_last ? " with values that never fall: the last print counts; --set bpftrace.prints=add adds all"
                        : ": values were added; --set bpftrace.prints=last takes the last";
  input_.context().data_loss("bpftrace.printed_again", input_.at_line(counted.printed_again),
                             map_.name + " is printed again" + std::string(message));
}

void MapProfile::report_repeats(const CountedRecords& counted) const {
  if (counted.empty_repeats.count != 0) {
    input_.context().data_loss("bpftrace.lost_stack", input_.at_line(counted.empty_repeats.first_line),
                               map_.name + " has equal keys with an empty stack in one print (" +
                                   std::to_string(counted.empty_repeats.count) +
                                   " more than differ): bpftrace failed to look up stacks");
  }
  if (counted.repeats.count != 0 && counted.may_be_prints && settings_.prints == Prints::automatic) {
    input_.context().data_loss("bpftrace.printed_again", input_.at_line(counted.repeats.first_line),
                               map_.name +
                                   " has equal keys, of several processes or prints: values were added; --set "
                                   "bpftrace.prints=last takes the last");
  } else if (counted.repeats.count != 0) {
    input_.context().note("bpftrace.repeated_keys", input_.at_line(counted.repeats.first_line),
                          map_.name + " has equal keys in one print (" + std::to_string(counted.repeats.count) +
                              " more than differ), as of several processes: values were added");
  }
}

void MapProfile::add_record(ProfileBuilder& profile, const Record& record) {
  input_.context().check_cancelled();
  SampleKey key;
  labels_.clear();
  try {
    parts_ = columns_.aligned(record);
    columns_.apply(parts_, record, key, labels_);
    if (map_.kind == ValueKind::distribution) return add_buckets(profile, record, key);
    const std::size_t samples = profile.sample_count();
    add_sample(profile, key, map_.numbers_of(record));
    if (has_last_values_ && samples == profile.sample_count()) {
      input_.context().data_loss("bpftrace.joined_averages", input_.at_line(record.line),
                                 "averages of keys that are read as equal, or of several prints: the last is kept");
    }
  } catch (const OverflowError& error) {
    throw ReadError(input_.at_line(record.line), error.what());
  } catch (const LimitError& error) {
    if (error.where().line != 0) throw;
    throw LimitError(input_.at_line(record.line), error.what());
  }
}

void MapProfile::add_buckets(ProfileBuilder& profile, const Record& record, SampleKey key) {
  const std::string_view unit = settings_.unit_of(map_.name);
  const StringId label_unit = builder_.string(unit.empty() ? "count" : unit);
  const std::size_t label_count = labels_.size();
  for (const Bucket& bucket : map_.buckets_of(record)) {
    labels_.resize(label_count);
    const auto add_bound = [&](std::string_view name, const std::optional<std::int64_t>& bound) {
      if (!bound) return;
      labels_.push_back({.key = builder_.string(name), .unit = label_unit, .number = *bound, .is_number = true});
    };
    add_bound("bucket_low", bucket.low);
    add_bound("bucket_high", bucket.high);
    add_sample(profile, key, std::span(&bucket.count.value, 1));
  }
}

void MapProfile::add_sample(ProfileBuilder& profile, SampleKey& key, std::span<const std::int64_t> values) {
  if (!labels_.empty()) key.labels = builder_.interned_labels(labels_);
  profile.add(key, values);
}

}  // namespace profconv::bpftrace
