// SPDX-License-Identifier: Apache-2.0
// Lines of an input that are not of its format: each is reported and skipped, and an input without any other is
// refused.
#pragma once

#include <string>
#include <string_view>

#include "profconv/context.h"

namespace profconv {

/// The bad lines of one input. Their count is in the context, which keeps one diagnostic for all.
class BadLines {
 public:
  /// `kind` is that of the diagnostic, as "flat.bad_line".
  BadLines(Context& context, std::string_view kind) : context_(&context), kind_(kind) {}

  /// Reports a line as an error: "expected a name and a count, got 'main three'".
  void add(const Location& where, std::string_view message);

  /// Throws a ReadError for an input in which no line is `what`. It names the first bad line, or for an empty input the
  /// `expected` form.
  [[noreturn]] void refuse(const Location& input, std::string_view what, std::string_view expected) const;

 private:
  Context* context_;
  std::string kind_;
  Location first_;
  std::string message_;  ///< of the first; empty: no line was bad
};

}  // namespace profconv
