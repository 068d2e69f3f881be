// SPDX-License-Identifier: Apache-2.0
// Contexts of the C interface, and the diagnostics they keep.
#include "handles.h"

namespace profconv::c {

namespace {

template <class Limit, class Given>
void limit(Limit& to, Given given) {
  if (given != 0) to = static_cast<Limit>(given);
}

Limits limits(const pc_context_options& options) {
  Limits made;
  limit(made.max_input_bytes, options.max_input_bytes);
  limit(made.max_output_bytes, options.max_output_bytes);
  limit(made.max_line_bytes, options.max_line_bytes);
  limit(made.max_string_bytes, options.max_string_bytes);
  limit(made.max_stack_depth, options.max_stack_depth);
  limit(made.max_frames, std::min(options.max_frames, Limits::most_entries));
  limit(made.max_stacks, std::min(options.max_stacks, Limits::most_entries));
  limit(made.max_samples, std::min(options.max_samples, Limits::most_entries - 1));
  limit(made.max_profiles, options.max_profiles);
  return made;
}

constexpr pc_severity severity_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return PC_SEVERITY_NOTE;
    case Severity::data_loss:
      return PC_SEVERITY_DATA_LOSS;
    case Severity::error:
      break;
  }
  return PC_SEVERITY_ERROR;
}

}  // namespace

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_context_create(const pc_context_options* options, pc_context** context, pc_error* error) {
  return guarded(error, [&] {
    pc_context*& result = required(context, "context");
    const pc_context_options given = taken_or_default(options, "options");
    auto made = std::make_unique<pc_context>(limits(given), given.max_threads);
    if (given.on_progress != nullptr) {
      made->context.on_progress([given](std::uint64_t bytes) { given.on_progress(given.user, bytes); });
    }
    result = made.release();
  });
}

void pc_context_free(pc_context* context) { delete context; }

void pc_context_cancel(pc_context* context) {
  if (context != nullptr) context->context.cancel();
}

pc_status pc_diagnostic_count(const pc_context* context, size_t* count, pc_error* error) {
  return guarded(error, [&] { required(count, "count") = required(context, "context").context.diagnostics().size(); });
}

pc_status pc_diagnostic_at(const pc_context* context, size_t index, pc_diagnostic* diagnostic, pc_error* error) {
  return guarded(error, [&] {
    const auto all = required(context, "context").context.diagnostics();
    const profconv::Diagnostic& found = element(all, index, "diagnostic");
    give(diagnostic,
         {.size = 0,
          .severity = severity_of(found.severity),
          .kind = view(found.kind),
          .message = view(found.message),
          .file = view(found.where.file),
          .line = found.where.line,
          .count = found.count},
         "diagnostic");
  });
}
