// SPDX-License-Identifier: Apache-2.0
// Keeping the first of the bad lines.
#include "core/text/bad_lines.h"

namespace profconv {

void BadLines::add(const Location& where, std::string_view message) {
  if (message_.empty()) {
    first_ = where;
    message_ = message;
  }
  context_->error(kind_, where, message);
}

void BadLines::refuse(const Location& input, std::string_view what, std::string_view expected) const {
  if (message_.empty()) throw ReadError(input, "the input is empty; expected lines of " + std::string(expected));
  throw ReadError(first_, message_ + "; no line of the input is " + std::string(what));
}

}  // namespace profconv
