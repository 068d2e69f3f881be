// SPDX-License-Identifier: Apache-2.0
// Chrome's trace events: JSON of nested spans, which Perfetto, chrome://tracing, speedscope and Spall show.
// https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU describes it. One event:
//
//   {"ph":"B","pid":22,"tid":26,"ts":1003.009,"name":"main"}
#include <array>
#include <string>
#include <vector>

#include "profconv/names.h"
#include "profconv/timeline.h"
#include "writers/chrome/event_writer.h"
#include "writers/chrome/json_text.h"
#include "writers/writers.h"

namespace profconv {

namespace chrome {

namespace {

constexpr std::array<std::string_view, 1> aliases{"trace-json"};
constexpr std::array<std::string_view, 1> extensions{".trace.json"};

constexpr std::array<Option, 2> chrome_options{{
    layout_option,
    modules_option,
}};

Features carries(const Options& options) {
  Features features{Feature::scales,        Feature::empty_stacks, Feature::thread_ids,
                    Feature::process_names, Feature::thread_names, Feature::start_times,
                    Feature::shared_depths, Feature::period,       Feature::default_type};
  add_module_features(options, features);
  return features;
}

/// What viewers that ask for a unit should count in: milliseconds for times, else the nanoseconds that stand for bytes
/// and the like.
std::string_view time_unit(const Profile& profile) {
  if (profile.value_types.empty()) return "ms";
  const ValueType& type = profile.value_types[profile.default_type_index()];
  return type.type == "samples" || type.unit.ends_with("seconds") ? "ms" : "ns";
}

/// The names of all frames, and at last that of the stack without any.
struct FrameTexts {
  std::vector<std::string_view> shown;
  std::vector<std::string_view> escaped;
};

FrameTexts frame_texts(const Dictionary& dictionary, const FrameNames& names, JsonTexts& texts) {
  FrameTexts all;
  const std::size_t count = dictionary.frames().size() + 1;
  all.shown.reserve(count);
  all.escaped.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const JsonText text = texts.of(i + 1 == count ? no_stack_name : names[FrameId{i}]);
    all.shown.push_back(text.shown);
    all.escaped.push_back(text.escaped);
  }
  return all;
}

std::vector<std::string_view> track_texts(const Dictionary& dictionary, std::span<const Track> tracks,
                                          StringId Track::*name, JsonTexts& texts) {
  std::vector<std::string_view> all;
  all.reserve(tracks.size());
  for (const Track& track : tracks) all.push_back(texts.of(dictionary.string(track.*name)).escaped);
  return all;
}

void report(const JsonTexts& texts, const TimeLine& line, Context& context) {
  if (texts.repaired() != 0) {
    context.data_loss(
        "chrome.utf8", {},
        "names that are no UTF-8: " + std::to_string(texts.repaired()) + "; U+FFFD stands for what is malformed");
  }
  if (line.names_left_out() != 0) {
    context.data_loss("chrome.renamed", {},
                      std::to_string(line.names_left_out()) +
                          " names of threads and processes are left out: a trace has one for each");
  }
}

void write(const ProfileSet& set, const Options& options, Output& output, Context& context) {
  const Dictionary& dictionary = set.dictionary();
  const Profile empty;
  const Profile& profile = set.profiles().empty() ? empty : set.profiles().front();
  const FrameNames names(dictionary, shows_modules(options, profile));
  JsonTexts texts;
  const FrameTexts frames = frame_texts(dictionary, names, texts);
  const TimeLine line(dictionary, profile, frames.shown, layout_of(options), context);
  const auto processes = track_texts(dictionary, line.tracks(), &Track::process_name, texts);
  const auto threads = track_texts(dictionary, line.tracks(), &Track::thread_name, texts);
  report(texts, line, context);
  EventWriter writer(output, line, {.frames = frames.escaped, .processes = processes, .threads = threads},
                     time_unit(profile));
  line.visit(writer);
  writer.finish();
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
