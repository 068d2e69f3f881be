// SPDX-License-Identifier: Apache-2.0
// The profile of a recording while it is made, as the outputs will have it. What is shown live is read apart from what
// is written in the end, so that whatever happens to it, the profile is whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/context.h"
#include "profconv/conversion.h"
#include "profconv/profile.h"
#include "tools/lib/record/backend.h"
#include "tools/lib/record/live_text.h"

namespace profconv::record {

/// One thread of a profile, and how much of a value is its own.
struct LiveThread {
  std::int64_t pid = 0;
  std::int64_t tid = 0;
  std::string name;  ///< of the thread, else of the process; may be empty
  std::int64_t value = 0;

  bool operator==(const LiveThread&) const = default;
};

/// One thread calls text().add(), another the rest.
class LiveProfile {
 public:
  /// Applies the rate, value types, filters, names and label frames of `request`, but no window of time and no symbols.
  /// `backend` and `request` must outlive the profile. Throws ProcessError.
  LiveProfile(const Backend& backend, const Wish& wish, const ConversionRequest& request);

  [[nodiscard]] LiveText& text() { return text_; }
  /// Adds what was recorded since the last call; whether there was something.
  bool update();

  /// What the outputs would have of all samples so far, without times: one profile, or none as long as there is no
  /// sample.
  [[nodiscard]] const ProfileSet& set() const { return set_; }
  /// Those of one thread.
  [[nodiscard]] ProfileSet of_thread(std::int64_t pid, std::int64_t tid) const;
  /// How many have been taken, of which filters may leave out some.
  [[nodiscard]] std::uint64_t samples() const { return samples_; }
  /// By value of that type, the largest first.
  [[nodiscard]] std::vector<LiveThread> threads(std::size_t type) const;
  /// Why what is shown may end here, or lack something.
  [[nodiscard]] std::optional<std::string> failure() const;

 private:
  [[nodiscard]] ProfileSet as_written(Context& context) const;

  const Backend& backend_;
  const ConversionRequest& request_;
  Tracing plan_;
  LiveText text_;
  ProfileSet recorded_;  ///< all samples so far
  ProfileSet set_;
  std::uint64_t samples_ = 0;
  std::optional<std::string> failure_;
};

}  // namespace profconv::record
