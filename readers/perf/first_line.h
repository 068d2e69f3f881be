// SPDX-License-Identifier: Apache-2.0
// The first line of a sample, kept until the sample ends.
#pragma once

#include <string>
#include <string_view>

#include "profconv/errors.h"
#include "readers/perf/heading.h"

namespace profconv::perf {

/// Whether fields may follow the event, which is a tracepoint or is named like one.
[[nodiscard]] bool may_have_fields(const Heading& heading);

class FirstLine {
 public:
  /// Whether a line is one. Without an event or a time it is only if it `is_before_frames` of a call chain.
  bool take(std::string_view line, bool is_before_frames, const Location& where);
  /// Whether what looks like an event may be of the thread's name, in which it is then.
  bool drop_guessed_event();
  /// A sample without one begins here.
  void leave_out(const Location& where);

  [[nodiscard]] const Heading& heading() const { return heading_; }
  [[nodiscard]] const Location& where() const { return where_; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  Heading heading_;  ///< views into text_
  Location where_;
};

}  // namespace profconv::perf
