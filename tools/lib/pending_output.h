// SPDX-License-Identifier: Apache-2.0
// What a conversion makes, until it is final.
#pragma once

#include <memory>
#include <optional>

#include "output_plan.h"
#include "profconv/conversion.h"

namespace profconv {

/// An output while it is made.
struct PendingOutput {
  const PlannedOutput* plan;
  Options options;
  std::unique_ptr<Output> target;  ///< null: nothing is written
  OutputReport report;
};

/// Whether an output can tell the sides of a comparison apart and hold what is known of their frames.
inline bool shows_details(const PendingOutput& output) {
  const Features features = output.plan->writer->carries(*output.plan->writer, output.options);
  return features.has(Feature::comparisons) && features.has(Feature::addresses) && features.has(Feature::lines);
}

/// What outputs are made from.
struct OutputSource {
  ProfileSet set;
  std::optional<ProfileSet> details;  ///< of a comparison, for outputs that hold each side's details

  [[nodiscard]] const ProfileSet& of(const PendingOutput& output) const {
    return details && shows_details(output) ? *details : set;
  }
};

}  // namespace profconv
