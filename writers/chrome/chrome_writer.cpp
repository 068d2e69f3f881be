// SPDX-License-Identifier: Apache-2.0
// Chrome's trace events: JSON of nested spans, which Perfetto, chrome://tracing, speedscope and Spall show.
// https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU describes it. One event:
//
//   {"ph":"B","pid":22,"tid":26,"ts":1003.009,"name":"main"}
#include <array>
#include <string>
#include <vector>

#include "core/names/frame_names.h"
#include "core/names/name_table.h"
#include "core/time/timeline.h"
#include "writers/chrome/event_writer.h"
#include "writers/chrome/json_text.h"
#include "writers/writers.h"

namespace profconv {

namespace chrome {

namespace {

constexpr std::array<std::string_view, 1> aliases{"trace-json"};
constexpr std::array<std::string_view, 1> extensions{".trace.json"};

constexpr std::array chrome_options{layout_option, modules_option};

Features carries(const Writer&, const Options& options) {
  Features features{Feature::scales,       Feature::empty_stacks, Feature::thread_ids,      Feature::process_names,
                    Feature::thread_names, Feature::start_times,  Feature::shared_depths,   Feature::period,
                    Feature::default_type, Feature::attributes,   Feature::function_offsets};
  add_module_features(options, features);
  return features;
}

/// chrome://tracing nests spans by times rounded to this unit, or to a thousandth of it: in milliseconds it takes spans
/// below a microsecond for callees of the ones before.
std::string_view time_unit(const Tick& tick) {
  constexpr double ns_per_us = 1000;
  return tick.numerator_ns < ns_per_us * tick.denominator ? "ns" : "ms";
}

/// The names as they stand between quotes, by number.
std::vector<std::string_view> escaped(const NameTable& names, JsonTexts& texts) {
  std::vector<std::string_view> all;
  all.reserve(names.size());
  for (const std::string_view name : names.texts()) all.push_back(texts.of(name).escaped);
  return all;
}

std::vector<std::string_view> track_texts(std::span<const Track> tracks, std::string Track::*name, JsonTexts& texts) {
  std::vector<std::string_view> all;
  all.reserve(tracks.size());
  for (const Track& track : tracks) all.push_back(texts.of(track.*name).escaped);
  return all;
}

/// {"mode":"heap","pid":17}; empty where there is nothing to say.
std::string other_data(const Metadata& metadata, JsonTexts& texts) {
  std::string json;
  const auto quoted = [&](std::string_view text) { return "\"" + std::string(texts.of(text).escaped) + "\""; };
  for (const auto& [key, value] : metadata.attributes) {
    const auto* const text = std::get_if<std::string>(&value);
    json.append(json.empty() ? "{" : ",").append(quoted(key)).append(":");
    json.append(text != nullptr ? quoted(*text) : std::to_string(std::get<std::int64_t>(value)));
  }
  return json.empty() ? json : json + "}";
}

void report(const JsonTexts& texts, const TimeLine& line, Context& context) {
  if (texts.repaired() != 0) {
    context.data_loss(
        "chrome.utf8", {},
        "names that are not UTF-8: " + std::to_string(texts.repaired()) + "; U+FFFD replaces what is malformed");
  }
  if (line.names_left_out() != 0) {
    context.data_loss("chrome.renamed", {},
                      std::to_string(line.names_left_out()) +
                          " names of threads and processes are left out: a trace has one for each");
  }
}

/// What viewers will show otherwise than it is written.
void report(const EventWriter& writer, Context& context) {
  constexpr std::size_t max_depth_in_perfetto = 512;
  if (writer.time().exceeds_doubles()) {
    context.data_loss("chrome.precision", {},
                      "viewers round times this long and may nest spans wrongly; Spall holds them (spall.version=3)");
  }
  if (writer.max_depth() > max_depth_in_perfetto) {
    context.note("chrome.viewer", {},
                 "Perfetto garbles stacks of more than 512 frames (the deepest has " +
                     std::to_string(writer.max_depth()) + "); speedscope and chrome://tracing show them");
  }
}

void write(const Writer&, const ProfileSet& set, const Options& options, Output& output, Context& context) {
  const Dictionary& dictionary = set.dictionary();
  const Profile empty;
  const Profile& profile = set.profiles().empty() ? empty : set.profiles().front();
  const FrameNames frame_names(dictionary, shows_modules(options, profile));
  JsonTexts texts;
  const NameTable names(dictionary, [&](FrameId frame) { return texts.of(frame_names[frame]).shown; });
  const auto frames = escaped(names, texts);
  const TimeLine line(dictionary, profile, names, layout_of(options), context);
  const auto processes = track_texts(line.tracks(), &Track::process_name, texts);
  const auto threads = track_texts(line.tracks(), &Track::thread_name, texts);
  const std::string attributes = other_data(profile.metadata, texts);
  report(texts, line, context);
  const auto numbers = number_tracks(line.tracks(), "chrome.thread_number", context);
  const TraceNames trace{.tracks = numbers, .frames = frames, .processes = processes, .threads = threads};
  EventWriter writer(output, line.tick(), trace, time_unit(line.tick()));
  line.visit(writer);
  writer.finish(attributes);
  report(writer, context);
}

}  // namespace

}  // namespace chrome

const Writer chrome_writer{
    .name = "chrome",
    .aliases = chrome::aliases,
    .summary = "Chrome's trace events, JSON: samples laid out in time for Perfetto, chrome://tracing, speedscope",
    .extensions = chrome::extensions,
    .options = chrome::chrome_options,
    .carries = chrome::carries,
    .order = order_of_layout,
    .write = chrome::write,
};

}  // namespace profconv
