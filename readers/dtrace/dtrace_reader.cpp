// SPDX-License-Identifier: Apache-2.0
// What dtrace prints: aggregations in default print form, with or without -q. docs/formats/dtrace.md describes the form
// and its traps; at home in https://illumos.org/books/dtrace/chp-aggs.html. One record is keys and a value:
//
//   job-2                                                 14944
//                 libc.so.6`read+0x4c
//                 deep`recurse+0xf
//                  45
#include <array>

#include "core/names/function_offsets.h"
#include "readers/dtrace/probe.h"
#include "readers/dtrace/read_text.h"
#include "readers/dtrace/settings.h"
#include "readers/readers.h"

namespace profconv {

namespace {

constexpr std::array<std::string_view, 1> extensions{".dtrace"};

/// What is missing or cannot be told in the text, and what is about the profile that is made.
constexpr std::array<Verdict, 9> verdicts{{{"dtrace.truncated", Severity::error},
                                           {"dtrace.packed", Severity::note},
                                           {"dtrace.addresses", Severity::data_loss},
                                           {"dtrace.cpu_tables", std::nullopt},
                                           {"dtrace.cpu_values", std::nullopt},
                                           {"dtrace.keys", std::nullopt},
                                           {"dtrace.tables", std::nullopt},
                                           {"dtrace.unnamed_frames", std::nullopt},
                                           {"dtrace.value_type", std::nullopt}}};

void read(const Reader&, Input& input, const Options& options, ProfileSetBuilder& builder, Context& context) {
  dtrace::read_text(input, options, builder, context);
}

Features carries(const Reader&, const Options& set) {
  Features features{Feature::profiles,        Feature::profile_names, Feature::aggregations,
                    Feature::negative_values, Feature::empty_stacks,  Feature::thread_ids,
                    Feature::process_names,   Feature::labels,        Feature::absolute_start_times,
                    Feature::shown_modules,   Feature::addresses,     Feature::frame_kinds,
                    Feature::distributions,   Feature::source_files,  Feature::lines,
                    Feature::value_types,     Feature::period};
  if (keeps_offsets(set)) features.add(Feature::function_offsets);
  return features;
}

}  // namespace

const Reader dtrace_reader{
    .name = "dtrace",
    .aliases = {},
    .summary = "aggregations that DTrace prints: counts, sums and distributions under stacks and other keys",
    .extensions = extensions,
    .options = dtrace::reader_options(),
    .carries = carries,
    .probe = dtrace::probe,
    .read = read,
    .verdicts = verdicts,
    .has_return_addresses = true,
};

}  // namespace profconv
