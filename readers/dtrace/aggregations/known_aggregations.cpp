// SPDX-License-Identifier: Apache-2.0
// Finding and making aggregations.
#include "readers/dtrace/aggregations/known_aggregations.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "profconv/errors.h"
#include "readers/dtrace/aggregations/doubts.h"
#include "readers/dtrace/aggregations/headings.h"
#include "readers/dtrace/aggregations/shape_doubts.h"
#include "readers/dtrace/program/expected_prints.h"
#include "readers/dtrace/program/sort_orders.h"

namespace profconv::dtrace {

void KnownAggregations::set_heading(std::string heading) {
  heading_ = std::move(heading);
  plain_heading_ = without_numbers(heading_);
}

void KnownAggregations::use(AggregationProfile& aggregation) {
  if (aggregation.recording != recording_) --not_printed_;
  aggregation.recording = recording_;
  aggregation.last_use = ++uses_;
}

void KnownAggregations::begin_recording() {
  report_untold();
  ++recording_;
  not_printed_ = all_.size();
}

bool KnownAggregations::has_found(std::size_t print) const {
  const auto same = by_print_.find(descriptions_.prints().first(print));
  return same != by_print_.end() && std::any_of(same->second.begin(), same->second.end(), [&](const auto* each) {
           return each->description()->print == print && each->recording == recording_;
         });
}

bool KnownAggregations::may_print_nothing() const {
  const auto& repeated = descriptions_.prints().repeated();
  return !repeated || std::any_of(repeated->begin(), repeated->end(), [&](const std::string& names) {
    return std::none_of(all_.begin(), all_.end(), [&](const auto& each) {
      const Description& known = *each->description();
      return each->last_use != 0 && each->recording == recording_ && known.keeps_keys && known.print &&
             descriptions_.prints().names(*known.print) == names;
    });
  });
}

bool KnownAggregations::had_like(const Record& record) const {
  constexpr std::size_t most_compared = 64;
  const auto end = all_.begin() + static_cast<std::ptrdiff_t>(std::min(all_.size(), most_compared));
  return recording_ != 0 && std::any_of(all_.begin(), end, [&](const auto& each) { return each->fits(record); });
}

bool KnownAggregations::has_stack_behind(const std::string& keys) const {
  return std::any_of(all_.begin(), all_.end(), [&](const auto& each) {
    const std::string_view shape = each->shape();
    const std::size_t begin = shape.find(keys + stack_letter);
    return begin != std::string_view::npos &&
           shape.substr(0, begin).find_first_not_of(stack_letter) == std::string_view::npos;
  });
}

std::span<AggregationProfile* const> KnownAggregations::of_heading() const {
  const auto found = by_heading_.find(plain_heading_);
  if (found == by_heading_.end()) return {};
  return found->second;
}

AggregationProfile* KnownAggregations::next_of_recording(const Record& record, bool below_heading) {
  if (not_printed_ == 0) return nullptr;
  for (AggregationProfile* const each : below_heading ? of_heading() : by_heading_.at("")) {
    if (!each->fits(record) || each->recording == recording_) continue;
    each->begin_recording();
    return each;
  }
  return nullptr;
}

AggregationProfile* KnownAggregations::last_used(const Record& record) const {
  AggregationProfile* found = nullptr;
  for (AggregationProfile* const each : of_heading()) {
    if (!each->fits(record)) continue;
    if (found == nullptr || each->last_use > found->last_use) found = each;
  }
  return found;
}

AggregationProfile* KnownAggregations::at(std::size_t place, const Record& record) const {
  const auto found = std::find_if(all_.begin(), all_.end(),
                                  [&](const auto& each) { return each->place == place && each->fits(record); });
  return found == all_.end() ? nullptr : found->get();
}

AggregationProfile& KnownAggregations::of_program(std::size_t print, const Record& record) {
  for (AggregationProfile* const each : by_print_[descriptions_.prints().first(print)]) {
    if (!each->fits(record)) continue;
    if (each->recording < recording_) {
      each->begin_recording();
    } else {
      print_again(*each, record);
    }
    return *each;
  }
  descriptions_.expect(print);
  return make(record);
}

void KnownAggregations::print_again(AggregationProfile& aggregation, const Record& record) const {
  const auto& print = aggregation.description()->print;
  // What a program prints once is of another recording if it comes again.
  if (print && descriptions_.prints().is_only_print(*print)) {
    report_second_table(record);
    report_torn(record);
    aggregation.begin_recording();
  } else {
    aggregation.begin_print(record.line);
  }
}

/// Reports another table of a printa() that is made once, and prints no keys: of another recording, or one in default
/// form whose stacks are empty.
void KnownAggregations::report_second_table(const Record& record) const {
  const ExpectedPrints& prints = descriptions_.prints();
  const bool has_likes = prints.expects("", true) || prints.expects(std::string(1, stack_letter), true) ||
                         prints.expects(std::string(2, stack_letter), true);
  if (!record.is_table || record.format == 0 || !record.shape.empty() || !has_likes) return;
  sources_.report.data_loss(
      "dtrace.alike", record.line,
      "read as another recording's table of the printa() that is made once, but it may be another "
      "aggregation's");
}

/// Reports a record that comes after those of another aggregation, with nothing between, though its own was printed
/// before in one piece.
void KnownAggregations::report_torn(const Record& record) const {
  if (record.format != 0 || record.starts_print || !record.follows_record) return;
  sources_.report.data_loss("dtrace.lost_keys", record.line,
                            "this aggregation comes again after another, though it is printed once: keys or lines may "
                            "be lost");
}

/// Reports the first record of an aggregation that the D program does not print, or prints with other keys.
void KnownAggregations::report_unexpected(const Record& record, const Description& description) const {
  if (!descriptions_.has_program() || record.is_packed) return;
  const auto is_of_print = [&](const AggregationProfile* each) {
    return each->description()->print == description.print;
  };
  const auto same =
      description.print ? by_print_.find(descriptions_.prints().first(*description.print)) : by_print_.end();
  const bool is_split = same != by_print_.end() && description.prints != Prints::apart &&
                        std::any_of(same->second.begin(), same->second.end(), is_of_print);
  if (description.print && !is_split) return;
  sources_.report.data_loss("dtrace.unexpected", record.line,
                            "the D program prints no such record: a line or column may be lost, or the script is "
                            "another's");
}

AggregationProfile& KnownAggregations::make(const Record& record) {
  const std::size_t place = described_++;
  auto description = std::make_shared<const Description>(descriptions_.take(whole_of(record), place));
  report_unexpected(record, *description);
  return add(record, std::move(description), place);
}

AggregationProfile& KnownAggregations::add(const Record& record, std::shared_ptr<const Description> description,
                                           std::size_t place) {
  const std::uint32_t most = sources_.report.context().limits().max_profiles;
  if (all_.size() >= most) {
    throw LimitError(sources_.report.at(record.line),
                     "more than " + std::to_string(most) + " aggregations, the limit (--max-profiles)");
  }
  all_.push_back(std::make_unique<AggregationProfile>(sources_, record, std::move(description), heading_));
  by_heading_[""].push_back(all_.back().get());
  if (const auto& print = all_.back()->description()->print) {
    by_print_[descriptions_.prints().first(*print)].push_back(all_.back().get());
  }
  if (!plain_heading_.empty()) by_heading_[plain_heading_].push_back(all_.back().get());
  all_.back()->place = place;
  all_.back()->recording = recording_;
  return *all_.back();
}

/// With -x aggsortrev DTrace prints the aggregations in reverse order too. It may have been on its command line.
void KnownAggregations::report_reversed() const {
  if (!descriptions_.has_program() || descriptions_.prints().orders() != any_order) return;
  for (const auto& each : all_) {
    const auto& print = each->description()->print;
    if (!print || !descriptions_.prints().has_double(*print) || !each->order().always_falls()) continue;
    sources_.report.data_loss("dtrace.alike", 0,
                              "values fall, as with -x aggsortrev, which swaps aggregations that look alike: give "
                              "dtrace's command as dtrace.script");
    return;
  }
}

/// Reports an aggregation that a recording holds no records of, if they may have been taken for another's.
void KnownAggregations::report_untold() {
  std::set<std::size_t> found;
  for (const auto& each : all_) {
    if (each->recording == recording_ && each->description()->print) found.insert(*each->description()->print);
  }
  const auto untold = descriptions_.untold(found);
  if (!untold || std::exchange(has_untold_, true)) return;
  sources_.report.data_loss("dtrace.alike", 0, *untold + ": values may be mixed up; printf() a heading for each");
}

void KnownAggregations::report_headless(bool is_cut) const {
  if (all_.empty() || descriptions_.has_program()) return;
  constexpr std::size_t most_compared = 64;
  const auto is_headless = [](const AggregationProfile& each) {
    return each.heading().empty() || is_opening(each.heading());
  };
  std::size_t compared = 0;
  for (const auto& each : all_) {
    if (!is_headless(*each)) continue;
    if (++compared > most_compared) return;
    const bool is_first = each == all_.front();
    const bool has_like = std::any_of(all_.begin(), all_.end(), [&](const auto& other) {
      if (is_headless(*other) || other->shape() != each->shape() || other->is_table() != each->is_table()) return false;
      const bool has_numbers = other->heading().find('#') != std::string::npos;
      return (is_first && (is_cut || has_numbers)) || other->shares_keys(*each);
    });
    if (!has_like) continue;
    return sources_.report.data_loss("dtrace.alike", 0,
                                     "the heading of a print may be missing: it is read as an aggregation of its own");
  }
}

void KnownAggregations::finish(bool has_gap) {
  if (!descriptions_.has_program()) report_shape_doubts(all_, sources_.report);
  report_reversed();
  report_untold();
  report_doubts(descriptions_, sources_, described_, has_gap);
  const bool any_falls =
      std::any_of(all_.begin(), all_.end(), [](const auto& each) { return each->order().always_falls(); });
  for (const auto& each : all_) each->finish(any_falls && !each->order().always_falls());
}

}  // namespace profconv::dtrace
