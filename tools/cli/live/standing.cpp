// SPDX-License-Identifier: Apache-2.0
// A line of numbers.
#include "tools/cli/live/standing.h"

#include "tools/cli/messages.h"

namespace profconv::cli::live {

std::string standing_of(const State& state) {
  const auto seconds = static_cast<std::uint64_t>(state.elapsed.count() / 1000);
  std::string text =
      inert(state.target) + ", " + grouped(seconds) + " s: " + counted(state.profile.samples(), "sample", "samples");
  const bool is_recording = !state.is_stopping && state.ending.empty();
  if (is_recording) text += ", " + grouped(state.rate) + " per second";
  if (state.drops != 0) text += ", " + grouped(state.drops) + " dropped";
  text += " (" + state.backend + ")\n";
  if (!state.failure.empty()) text += "Not all is shown: " + inert(state.failure) + "\n";
  if (!state.ending.empty()) return text + inert(state.ending) + "\n";
  if (state.is_stopping) text += "The recording has ended; waiting for the rest of it from " + state.backend + ".\n";
  return text;
}

}  // namespace profconv::cli::live
