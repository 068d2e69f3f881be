// SPDX-License-Identifier: Apache-2.0
// Records of one aggregation to samples.
#include "readers/dtrace/aggregations/aggregation_profile.h"

#include <algorithm>
#include <utility>

#include "profconv/errors.h"

namespace profconv::dtrace {

namespace {

/// The name that a heading gives: none where an action printed it on a probe's line, or where it has no letter.
std::string_view as_name(std::string_view heading, bool of_probe) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  };
  if (of_probe || std::none_of(heading.begin(), heading.end(), is_letter)) return {};
  const std::size_t end = heading.find_last_not_of(" :");
  return heading.substr(0, end + 1);
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
    hash = mix(hash, column.kind == ColumnKind::text ? hash_bytes(record.text_of(column))
                                                     : static_cast<std::uint64_t>(column.number.value));
  }
  for (const std::size_t begin : record.stacks) hash = mix(hash, begin);
  const auto frames = std::as_bytes(std::span(record.frames));
  return mix(hash, hash_bytes({reinterpret_cast<const char*>(frames.data()), frames.size()}));
}

AggregationProfile::AggregationProfile(const Sources& sources, const Record& record,
                                       std::shared_ptr<const Description> description, std::string_view heading)
    : sources_(sources),
      description_(std::move(description)),
      shape_(record.shape),
      numbers_(record.values.size()),
      format_(record.format),
      heading_(without_numbers(heading)),
      keys_(sources.builder, description_->keys, sources.report),
      first_line_(record.line),
      sums_(prints()),
      is_table_(record.is_table),
      is_packed_(record.is_packed),
      guessing_(description_->keys.empty() && !record.columns.empty()),
      follows_output_(record.before.of_probe) {
  check_functions(record);
  describe(record, heading);
}

void AggregationProfile::check_functions(const Record& record) const {
  const std::vector<Function>& functions = description_->functions;
  if (functions.empty()) return;
  std::string named;
  for (const Function& function : functions) named.append(named.empty() ? "" : "+").append(function.name);
  const std::size_t numbers = is_table_ ? 0 : std::max<std::size_t>(record.values.size(), 1);
  const bool one_unknown = functions.size() == 1 && !functions[0].known();
  const bool right = one_unknown || (is_table_ ? description_->function(0, true).known() || !functions[0].known()
                                               : description_->numbers() == numbers);
  if (right) return;
  sources_.report.fail(record.line, "found " +
                                        (is_table_      ? std::string("a table")
                                         : numbers == 1 ? std::string("a number")
                                                        : std::to_string(numbers) + " numbers") +
                                        " as the value of this aggregation, expected what " + named +
                                        "() prints, which dtrace.aggregations or the D program names");
}

/// What the number-th of `count` numbers behind the keys of each record counts.
ValueType AggregationProfile::number_type(const Record& record, std::size_t number, std::size_t count) {
  const Function function = description_->function(number, false);
  const std::string unit = description_->unit(number, false);
  ValueType type = function.value_type(shape_.find(stack_letter) != std::string::npos && count == 1);
  if (record.is_action || record.is_packed) type = {.type = "events", .unit = "count"};
  if (!unit.empty()) {
    type.unit = unit;
    if (!function.known() && unit != "count") type.type = "value";
  } else if (type.type == "value" && number == 0) {
    sources_.report.note("dtrace.value_type", record.line,
                         "what the numbers under these keys count is not said: taken as value/count; "
                         "dtrace.aggregations and dtrace.units name it");
  }
  return type;
}

void AggregationProfile::add_value_types(const Record& record) {
  const std::size_t count = is_table_ ? 1 : std::max<std::size_t>(record.values.size(), 1);
  for (std::size_t i = 0; i < count; ++i) {
    ValueType type = is_table_ ? Function{"quantize"}.value_type(true) : number_type(record, i, count);
    const auto types = profile_->value_types();
    const auto is_same = [&](const ValueType& other) { return other.type == type.type; };
    if (std::any_of(types.begin(), types.end(), is_same)) type.type += std::to_string(i + 1);
    profile_->add_value_type(type);
  }
  const bool counts_samples = count == 1 && profile_->value_types()[0] == Function{"count"}.value_type(true);
  if (description_->period_ns == 0 || !counts_samples) return;
  has_cpu_time_ = true;
  profile_->add_value_type({.type = "cpu", .unit = "nanoseconds"});
  profile_->metadata().period = description_->period_ns;
  profile_->metadata().period_type = {.type = "cpu", .unit = "nanoseconds"};
}

/// Numbers of eight bytes before the value are keys, or values too: of other aggregations that one printa() prints.
void AggregationProfile::note_doubtful_keys(const Record& record) const {
  const std::size_t quads = shape_.size() - (shape_.find_last_not_of(static_cast<char>(ColumnKind::quad)) + 1);
  const bool has_keys_before = quads != 0 && quads < shape_.size();
  if (is_table_ || format_ != 0 || !description_->functions.empty() || (quads < 2 && !has_keys_before)) return;
  sources_.report.note("dtrace.several_values", record.line,
                       "numbers before each value are read as keys; if they are values of one printa(): "
                       "--set dtrace.aggregations=count+sum");
}

