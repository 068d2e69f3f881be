// SPDX-License-Identifier: Apache-2.0
// Samples that do not fit those before them, and text that can be read in two ways: warnings.
#pragma once

#include <cstdint>
#include <optional>

#include "profconv/input.h"
#include "readers/perf/heading.h"
#include "readers/perf/only_frame.h"

namespace profconv::perf {

class SampleChecks {
 public:
  explicit SampleChecks(Context& context) : context_(context) {}

  void take(const Heading& heading, const Location& where);
  /// What follows the event.
  void take_rest(const Heading& heading, const Location& where);
  /// The frame in the heading of a sample without a call chain.
  void take(const OnlyFrame& only, const Heading& heading, const Location& where);
  [[nodiscard]] std::optional<std::int64_t> first_time_ns() const { return first_time_ns_; }

 private:
  void check_event(const Heading& heading, const Location& where);
  void check_time(std::int64_t time_ns, const Location& where);

  Context& context_;
  bool is_with_event_ = false;     ///< a sample without a time was
  bool is_without_event_ = false;  ///< one was
  std::optional<std::int64_t> first_time_ns_;
  std::optional<std::int64_t> last_time_ns_;
};

}  // namespace profconv::perf
