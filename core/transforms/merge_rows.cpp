// SPDX-License-Identifier: Apache-2.0
// Filling and sorting the table.
#include "core/transforms/merge_rows.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "core/names/frame_names.h"
#include "core/tables/id_table.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

/// Stands where a row has no value and 0 would be one.
constexpr Wide absent = std::numeric_limits<Wide>::min();

Wide nothing(Aggregation aggregation) { return aggregation == Aggregation::sum ? Wide{0} : absent; }

void combine_wide(Wide& into, Wide value, Aggregation aggregation) {
  if (value == absent || into == absent) {
    into = std::max(into, value);
  } else if (aggregation == Aggregation::sum) {
    if (__builtin_add_overflow(into, value, &into))
      throw OverflowError("a sum of merged values overflows a 128-bit integer");
  } else {
    into = aggregation == Aggregation::max ? std::max(into, value) : std::min(into, value);
  }
}

std::uint64_t hash_of(const SampleKey& key) {
  const std::uint64_t hash = mix(mix(key.stack.value, key.thread.value), key.labels.value);
  return key.start_ns ? mix(hash, static_cast<std::uint64_t>(*key.start_ns)) : hash;
}

}  // namespace

bool MergedRows::same(std::size_t row, const SampleKey& key) const {
  const SampleKey& known = rows_[row];
  return known.stack == key.stack && known.thread == key.thread && known.labels == key.labels &&
         known.start_ns == key.start_ns;
}

bool MergedRows::has_value(std::size_t row, const TypeKey& key) const {
  const std::vector<std::size_t>& places = columns_of_.at(key);
  return std::any_of(places.begin(), places.end(), [&](std::size_t place) {
    const std::vector<Wide>& values = columns_[place].values;
    return row < values.size() && values[row] != absent && values[row] != 0;
  });
}

std::size_t MergedRows::column(const TypeKey& key, const ValueType& type) {
  std::vector<std::size_t>& places = columns_of_[key];
  for (const std::size_t place : places) {
    if (columns_[place].type == type) return place;
  }
  places.push_back(columns_.size());
  columns_.push_back({.key = key, .type = type, .values = {}});
  return places.back();
}

std::size_t MergedRows::row(const SampleKey& key) {
  const auto append = [&] {
    if (rows_.size() >= max_rows_) refuse_more(max_rows_, "samples in one profile", "--max-samples");
    rows_.push_back(key);
    return static_cast<std::uint32_t>(rows_.size());
  };
  if (!combines_ || key.shared_depth) return append() - 1;
  return index_.find_or_make(
             hash_of(key), [&](std::uint32_t id) { return same(id - 1, key); }, append) -
         1;
}

void MergedRows::add(const Profile& profile, std::span<const TypeKey> keys, const IdMaps& maps,
                     const Context& context) {
  max_rows_ = context.limits().max_samples;
  std::vector<std::size_t> targets;
  for (std::size_t i = 0; i < keys.size(); ++i) targets.push_back(column(keys[i], profile.value_types[i]));
  const Samples& s = profile.samples;
  for (std::size_t from = 0; from < s.size(); ++from) {
    if (from % Context::steps_between_checks == 0) context.check_cancelled();
    SampleKey key{.stack = maps.stacks[s.stack[from].value]};
    key.thread = maps.threads[s.thread_of(from).value];
    key.labels = maps.label_sets[s.labels_of(from).value];
    if (!s.start_ns.empty()) key.start_ns = s.start_ns[from];
    if (!s.shared_depth.empty()) key.shared_depth = s.shared_depth[from];
    const std::size_t to = row(key);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const bool is_maximum = keys[i].aggregation == Aggregation::max && s.values[i][from] != 0;
      if (is_maximum && !merged_maxima_) merged_maxima_ = has_value(to, keys[i]);
      std::vector<Wide>& values = columns_[targets[i]].values;
      values.resize(rows_.size(), nothing(keys[i].aggregation));
      combine_wide(values[to], s.values[i][from], keys[i].aggregation);
    }
  }
  for (Column& column : columns_) column.values.resize(rows_.size(), nothing(column.key.aggregation));
}

Wide MergedRows::value_of(std::size_t row, const TypeKey& key, const ValueType& type) const {
  Wide value = nothing(key.aggregation);
  for (const std::size_t place : columns_of_.at(key)) {
    const Column& column = columns_[place];
    const Wide part = column.values[row];
    const bool as_it_is = column.type == type || part == absent;
    combine_wide(value, as_it_is ? part : in_type(part, column.type, type), key.aggregation);
  }
  return value;
}

std::vector<std::int64_t> MergedRows::values(const TypeKey& key, const ValueType& type,
                                             const Dictionary& dictionary) const {
  std::vector<std::int64_t> narrow;
  narrow.reserve(rows_.size());
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    try {
      narrow.push_back(narrowed(value_of(row, key, type), type));
    } catch (const OverflowError& error) {
      throw OverflowError(std::string(error.what()) + at_stack(dictionary, rows_[row].stack));
    }
  }
  return narrow;
}

std::vector<std::uint32_t> MergedRows::order(const std::vector<std::vector<std::int64_t>>& values,
                                             const ContentOrder& by) const {
  std::vector<std::uint32_t> order(rows_.size());
  std::iota(order.begin(), order.end(), 0U);
  const bool spans = !rows_.empty() && rows_.front().shared_depth;
  const auto place = [&](const SampleKey& key) {
    return std::tuple(key.start_ns, by.rank(key.thread), by.rank(key.stack), by.rank(key.labels));
  };
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (spans) return by.rank(rows_[a].thread) < by.rank(rows_[b].thread);
    const auto place_a = place(rows_[a]);
    const auto place_b = place(rows_[b]);
    if (place_a != place_b) return place_a < place_b;
    for (const auto& column : values) {
      if (column[a] != column[b]) return column[a] < column[b];
    }
    return false;
  });
  return order;
}

Samples MergedRows::sorted(std::span<const TypeKey> keys, std::span<const ValueType> types,
                           const Dictionary& dictionary, const ContentOrder& by) const {
  std::vector<std::vector<std::int64_t>> unsorted;
  for (std::size_t i = 0; i < keys.size(); ++i) unsorted.push_back(values(keys[i], types[i], dictionary));
  Samples samples;
  samples.values.resize(keys.size());
  for (const std::uint32_t from : order(unsorted, by)) {
    const SampleKey& key = rows_[from];
    samples.stack.push_back(key.stack);
    samples.thread.push_back(key.thread);
    samples.labels.push_back(key.labels);
    if (key.start_ns) samples.start_ns.push_back(*key.start_ns);
    if (key.shared_depth) samples.shared_depth.push_back(*key.shared_depth);
    for (std::size_t i = 0; i < keys.size(); ++i) samples.values[i].push_back(unsorted[i][from]);
  }
  if (std::none_of(samples.thread.begin(), samples.thread.end(), [](ThreadId id) { return bool(id); })) {
    samples.thread.clear();
  }
  if (std::none_of(samples.labels.begin(), samples.labels.end(), [](LabelSetId id) { return bool(id); })) {
    samples.labels.clear();
  }
  return samples;
}

}  // namespace profconv
