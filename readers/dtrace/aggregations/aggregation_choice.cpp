// SPDX-License-Identifier: Apache-2.0
// Which aggregation a record is of.
#include <algorithm>
#include <string>

#include "profconv/errors.h"
#include "readers/dtrace/aggregations/aggregations.h"
#include "readers/dtrace/aggregations/headings.h"
#include "readers/dtrace/program/expected_prints.h"

namespace profconv::dtrace {

Aggregations::Break Aggregations::break_before(const Record& record, std::uint64_t key_hash) {
  if (record.before.is_heading) return Break::heading;
  if (current_ == nullptr || is_apart_ || (!current_->fits(record) && !current_->adopts(record))) return Break::shape;
  const auto& print = current_->description()->print;
  if (print && !descriptions_.prints().has_texts_of(*print, record)) return Break::shape;
  const bool falls = runs_.holds() ? runs_.breaks_order(record) : current_->order().falls(sort_value(record));
  // Text without the empty lines of a print got in between, unless the values begin again behind it.
  if (!record.before.text.empty() && falls) return Break::heading;
  if (record.starts_print || record.follows_probe) return Break::print;
  // A printa() with a format leaves nothing between two prints.
  if (current_->has_keys(key_hash)) return record.format == 0 ? Break::repeat : Break::print;
  return falls ? Break::fall : Break::none;
}

/// Whether another aggregation may begin within a print of such records.
bool Aggregations::can_be_split(const Record& record) const {
  return record.format == 0 && !record.shape.empty() && !record.is_packed && whole_ == nullptr && common_ == nullptr &&
         sources_.settings.prints != Prints::apart;
}

/// What a print that begins with this record can hold.
RunRules Aggregations::rules_of_print(const Record& record) const {
  RunRules rules{.most = 0, .orders = descriptions_.prints().orders()};
  // Distributions are sorted by their averages, which buckets do not tell.
  if (record.is_table) {
    const bool may_sort_keys = !descriptions_.has_program() || rules.orders == rising_keys;
    rules.orders = may_sort_keys ? rules.orders & rising_keys : 0;
  }
  if (const auto print = current_->description()->print) {
    rules.most = descriptions_.count_beside(*print, record);
  } else if (sources_.settings.prints == Prints::add || current_->has_repeats()) {
    rules.most = 1;
  } else if (are_named_by_hand()) {
    rules.most = sources_.settings.functions.size() - std::min(described_, sources_.settings.functions.size()) + 1;
  }
  return rules;
}

bool Aggregations::are_named_by_hand() const {
  return sources_.settings.functions.size() > 1 && !descriptions_.has_program();
}

AggregationProfile& Aggregations::choose(const Record& record, Break why) {
  switch (why) {
    case Break::none:
      return *current_;
    case Break::heading:
    case Break::shape:
      if (AggregationProfile* const next = next_of_program(record)) return *next;
      return found_or_made(record);
    case Break::print:
      return choose_printed(record);
    case Break::repeat:
      if (record.shape.empty()) return with_no_keys(record);
      return current_->prints() == Prints::apart ? make(record) : *current_;
    case Break::fall:
      if (record.format != 0 && (descriptions_.prints().orders() & rising_values) != 0) {
        if (AggregationProfile* const next = next_of_program(record)) return *next;
      }
      return current_->prints() == Prints::apart ? make(record) : *current_;
  }
  return *current_;
}

/// Of a print of the same shape as the one before.
AggregationProfile& Aggregations::choose_printed(const Record& record) {
  if (AggregationProfile* const next = next_of_program(record)) return *next;
  if (AggregationProfile* const next = next_of_settings(record)) return *next;
  return printed_again(*current_, record);
}

/// The aggregation that the D program prints behind the last one; null where it does not say.
AggregationProfile* Aggregations::next_of_program(const Record& record) {
  if (!descriptions_.has_program()) return nullptr;
  const auto print = last_print_ ? descriptions_.after(*last_print_, record) : descriptions_.first_of(record);
  return print ? &of_program(*print, record) : nullptr;
}

AggregationProfile& Aggregations::of_program(std::size_t print, const Record& record) {
  for (const auto& each : all_) {
    const auto& known = each->description()->print;
    if (!known || !descriptions_.is_same(*known, print) || !each->fits(record)) continue;
    if (each->recording < recording_) {
      each->begin_recording();
    } else {
      each->begin_print(record.line);
    }
    return *each;
  }
  descriptions_.expect(print);
  return make(record);
}

/// The next that dtrace.aggregations names; null where it names no more than one.
AggregationProfile* Aggregations::next_of_settings(const Record& record) {
  if (!are_named_by_hand()) return nullptr;
  const std::size_t count = sources_.settings.functions.size();
  if (described_ < count) return &make(record);
  for (std::size_t i = 1; i <= count; ++i) {
    for (const auto& each : all_) {
      if (each->place != (current_->place + i) % count || !each->fits(record)) continue;
      return &printed_again(*each, record);
    }
  }
  return nullptr;
}

/// The aggregation that begins within a print.
AggregationProfile& Aggregations::next_run(const Record& record, bool is_certain) {
  if (!is_certain) {
    sources_.report.data_loss(
        "dtrace.alike", record.line,
        "another aggregation begins here or above: values may be mixed up; printf() a heading for each");
  }
  if (const auto print = current_->description()->print) {
    if (const auto next = descriptions_.beside(*print, record)) return of_program(*next, record);
  }
  if (AggregationProfile* const next = next_of_recording(record)) return *next;
  if (!are_named_by_hand() && !current_->description()->print) {
    sources_.report.note("dtrace.same_keys", record.line,
                         "the same keys start over: read as another aggregation; --set dtrace.prints=add adds them");
  }
  return make(record);
}

/// One that this recording has not printed yet; null if there is no such aggregation.
AggregationProfile* Aggregations::next_of_recording(const Record& record) {
  for (const auto& each : all_) {
    if (!each->fits(record) || each->recording == recording_) continue;
    each->begin_recording();
    return each.get();
  }
  return nullptr;
}

/// An aggregation that a record may be of: one that the recording has not printed yet, or else the last one used.
AggregationProfile& Aggregations::found_or_made(const Record& record) {
  AggregationProfile* found = nullptr;
  const std::string plain = without_numbers(heading_);
  for (const auto& each : all_) {
    if (!each->fits(record) || (!plain.empty() && each->heading() != plain)) continue;
    if (each->recording < recording_) {
      each->begin_recording();
      return *each;
    }
    if (found == nullptr || each->last_use > found->last_use) found = each.get();
  }
  if (found == nullptr) return make(record);
  if (!heading_.empty()) {
    if (AggregationProfile* const next = next_of_settings(record)) return *next;
  }
  return printed_again(*found, record);
}

/// Within one print an aggregation has one value without keys, so the next is another's.
AggregationProfile& Aggregations::with_no_keys(const Record& record) {
  if (const auto print = current_->description()->print) {
    if (const auto next = descriptions_.beside(*print, record)) return of_program(*next, record);
  }
  if (AggregationProfile* const next = next_of_recording(record)) return *next;
  return make(record);
}

AggregationProfile& Aggregations::printed_again(AggregationProfile& aggregation, const Record& record) {
  if (aggregation.prints() == Prints::apart) return make(record);
  aggregation.begin_print(record.line);
  return aggregation;
}

AggregationProfile& Aggregations::make(const Record& record) {
  const std::uint32_t most = sources_.report.context().limits().max_profiles;
  if (all_.size() >= most) {
    throw LimitError(sources_.report.at(record.line),
                     "more than " + std::to_string(most) + " aggregations, the limit (--max-profiles)");
  }
  auto description = common_;
  const std::size_t place = common_ == nullptr ? described_ : described_ - 1;
  if (description == nullptr) {
    description =
        std::make_shared<const Description>(descriptions_.take(whole_ == nullptr ? record : *whole_, described_++));
  }
  all_.push_back(std::make_unique<AggregationProfile>(sources_, record, std::move(description), heading_));
  all_.back()->place = place;
  return *all_.back();
}

}  // namespace profconv::dtrace
