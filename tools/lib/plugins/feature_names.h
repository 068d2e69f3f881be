// SPDX-License-Identifier: Apache-2.0
// The names of features on the cards of plugins. They never change.
#pragma once

#include <array>
#include <string_view>

#include "profconv/features.h"

namespace profconv::plugins {

/// Each at the place of its number.
inline constexpr auto feature_names = std::to_array<std::string_view>({
    "profiles",       "profile_names",
    "value_types",    "aggregations",
    "scales",         "negative_values",
    "empty_stacks",   "thread_ids",
    "process_names",  "thread_names",
    "labels",         "comparisons",
    "start_times",    "absolute_start_times",
    "shared_depths",  "modules",
    "shown_modules",  "build_ids",
    "mapping_ranges", "addresses",
    "system_names",   "source_files",
    "lines",          "columns",
    "start_lines",    "inlining",
    "frame_kinds",    "start_time",
    "duration",       "period",
    "command",        "comments",
    "doc_url",        "frame_filters",
    "default_type",   "distributions",
    "attributes",     "function_offsets",
});
static_assert(feature_names.size() == feature_words.size());

}  // namespace profconv::plugins
