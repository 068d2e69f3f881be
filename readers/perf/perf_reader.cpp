// SPDX-License-Identifier: Apache-2.0
// Recordings of Linux's perf: the text of `perf script`, and perf.data through it. Described with its traps in
// docs/formats/perf.md.
//
//   wrk-0  5979  2884.341324:   10309278 cpu-clock:ppp:
//   \t            1227 leaf_mul+0x2e (/home/user/src/deep)
//   \t            1372 recurse+0xe (/home/user/src/deep)
#include <array>

#include "core/names/function_offsets.h"
#include "readers/perf/perf_data.h"
#include "readers/perf/probe.h"
#include "readers/perf/script.h"
#include "readers/readers.h"

namespace profconv {

namespace {

using perf::Values;

constexpr std::array<std::string_view, 1> aliases{"perf-script"};
constexpr std::array<std::string_view, 2> extensions{".perf", ".data"};
constexpr std::array<std::string_view, 3> values_choices{"both", "samples", "period"};
constexpr std::array<std::string_view, 2> unknown_choices{"module", "address"};
constexpr Option values_option{.name = "values",
                               .type = OptionType::choice,
                               .fallback = "both",
                               .summary = "samples, the events between them (period), or both",
                               .choices = values_choices};
constexpr Option unknown_option{.name = "unknown",
                                .type = OptionType::choice,
                                .fallback = "module",
                                .summary = "name of a frame without a symbol: [libc.so.6], or its address",
                                .choices = unknown_choices};
constexpr Option fields_option{.name = "fields",
                               .type = OptionType::boolean,
                               .fallback = "no",
                               .summary = "keep the fields of tracepoints as the label 'fields'"};
constexpr Option off_cpu_option{.name = "offcpu",
                                .type = OptionType::boolean,
                                .fallback = "no",
                                .summary = "add a profile of the time between context switches, when threads waited"};
constexpr Option run_option{.name = "run",
                            .type = OptionType::boolean,
                            .fallback = "yes",
                            .summary = "run perf script to read perf.data; no: refuse such files"};
constexpr std::array options{values_option, unknown_option, offsets_option, fields_option, off_cpu_option, run_option};

Features carries(const Reader&, const Options& set) {
  Features features{Feature::profiles,       Feature::profile_names, Feature::empty_stacks,
                    Feature::thread_ids,     Feature::thread_names,  Feature::process_names,
                    Feature::labels,         Feature::start_times,   Feature::modules,
                    Feature::mapping_ranges, Feature::build_ids,     Feature::addresses,
                    Feature::source_files,   Feature::lines,         Feature::inlining,
                    Feature::frame_kinds,    Feature::duration,      Feature::period,
                    Feature::command,        Feature::attributes,    Feature::absolute_start_times};
  if (set.text(values_option) == "both" || set.boolean(off_cpu_option)) features.add(Feature::value_types);
  if (keeps_offsets(set)) features.add(Feature::function_offsets);
  return features;
}

void read(const Reader&, Input& input, const Options& set, ProfileSetBuilder& builder, Context&) {
  const std::string_view values = set.text(values_option);
  perf::Settings settings{
      .values = values == "samples"  ? Values::samples
                : values == "period" ? Values::period
                                     : Values::both,
      .frames = {.keep_offsets = keeps_offsets(set), .unknown_module = set.text(unknown_option) == "module"},
      .keep_fields = set.boolean(fields_option),
      .off_cpu = set.boolean(off_cpu_option)};
  if (!perf::is_perf_data(input.head())) return perf::read_script(input, settings, builder);
  Input script = perf::open_perf_data(input, set.boolean(run_option));
  settings.frames.build_ids = perf::build_ids_of(input);
  perf::read_script(script, settings, builder);
}

}  // namespace

const Reader perf_reader{.name = "perf",
                         .aliases = aliases,
                         .summary = "Linux perf: perf.data, or what perf script prints of it",
                         .extensions = extensions,
                         .options = options,
                         .carries = carries,
                         .probe = perf::probe,
                         .read = read,
                         .has_return_addresses = true};

}  // namespace profconv
