// SPDX-License-Identifier: Apache-2.0
// Words and switches of the C interface as members of a request.
#include "requests.h"

namespace profconv::c {

namespace {

bool is_on(pc_toggle toggle, bool fallback) {
  require_index(static_cast<std::uint32_t>(toggle), 3, "toggle");
  return toggle == PC_DEFAULT ? fallback : toggle == PC_ON;
}

SampleFilter sample_filter(const pc_transforms& given) {
  if (given.pid_count != 0) require_pointer(given.pids, "transforms->pids");
  return {.focus = text(given.focus),
          .ignore = text(given.ignore),
          .tag_focus = text(given.tag_focus),
          .tag_ignore = text(given.tag_ignore),
          .thread = text(given.thread),
          .pids = std::vector<std::int64_t>(given.pids, given.pids + given.pid_count),
          .time = text(given.time)};
}

StackFilter stack_filter(const pc_transforms& given) {
  if (given.max_depth < 0) throw UsageError("transforms->max_depth is negative");
  StackFilter made{.hide = text(given.hide),
                   .show = text(given.show),
                   .show_from = text(given.show_from),
                   .trim_root = text(given.trim_root),
                   .trim_leaf = text(given.trim_leaf)};
  if (given.granularity != nullptr) made.granularity = parse_granularity(given.granularity);
  made.collapse_recursion = is_on(given.collapse_recursion, false);
  if (given.max_depth != 0) made.max_depth = static_cast<std::size_t>(given.max_depth);
  return made;
}

}  // namespace

void set_transforms(ConversionRequest& request, const pc_transforms* transforms) {
  if (transforms == nullptr) return;
  const pc_transforms given = taken(transforms, "transforms");
  request.only = text(given.only);
  if (given.rate != nullptr) request.rate = parse_sampling_rate(given.rate);
  request.types = texts(given.types, given.type_count, "transforms->types");
  request.default_type = text(given.default_type);
  request.filters.samples = sample_filter(given);
  request.filters.stacks = stack_filter(given);
  for (const std::string& each : texts(given.scalings, given.scaling_count, "transforms->scalings")) {
    request.filters.scalings.push_back(parse_scaling(each));
  }
  request.filters.anonymize = is_on(given.anonymize, false);
  request.names.demangle = is_on(given.demangle, true);
  if (given.names != nullptr) request.names.policy = parse_name_policy(given.names);
  request.label_frames.roots = texts(given.tag_roots, given.tag_root_count, "transforms->tag_roots");
  request.label_frames.leaves = texts(given.tag_leaves, given.tag_leaf_count, "transforms->tag_leaves");
}

ComparisonRules comparison_rules(const pc_comparison* comparison) {
  const pc_comparison given = taken_or_default(comparison, "comparison");
  ComparisonRules rules;
  if (given.granularity != nullptr) rules.granularity = parse_granularity(given.granularity);
  const std::string normalize = text(given.normalize);
  if (normalize == "base") {
    rules.normalization = Normalization::to_base;
  } else if (normalize == "new") {
    rules.normalization = Normalization::to_new;
  } else if (!normalize.empty()) {
    throw UsageError("unknown normalization '" + one_line(normalize) + "': base or new");
  }
  return rules;
}

std::optional<Compression> compression_of(pc_compression compression) {
  switch (compression) {
    case PC_COMPRESSION_DEFAULT:
      return std::nullopt;
    case PC_COMPRESSION_NONE:
      return Compression::none;
    case PC_COMPRESSION_GZIP:
      return Compression::gzip;
    case PC_COMPRESSION_ZSTD:
      return Compression::zstd;
    default:
      throw UsageError("compression " + std::to_string(compression) + " does not exist");
  }
}

}  // namespace profconv::c
