// SPDX-License-Identifier: Apache-2.0
// What a record holds, and its way to the aggregation it is of.
#include "readers/dtrace/aggregations/aggregations.h"

#include <algorithm>
#include <string>

#include "profconv/errors.h"
#include "readers/dtrace/aggregations/key_hash.h"
#include "readers/dtrace/forms/text_lines.h"
#include "readers/dtrace/program/expected_prints.h"

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

Aggregations::Aggregations(FrameLines& lines, ProfileSetBuilder& builder, const Settings& settings,
                           const ExpectedPrints& prints, Report& report)
    : frames_(lines, builder),
      stacks_(builder, frames_),
      sources_{builder, settings, report},
      descriptions_(settings, prints) {
  for (const UnreadableFormat& format : prints.unreadable()) {
    report.data_loss(
        "dtrace.script_format", 0,
        "skipped printa(\"" + shortened(format.written) + "\") of the D program: its format cannot be read");
  }
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
  if (record.first_of_recording) begin_recording();
  const std::uint64_t key_hash = hash_of_keys(record);
  // The keys seen before are spread over more memory than a cache holds: they come while the stack is put together.
  if (current_ != nullptr) current_->prefetch_keys(key_hash);
  const StackId stack = stack_of(record);
  const bool is_part = whole_ != nullptr || common_ != nullptr;
  if (is_part || ends_recording(record) || !last_prints_.must_hold(record, descriptions_)) return place(record, stack, key_hash);
  settle();
  is_apart_ = true;
  if (const auto ready = last_prints_.hold({record, stack, key_hash})) replay(*ready);
}

/// Whether the record follows others that dtrace prints at its end, with nothing between.
bool Aggregations::ends_recording(const Record& record) const {
  return !is_apart_ && last_print_ && descriptions_.prints().is_at_end(*last_print_) && !record.starts_print &&
         !record.follows_probe && record.before.text.empty();
}

void Aggregations::begin_recording() {
  settle();
  release_last_prints();
  ++recording_;
  current_ = beside_ = nullptr;
  last_print_.reset();
}

void Aggregations::place(const Record& record, StackId stack, std::uint64_t key_hash) {
  const Break why = break_before(record, key_hash);
  const bool goes_on = why == Break::none || why == Break::repeat || why == Break::fall;
  if (goes_on && can_be_split(record)) return place_in_print(record, stack, key_hash);
  settle();
  heading_ = why == Break::heading ? std::string_view(record.before.text) : std::string_view();
  current_ = &choose(record, why);
  if (!goes_on) runs_.begin(rules_of_print(record));
  put(record, stack, key_hash);
}

void Aggregations::place_in_print(const Record& record, StackId stack, std::uint64_t key_hash) {
  const bool is_known = current_->has_keys(key_hash);
  if (!runs_.must_hold(record, is_known)) return put(record, stack, key_hash);
  runs_.hold({record, stack, key_hash}, is_known);
  if (runs_.is_long()) settle();
}

void Aggregations::put(const Record& record, StackId stack, std::uint64_t key_hash) {
  current_->recording = recording_;
  current_->last_use = ++records_;
  current_->add(record, stack, key_hash);
  if (current_->description()->print) last_print_ = current_->description()->print;
  runs_.pass(record, key_hash);
  is_apart_ = false;
}

/// Adds a print that has waited.
void Aggregations::replay(const AssignedPrint& print) {
  settle();
  const Record& first = print.records.front().record;
  heading_ = first.before.is_heading ? std::string_view(first.before.text) : std::string_view();
  current_ = &of_program(print.print, first);
  runs_.begin(rules_of_print(first));
  put(first, print.records.front().stack, print.records.front().key_hash);
  for (std::size_t i = 1; i < print.records.size(); ++i) {
    const HeldRecord& each = print.records[i];
    place(each.record, each.stack, each.key_hash);
  }
  settle();
  is_apart_ = true;
}

void Aggregations::release_last_prints() {
  const auto is_found = [&](std::size_t print) {
    return std::any_of(all_.begin(), all_.end(), [&](const auto& each) {
      return each->description()->print == print && each->recording == recording_;
    });
  };
  for (const AssignedPrint& print : last_prints_.take_all(is_found)) replay(print);
}

/// Adds the records that wait, now that all of the print has been seen.
void Aggregations::settle() {
  if (!runs_.holds()) return;
  const RunSplit split = runs_.split();
  const std::vector<HeldRecord> held = runs_.take();
  heading_.clear();
  auto start = split.starts.begin();
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (start != split.starts.end() && *start == i) {
      current_ = &next_run(held[i].record, split.is_certain);
      ++start;
    }
    if (current_->has_keys(held[i].key_hash)) current_->add_repeat(held[i].record.line);
    put(held[i].record, held[i].stack, held[i].key_hash);
  }
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

/// Reports what the D program or the options leave open.
void Aggregations::report_doubts() {
  if (const auto untold = descriptions_.untold()) {
    sources_.report.data_loss("dtrace.alike", 0, *untold + ": values may be mixed up; printf() a heading for each");
  }
  if (const auto turns = descriptions_.in_turns()) {
    sources_.report.data_loss("dtrace.turns", 0,
                              *turns +
                                  " print alike in turns; if one print was empty they are mixed up: printf() a "
                                  "heading for each");
  }
  if (const std::size_t column = sources_.settings.unsorted_time; column != 0) {
    sources_.report.note("dtrace.unsorted_times", 0,
                         "key " + std::to_string(column) +
                             " looks like a timestamp but is not sorted: ignored as time; name it timestamp to use it");
  }
  const std::size_t named = sources_.settings.functions.size();
  if (!are_named_by_hand() || described_ == named) return;
  sources_.report.data_loss("dtrace.aggregations", 0,
                            "dtrace.aggregations names " + std::to_string(named) + " aggregations, found " +
                                std::to_string(described_) + ": check the list");
}

void Aggregations::finish() {
  settle();
  release_last_prints();
  report_doubts();
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
