// SPDX-License-Identifier: Apache-2.0
// Which records fit, and what is assumed of repeated keys and prints.
#include "readers/dtrace/aggregations/aggregation_profile.h"

#include <algorithm>
#include <string>
#include <utility>

#include "readers/dtrace/aggregations/headings.h"

namespace profconv::dtrace {

namespace {

std::string name_of(const Description& description, const Record& record, std::string_view heading) {
  return description.name.empty() ? std::string(name_in(heading, record.before.of_probe)) : description.name;
}

}  // namespace

AggregationProfile::AggregationProfile(const Sources& sources, const Record& record,
                                       std::shared_ptr<const Description> description, std::string_view heading)
    : sources_(sources),
      description_(std::move(description)),
      shape_(record.shape),
      numbers_(record.values.size()),
      format_(record.format),
      heading_(without_numbers(heading)),
      samples_(sources, record, description_, name_of(*description_, record, heading)),
      first_line_(record.line),
      sums_(sums_of(*description_, prints(), sources.settings.prints, has_stacks())),
      is_table_(record.is_table),
      is_packed_(record.is_packed),
      guessing_(description_->keys.empty() && !record.columns.empty()),
      has_empty_stack_(record.has_empty_stack()),
      begins_below_gap_(record.blanks_before > 1 && !record.has_own_newline() && !record.is_key_row &&
                        record.before.text.empty()),
      follows_output_(record.before.of_probe) {
  if (sums_.needs_rows()) samples_.watch_rows();
}

bool AggregationProfile::fits(const Record& record) const {
  return record.shape == shape_ && record.is_table == is_table_ && record.is_packed == is_packed_ &&
         record.values.size() == numbers_ && record.format == format_ &&
         (!is_table_ || samples_.schemes().fit(record.rows));
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

bool AggregationProfile::may_lack_stacks_of(const Record& next) const {
  const std::size_t more = next.shape.size() - std::min(next.shape.size(), shape_.size());
  return follow_blanks_ && format_ == 0 && next.format == 0 && more != 0 && next.is_table == is_table_ &&
         next.shape == std::string(more, stack_letter) + shape_;
}

bool AggregationProfile::ends_in_stacks_without(const Record& next) const {
  const std::size_t more = shape_.size() - std::min(shape_.size(), next.shape.size());
  const std::size_t own = next.has_own_newline() ? 1 : 0;
  return more != 0 && more <= empty_stacks_ && format_ == 0 && next.format == 0 && next.blanks_before <= own &&
         next.is_table == is_table_ && shape_ == std::string(more, stack_letter) + next.shape;
}

bool AggregationProfile::may_lack_key_of(const Record& next) const {
  return records_ == 1 && format_ == 0 && shape_.starts_with(stack_letter) && next.format == 0 &&
         next.blanks_before == 0 && next.is_table == is_table_ &&
         next.shape == static_cast<char>(ColumnKind::text) + shape_;
}

bool AggregationProfile::may_lack_value(const Record& next) const {
  return records_ == 1 && format_ == 0 && !is_table_ && !shape_.empty() && next.format == 0 && !next.is_table &&
         next.shape.empty() && next.blanks_before == 0;
}

/// Of the keys that the D program never drops, each print has those of the one before.
void AggregationProfile::end_print() {
  same_stacks_.end_print();
  // In a format, stacks that look alike seem to begin a print where they add anyway.
  const bool is_whole = format_ == 0 || !description_->may_look_alike || prints() != Prints::add;
  const bool keeps_keys = description_->keeps_keys && is_whole && printed_again_ != 0;
  if (keeps_keys && !keys_seen_.contains_all(keys_before_)) lacks_keys_ = true;
  std::swap(keys_before_, keys_seen_);
  keys_seen_.clear();
}

void AggregationProfile::begin_recording() {
  ++recordings_begun_;
  end_print();
  keys_before_.clear();
  keys_printed_.clear();
  tables_.clear();
  order_.begin_recording();
  copies_.begin_recording();
  samples_.begin_print();
  samples_.end_print(sums_);
  sums_.begin_recording(samples_.profile());
}

void AggregationProfile::begin_print(std::uint64_t line) {
  ++prints_begun_;
  if (printed_again_ == 0 && description_->clears_some) {
    sources_.report.data_loss(
        "dtrace.clears_some", line,
        "the program clears some of the aggregations that it prints together: all are read as the "
        "first; print them apart");
  }
  if (printed_again_ == 0) printed_again_ = line;
  end_print();
  order_.begin_print();
  samples_.begin_print();
  samples_.end_print(sums_);
  sums_.begin_print(samples_.profile());
}

void AggregationProfile::add(const Record& record, StackId stack, std::uint64_t key_hash) {
  ++records_;
  keys_seen_.insert(key_hash);
  order_.observe(record, sort_value(record));
  copies_.observe(key_hash, sort_value(record), record.line);
  follow_blanks_ = follow_blanks_ && record.blanks_before > (record.has_own_newline() ? 1U : 0U);
  if (guessing_) guess_.observe(record);
  if (repeats_ != 0 && has_only_stacks()) look_alikes_.observe(key_hash);
  if (!is_table_ && record.value.value < 0) negative_line_ = record.line;
  empty_stacks_ = record.frames.empty()
                      ? record.stacks.size()
                      : static_cast<std::size_t>(std::count(record.stacks.begin(), record.stacks.end(), 0U)) - 1;
  if (is_table_ && description_->print && prints() == Prints::last) {
    tables_shrink_ = !tables_.observe(key_hash, record.rows) || tables_shrink_;
  }
  sums_.add_record();
  samples_.add(record, stack, replaces_earlier(key_hash));
}

bool AggregationProfile::replaces_earlier(std::uint64_t key_hash) {
  if (prints() != Prints::last || (records_ > 1 && !samples_.has_times())) return false;
  if (printed_again_ != 0 && keys_printed_.contains(key_hash)) return true;
  keys_printed_.insert(key_hash);
  return false;
}

void AggregationProfile::add_repeat(std::uint64_t line) {
  if (repeats_++ == 0) first_repeat_ = line;
}

/// An empty line between two prints of the same stacks can be lost.
void AggregationProfile::report_same_stacks() {
  same_stacks_.end_print();
  if (same_stacks_.line() != 0 && prints() == Prints::last && !description_->is_printed_once) {
    sources_.report.data_loss(
        "dtrace.repeated_keys", same_stacks_.line(),
        "most stacks of a print appear again in it and were added; an empty line between two prints may be missing");
  } else if (same_stacks_.restart() != 0) {
    sources_.report.data_loss("dtrace.repeated_keys", same_stacks_.restart(),
                              "values start over at a stack that is above, too, and are added: lines may be doubled, "
                              "or an empty one missing");
  }
}

void AggregationProfile::report_missing_keys() const {
  sources_.report.data_loss(
      "dtrace.printed_again", printed_again_,
      has_stacks()
          ? "a print lacks stacks of the one before: read as symbols lost when a process exited; split appended "
            "recordings"
          : "a key of one print is missing from the next, though nothing drops it: lost records, or another "
            "recording; split the file");
}

/// Reports what several prints were taken for, unless the D program or the option tells.
void AggregationProfile::finish_prints() {
  report_absent_keys();
  report_same_stacks();
  if (printed_again_ == 0 || is_packed_) return;
  end_print();
  samples_.end_print(sums_);
  const bool last = sums_.finish(samples_.profile());
  if (sums_.has_fallen()) {
    sources_.report.data_loss("dtrace.printed_again", printed_again_,
                              "printed again with counts that fall (cleared, or another recording): the last prints "
                              "before the falls were added");
  }
  if (tables_shrink_ && !sums_.has_fallen()) {
    sources_.report.data_loss(
        "dtrace.printed_again", printed_again_,
        "printed again with buckets that are gone (cleared, or another recording): the last print "
        "counts; split the file");
  }
  if (lacks_keys_) report_missing_keys();
  if (sums_.has_fallen_sums() && description_->print && sources_.settings.prints == Prints::automatic) {
    sources_.report.data_loss("dtrace.printed_again", printed_again_,
                              "printed again with sums that fall: the last print counts; if another recording begins "
                              "there, split the file");
  }
  sums_.report_truncated(sources_.report, printed_again_);
  if (prints() != Prints::automatic || !adds_up() || sums_.has_fallen()) return;
  sources_.report.data_loss(
      "dtrace.printed_again", printed_again_,
      last ? "printed again with totals that only rise: the last print counts; --set dtrace.prints=add adds all"
           : "printed again: values were added; --set dtrace.prints=last takes the last, =apart splits");
}

/// Values of several recordings add as counts and sums do. Those of min(), max() and avg() do not.
void AggregationProfile::report_recordings() const {
  copies_.report(sources_.report);
  if (recordings_begun_ == 0 || is_told() || is_table_) return;
  sources_.report.data_loss("dtrace.appended", first_line_,
                            "adding values of several recordings, which is wrong for min(), max() and avg(): name them "
                            "with dtrace.aggregations");
}

/// Within one print a 0 matters if its record becomes one with another, whose stack differs only in offsets.
void AggregationProfile::report_absent_keys() const {
  if (!samples_.may_lack_extremes() || (printed_again_ == 0 && !samples_.has_joined())) return;
  sources_.report.data_loss("dtrace.absent_keys", printed_again_ != 0 ? printed_again_ : first_line_,
                            "a min(), max() or avg() of 0 may be of a key without values, cleared or printed for "
                            "another aggregation: print it alone");
}

bool AggregationProfile::adds_up() const {
  const auto types = samples_.value_types();
  return std::any_of(types.begin(), types.end(),
                     [](const ValueType& type) { return type.aggregation == Aggregation::sum; });
}

/// Whether stacks that appear again are this aggregation's own for sure.
bool AggregationProfile::are_repeats_certain() const {
  return has_only_stacks() && !shape_.empty() && !is_table_ && adds_up() && printed_again_ == 0 &&
         recordings_begun_ == 0 && order_.never_fell() && look_alikes_.are_of_one();
}

void AggregationProfile::report_repeats() const {
  if (repeats_ == 0 || are_repeats_certain()) return;
  const std::string what = has_only_stacks() ? "stack" : "key";
  sources_.report.data_loss("dtrace.repeated_keys", first_repeat_,
                            std::to_string(repeats_) + " " + what + (repeats_ == 1 ? " appears" : "s appear") +
                                " again in one print: " + (adds_up() ? "values were added" : "they became one") +
                                "; --set dtrace.prints=apart splits");
}

/// Other records of an aggregation show which empty lines are stacks and which numbers are keys.
void AggregationProfile::report_lone_record() const {
  if (records_ != 1 || format_ != 0 || description_->print || !description_->functions.empty()) return;
  const bool has_only_number = shape_ == std::string(1, static_cast<char>(ColumnKind::quad));
  if (!has_empty_stack_ && !has_only_number) return;
  sources_.report.data_loss("dtrace.lone_record", first_line_,
                            has_empty_stack_
                                ? "an empty line is read as an empty stack, which no other record confirms"
                                : "the number before the value is read as a key, which no other record confirms");
}

void AggregationProfile::report_order(bool others_fall) const {
  if (!is_told()) order_.report_restart(others_fall, sources_.report);
  const bool is_one_print = prints_begun_ == 0 && recordings_begun_ == 0 && printed_again_ == 0;
  const bool is_sorted = description_->functions.size() == 1 && numbers_ < 2 && !is_table_ && !has_stacks();
  if (description_->print && format_ != 0 && is_one_print && is_sorted) order_.report_disorder(sources_.report);
}

void AggregationProfile::finish(bool others_fall) {
  finish_prints();
  report_recordings();
  report_repeats();
  report_lone_record();
  samples_.finish(prints());
  if (!is_told() && negative_line_ != 0 && samples_.has_joined()) {
    sources_.report.data_loss(
        "dtrace.repeated_keys", negative_line_,
        "stacks that differ in offsets were added, but values below 0 are no counts: name the function: "
        "dtrace.aggregations");
  }
  report_order(others_fall);
  const std::string proposal = guess_.proposal();
  if (!proposal.empty()) {
    sources_.report.note("dtrace.keys", first_line_, "the keys look like --set dtrace.keys=" + proposal);
  }
}

}  // namespace profconv::dtrace
