// SPDX-License-Identifier: Apache-2.0
// The way of a record: it may wait for the end of its print, or of the input, before its aggregation is known.
#include "readers/dtrace/aggregations/aggregations.h"

#include <string>
#include <utility>

#include "profconv/errors.h"
#include "readers/dtrace/aggregations/key_hash.h"
#include "readers/dtrace/forms/text_lines.h"
#include "readers/dtrace/program/expected_prints.h"

namespace profconv::dtrace {

Aggregations::Aggregations(FrameLines& lines, ProfileSetBuilder& builder, const Settings& settings,
                           const ExpectedPrints& prints, Report& report)
    : frames_(lines, builder),
      stacks_(builder, frames_, prints.order_of_stacks(), report),
      sources_{builder, settings, report},
      choice_(sources_, prints),
      numbers_(choice_.descriptions()),
      boundary_(prints),
      lone_values_(choice_, sources_),
      last_prints_(choice_.descriptions()) {
  for (const std::string& doubt : prints.doubts()) report.data_loss("dtrace.program", 0, doubt);
  for (const UnreadableFormat& format : prints.unreadable()) {
    report.data_loss(
        "dtrace.script_format", 0,
        "skipped printa(\"" + shortened(format.written) + "\") of the D program: its format cannot be read");
  }
}

/// Whether the D program prints such records. Without one: whether a recording before had any.
bool Aggregations::expects(const Record& record) const {
  return choice_.descriptions().has_program() ? choice_.descriptions().expects(record)
                                              : choice_.known().had_like(record);
}

/// Of the empty lines behind what an action printed one may be the action's own, and no stack.
bool Aggregations::lacks_stacks(Record& record) const {
  if (record.format != 0 || !record.before.of_probe || expects(record)) return false;
  while (record.stacks.size() > 1 && record.stacks[1] == 0 && record.shape.starts_with(stack_letter)) {
    record.shape.erase(0, 1);
    record.stacks.erase(record.stacks.begin());
    if (expects(record)) return true;
  }
  return false;
}

void Aggregations::add(const Record& record) {
  blanks_.observe(record);
  if (record.lacks_blank) choice_.see_cut();
  if (record.first_of_recording || (!record.is_action && follows_recording(record))) begin_recording();
  if (record.is_action) return add_action(record);
  if (!record.before.of_probe) return add_values(record);
  Record trimmed = record;
  add_values(lacks_stacks(trimmed) ? trimmed : record);
}

void Aggregations::add_values(const Record& record) {
  const std::size_t numbers = numbers_.values_of(record, choice_.known().described());
  if (numbers == 0) return add_parts(record);
  Record parted = record;
  RecordNumbers::take_values(parted, numbers);
  add_parts(parted);
}

/// The numbers and the table of one record are of two profiles: the rows of the second are buckets.
void Aggregations::add_parts(const Record& record) {
  if (!record.is_table || record.values.empty()) return add_one(record);
  const Record numbers = without_table(record);
  const std::uint64_t stacks_hash = hash_of_stacks(record);
  const std::uint64_t key_hash = hash_of_keys(record, stacks_hash);
  const StackId stack = stack_of(record, stacks_hash);
  choice_.set_whole(&record);
  place(numbers, stack, key_hash);
  choice_.set_whole(nullptr);
  Record table = record;
  table.values.clear();
  AggregationProfile& beside = choice_.table_beside(table);
  choice_.use(beside);
  beside.add(table, stack, key_hash);
}

void Aggregations::add_one(const Record& record) {
  const std::uint64_t stacks_hash = hash_of_stacks(record);
  const std::uint64_t key_hash = hash_of_keys(record, stacks_hash);
  // The keys seen before are spread over more memory than a cache holds: they come while the stack is put together.
  if (choice_.current() != nullptr) choice_.current()->prefetch_keys(key_hash);
  const StackId stack = stack_of(record, stacks_hash);
  if (ends_recording(record) || !last_prints_.must_hold(record)) {
    if (last_prints_.shows_repeated()) {
      for (const AssignedPrint& print : last_prints_.take_repeated()) replay(print);
    }
    return place(record, stack, key_hash);
  }
  settle();
  is_apart_ = true;
  if (const auto ready = last_prints_.hold({record, stack, key_hash})) replay(*ready);
}

/// Whether the record follows others that dtrace prints at its end, with nothing between.
bool Aggregations::ends_recording(const Record& record) const {
  return !is_apart_ && choice_.is_at_end() && !record.starts_print && !record.follows_probe &&
         record.before.text.empty();
}

/// Whether the record begins a print after those that a recording ends with, so that another one was appended.
bool Aggregations::follows_recording(const Record& record) const {
  if (record.follows_end && (choice_.is_at_end() || is_repeated(record))) return true;
  if (!record.starts_print && (!record.before.is_heading || record.before.of_probe)) return false;
  // Rows of keys follow a heading line in each print.
  const auto is_known = [&] { return choice_.current()->has_keys(hash_of_keys(record, hash_of_stacks(record))); };
  if (record.is_key_row && choice_.goes_on_at_end(record) && !is_known()) return false;
  return choice_.is_at_end() || last_prints_.is_at_end() || (record.format == 0 && choice_.has_had(record)) ||
         (choice_.is_behind_last() && is_repeated(record));
}

/// Whether the record behind what the D program makes once, as it ends, can only be of prints before that; reports it.
bool Aggregations::is_repeated(const Record& record) const {
  if (!choice_.descriptions().is_repeated(record)) return false;
  sources_.report.data_loss("dtrace.printed_again", record.line,
                            "this print comes after the program's last: read as another recording, values are added");
  return true;
}

void Aggregations::begin_recording() {
  settle();
  release_last_prints(true);
  choice_.begin_recording();
}

/// Whether another aggregation may begin within a print of such records.
bool Aggregations::can_be_split(const Record& record) const {
  return record.format == 0 && !record.shape.empty() && !record.is_packed && !choice_.known().has_whole() &&
         sources_.settings.prints != Prints::apart;
}

void Aggregations::place(const Record& record, StackId stack, std::uint64_t key_hash) {
  const Break why = choice_.break_before(record, key_hash, is_apart_, runs_);
  const bool goes_on = why == Break::none || why == Break::repeat || why == Break::fall;
  if (goes_on && can_be_split(record)) return place_in_print(record, stack, key_hash);
  if (runs_.holds()) {
    settle();
    return place(record, stack, key_hash);
  }
  if (why == Break::shape && choice_.current() != nullptr) report_lost_shape(record);
  if (why == Break::heading && choice_.current() != nullptr) report_lost_heading(record);
  if (!is_apart_) lone_values_.observe(record);
  choice_.choose(record, why);
  if (why == Break::shape) report_soft_boundary(record);
  if (!goes_on) runs_.begin(choice_.rules_of_print(record));
  put(record, stack, key_hash);
}

/// Reports a record of another shape that may show what the records before it are.
void Aggregations::report_lost_shape(const Record& record) {
  const bool may_show = !choice_.descriptions().has_program() && !record.starts_print && !record.follows_probe;
  if (!may_show || choice_.known().has_whole()) return;
  if (choice_.current()->ends_in_stacks_without(record)) {
    sources_.report.data_loss("dtrace.alike", record.line,
                              "the record above may be of this aggregation, and its empty stacks just empty lines");
  } else if (choice_.current()->may_lack_stacks_of(record) || choice_.current()->may_lack_key_of(record)) {
    sources_.report.data_loss("dtrace.alike", record.line,
                              "the records before this one may be of the same aggregation, with an empty stack or key");
  } else if (choice_.current()->may_lack_value(record)) {
    sources_.report.data_loss("dtrace.alike", record.line,
                              "this value may be that of the record before it, whose value is a key then");
  }
}

/// Reports a record below a text whose empty line may be a stack of the aggregation above, and no print's.
void Aggregations::report_lost_heading(const Record& record) {
  const AggregationProfile& above = *choice_.current();
  const bool can_be_stack = record.format == 0 && record.blanks_before == (record.has_own_newline() ? 2U : 1U);
  if (choice_.descriptions().has_program() || !can_be_stack || above.is_table() != record.is_table) return;
  if (above.shape() != stack_letter + record.shape) return;
  sources_.report.data_loss("dtrace.alike", record.line,
                            "the text above may be other output, and the empty line an empty stack, as of the records "
                            "before it");
}

/// Reports a record of another aggregation than the one before it, which may be of the same.
void Aggregations::report_soft_boundary(const Record& record) {
  const auto& print = choice_.current()->description()->print;
  if (!print || !boundary_.is_soft(*print, record)) return;
  choice_.report_mixed(record);
}

/// Without empty lines only keys and values tell where the prints of a D program begin.
void Aggregations::report_missing_blanks() {
  if (blanks_.missing() == 0 || !choice_.descriptions().prints().need_blanks()) return;
  sources_.report.data_loss("dtrace.lost_line", blanks_.missing(),
                            "no print begins with an empty line, as dtrace writes: they were deleted, and prints may "
                            "be added or mixed up");
}

void Aggregations::place_in_print(const Record& record, StackId stack, std::uint64_t key_hash) {
  const bool is_known = choice_.current()->has_keys(key_hash);
  if (!runs_.must_hold(record, is_known)) {
    // Stacks of several processes may look alike, other keys of one aggregation never do.
    const bool has_stack = record.shape.find(stack_letter) != std::string::npos;
    if (is_known && choice_.current()->description()->print) {
      has_stack ? choice_.current()->add_same_stack(record) : choice_.current()->add_repeat(record.line);
    }
    return put(record, stack, key_hash);
  }
  runs_.hold({record, stack, key_hash}, is_known);
  if (runs_.is_long()) settle();
}

void Aggregations::put(const Record& record, StackId stack, std::uint64_t key_hash) {
  if (record.follows_gap && (record.starts_print || record.follows_probe || record.format != 0))
    choice_.see_gap(record);
  choice_.use(*choice_.current());
  choice_.current()->add(record, stack, key_hash);
  runs_.pass(record, key_hash);
  if (const auto& print = choice_.current()->description()->print) boundary_.pass(*print, record);
  is_apart_ = false;
}

/// Adds a print that has waited.
void Aggregations::replay(const AssignedPrint& print) {
  settle();
  const HeldRecord& first = print.records.front();
  choice_.choose_print(print.print, first.record);
  runs_.begin(choice_.rules_of_print(first.record));
  put(first.record, first.stack, first.key_hash);
  for (std::size_t i = 1; i < print.records.size(); ++i) {
    const HeldRecord& each = print.records[i];
    place(each.record, each.stack, each.key_hash);
  }
  settle();
  is_apart_ = true;
}

/// What dtrace prints at its end follows an empty line, so it is not there if the input ends in one.
void Aggregations::release_last_prints(bool may_be_at_end) {
  const auto is_found = [&](std::size_t print) {
    return choice_.known().has_found(print) || (!may_be_at_end && choice_.descriptions().prints().is_at_end(print));
  };
  for (const AssignedPrint& print : last_prints_.take_all(is_found)) replay(print);
}

/// Adds the records that wait, now that all of the print has been seen.
void Aggregations::settle() {
  if (!runs_.holds()) return;
  const RunSplit split = runs_.split();
  const std::vector<HeldRecord> held = runs_.take();
  auto start = split.starts.begin();
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (start != split.starts.end() && *start == i) {
      // Between texts a print does not begin with an empty line, so that it may be printed again.
      choice_.choose_run(held[i].record, split.is_certain && held[i].record.follows_record);
      runs_.begin(choice_.rules_of_print(held[i].record));
      ++start;
    }
    if (choice_.current()->has_keys(held[i].key_hash)) choice_.current()->add_repeat(held[i].record.line);
    put(held[i].record, held[i].stack, held[i].key_hash);
  }
}

