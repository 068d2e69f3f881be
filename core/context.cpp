// SPDX-License-Identifier: Apache-2.0
// Collecting diagnostics: one entry a kind, the first finding kept, the rest counted; where it is asked for, each
// finding by itself too.
#include "profconv/context.h"

#include <algorithm>

namespace profconv {

void Context::report(Severity severity, std::string_view kind, const Location& where, std::string_view message) {
  const auto keep = [&](std::uint64_t before) {
    if (before >= most_kept_) return;
    findings_.push_back(
        {.severity = severity, .kind = std::string(kind), .message = one_line(message), .where = where});
  };
  const auto same = [&](const Diagnostic& d) { return d.kind == kind && d.where.file == where.file; };
  if (const auto found = std::find_if(diagnostics_.begin(), diagnostics_.end(), same); found != diagnostics_.end()) {
    keep(found->count);
    ++found->count;
    found->severity = std::max(found->severity, severity);
    return;
  }
  keep(0);
  diagnostics_.push_back(
      {.severity = severity, .kind = std::string(kind), .message = one_line(message), .where = where});
}

bool Context::has(Severity severity) const {
  return std::any_of(diagnostics_.begin(), diagnostics_.end(),
                     [&](const Diagnostic& d) { return d.severity == severity; });
}

}  // namespace profconv
