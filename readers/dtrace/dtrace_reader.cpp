// SPDX-License-Identifier: Apache-2.0
// What dtrace prints: aggregations in default print form, with or without -q. docs/formats/dtrace.md describes the form
// and its traps; at home in https://illumos.org/books/dtrace/chp-aggs.html. One record is keys and a value:
//
//   job-2                                                 14944
//                 libc.so.6`read+0x4c
//                 deep`recurse+0xf
//                  45
#include <array>

#include "readers/dtrace/aggregations.h"
#include "readers/dtrace/frames.h"
#include "readers/dtrace/probe.h"
#include "readers/dtrace/record_reader.h"
#include "readers/dtrace/settings.h"
#include "readers/readers.h"

namespace profconv {

namespace {

constexpr std::array<std::string_view, 1> extensions{".dtrace"};

void read(Input& input, const Options& set, ProfileSetBuilder& builder, Context& context) {
  constexpr std::uint64_t lines_between_checks = 4096;
  const dtrace::Settings settings(set);
  dtrace::Report report(input, context);
  dtrace::FrameLines frames;
  dtrace::Aggregations aggregations(frames, builder, settings, report);
  dtrace::RecordReader records(frames, aggregations, report);
  LineReader lines(input);
  for (std::string_view line; lines.next(line);) {
    records.feed(line, lines.line_number());
    if (lines.line_number() % lines_between_checks == 0) context.check_cancelled();
  }
  records.finish();
  aggregations.finish();
}

Features carries(const Options&) {
  return {Feature::profiles,      Feature::profile_names, Feature::aggregations,  Feature::negative_values,
          Feature::empty_stacks,  Feature::thread_ids,    Feature::process_names, Feature::labels,
          Feature::start_times,   Feature::shown_modules, Feature::addresses,     Feature::frame_kinds,
          Feature::distributions, Feature::source_files,  Feature::lines};
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
};

}  // namespace profconv
