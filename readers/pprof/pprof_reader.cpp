// SPDX-License-Identifier: Apache-2.0
// pprof: Google's profile format, one protobuf message, in gzip as a rule.
// Written by Go, by perf_to_profile, by many profilers, and by profconv itself.
// https://github.com/google/pprof/blob/main/proto/profile.proto; what is made
// of each field: docs/formats/pprof.md.
//   A string table entry "main": 32 04 6D 61 69 6E
#include <array>

#include "readers/pprof/check.h"
#include "readers/pprof/comments.h"
#include "readers/pprof/document.h"
#include "readers/pprof/frames.h"
#include "readers/pprof/header.h"
#include "readers/pprof/labels.h"
#include "readers/pprof/probe.h"
#include "readers/pprof/profile_file.h"
#include "readers/pprof/samples.h"
#include "readers/readers.h"

namespace profconv {

namespace pprof_in {

namespace {

constexpr std::array<std::string_view, 3> extensions{".pb", ".pprof", ".prof"};

void read(const Reader&, Input& input, const Options&, ProfileSetBuilder& builder, Context& context) {
  const Document document(input);
  const ProfileFile file(document);
  const Comments comments = read_comments(document, file, context);
  const Facts& facts = comments.facts;
  if (context.is_checking()) Check(document, file, context).run(input.compression());
  Frames frames(document, file, facts, builder, context);
  frames.read();
  Labels labels(document, file, facts, builder, context);
  Samples samples(document, file, frames, labels, builder, context);
  Share share;
  for (const ProfileFact& fact : facts.profiles) {
    share.samples = static_cast<std::size_t>(fact.samples.value_or(file.samples.size()));
    share.types = static_cast<std::size_t>(fact.sample_types.value_or(file.sample_types.size()));
    ProfileBuilder& profile = builder.add_profile(fact.name);
    add_value_types(file, fact, share, profile);
    if (&fact == &facts.profiles.front()) read_header(document, file, comments, share, profile, context);
    add_facts(fact, profile.metadata());
    // What profconv made of other formats names the program by its command.
    if (fact.source_format.empty()) profile.metadata().program = frames.program();
    const std::string_view* const first = file.samples.data() + share.first_sample;
    const LabelColumns columns = labels.find_columns(first, first + share.samples);
    profile.metadata().clock = clock_of(file, fact, columns);
    samples.read(share, columns, profile);
    share.first_sample += share.samples;
    share.first_type += share.types;
  }
}

/// What viewers miss, and what is about the profile that is made.
constexpr std::array<Verdict, 4> verdicts{{{"pprof.default_type", Severity::data_loss},
                                           {"pprof.label_zero", std::nullopt},
                                           {"pprof.unknown", std::nullopt},
                                           {"pprof.folded", std::nullopt}}};

Features carries(const Reader&, const Options&) {
  using enum Feature;
  return {profiles,      profile_names, value_types,   aggregations,  negative_values, empty_stacks,
          thread_ids,    process_names, thread_names,  labels,        start_times,     absolute_start_times,
          shared_depths, modules,       shown_modules, build_ids,     mapping_ranges,  addresses,
          system_names,  source_files,  lines,         columns,       start_lines,     inlining,
          frame_kinds,   start_time,    duration,      period,        command,         comments,
          doc_url,       frame_filters, default_type,  distributions, comparisons,     attributes};
}

}  // namespace

}  // namespace pprof_in

const Reader pprof_reader{
    .name = "pprof",
    .aliases = {},
    .summary = "pprof protobuf (profile.proto), gzipped or not, of Go and other tools",
    .extensions = pprof_in::extensions,
    .options = {},
    .carries = pprof_in::carries,
    .probe = pprof_in::probe,
    .read = pprof_in::read,
    .verdicts = pprof_in::verdicts,
};

}  // namespace profconv
