// SPDX-License-Identifier: Apache-2.0
// Keeping the first of the bad lines.
#include "core/text/bad_lines.h"

namespace profconv {

void BadLines::add(const Location& where, std::string_view message) {
  if (message_.empty()) {
    first_ = where;
    message_ = message;
  }
  ++count_;
  context_->error(kind_, where, message);
}

void BadLines::refuse(const Location& input, std::string_view what, std::string_view expected) const {
  if (message_.empty()) throw ReadError(input, "the input is empty; expected lines of " + std::string(expected));
  throw ReadError(first_, message_ + "; no line of the input is " + std::string(what));
}

void BadLines::refuse_if_most(std::uint64_t lines) const {
  constexpr std::uint64_t few = 10;
  if (count_ <= few || count_ <= lines / 2) return;
  throw ReadError(first_, message_ + "; " + std::to_string(count_) + " of " + std::to_string(lines) +
                              " lines are not of this format");
}

}  // namespace profconv
