// SPDX-License-Identifier: Apache-2.0
// Collecting diagnostics: one entry a kind, the first finding kept, the rest counted; where it is asked for, each
// finding by itself too.
#include "profconv/context.h"

#include <algorithm>
#include <utility>

#include "core/conversion/tasks.h"

namespace profconv {

Context::Context(Limits limits, std::size_t max_threads)
    : limits_(limits), tasks_(std::make_unique<TaskPool>(max_threads)) {}

Context::Context(const Context* whole) : limits_(whole->limits_), whole_(whole) {}

Context::~Context() = default;

std::size_t Context::max_threads() const { return tasks().max_threads(); }

std::unique_ptr<Context> Context::fork() const { return std::unique_ptr<Context>(new Context(this)); }

void Context::absorb(const Context& part) {
  for (const Unread& unread : part.unread_) skip(unread);
  for (const Diagnostic& found : part.diagnostics_) {
    if (Diagnostic* const known = find(found.kind, found.where.file)) {
      known->count += found.count;
      known->severity = std::max(known->severity, found.severity);
    } else {
      diagnostics_.push_back(found);
    }
  }
}

void Context::skip(Unread unread) {
  if (std::find(unread_.begin(), unread_.end(), unread) == unread_.end()) unread_.push_back(std::move(unread));
}

Diagnostic* Context::find(std::string_view kind, std::string_view file) {
  const auto same = [&](const Diagnostic& d) { return d.kind == kind && d.where.file == file; };
  const auto found = std::find_if(diagnostics_.begin(), diagnostics_.end(), same);
  return found == diagnostics_.end() ? nullptr : &*found;
}

void Context::report(Severity severity, std::string_view kind, const Location& where, std::string_view message) {
  const auto keep = [&](std::uint64_t before) {
    if (before >= most_kept_) return;
    findings_.push_back(
        {.severity = severity, .kind = std::string(kind), .message = one_line(message), .where = where});
  };
  if (Diagnostic* const found = find(kind, where.file)) {
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
