// SPDX-License-Identifier: Apache-2.0
// Records of one aggregation to samples.
#include "readers/dtrace/aggregation_profile.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "profconv/errors.h"

namespace profconv::dtrace {

namespace {

std::string_view as_name(std::string_view heading) {
  const std::size_t end = heading.find_last_not_of(" :");
  return heading.substr(0, end + 1);
}

int compare(const Record& record, const Column& column, std::string_view last_text, const Column& last) {
  if (column.kind != ColumnKind::text) {
    return column.number.value < last.number.value ? -1 : column.number.value > last.number.value ? 1 : 0;
  }
  return record.text_of(column).compare(last_text.substr(last.begin, last.length));
}

}  // namespace

std::string without_numbers(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) plain += c;
    if (digit && !plain.ends_with('#')) plain += '#';
  }
  return plain;
}

std::uint64_t hash_of_keys(const Record& record) {
  std::uint64_t hash = mix(record.columns.size(), record.stacks.size());
  for (const Column& column : record.columns) {
    hash = mix(hash, column.kind == ColumnKind::text ? std::hash<std::string_view>{}(record.text_of(column))
                                                     : static_cast<std::uint64_t>(column.number.value));
  }
  for (const std::size_t begin : record.stacks) hash = mix(hash, begin);
  for (const std::uint32_t frame : record.frames) hash = mix(hash, frame);
  return hash;
}

std::int64_t sort_value(const Record& record) {
  if (!record.is_table) return record.value.value;
  std::uint64_t sum = 0;
  for (const TableRow& row : record.rows) sum += static_cast<std::uint64_t>(row.count.value);
  return static_cast<std::int64_t>(sum);
}

void PrintOrder::observe(const Record& record, std::int64_t value) {
  if (falls(value) && falls_++ == 0) first_fall_ = record.line;
  if (records_ != 0 && value > last_value_ && rises_++ == 0) first_rise_ = record.line;
  observe_keys(record);
  last_value_ = value;
  ++records_;
}

void PrintOrder::observe_keys(const Record& record) {
  columns_.resize(record.columns.size());
  for (std::size_t i = 0; records_ != 0 && i < record.columns.size(); ++i) {
    const int order = compare(record, record.columns[i], last_text_, last_columns_[i]);
    Rising& column = columns_[i];
    column.rising = column.rising && order >= 0;
    column.moves = column.moves || order != 0;
  }
  last_columns_.assign(record.columns.begin(), record.columns.end());
  last_text_.assign(record.text);
}

std::uint64_t PrintOrder::first_restart() const {
  constexpr std::uint64_t few = 4;
  const auto is_sorted = [](const Rising& column) { return column.moves && column.rising; };
  // With -x aggsortrev the values fall, and begin again with larger ones.
  const bool reversed = falls_ > rises_;
  const std::uint64_t restarts = reversed ? rises_ : falls_;
  if (restarts == 0 || std::any_of(columns_.begin(), columns_.end(), is_sorted)) return 0;
  if (records_ > few && restarts * few > records_) return 0;
  return reversed ? first_rise_ : first_fall_;
}

AggregationProfile::AggregationProfile(const Sources& sources, const Record& record, std::size_t number,
                                       std::string_view heading)
    : sources_(sources),
      shape_(record.shape),
      is_table_(record.is_table),
      heading_(without_numbers(heading)),
      keys_(sources.builder, sources.settings.keys_of(number), sources.report),
      guessing_(sources.settings.keys_of(number) == nullptr && !record.columns.empty()),
      first_line_(record.line) {
  describe(record, number, heading);
}

