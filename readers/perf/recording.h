// SPDX-License-Identifier: Apache-2.0
// The lines of `perf script --header`: facts about the recording.
//
//   # hostname : build-7
//   # cmdline : /usr/bin/perf record -g ./server
//   # sample duration :   1738.385 ms
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profconv/profile_builder.h"

namespace profconv::perf {

class Recording {
 public:
  /// Takes a line that begins with '#'.
  void take(std::string_view line);
  /// Whether there was a header.
  [[nodiscard]] bool is_known() const { return !attributes_.empty(); }
  /// The clock of the times that perf prints: monotonic, unless `perf record -k realtime` said otherwise.
  [[nodiscard]] Clock clock() const;
  /// Sets what was said in a profile.
  void describe(ProfileBuilder& profile) const;

 private:
  std::string command_;
  std::int64_t duration_ns_ = 0;
  Attributes attributes_;
};

}  // namespace profconv::perf
