// SPDX-License-Identifier: Apache-2.0
// Which aggregation a record is of.
#include "readers/dtrace/aggregations/aggregation_choice.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/dtrace/aggregations/doubts.h"
#include "readers/dtrace/program/expected_prints.h"

namespace profconv::dtrace {

Break AggregationChoice::break_before(const Record& record, std::uint64_t key_hash, bool is_apart,
                                      const PrintRuns& runs) {
  if (is_below_heading(record)) return Break::heading;
  if (current_ == nullptr || is_apart || (!current_->fits(record) && !current_->adopts(record))) return Break::shape;
  const auto& print = current_->description()->print;
  const ExpectedPrints& prints = known_.descriptions().prints();
  if (print && (!prints.can_hold(*print, record) || prints.named_after(*print, record))) return Break::shape;
  const bool falls = runs.holds() ? runs.breaks_order(record) : current_->order().falls(sort_value(record));
  const bool starts_over = falls || (record.format != 0 && current_->has_keys(key_hash));
  // Text without the empty lines of a print got in between, unless the values or keys begin again after it.
  if (!record.before.text.empty() && starts_over) return Break::heading;
  if (record.starts_print || record.follows_probe) return Break::print;
  const bool is_known = current_->has_keys(key_hash);
  const bool starts = is_known || falls;
  if (starts && headed_.go_on(record, *current_, is_known, falls)) return is_known ? Break::repeat : Break::none;
  if (is_known) return break_at_known(record, falls);
  return falls ? Break::fall : Break::none;
}

/// A printa() with a format leaves nothing between two prints, and stacks of several processes may look alike in one.
/// A print of keys that are never dropped has as many records as the one before; and where values rose far, the next
/// would begin with small ones again.
Break AggregationChoice::break_at_known(const Record& record, bool falls) const {
  if (record.format == 0) return Break::repeat;
  const Description& description = *current_->description();
  if (falls || !description.may_look_alike || current_->prints() == Prints::add) return Break::print;
  const bool is_sorted = (known_.descriptions().prints().orders() & rising_values) != 0;
  if (is_sorted && description.keeps_keys && current_->order().is_short()) return Break::repeat;
  const bool goes_on = is_sorted && current_->order().rose_far();
  sources_.report.data_loss(
      "dtrace.repeated_keys", record.line,
      goes_on ? "a stack appears again in one print of a format and was added, as values go on rising; "
                "printf() a line before each print"
              : "a stack appears again, maybe in one print of a format: read as another print; "
                "printf() a line before each print");
  return goes_on ? Break::repeat : Break::print;
}

/// By the D program, or by the empty lines around the text.
bool AggregationChoice::is_below_heading(const Record& record) const {
  const ExpectedPrints& prints = known_.descriptions().prints();
  if (prints.heads(record)) return true;
  return record.before.is_heading && (record.format == 0 || !known_.descriptions().has_program());
}

/// What a print that begins with this record can hold.
RunRules AggregationChoice::rules_of_print(const Record& record) const {
  RunRules rules{.most = 0, .orders = known_.descriptions().prints().orders()};
  if (const auto print = current_->description()->print) {
    rules.most = known_.descriptions().count_beside(*print, record);
    if (rules.most > 1) rules.groups = known_.descriptions().groups_beside(*print, record);
  } else if (sources_.settings.prints == Prints::add || current_->has_repeats()) {
    rules.most = 1;
  } else if (are_named_by_hand()) {
    rules.most =
        sources_.settings.functions.size() - std::min(known_.described(), sources_.settings.functions.size()) + 1;
  }
  return rules;
}

bool AggregationChoice::are_named_by_hand() const {
  return sources_.settings.functions.size() > 1 && !known_.descriptions().has_program();
}

void AggregationChoice::choose(const Record& record, Break why) {
  if (why == Break::heading && record.format == 0 && !is_below_heading(record)) {
    sources_.report.data_loss(
        "dtrace.heading", record.before.line,
        "values start over below this text: it is read as a heading without an empty line, and may be other output");
  }
  known_.set_heading(why == Break::heading ? record.before.text : std::string());
  if (why == Break::heading || why == Break::shape || why == Break::print) headed_.begin(why == Break::heading);
  current_ = &chosen(record, why);
  if (why == Break::print) report_headless_print(record);
}

/// Reports a print that lacks the text which the D program prints above it.
void AggregationChoice::report_headless_print(const Record& record) const {
  const auto& print = current_->description()->print;
  if (!print || record.format != 0 || !record.before.text.empty()) return;
  if (!known_.descriptions().prints().has_heading(*print)) return;
  sources_.report.data_loss(
      "dtrace.turns", record.line,
      "the heading that the program prints above is missing: this may be another print, or an empty "
      "line got in");
}

void AggregationChoice::choose_print(std::size_t print, const Record& first) {
  known_.set_heading(first.before.is_heading ? first.before.text : std::string());
  current_ = &known_.of_program(print, first);
}

void AggregationChoice::choose_run(const Record& first, bool is_certain) {
  known_.set_heading({});
  current_ = &next_run(first, is_certain);
}

/// The table of a record whose numbers are of the current aggregation.
AggregationProfile& AggregationChoice::table_beside(const Record& table) {
  Beside& beside = beside_[current_];
  if (beside.table == nullptr) {
    beside.table = &known_.add(table, current_->description(), current_->place);
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
  known_.use(aggregation);
  headed_.observe(aggregation);
  const auto& print = aggregation.description()->print;
  if (!print) return;
  last_print_ = print;
  if (!known_.descriptions().prints().is_last(*print)) last_turn_ = print;
}

void AggregationChoice::see_gap(const Record& record) {
  const auto& print = current_->description()->print;
  if (!print || known_.descriptions().prints().is_last(*print)) return;
  has_gap_ = true;
  const bool counts_last = current_->prints() == Prints::last && sources_.settings.prints == Prints::automatic;
  if (has_odd_gap_ || !counts_last || record.follows_probe || known_.may_print_nothing()) return;
  has_odd_gap_ = true;
  sources_.report.data_loss("dtrace.printed_again", record.line,
                            "an empty line more than this print begins with: if another recording begins here, values "
                            "are missing; split the file");
}

void AggregationChoice::finish(bool ends_in_record) {
  known_.report_headless(is_cut_);
  known_.finish(has_gap_ || is_cut_ || (last_turn_ && !known_.descriptions().prints().ends_round(*last_turn_)));
  if (!ends_in_record || !last_print_ || known_.has_untold()) return;
  report_unreached(*last_print_, known_.descriptions(), sources_.report);
}

void AggregationChoice::begin_recording() {
  known_.begin_recording();
  current_ = nullptr;
  last_print_.reset();
}

bool AggregationChoice::is_at_end() const {
  return last_print_ && known_.descriptions().prints().is_at_end(*last_print_);
}

bool AggregationChoice::goes_on_at_end(const Record& record) const {
  return is_at_end() && known_.descriptions().prints().find(record, *last_print_ + 1).has_value();
}

bool AggregationChoice::has_had(const Record& record) const {
  const ExpectedPrints& prints = known_.descriptions().prints();
  if (!last_print_ || !prints.is_last(*last_print_)) return false;
  if (!known_.descriptions().is_last(record) || prints.find(record, *last_print_ + 1)) return false;
  for (auto print = prints.find(record); print; print = prints.find(record, *print + 1)) {
    if (!known_.has_found(*print)) return false;
  }
  like_to_come(record);
  return true;
}

/// Of the prints at the end whose turn is still to come, one that only symbols or names tell from the record's; reports
/// it.
std::optional<std::size_t> AggregationChoice::like_to_come(const Record& record) const {
  if (!is_at_end()) return std::nullopt;
  const std::vector<std::size_t> like = known_.descriptions().prints().like(record);
  const auto found = std::find_if(like.begin(), like.end(), [&](std::size_t each) { return each > *last_print_; });
  if (found == like.end()) return std::nullopt;
  report_mixed(record);
  return *found;
}

bool AggregationChoice::is_behind_last() const {
  return last_print_ && known_.descriptions().prints().is_last(*last_print_);
}

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
      return current_->prints() == Prints::apart ? known_.make(record) : *current_;
    case Break::fall:
      if (record.format != 0 && (known_.descriptions().prints().orders() & rising_values) != 0) {
        if (AggregationProfile* const next = next_of_program(record)) return *next;
      }
      return current_->prints() == Prints::apart ? known_.make(record) : *current_;
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
  if (!known_.descriptions().has_program()) return nullptr;
  const Record& whole = known_.whole_of(record);
  auto print = last_print_ ? known_.descriptions().prints().named_after(*last_print_, whole) : std::nullopt;
  if (!print && last_print_) print = known_.descriptions().after(*last_print_, whole);
  if (!last_print_) print = known_.descriptions().first_of(whole);
  if (!print) print = like_to_come(whole);
  if (print && last_print_ && known_.descriptions().prints().may_be_named(*last_print_, whole)) report_mixed(record);
  return print ? &known_.of_program(*print, record) : nullptr;
}

void AggregationChoice::report_mixed(const Record& record) const {
  sources_.report.data_loss("dtrace.alike", record.line,
                            "another aggregation begins here or above: values may be mixed up; printf() a heading for "
                            "each");
}

/// The next that dtrace.aggregations names; null where it names no more than one.
AggregationProfile* AggregationChoice::next_of_settings(const Record& record) {
  if (!are_named_by_hand()) return nullptr;
  const std::size_t count = sources_.settings.functions.size();
  if (known_.described() < count) return &known_.make(record);
  for (std::size_t i = 1; i <= count; ++i) {
    AggregationProfile* const next = known_.at((current_->place + i) % count, record);
    if (next != nullptr) return &printed_again(*next, record);
  }
  return nullptr;
}

/// The aggregation that begins within a print.
AggregationProfile& AggregationChoice::next_run(const Record& record, bool is_certain) {
  if (!is_certain) report_mixed(record);
  if (const auto print = current_->description()->print) {
    const auto next = known_.descriptions().beside(*print, record);
    return next ? known_.of_program(*next, record) : *current_;
  }
  if (AggregationProfile* const next = known_.next_of_recording(record, false)) return *next;
  report_same_keys(record);
  return known_.make(record);
}

void AggregationChoice::report_same_keys(const Record& record) const {
  if (are_named_by_hand()) return;
  sources_.report.data_loss("dtrace.same_keys", record.line,
                            "the same keys start over: read as another aggregation; --set dtrace.prints=add adds them");
}

/// An aggregation that a record may be of: one that the recording has not printed yet, or else the last one used.
AggregationProfile& AggregationChoice::found_or_made(const Record& record) {
  if (AggregationProfile* const next = known_.next_of_recording(record, true)) return *next;
  AggregationProfile* const found = known_.last_used(record);
  if (found == nullptr) return known_.make(record);
  if (!known_.heading().empty()) {
    if (AggregationProfile* const next = next_of_settings(record)) return *next;
  }
  return printed_again(*found, record);
}

/// Within one print an aggregation has one value without keys, so the next is another's.
AggregationProfile& AggregationChoice::with_no_keys(const Record& record) {
  if (const auto print = current_->description()->print) {
    if (const auto next = known_.descriptions().beside(*print, record)) return known_.of_program(*next, record);
  }
  if (AggregationProfile* const next = known_.next_of_recording(record, false)) return *next;
  record.is_table ? report_same_keys(record) : report_more_values(record, known_.descriptions(), sources_.report);
  return known_.make(record);
}

AggregationProfile& AggregationChoice::printed_again(AggregationProfile& aggregation, const Record& record) {
  if (aggregation.prints() == Prints::apart) return known_.make(record);
  known_.print_again(aggregation, record);
  return aggregation;
}

}  // namespace profconv::dtrace