void AggregationProfile::describe(const Record& record, std::size_t number, std::string_view heading) {
  const Settings& settings = sources_.settings;
  if (number < settings.functions.size()) function_ = settings.functions[number];
  const bool table_expected = function_.is_distribution();
  if (function_.known() && table_expected != is_table_) {
    sources_.report.fail(record.line, std::string("found ") + (is_table_ ? "a table" : "a number") +
                                          " as the value of aggregation " + std::to_string(number + 1) +
                                          ", expected what " + function_.name +
                                          "() prints, which dtrace.aggregations names");
  }
  const bool has_stack = shape_.find(stack_letter) != std::string::npos;
  ValueType type = is_table_ ? Function{"quantize"}.value_type(has_stack) : function_.value_type(has_stack);
  label_unit_ = "count";
  const bool has_unit = number < settings.units.size() && !settings.units[number].empty();
  if (has_unit) {
    const std::string& unit = settings.units[number];
    (is_table_ ? label_unit_ : type.unit) = unit;
    if (!is_table_ && !function_.known() && unit != "count") type.type = "value";
  } else if (type.type == "value") {
    sources_.report.note("dtrace.value_type", record.line,
                         "what the numbers under these keys count is not said: taken as value/count; "
                         "dtrace.aggregations and dtrace.units name it");
  }
  const bool has_name = number < settings.names.size() && !settings.names[number].empty();
  profile_ = &sources_.builder.add_profile(has_name ? settings.names[number] : std::string(as_name(heading)));
  profile_->add_value_type(type);
  profile_->metadata().module_names = true;
  keys_.describe(profile_->metadata());
}

bool AggregationProfile::fits(const Record& record) const {
  return record.shape == shape_ && record.is_table == is_table_ &&
         (!is_table_ || (schemes_ & schemes_of(record.rows)) != 0);
}

void AggregationProfile::add(const Record& record, std::uint64_t key_hash) {
  keys_seen_.insert(key_hash);
  order_.observe(record, sort_value(record));
  if (guessing_) guess_.observe(record);
  try {
    add_samples(record, key_hash);
  } catch (const OverflowError& error) {
    sources_.report.fail(record.value_line, error.what());
  } catch (const LimitError& error) {
    throw LimitError(to_string(sources_.report.at(record.line)) + ": " + error.what());
  }
}

void AggregationProfile::add_samples(const Record& record, std::uint64_t key_hash) {
  SampleKey key;
  key.stack = stack_of(record);
  labels_.clear();
  keys_.apply(record, key, labels_);
  for (const Column& column : record.columns) {
    if (!column.number.saturated) continue;
    sources_.report.data_loss("dtrace.saturated_key", record.line, "a key leaves 64 bits and is the nearest that fits");
  }
  if (is_table_) return add_table(record, key, key_hash);
  if (!record.cpus.empty() && add_per_cpu(record, key, key_hash)) return;
  add_sample(key, record.value, key_hash, record.value_line);
}

void AggregationProfile::add_table(const Record& record, SampleKey& key, std::uint64_t key_hash) {
  schemes_ &= schemes_of(record.rows);
  if (function_.known()) {
    for (const auto scheme : {BucketScheme::quantize, BucketScheme::lquantize, BucketScheme::llquantize}) {
      if (function_.name == scheme_name(scheme)) schemes_ = static_cast<BucketSchemes>(scheme);
    }
  }
  if (!record.cpus.empty()) {
    sources_.report.note("dtrace.cpu_tables", record.cpus.front().cpu >= 0 ? record.line : 0,
                         "the tables of single CPUs (-x aggpercpu) are left out; their sum is read");
  }
  const std::size_t label_count = labels_.size();
  std::uint64_t row = 0;
  for (const Bucket& bucket : buckets_of(record.rows, simplest(schemes_))) {
    labels_.resize(label_count);
    const auto add_bound = [&](std::string_view name, const std::optional<std::int64_t>& bound) {
      if (bound) labels_.push_back({.key = name, .unit = label_unit_, .number = *bound, .is_number = true});
    };
    add_bound("bucket_low", bucket.low);
    add_bound("bucket_high", bucket.high);
    const std::uint64_t low = static_cast<std::uint64_t>(bucket.low.value_or(std::numeric_limits<std::int64_t>::min()));
    add_sample(key, bucket.count, mix(key_hash, low), record.value_line + ++row);
  }
}

