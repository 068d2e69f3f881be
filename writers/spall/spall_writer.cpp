// SPDX-License-Identifier: Apache-2.0
// Spall: binary traces of nested spans, shown at gravitymoth.com/spall. https://github.com/colrdavidson/spall-web
// A begin event of version 1: 03 00, pid 00000016, tid 0000001A, time (f64), 04 00, "main"
#include <array>
#include <string>
#include <vector>

#include "event_writer.h"
#include "profconv/names.h"
#include "profconv/timeline.h"
#include "spall_names.h"
#include "track_numbers.h"
#include "writers/writers.h"

namespace profconv {

namespace {

constexpr std::array<std::string_view, 2> versions{"1", "3"};
constexpr std::array<std::string_view, 1> extensions{".spall"};

constexpr std::array<Option, 3> spall_options{{
    {.name = "version",
     .type = OptionType::choice,
     .fallback = "1",
     .summary = "1: every viewer reads it; 3: with the names of processes and threads",
     .choices = versions},
    layout_option,
    modules_option,
}};

bool is_version_3(const Options& options) { return options.text("version") == "3"; }

Features carries(const Options& options) {
  Features features{Feature::scales,        Feature::empty_stacks, Feature::thread_ids,  Feature::start_times,
                    Feature::shared_depths, Feature::period,       Feature::default_type};
  if (is_version_3(options)) features.add(Feature::process_names).add(Feature::thread_names);
  add_module_features(options, features);
  return features;
}

std::vector<std::string_view> frame_names(const Dictionary& dictionary, const FrameNames& names,
                                          spall::NameFitter& fitter) {
  std::vector<std::string_view> fitting;
  fitting.reserve(dictionary.frames().size() + 1);
  for (std::uint32_t i = 0; i < dictionary.frames().size(); ++i) fitting.push_back(fitter.fit(names[FrameId{i}]));
  fitting.push_back(no_stack_name);
  return fitting;
}

std::vector<std::string_view> track_names(const Dictionary& dictionary, std::span<const Track> tracks,
                                          StringId Track::*name, spall::NameFitter& fitter) {
  std::vector<std::string_view> fitting;
  fitting.reserve(tracks.size());
  for (const Track& track : tracks) fitting.push_back(fitter.fit(dictionary.string(track.*name)));
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

void write_version_3(const Dictionary& dictionary, const TimeLine& line, spall::TraceNames names, Output& output,
                     Context& context) {
  spall::NameFitter fitter;
  const auto processes = track_names(dictionary, line.tracks(), &Track::process_name, fitter);
  const auto threads = track_names(dictionary, line.tracks(), &Track::thread_name, fitter);
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

void write(const ProfileSet& set, const Options& options, Output& output, Context& context) {
  const Dictionary& dictionary = set.dictionary();
  const Profile empty;
  const Profile& profile = set.profiles().empty() ? empty : set.profiles().front();
  const FrameNames frames(dictionary, shows_modules(options, profile));
  spall::NameFitter fitter;
  const auto names = frame_names(dictionary, frames, fitter);
  fitter.report(context);
  const TimeLine line(dictionary, profile, names, layout_of(options), context);
  const auto numbers = spall::number_tracks(line.tracks(), context);
  const spall::TraceNames trace{.tracks = numbers, .frames = names, .processes = {}, .threads = {}};
  if (is_version_3(options)) {
    write_version_3(dictionary, line, trace, output, context);
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