void AggregationProfile::describe(const Record& record, std::string_view heading) {
  note_doubtful_keys(record);
  const std::string& name = description_->name;
  profile_ = &sources_.builder.add_profile(name.empty() ? std::string(as_name(heading, record.before.of_probe)) : name);
  add_value_types(record);
  if (is_table_ && !description_->unit(0, true).empty()) label_unit_ = description_->unit(0, true);
  profile_->metadata().module_names = true;
  keys_.describe(profile_->metadata());
}

bool AggregationProfile::fits(const Record& record) const {
  return record.shape == shape_ && record.is_table == is_table_ && record.is_packed == is_packed_ &&
         record.values.size() == numbers_ && record.format == format_ &&
         (!is_table_ || (schemes_ & schemes_of(record.rows)) != 0);
}

bool AggregationProfile::adopts(const Record& record) {
  if (records_ != 1 || !follows_output_ || shape_.size() <= record.shape.size() || !shape_.ends_with(record.shape)) {
    return false;
  }
  const std::string_view more = std::string_view(shape_).substr(0, shape_.size() - record.shape.size());
  if (more.find_first_not_of(stack_letter) != std::string_view::npos) return false;
  const std::string shape = std::exchange(shape_, record.shape);
  if (fits(record)) return true;
  shape_ = shape;
  return false;
}

void AggregationProfile::begin_recording() {
  keys_seen_.clear();
  order_.begin_print();
  sums_.begin_recording(*profile_);
}

void AggregationProfile::begin_print(std::uint64_t line) {
  if (printed_again_ == 0 && description_->clears_some) {
    sources_.report.data_loss(
        "dtrace.clears_some", line,
        "the program clears some of the aggregations that it prints together: all are read as the "
        "first; print them apart");
  }
  if (printed_again_ == 0) printed_again_ = line;
  keys_seen_.clear();
  order_.begin_print();
  sums_.begin_print(*profile_);
}

void AggregationProfile::add(const Record& record, StackId stack, std::uint64_t key_hash) {
  ++records_;
  keys_seen_.insert(key_hash);
  order_.observe(record, sort_value(record));
  if (guessing_) guess_.observe(record);
  try {
    add_samples(record, stack);
  } catch (const OverflowError& error) {
    sources_.report.fail(record.value_line, error.what());
  } catch (const LimitError& error) {
    throw LimitError(sources_.report.at(record.line), error.what());
  }
}

void AggregationProfile::add_samples(const Record& record, StackId stack) {
  SampleKey key{.stack = stack};
  labels_.clear();
  keys_.apply(record, key, labels_);
  for (const Column& column : record.columns) {
    if (!column.number.saturated) continue;
    sources_.report.data_loss("dtrace.saturated_key", record.line, "a key leaves 64 bits and is the nearest that fits");
  }
  if (is_table_) return add_table(record, key);
  if (!record.cpus.empty() && add_per_cpu(record, key)) return;
  const std::span<const Number> one(&record.value, 1);
  add_sample(key, record.values.empty() ? one : std::span(record.values), record.value_line);
}

void AggregationProfile::add_table(const Record& record, SampleKey& key) {
  schemes_ &= schemes_of(record.rows);
  if (const Function function = description_->function(0, true); function.known()) {
    for (const auto scheme : {BucketScheme::quantize, BucketScheme::lquantize, BucketScheme::llquantize}) {
      if (function.name == scheme_name(scheme)) schemes_ = static_cast<BucketSchemes>(scheme);
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
    add_sample(key, std::span(&bucket.count, 1), record.value_line + ++row);
  }
}

/// The values of single CPUs with the label cpu, where they add up to that of all: then the function is count or sum.
bool AggregationProfile::add_per_cpu(const Record& record, SampleKey& key) {
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
    add_sample(key, std::span(&*cpu.value, 1), line);
  }
  return true;
}

void AggregationProfile::add_sample(SampleKey& key, std::span<const Number> values, std::uint64_t line) {
  values_.clear();
  for (const Number& value : values) {
    values_.push_back(value.value);
    if (!value.saturated) continue;
    sources_.report.data_loss(
        "dtrace.saturated", line,
        "a value leaves the 64 bits with a sign that a profile holds and is the nearest that fits");
  }
  if (has_cpu_time_) {
    std::int64_t time = 0;
    if (__builtin_mul_overflow(values_[0], description_->period_ns, &time)) {
      throw OverflowError("the cpu time of a sample leaves 64 bits");
    }
    values_.push_back(time);
  }
  if (!labels_.empty()) key.labels = sources_.builder.labels(labels_);
  profile_->add(key, values_);
}

}  // namespace profconv::dtrace
