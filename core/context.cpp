// SPDX-License-Identifier: Apache-2.0
// Collecting diagnostics: one entry a kind, the first finding kept, the rest counted.
#include "profconv/context.h"

#include <algorithm>

namespace profconv {

void Context::report(Severity severity, std::string_view kind, const Location& where, std::string_view message) {
  const auto same = [&](const Diagnostic& d) { return d.kind == kind && d.where.file == where.file; };
  if (const auto found = std::find_if(diagnostics_.begin(), diagnostics_.end(), same); found != diagnostics_.end()) {
    ++found->count;
    found->severity = std::max(found->severity, severity);
    return;
  }
  diagnostics_.push_back(
      {.severity = severity, .kind = std::string(kind), .message = one_line(message), .where = where});
}

bool Context::has(Severity severity) const {
  return std::any_of(diagnostics_.begin(), diagnostics_.end(),
                     [&](const Diagnostic& d) { return d.severity == severity; });
}

}  // namespace profconv