/// The values of single CPUs with the label cpu, where they add up to that of all: then the function is count or sum.
bool AggregationProfile::add_per_cpu(const Record& record, SampleKey& key, std::uint64_t key_hash) {
  std::int64_t sum = 0;
  bool adds_up = profile_->value_types()[0].aggregation == Aggregation::sum && record.value.value != 0;
  for (const CpuLine& cpu : record.cpus) {
    adds_up = adds_up && cpu.value && !__builtin_add_overflow(sum, cpu.value->value, &sum);
  }
  if (!adds_up || sum != record.value.value) {
    sources_.report.note("dtrace.cpu_values", record.line,
                         "the values of single CPUs (-x aggpercpu) do not add up to that of all, which alone is read");
    return false;
  }
  const std::size_t label_count = labels_.size();
  std::uint64_t line = record.value_line;
  for (const CpuLine& cpu : record.cpus) {
    ++line;
    if (cpu.value->value == 0) continue;
    labels_.resize(label_count);
    labels_.push_back({.key = "cpu", .number = cpu.cpu, .is_number = true});
    add_sample(key, *cpu.value, mix(key_hash, static_cast<std::uint64_t>(cpu.cpu)), line);
  }
  return true;
}

void AggregationProfile::add_sample(SampleKey& key, const Number& value, std::uint64_t key_hash, std::uint64_t line) {
  if (value.saturated) {
    sources_.report.data_loss(
        "dtrace.saturated", line,
        "a value leaves the 64 bits with a sign that a profile holds and is the nearest that fits");
  }
  if (!labels_.empty()) key.labels = sources_.builder.labels(labels_);
  if (sources_.settings.prints != Prints::last) return profile_->add(key, value.value);
  const auto [found, is_new] = last_row_of_.try_emplace(key_hash, last_rows_.size());
  if (is_new) {
    last_rows_.push_back({key, value.value});
  } else {
    last_rows_[found->second] = {key, value.value};
  }
}

bool AggregationProfile::is_kernel_part(const Record& record, std::size_t stack) {
  const std::size_t end = stack + 1 < record.stacks.size() ? record.stacks[stack + 1] : record.frames.size();
  for (std::size_t i = record.stacks[stack]; i < end; ++i) {
    if (sources_.frames.is_kernel(record.frames[i])) return true;
  }
  return false;
}

void AggregationProfile::append_part(const Record& record, std::size_t stack, FrameKind kind) {
  const std::size_t end = stack + 1 < record.stacks.size() ? record.stacks[stack + 1] : record.frames.size();
  for (std::size_t i = record.stacks[stack]; i < end; ++i) {
    scratch_.push_back(sources_.frames.frame(record.frames[i], kind));
  }
}

/// One stack of all that a record has, the kernel's frames on the side of the leaf.
StackId AggregationProfile::stack_of(const Record& record) {
  scratch_.clear();
  const std::size_t count = record.stacks.size();
  if (count == 2) {
    const bool first_is_user = !is_kernel_part(record, 0) && is_kernel_part(record, 1);
    append_part(record, first_is_user ? 1 : 0, FrameKind::kernel);
    append_part(record, first_is_user ? 0 : 1, FrameKind::user);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      append_part(record, i, is_kernel_part(record, i) ? FrameKind::kernel : FrameKind::user);
    }
  }
  return sources_.builder.leaf_first(scratch_);
}

void AggregationProfile::finish() {
  for (const LastRow& row : last_rows_) {
    try {
      profile_->add(row.key, row.value);
    } catch (const OverflowError& error) {
      sources_.report.fail(first_line_, error.what());
    }
  }
  if (is_table_) profile_->metadata().distribution = scheme_name(simplest(schemes_));
  if (const std::uint64_t line = order_.first_restart(); line != 0) {
    sources_.report.note("dtrace.values_restart", line,
                         "the order of the values begins again, as where another aggregation with the same kind of "
                         "keys begins: all are read as one (--set dtrace.prints=apart reads several)");
  }
  const std::string proposal = guess_.proposal();
  if (!proposal.empty()) {
    sources_.report.note("dtrace.keys", first_line_, "the keys look like --set dtrace.keys=" + proposal);
  }
}

}  // namespace profconv::dtrace
