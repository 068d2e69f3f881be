// SPDX-License-Identifier: Apache-2.0
// Which aggregation a record is of.
#include "readers/dtrace/aggregations.h"

#include <string>

#include "profconv/errors.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t most_aggregations = 10'000;

constexpr const char* what_else =
    "; --set dtrace.prints=last takes the last value of each key, =apart reads another aggregation";

}  // namespace

Aggregations::Break Aggregations::break_before(const Record& record, std::uint64_t key_hash) const {
  const bool falls = current_ != nullptr && current_->order().falls(sort_value(record));
  if (record.before.is_heading) return Break::heading;
  if (current_ == nullptr || !current_->fits(record)) return Break::shape;
  // Text without the empty lines of a print got in between, unless the values begin again behind it.
  if (!record.before.text.empty() && falls) return Break::heading;
  if (record.starts_print) return Break::print;
  if (current_->has_keys(key_hash)) return Break::repeat;
  return falls ? Break::fall : Break::none;
}

AggregationProfile& Aggregations::choose(const Record& record, std::uint64_t key_hash) {
  const bool apart = sources_.settings.prints == Prints::apart;
  switch (break_before(record, key_hash)) {
    case Break::none:
      return *current_;
    case Break::heading:
      return found_or_made(record, record.before.text);
    case Break::shape:
      return found_or_made(record, {});
    case Break::print:
      return printed_again(*current_, record);
    case Break::repeat:
      return with_same_keys(record);
    case Break::fall:
      return apart ? make(record, {}) : *current_;
  }
  return *current_;
}

/// An aggregation that a record may be of: one that the recording has not printed yet, or else the last one used.
AggregationProfile& Aggregations::found_or_made(const Record& record, std::string_view heading) {
  AggregationProfile* found = nullptr;
  const std::string plain = without_numbers(heading);
  for (const auto& each : all_) {
    if (!each->fits(record) || (!plain.empty() && each->heading() != plain)) continue;
    if (each->recording < recording_) {
      each->begin_print();
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
      each->begin_print();
      return *each;
    }
    return make(record, {});
  }
  if (sources_.settings.prints == Prints::apart) return make(record, {});
  const bool last = sources_.settings.prints == Prints::last;
  sources_.report.note("dtrace.repeated_keys", record.line,
                       std::string("the same keys stand here again with nothing between: one aggregation printed "
                                   "twice, two aggregations, or keys that only look alike; ") +
                           (last ? "the last value counts" : std::string("the values are added") + what_else));
  return *current_;
}

AggregationProfile& Aggregations::printed_again(AggregationProfile& aggregation, const Record& record) {
  switch (sources_.settings.prints) {
    case Prints::apart:
      return make(record, record.before.is_heading ? std::string_view(record.before.text) : std::string_view());
    case Prints::last:
      sources_.report.note("dtrace.printed_again", record.line,
                           "keys of the same kind are printed again: the last value of each counts");
      break;
    case Prints::add:
      sources_.report.note("dtrace.printed_again", record.line,
                           std::string("keys of the same kind are printed again: taken as another print of the same "
                                       "aggregation and added") +
                               what_else);
      break;
  }
  aggregation.begin_print();
  return aggregation;
}

AggregationProfile& Aggregations::make(const Record& record, std::string_view heading) {
  if (all_.size() == most_aggregations) {
    throw LimitError(to_string(sources_.report.at(record.line)) + ": more than " + std::to_string(most_aggregations) +
                     " aggregations in one output");
  }
  return *all_.emplace_back(std::make_unique<AggregationProfile>(sources_, record, all_.size(), heading));
}

void Aggregations::add(const Record& record) {
  if (record.first_of_recording) {
    ++recording_;
    current_ = nullptr;
  }
  const std::uint64_t key_hash = hash_of_keys(record);
  current_ = &choose(record, key_hash);
  current_->recording = recording_;
  current_->last_use = ++records_;
  current_->add(record, key_hash);
}

void Aggregations::finish() {
  for (const auto& each : all_) each->finish();
  if (all_.empty()) {
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
