// SPDX-License-Identifier: Apache-2.0
// Making frames coarser.
#include "core/transforms/granularity.h"

#include <algorithm>
#include <string>

#include "core/text/base_name.h"
#include "profconv/errors.h"

namespace profconv {

Granularity parse_granularity(std::string_view text) {
  const auto* const found = std::find(granularities.begin(), granularities.end(), text);
  if (found != granularities.end()) return static_cast<Granularity>(found - granularities.begin());
  std::string known;
  for (const std::string_view name : granularities) known.append(known.empty() ? "" : ", ").append(name);
  throw UsageError("no granularity is called '" + one_line(text) + "' (there are: " + known + ")");
}

CoarseFrames::CoarseFrames(Rewriter& rewriter, Granularity granularity)
    : rewriter_(rewriter), granularity_(granularity) {}

FrameId CoarseFrames::operator()(const Frame& frame) {
  if (granularity_ == Granularity::address || frame.kind == FrameKind::synthetic) {
    return rewriter_.carry(frame, rewriter_.carry(frame.function));
  }
  return rewriter_.into().frame({.function = function_of(frame),
                                 .mapping = mapping_of(frame),
                                 .line = granularity_ == Granularity::line ? frame.line : 0,
                                 .kind = frame.kind});
}

void CoarseFrames::note_unknown(Context& context) const {
  if (has_it_ || granularity_ == Granularity::address) return;
  const std::string what(granularities[static_cast<std::size_t>(granularity_)]);
  context.note("filters.granularity", {}, "no frame has a " + what + " it is");
}

FunctionId CoarseFrames::function_of(const Frame& frame) {
  const Dictionary& from = rewriter_.from();
  const Function& function = from.function(frame.function);
  ProfileSetBuilder& into = rewriter_.into();
  const auto named = [&](std::string_view name) {
    has_it_ = has_it_ || !name.empty();
    return name.empty() ? FunctionId{} : into.function({.name = into.string(name)});
  };
  switch (granularity_) {
    case Granularity::address:
    case Granularity::line:
      has_it_ = has_it_ || frame.line != 0;
      return rewriter_.carry(frame.function);
    case Granularity::function:
      has_it_ = has_it_ || frame.function;
      return into.function(
          {.name = rewriter_.carry(function.name), .system_name = rewriter_.carry(function.system_name)});
    case Granularity::file:
      return named(from.string(function.file));
    case Granularity::module:
      return named(base_name(from.string(from.mapping(frame.mapping).file)));
  }
  return {};
}

MappingId CoarseFrames::mapping_of(const Frame& frame) {
  if (!frame.mapping || granularity_ == Granularity::line) return rewriter_.carry(frame.mapping);
  // Where the frame is called by its file or module nothing else of its module is told apart.
  const bool has_file(rewriter_.from().function(frame.function).file);
  if (granularity_ == Granularity::module || (granularity_ == Granularity::file && has_file)) return {};
  Mapping mapping = rewriter_.from().mapping(frame.mapping);
  mapping.file = rewriter_.carry(mapping.file);
  mapping.build_id = rewriter_.carry(mapping.build_id);
  mapping.has_filenames = false;
  mapping.has_line_numbers = false;
  mapping.has_inline_frames = false;
  return rewriter_.into().mapping(mapping);
}

}  // namespace profconv
