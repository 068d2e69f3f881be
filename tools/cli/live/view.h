// SPDX-License-Identifier: Apache-2.0
// A place where a recording is shown while it is made.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "tools/lib/record/live_profile.h"

namespace profconv::cli::live {

/// What is shown.
struct State {
  const record::LiveProfile& profile;
  std::string target;  ///< what is recorded
  std::string backend;
  std::chrono::milliseconds elapsed{0};
  std::uint64_t rate = 0;    ///< samples a second that came in the last seconds
  std::uint64_t drops = 0;   ///< samples that the tracer lost
  bool is_stopping = false;  ///< nothing more is recorded, and the tracer prints the rest
  std::string failure;       ///< why something is not shown
  std::string ending;        ///< what became of the recording; empty: it goes on
};

/// All calls come from one thread.
class View {
 public:
  View() = default;
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  virtual ~View() = default;

  /// Waits, and does what there is to do meanwhile.
  virtual void wait(std::chrono::milliseconds duration) = 0;
  /// Once a second. With State::ending it is the last call.
  virtual void show(const State& state) = 0;
};

}  // namespace profconv::cli::live
