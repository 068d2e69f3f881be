// SPDX-License-Identifier: Apache-2.0
// Which aggregation a record is of.
#include "readers/dtrace/aggregations/aggregation_choice.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "profconv/errors.h"
#include "readers/dtrace/aggregations/doubts.h"
#include "readers/dtrace/aggregations/headings.h"
#include "readers/dtrace/program/expected_prints.h"

namespace profconv::dtrace {

Break AggregationChoice::break_before(const Record& record, std::uint64_t key_hash, bool is_apart,
                                      const PrintRuns& runs) {
  if (record.before.is_heading) return Break::heading;
  if (current_ == nullptr || is_apart || (!current_->fits(record) && !current_->adopts(record))) return Break::shape;
  const auto& print = current_->description()->print;
  if (print && !descriptions_.prints().has_texts_of(*print, record)) return Break::shape;
  const bool falls = runs.holds() ? runs.breaks_order(record) : current_->order().falls(sort_value(record));
  // Text without the empty lines of a print got in between, unless the values begin again behind it.
  if (!record.before.text.empty() && falls) return Break::heading;
  if (record.starts_print || record.follows_probe) return Break::print;
  // A printa() with a format leaves nothing between two prints.
  if (current_->has_keys(key_hash)) return record.format == 0 ? Break::repeat : Break::print;
  return falls ? Break::fall : Break::none;
}

/// What a print that begins with this record can hold.
RunRules AggregationChoice::rules_of_print(const Record& record) const {
  RunRules rules{.most = 0, .orders = descriptions_.prints().orders()};
  if (const auto print = current_->description()->print) {
    rules.most = descriptions_.count_beside(*print, record);
  } else if (sources_.settings.prints == Prints::add || current_->has_repeats()) {
    rules.most = 1;
  } else if (are_named_by_hand()) {
    rules.most = sources_.settings.functions.size() - std::min(described_, sources_.settings.functions.size()) + 1;
  }
  return rules;
}

bool AggregationChoice::are_named_by_hand() const {
  return sources_.settings.functions.size() > 1 && !descriptions_.has_program();
}

void AggregationChoice::choose(const Record& record, Break why) {
  heading_ = why == Break::heading ? std::string_view(record.before.text) : std::string_view();
  current_ = &chosen(record, why);
}

void AggregationChoice::choose_print(std::size_t print, const Record& first) {
  heading_ = first.before.is_heading ? std::string_view(first.before.text) : std::string_view();
  current_ = &of_program(print, first);
}

void AggregationChoice::choose_run(const Record& first, bool is_certain) {
  heading_.clear();
  current_ = &next_run(first, is_certain);
}

/// The table of a record whose numbers are of the current aggregation.
AggregationProfile& AggregationChoice::table_beside(const Record& table) {
  Beside& beside = beside_[current_];
  if (beside.table == nullptr) {
    beside.table = &add(table, current_->description(), current_->place);
  } else if (beside.recordings != current_->recordings_begun()) {
    beside.table->begin_recording();
  } else if (beside.prints != current_->prints_begun()) {
    beside.table->begin_print(table.line);
  }
  beside.prints = current_->prints_begun();
  beside.recordings = current_->recordings_begun();
  return *beside.table;
}

void AggregationChoice::use(AggregationProfile& aggregation) {
  aggregation.recording = recording_;
  aggregation.last_use = ++uses_;
  if (aggregation.description()->print) last_print_ = aggregation.description()->print;
}

void AggregationChoice::see_gap() {
  const auto& print = current_->description()->print;
  has_gap_ = has_gap_ || (print && !descriptions_.prints().is_last(*print));
}

void AggregationChoice::begin_recording() {
  ++recording_;
  current_ = nullptr;
  last_print_.reset();
}

bool AggregationChoice::has_found(std::size_t print) const {
  return std::any_of(all_.begin(), all_.end(), [&](const auto& each) {
    return each->description()->print == print && each->recording == recording_;
  });
}

bool AggregationChoice::has_stack_behind(const std::string& keys) const {
  return std::any_of(all_.begin(), all_.end(), [&](const auto& each) {
    const std::string_view shape = each->shape();
    const std::size_t begin = shape.find(keys + stack_letter);
    return begin != std::string_view::npos &&
           shape.substr(0, begin).find_first_not_of(stack_letter) == std::string_view::npos;
  });
}

bool AggregationChoice::is_at_end() const { return last_print_ && descriptions_.prints().is_at_end(*last_print_); }

AggregationProfile& AggregationChoice::chosen(const Record& record, Break why) {
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
AggregationProfile& AggregationChoice::choose_printed(const Record& record) {
  if (AggregationProfile* const next = next_of_program(record)) return *next;
  if (AggregationProfile* const next = next_of_settings(record)) return *next;
  return printed_again(*current_, record);
}

/// The aggregation that the D program prints behind the last one; null where it does not say.
AggregationProfile* AggregationChoice::next_of_program(const Record& record) {
  if (!descriptions_.has_program()) return nullptr;
  const Record& whole = whole_of(record);
  const auto print = last_print_ ? descriptions_.after(*last_print_, whole) : descriptions_.first_of(whole);
  return print ? &of_program(*print, record) : nullptr;
}

AggregationProfile& AggregationChoice::of_program(std::size_t print, const Record& record) {
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
AggregationProfile* AggregationChoice::next_of_settings(const Record& record) {
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
AggregationProfile& AggregationChoice::next_run(const Record& record, bool is_certain) {
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
    sources_.report.data_loss(
        "dtrace.same_keys", record.line,
        "the same keys start over: read as another aggregation; --set dtrace.prints=add adds them");
  }
  return make(record);
}

/// One that this recording has not printed yet; null if there is no such aggregation.
AggregationProfile* AggregationChoice::next_of_recording(const Record& record) {
  for (const auto& each : all_) {
    if (!each->fits(record) || each->recording == recording_) continue;
    each->begin_recording();
    return each.get();
  }
  return nullptr;
}

/// An aggregation that a record may be of: one that the recording has not printed yet, or else the last one used.
AggregationProfile& AggregationChoice::found_or_made(const Record& record) {
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
AggregationProfile& AggregationChoice::with_no_keys(const Record& record) {
  if (const auto print = current_->description()->print) {
    if (const auto next = descriptions_.beside(*print, record)) return of_program(*next, record);
  }
  if (AggregationProfile* const next = next_of_recording(record)) return *next;
  return make(record);
}

AggregationProfile& AggregationChoice::printed_again(AggregationProfile& aggregation, const Record& record) {
  if (aggregation.prints() == Prints::apart) return make(record);
  aggregation.begin_print(record.line);
  return aggregation;
}

/// Reports the first record of an aggregation that the D program does not print, or prints with other keys.
void AggregationChoice::report_unexpected(const Record& record, const Description& description) const {
  if (!descriptions_.has_program() || record.is_packed) return;
  const bool is_split = description.print && description.prints != Prints::apart &&
                        std::any_of(all_.begin(), all_.end(),
                                    [&](const auto& each) { return each->description()->print == description.print; });
  if (description.print && !is_split) return;
  sources_.report.data_loss("dtrace.unexpected", record.line,
                            "the D program prints no such record: a line or column may be lost, or the script is "
                            "another's");
}

AggregationProfile& AggregationChoice::make(const Record& record) {
  const std::size_t place = described_++;
  auto description = std::make_shared<const Description>(descriptions_.take(whole_of(record), place));
  report_unexpected(record, *description);
  return add(record, std::move(description), place);
}

/// Adds an aggregation with a description.
AggregationProfile& AggregationChoice::add(const Record& record, std::shared_ptr<const Description> description,
                                           std::size_t place) {
  const std::uint32_t most = sources_.report.context().limits().max_profiles;
  if (all_.size() >= most) {
    throw LimitError(sources_.report.at(record.line),
                     "more than " + std::to_string(most) + " aggregations, the limit (--max-profiles)");
  }
  all_.push_back(std::make_unique<AggregationProfile>(sources_, record, std::move(description), heading_));
  all_.back()->place = place;
  return *all_.back();
}

void AggregationChoice::finish() {
  report_doubts(descriptions_, sources_, described_, has_gap_);
  for (const auto& each : all_) each->finish();
}

}  // namespace profconv::dtrace
