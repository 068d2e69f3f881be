// SPDX-License-Identifier: Apache-2.0
// Keys, buckets and CPUs to samples.
#include "readers/dtrace/aggregations/record_samples.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "profconv/errors.h"
#include "readers/dtrace/aggregations/value_types.h"
#include "readers/dtrace/text/terminal_text.h"

namespace profconv::dtrace {

RecordSamples::RecordSamples(const Sources& sources, const Record& record,
                             std::shared_ptr<const Description> description, std::string name)
    : sources_(sources),
      description_(std::move(description)),
      profile_(sources.builder.add_profile(std::move(name))),
      keys_(sources.builder, description_->keys, sources.report),
      is_table_(record.is_table) {
  add_value_types(profile_, record, *description_, sources);
  has_cpu_time_ = profile_.metadata().period != 0;
  const std::span<const ValueType> types = profile_.value_types();
  has_last_values_ = std::any_of(types.begin(), types.end(),
                                 [](const ValueType& type) { return type.aggregation == Aggregation::last; });
  has_zeros_ = !is_table_ && description_->prints != Prints::add;
  if (is_table_ && !description_->unit(0, true).empty()) label_unit_ = description_->unit(0, true);
  profile_.metadata().module_names = true;
  profile_.keep_rows();  // prints are compared row by row
  keys_.describe(profile_.metadata());
}

void RecordSamples::add(const Record& record, StackId stack, bool replaces) {
  SampleKey key{.stack = stack};
  replaces_ = replaces;
  labels_.clear();
  for (const Column& column : record.columns) {
    if (!column.number.saturated) continue;
    sources_.report.data_loss("dtrace.saturated_key", record.line,
                              "a key overflows a 64-bit integer; the nearest value is used");
  }
  if (record.text.find(escape) != std::string::npos) {
    sources_.report.data_loss("dtrace.colors", record.line,
                              "a key of this record has a terminal's codes in it: one key may be two");
  }
  try {
    keys_.apply(record, key, labels_);
    add_samples(record, key);
  } catch (const OverflowError& error) {
    sources_.report.fail(record.value_line, error.what());
  } catch (const LimitError& error) {
    throw LimitError(sources_.report.at(record.line), error.what());
  }
}

void RecordSamples::add_samples(const Record& record, SampleKey& key) {
  if (is_table_) return add_table(record, key);
  if (!record.cpus.empty() && add_per_cpu(record, key)) return;
  const std::span<const Number> one(&record.value, 1);
  add_sample(key, record.values.empty() ? one : std::span(record.values), record.value_line);
}

void RecordSamples::add_table(const Record& record, SampleKey& key) {
  schemes_.add(record.rows, record.line);
  if (const Function function = description_->function(0, true); function.known()) {
    if (const auto scheme = scheme_of(function.name)) schemes_.set(*scheme);
  }
  if (!record.cpus.empty()) {
    sources_.report.note("dtrace.cpu_tables", record.cpus.front().cpu >= 0 ? record.line : 0,
                         "the tables of single CPUs (-x aggpercpu) are left out; their sum is read");
  }
  const auto is_negative = [](const TableRow& each) { return each.bound < 0 && each.count.value != 0; };
  if (schemes_.are_ambiguous() && std::any_of(record.rows.begin(), record.rows.end(), is_negative)) {
    // Buckets of values from 0 on are the same in each scheme that fits, those below end at opposite sides.
    sources_.report.data_loss("dtrace.buckets", record.line,
                              "buckets below 0 are read as " + std::string(scheme_name(schemes_.simplest())) +
                                  "()'s; dtrace.aggregations names another function");
  }
  const std::size_t label_count = labels_.size();
  std::uint64_t row = 0;
  for (const Bucket& bucket : buckets_of(record.rows, schemes_.simplest())) {
    labels_.resize(label_count);
    const auto add_bound = [&](std::string_view name, const std::optional<std::int64_t>& bound) {
      if (!bound) return;
      labels_.push_back({.key = sources_.builder.string(name),
                         .unit = sources_.builder.string(label_unit_),
                         .number = *bound,
                         .is_number = true});
    };
    add_bound("bucket_low", bucket.low);
    add_bound("bucket_high", bucket.high);
    add_sample(key, std::span(&bucket.count, 1), record.value_line + ++row);
  }
}

/// Whether the values of single CPUs add up to that of all: then the function is count or sum.
bool RecordSamples::add_up(const Record& record) const {
  if (profile_.value_types()[0].aggregation != Aggregation::sum || record.value.value == 0) return false;
  std::int64_t sum = 0;
  for (const CpuLine& cpu : record.cpus) {
    if (!cpu.value || __builtin_add_overflow(sum, cpu.value->value, &sum)) return false;
  }
  return sum == record.value.value;
}

/// Adds the values of single CPUs with the label cpu, unless a key of that name says it already.
bool RecordSamples::add_per_cpu(const Record& record, SampleKey& key) {
  if (std::any_of(labels_.begin(), labels_.end(), [&](const Label& label) {
        return sources_.builder.dictionary().string(label.key) == cpu_label_key;
      })) {
    return false;
  }
  if (!add_up(record)) {
    sources_.report.note("dtrace.cpu_values", record.line,
                         "the values of single CPUs (-x aggpercpu) do not add up to that of all, which alone is read");
    return false;
  }
  const std::size_t label_count = labels_.size();
  std::uint64_t line = record.value_line;
  for (const CpuLine& cpu : record.cpus) {
    ++line;
    if (cpu.value->value == 0 && !has_zeros_) continue;
    labels_.resize(label_count);
    labels_.push_back({.key = sources_.builder.string(cpu_label_key), .number = cpu.cpu, .is_number = true});
    if (cpu.value->value == 0) {
      key.labels = sources_.builder.interned_labels(labels_);
      note_row(key, std::span(&cpu.value->value, 1), profile_.sample_count());
      continue;
    }
    add_sample(key, std::span(&*cpu.value, 1), line);
  }
  return true;
}

void RecordSamples::add_sample(SampleKey& key, std::span<const Number> values, std::uint64_t line) {
  values_.clear();
  for (const Number& value : values) {
    values_.push_back(value.value);
    if (!value.saturated) {
      report_cleared(values_.size() - 1, line);
      continue;
    }
    sources_.report.data_loss("dtrace.saturated", line,
                              "a value overflows a signed 64-bit integer; the nearest value is used");
  }
  if (has_cpu_time_) {
    std::int64_t time = 0;
    if (__builtin_mul_overflow(values_[0], description_->period_ns, &time)) {
      throw OverflowError("the CPU time of a sample overflows a 64-bit integer");
    }
    values_.push_back(time);
  }
  if (!labels_.empty()) key.labels = sources_.builder.interned_labels(labels_);
  note_absent_extremes();
  if (has_last_values_) last_values_.observe(key, line);
  const std::size_t samples = profile_.sample_count();
  replaces_ ? reprinted_.keep(key, values_) : profile_.add(key, values_);
  has_joined_ = has_joined_ || samples == profile_.sample_count();
  if (has_zeros_ || rows_) note_row(key, values_, samples);
}

/// The print that goes on has the sample, of which there were so many before.
void RecordSamples::note_row(const SampleKey& key, std::span<const std::int64_t> values, std::size_t samples) {
  if (!rows_) return zeros_.observe(key, values);
  profile_.sample_count() == samples ? rows_->see(key) : rows_->add(key, samples);
}

/// A minimum or maximum that was cleared and has no sample since is the end of 64 bits, which no sum is likely to be.
void RecordSamples::report_cleared(std::size_t type, std::uint64_t line) const {
  const bool is_end = values_[type] == std::numeric_limits<std::int64_t>::max() ||
                      values_[type] == std::numeric_limits<std::int64_t>::min();
  if (!is_end || profile_.value_types()[type].aggregation != Aggregation::sum) return;
  sources_.report.data_loss("dtrace.cleared_extreme", line,
                            "the value of a cleared min() or max() is added as a sum; name it with --set "
                            "dtrace.aggregations=min, or dtrace.script");
}

/// Of a key that one of several aggregations lacks, and of a minimum that was cleared, DTrace prints 0 as the value. An
/// average of 0 replaces the one before.
void RecordSamples::note_absent_extremes() {
  const bool is_of_several = description_->functions.size() > 1;
  const bool is_cleared = description_->prints == Prints::add;
  for (std::size_t i = 0; (is_of_several || is_cleared) && i < values_.size(); ++i) {
    const Aggregation aggregation = profile_.value_types()[i].aggregation;
    const bool is_extreme = aggregation == Aggregation::min || (is_of_several && aggregation != Aggregation::sum);
    may_lack_extremes_ = may_lack_extremes_ || (is_extreme && values_[i] == 0);
  }
}

void RecordSamples::finish(Prints prints) {
  reprinted_.put(profile_);
  last_values_.report(prints, sources_.report);
  if (is_table_) profile_.metadata().distribution = scheme_name(schemes_.simplest());
  if (const std::uint64_t line = schemes_.line_of_steps(); line != 0) {
    sources_.report.data_loss(
        "dtrace.alike", line,
        "the step of this table is another than above: it is read as llquantize()'s, and may be of "
        "another aggregation");
  }
}

}  // namespace profconv::dtrace
