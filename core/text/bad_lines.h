// SPDX-License-Identifier: Apache-2.0
// Lines of an input that are not of its format: each is reported and skipped, and an input with few others is refused.
#pragma once

#include <cstdint>
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

  /// Throws a ReadError for an input of `lines` lines if more than half of them are bad, and more than ten: it is of
  /// another format. It names the first bad line.
  void refuse_if_most(std::uint64_t lines) const;

 private:
  Context* context_;
  std::string kind_;
  Location first_;
  std::string message_;  ///< of the first; empty: no line was bad
  std::uint64_t count_ = 0;
};

}  // namespace profconv
