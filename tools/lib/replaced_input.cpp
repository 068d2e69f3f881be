// SPDX-License-Identifier: Apache-2.0
// Filters, merging, losses and what a reader could not read, each in words.
#include "replaced_input.h"

#include <algorithm>

namespace profconv {

namespace {

bool removes_data(const ConversionRequest& request) {
  return !request.filters.empty() || !request.only.empty() || !request.types.empty() ||
         request.names.policy != NamePolicy::full;
}

}  // namespace

bool only_rewrites(const ConversionRequest& request, const Reader& reader, std::span<const Writer* const> writers) {
  const auto writes_it = [&](const Writer* writer) { return writer->name == reader.name; };
  return request.base.empty() && !removes_data(request) && std::all_of(writers.begin(), writers.end(), writes_it);
}

std::string lost_by_request(const ConversionRequest& request, const Job& job, const PlannedOutput& output,
                            const Registry& registry) {
  const auto readers = registry.readers();
  const auto reads = [&](const Reader* reader) { return reader->name == output.writer->name; };
  if (std::none_of(readers.begin(), readers.end(), reads)) {
    return std::string(output.writer->name) + " output cannot be read back";
  }
  if (!request.base.empty()) return "the comparison would replace it";
  if (job.inputs.size() > 1) return "the merged profile would replace it";
  return removes_data(request) ? "the filters would remove data from it" : "";
}

std::string lost_by_writing(std::span<const Loss> losses) {
  std::string words;
  for (const Loss& loss : losses) words.append(words.empty() ? "it would lose " : ", ").append(describe(loss));
  return words;
}

std::string lost_while_converting(const PlannedOutput& output, const Context& context) {
  const std::string input = output.replaces == "-" ? "<stdin>" : output.replaces;
  for (const Diagnostic& found : context.diagnostics()) {
    const bool concerns_it = found.where.file.empty() || found.where.file == input;
    if (concerns_it && found.severity != Severity::note) return "part of it was not read or converted";
  }
  for (const Unread& unread : context.unread()) {
    if (unread.file == input) return unread.what + " was not read";
  }
  return {};
}

void refuse_replacement(const PlannedOutput& output, const std::string& lost) {
  if (lost.empty()) return;
  throw UsageError(output.path + ": is also the input, and " + lost + "; write another file, or use --force");
}

}  // namespace profconv
