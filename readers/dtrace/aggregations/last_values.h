// SPDX-License-Identifier: Apache-2.0
// Averages and deviations do not add up: of those that become one sample the last is kept, which loses the others.
#pragma once

#include <cstdint>

#include "profconv/profile_builder.h"
#include "readers/dtrace/settings.h"
#include "readers/dtrace/text/finding.h"
#include "readers/dtrace/text/key_set.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Counts what is lost so in one profile.
class LastValues {
 public:
  /// A sample that is added, if it has a value that does not add.
  void observe(const SampleKey& key, std::uint64_t line);
  /// The samples that follow are another print.
  void begin_print();
  /// `prints`: what the option or the D program says of prints. The last counts without a loss where nothing is
  /// cleared.
  void report(Prints prints, Report& report) const;

 private:
  KeySet seen_;     ///< in this print
  KeySet printed_;  ///< in those before
  Finding joined_;
  Finding reprinted_;
};

}  // namespace profconv::dtrace