StackId Aggregations::stack_of(const Record& record, std::uint64_t hash) {
  try {
    return stacks_.stack_of(record, hash);
  } catch (const LimitError& error) {
    throw LimitError(sources_.report.at(record.line), error.what());
  }
}

void Aggregations::add_action(const Record& record) {
  if (actions_ == nullptr) {
    actions_ = std::make_unique<AggregationProfile>(sources_, record, std::make_shared<const Description>(),
                                                    std::string_view());
  }
  const std::uint64_t stacks_hash = hash_of_stacks(record);
  actions_->add(record, stack_of(record, stacks_hash), hash_of_keys(record, stacks_hash));
}

void Aggregations::finish(std::size_t blanks) {
  settle();
  release_last_prints(blanks == 0);
  if (blanks > 1) choice_.see_gap_at_end();  // one is dtrace's own
  lone_values_.finish();
  report_missing_blanks();
  choice_.finish(blanks == 0);
  if (!any()) {
    ProfileBuilder& profile = sources_.builder.add_profile();
    profile.add_value_type(Function{}.value_type(true));
    profile.metadata().module_names = true;
    sources_.report.note("dtrace.empty", 0, "no aggregation holds a record: the profile is empty");
  }
  if (frames_.named() == 0 && frames_.addresses() != 0) {
    sources_.report.note("dtrace.addresses", 0,
                         "all frames are addresses: the process exited before dtrace printed; end dtrace first: "
                         "tick-10s { exit(0); } or Ctrl-C");
  }
}

}  // namespace profconv::dtrace
