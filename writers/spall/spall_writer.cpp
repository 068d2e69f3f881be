// SPDX-License-Identifier: Apache-2.0
// Spall: binary traces of nested spans, shown at gravitymoth.com/spall. https://github.com/colrdavidson/spall-web
// A begin event of version 1: 03 00, pid 00000016, tid 0000001A, time (f64), 04 00, "main"
#include <array>
#include <string>
#include <vector>

#include "core/names/frame_names.h"
#include "core/names/name_table.h"
#include "core/time/timeline.h"
#include "core/time/timeline_numbers.h"
#include "event_writer.h"
#include "spall_names.h"
#include "writers/writers.h"

namespace profconv {

namespace {

constexpr std::array<std::string_view, 2> versions{"1", "3"};
constexpr std::array<std::string_view, 1> extensions{".spall"};

constexpr Option version_option{.name = "version",
                                .type = OptionType::choice,
                                .fallback = "1",
                                .summary = "1: every viewer reads it; 3: with the names of processes and threads",
                                .choices = versions};
constexpr std::array spall_options{version_option, layout_option, modules_option};

bool is_version_3(const Options& options) { return options.text(version_option) == "3"; }

Features carries(const Writer&, const Options& options) {
  Features features{Feature::scales,        Feature::empty_stacks, Feature::thread_ids,   Feature::start_times,
                    Feature::shared_depths, Feature::period,       Feature::default_type, Feature::function_offsets};
  if (is_version_3(options)) features.add(Feature::process_names).add(Feature::thread_names);
  add_module_features(options, features);
  return features;
}

std::vector<std::string_view> process_names(std::span<const Track> tracks, spall::NameFitter& fitter) {
  std::vector<std::string_view> fitting;
  fitting.reserve(tracks.size());
  for (const Track& track : tracks) fitting.push_back(fitter.fit(track.process_name));
  return fitting;
}

/// The viewer shows the names of processes where there are two or more: the threads of a single one are called after it
/// where they have no name.
std::vector<std::string_view> thread_names(std::span<const Track> tracks, spall::NameFitter& fitter) {
  const bool one_process = !tracks.empty() && tracks.front().pid == tracks.back().pid;
  std::vector<std::string_view> fitting;
  fitting.reserve(tracks.size());
  for (const Track& track : tracks) {
    fitting.push_back(fitter.fit(one_process && track.thread_name.empty() ? track.process_name : track.thread_name));
  }
  return fitting;
}

template <class EventWriter>
void write_events(const TimeLine& line, EventWriter writer, Context& context) {
  line.visit(writer);
  writer.finish();
  writer.arena().report(context);
}

void write_version_1(const TimeLine& line, const spall::TraceNames& names, Output& output, Context& context) {
  write_events(line, spall::WriterV1(output, names, line.tick()), context);
}

void write_version_3(const TimeLine& line, spall::TraceNames names, Output& output, Context& context) {
  spall::NameFitter fitter;
  const auto processes = process_names(line.tracks(), fitter);
  const auto threads = thread_names(line.tracks(), fitter);
  fitter.report(context);
  if (line.names_left_out() != 0) {
    context.data_loss("spall.renamed", {},
                      std::to_string(line.names_left_out()) +
                          " names of threads and processes are left out: Spall shows one for each");
  }
  names.processes = processes;
  names.threads = threads;
  write_events(line, spall::WriterV3(output, names, line.tick()), context);
}

/// A trace tells the sampling period by its tick, which is another where the values are times. CPU time at a rate, as
/// --freq makes it, is no news to who gave the rate.
void report_period(const Profile& profile, const Tick& tick, Context& context) {
  const Metadata& m = profile.metadata;
  if (m.period <= 0 || m.period_type.type == "cpu" || profile.value_types.empty()) return;
  const Tick period = tick_of_period(m.period);
  const bool is_tick = period.numerator_ns == tick.numerator_ns && period.denominator == tick.denominator;
  if (is_tick || !profile.value_types[profile.default_type_index()].unit.ends_with("seconds")) return;
  context.note("spall.period", {},
               "the sampling period (" + std::to_string(m.period) + " " + m.period_type.unit +
                   ") is not in the trace, since the values are times themselves");
}

void write(const Writer&, const ProfileSet& set, const Options& options, Output& output, Context& context) {
  const Dictionary& dictionary = set.dictionary();
  const Profile empty;
  const Profile& profile = set.profiles().empty() ? empty : set.profiles().front();
  const FrameNames frames(dictionary, shows_modules(options, profile));
  spall::NameFitter fitter;
  const NameTable names(dictionary, [&](FrameId frame) { return fitter.fit(frames[frame]); });
  fitter.report(context);
  const TimeLine line(dictionary, profile, names, layout_of(options), context);
  report_period(profile, line.tick(), context);
  const auto numbers = number_tracks(line.tracks(), "spall.thread_number", context);
  const spall::TraceNames trace{.tracks = numbers, .frames = names.texts(), .processes = {}, .threads = {}};
  if (is_version_3(options)) {
    write_version_3(line, trace, output, context);
  } else {
    write_version_1(line, trace, output, context);
  }
}

}  // namespace

const Writer spall_writer{
    .name = "spall",
    .aliases = {},
    .summary = "traces for the Spall viewer: samples laid out in time, thread by thread",
    .extensions = extensions,
    .options = spall_options,
    .binary = true,
    .compression = Compression::none,
    .carries = carries,
    .order = order_of_layout,
    .write = write,
};

}  // namespace profconv
