// SPDX-License-Identifier: Apache-2.0
// The end of one aggregation: what its prints add up to, and what was assumed.
#include <string>

#include "readers/dtrace/aggregations/aggregation_profile.h"

namespace profconv::dtrace {

void AggregationProfile::add_repeat(std::uint64_t line) {
  if (repeats_++ == 0) first_repeat_ = line;
}

/// Reports what several prints were taken for, unless the D program or the option tells.
void AggregationProfile::finish_prints() {
  if (printed_again_ == 0 || is_packed_) return;
  const bool last = sums_.finish(*profile_);
  const bool adds = profile_->value_types()[0].aggregation == Aggregation::sum;
  if (prints() != Prints::automatic || !adds) return;
  sources_.report.data_loss(
      "dtrace.printed_again", printed_again_,
      last ? "printed again with totals that only rise: the last print counts; --set dtrace.prints=add adds all"
           : "printed again: values were added; --set dtrace.prints=last takes the last, =apart splits");
}

void AggregationProfile::report_repeats() const {
  if (repeats_ == 0) return;
  const bool are_stacks = shape_.find_first_not_of(stack_letter) == std::string::npos;
  const std::string what = are_stacks ? "stack" : "key";
  sources_.report.data_loss("dtrace.repeated_keys", first_repeat_,
                            std::to_string(repeats_) + " " + what + (repeats_ == 1 ? " appears" : "s appear") +
                                " again in one print: values were added; --set dtrace.prints=apart splits");
}

void AggregationProfile::finish() {
  finish_prints();
  report_repeats();
  if (is_table_) profile_->metadata().distribution = scheme_name(simplest(schemes_));
  const std::uint64_t restart = description_->print ? 0 : order_.first_restart();
  if (restart != 0) {
    // Keys that differ are never added, so that this changes only the total.
    sources_.report.note("dtrace.values_restart", restart,
                         "values start over, maybe of another aggregation: --set dtrace.prints=apart splits here");
  }
  const std::string proposal = guess_.proposal();
  if (!proposal.empty()) {
    sources_.report.note("dtrace.keys", first_line_, "the keys look like --set dtrace.keys=" + proposal);
  }
}

}  // namespace profconv::dtrace
