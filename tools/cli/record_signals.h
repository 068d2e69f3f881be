// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and its kin while something is recorded.
#pragma once

#include "profconv/context.h"

namespace profconv::cli {

/// As long as it lives, the first signal asks to end the recording, and the second cancels the conversion.
class RecordSignals {
 public:
  explicit RecordSignals(Context& context);
  RecordSignals(const RecordSignals&) = delete;
  RecordSignals& operator=(const RecordSignals&) = delete;
  ~RecordSignals();

  /// Whether a signal has asked to end the recording.
  [[nodiscard]] static bool asked_to_stop();
  /// From now on Ctrl-C is the target's alone, and other signals end this process.
  static void leave_to_target();
};

/// Whether a terminal's Ctrl-C goes to this process and the target alike.
[[nodiscard]] bool shares_terminal();

}  // namespace profconv::cli
