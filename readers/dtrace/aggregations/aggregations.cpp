// SPDX-License-Identifier: Apache-2.0
// Which aggregation a record is of.
#include "readers/dtrace/aggregations/aggregations.h"

#include <algorithm>
#include <string>

#include "profconv/errors.h"

namespace profconv::dtrace {

namespace {

/// Whether the last keys of a record are numbers, as many as stand before the last of `numbers` values.
bool can_take_numbers(const Record& record, std::size_t numbers) {
  const std::size_t keys = numbers - (record.is_table ? 0 : 1);
  if (keys > record.shape.size()) return false;
  const std::string_view last = std::string_view(record.shape).substr(record.shape.size() - keys);
  return std::all_of(last.begin(), last.end(), is_number_letter);
}

/// Makes values of the last keys of a record.
void take_numbers(Record& record, std::size_t numbers) {
  const std::size_t keys = numbers - (record.is_table ? 0 : 1);
  const auto first = record.columns.end() - static_cast<std::ptrdiff_t>(keys);
  std::vector<Number> values;
  for (auto column = first; column != record.columns.end(); ++column) values.push_back(column->number);
  record.columns.erase(first, record.columns.end());
  record.shape.resize(record.shape.size() - keys);
  if (!record.is_table) values.push_back(record.value);
  values.insert(values.end(), record.values.begin(), record.values.end());
  record.values = std::move(values);
  record.value = record.values.front();
}

}  // namespace

Aggregations::Break Aggregations::break_before(const Record& record, std::uint64_t key_hash) {
  const bool falls = current_ != nullptr && current_->order().falls(sort_value(record));
  if (record.before.is_heading) return Break::heading;
  if (current_ == nullptr || (!current_->fits(record) && !current_->adopts(record))) return Break::shape;
  // Text without the empty lines of a print got in between, unless the values begin again behind it.
  if (!record.before.text.empty() && falls) return Break::heading;
  if (record.starts_print) return Break::print;
  // A printa() with a format leaves nothing between two prints.
  if (current_->has_keys(key_hash)) return record.format == 0 ? Break::repeat : Break::print;
  return falls ? Break::fall : Break::none;
}

AggregationProfile& Aggregations::choose(const Record& record, std::uint64_t key_hash) {
  switch (break_before(record, key_hash)) {
    case Break::none:
      return *current_;
    case Break::heading:
      return found_or_made(record, record.before.text);
    case Break::shape:
      if (AggregationProfile* const next = next_of_program(record, true)) return *next;
      return found_or_made(record, {});
    case Break::print:
      if (AggregationProfile* const next = next_of_program(record, true)) return *next;
      return printed_again(*current_, record);
    case Break::repeat:
      if (AggregationProfile* const next = next_of_program(record, false)) return *next;
      return with_same_keys(record);
    case Break::fall:
      if (descriptions_.sorted_by_value()) {
        if (AggregationProfile* const next = next_of_program(record, false)) return *next;
      }
      return current_->prints() == Prints::apart ? make(record, {}) : *current_;
  }
  return *current_;
}

/// The aggregation that the D program prints behind the current one; null where it does not say.
AggregationProfile* Aggregations::next_of_program(const Record& record, bool cyclic) {
  if (current_ == nullptr) return nullptr;
  const auto print = current_->description()->print;
  const auto next = print ? descriptions_.after(*print, record, cyclic) : std::nullopt;
  if (!next) return nullptr;
  for (const auto& each : all_) {
    if (each->description()->print != next || !each->fits(record)) continue;
    each->begin_print(record.line);
    return each.get();
  }
  descriptions_.expect(*next);
  return &make(record, {});
}

/// An aggregation that a record may be of: one that the recording has not printed yet, or else the last one used.
AggregationProfile& Aggregations::found_or_made(const Record& record, std::string_view heading) {
  AggregationProfile* found = nullptr;
  const std::string plain = without_numbers(heading);
  for (const auto& each : all_) {
    if (!each->fits(record) || (!plain.empty() && each->heading() != plain)) continue;
    if (each->recording < recording_) {
      each->begin_recording();
      return *each;
    }
    if (found == nullptr || each->last_use > found->last_use) found = each.get();
  }
  return found == nullptr ? make(record, heading) : printed_again(*found, record);
}

/// Within one print an aggregation has one value without keys, so the next is another's. Other keys may look alike.
AggregationProfile& Aggregations::with_same_keys(const Record& record) {
  if (record.shape.empty()) {
    for (const auto& each : all_) {
      if (!each->fits(record) || each->recording == recording_) continue;
      each->begin_recording();
      return *each;
    }
    return make(record, {});
  }
  if (current_->prints() == Prints::apart) return make(record, {});
  sources_.report.note("dtrace.repeated_keys", record.line,
                       "the same keys stand here again with nothing between: one aggregation printed twice, two "
                       "aggregations, or keys that only look alike; the values are added; --set dtrace.prints=apart "
                       "reads another aggregation");
  return *current_;
}

AggregationProfile& Aggregations::printed_again(AggregationProfile& aggregation, const Record& record) {
  if (aggregation.prints() == Prints::apart) {
    return make(record, record.before.is_heading ? std::string_view(record.before.text) : std::string_view());
  }
  aggregation.begin_print(record.line);
  return aggregation;
}

AggregationProfile& Aggregations::make(const Record& record, std::string_view heading) {
  const std::uint32_t most = sources_.report.context().limits().max_profiles;
  if (all_.size() >= most) {
    throw LimitError(sources_.report.at(record.line),
                     "more than " + std::to_string(most) + " aggregations, the limit (--max-profiles)");
  }
  auto description = common_;
  if (description == nullptr) {
    description =
        std::make_shared<const Description>(descriptions_.take(whole_ == nullptr ? record : *whole_, described_++));
  }
  return *all_.emplace_back(std::make_unique<AggregationProfile>(sources_, record, std::move(description), heading));
}

/// The first record of a shape decides for all.
std::size_t Aggregations::numbers_in(const Record& record) {
  if (record.format != 0 || !descriptions_.know_several()) return 0;
  const auto [known, is_new] = numbers_.try_emplace({record.shape, record.is_table});
  if (is_new) {
    const std::size_t numbers = descriptions_.numbers_in(record, described_);
    if (numbers != 0 && can_take_numbers(record, numbers)) known->second = numbers;
  }
  return known->second;
}

/// Of the empty lines behind what an action printed one may be the action's own, and no stack.
bool Aggregations::lacks_stacks(Record& record) const {
  if (record.format != 0 || !record.before.of_probe || descriptions_.expects(record)) return false;
  while (record.stacks.size() > 1 && record.stacks[1] == 0 && record.shape.starts_with(stack_letter)) {
    record.shape.erase(0, 1);
    record.stacks.erase(record.stacks.begin());
    if (descriptions_.expects(record)) return true;
  }
  return false;
}

void Aggregations::add(const Record& record) {
  if (record.is_action) return add_action(record);
  if (descriptions_.has_program() && record.before.of_probe) {
    if (Record trimmed = record; lacks_stacks(trimmed)) return add_record(trimmed);
  }
  add_record(record);
}

void Aggregations::add_record(const Record& record) {
  const std::size_t numbers = numbers_in(record);
  if (numbers == 0) return add_parts(record);
  Record parted = record;
  take_numbers(parted, numbers);
  add_parts(parted);
}

/// The numbers and the table of one record are of two profiles: the rows of the second are buckets.
void Aggregations::add_parts(const Record& record) {
  if (!record.is_table || record.values.empty()) return add_one(record);
  Record part = record;
  part.is_table = false;
  part.rows.clear();
  part.value = part.values.front();
  if (part.values.size() == 1) part.values.clear();
  whole_ = &record;
  add_one(part);
  whole_ = nullptr;
  common_ = current_->description();
  std::swap(current_, beside_);
  part = record;
  part.values.clear();
  part.first_of_recording = false;
  add_one(part);
  std::swap(current_, beside_);
  common_.reset();
}

void Aggregations::add_one(const Record& record) {
  if (record.first_of_recording) {
    ++recording_;
    current_ = beside_ = nullptr;
  }
  const std::uint64_t key_hash = hash_of_keys(record);
  // The keys seen before are spread over more memory than a cache holds: they come while the stack is put together.
  if (current_ != nullptr) current_->prefetch_keys(key_hash);
  const StackId stack = stack_of(record);
  current_ = &choose(record, key_hash);
  current_->recording = recording_;
  current_->last_use = ++records_;
  current_->add(record, stack, key_hash);
}

StackId Aggregations::stack_of(const Record& record) {
  try {
    return stacks_.stack_of(record);
  } catch (const LimitError& error) {
    throw LimitError(sources_.report.at(record.line), error.what());
  }
}

void Aggregations::add_action(const Record& record) {
  if (actions_ == nullptr) {
    actions_ = std::make_unique<AggregationProfile>(sources_, record, std::make_shared<const Description>(),
                                                    std::string_view());
  }
  actions_->add(record, stack_of(record), hash_of_keys(record));
}

void Aggregations::finish() {
  for (const auto& each : all_) each->finish();
  if (all_.empty() && actions_ == nullptr) {
    ProfileBuilder& profile = sources_.builder.add_profile();
    profile.add_value_type(Function{}.value_type(true));
    profile.metadata().module_names = true;
    sources_.report.note("dtrace.empty", 0, "no aggregation holds a record: the profile is empty");
  }
  if (frames_.named() == 0 && frames_.addresses() != 0) {
    sources_.report.note("dtrace.addresses", 0,
                         "all frames are addresses: the process had exited before dtrace printed; let the D program "
                         "end first, with tick-10s { exit(0); } or Ctrl-C");
  }
}

}  // namespace profconv::dtrace
