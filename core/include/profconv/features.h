// SPDX-License-Identifier: Apache-2.0
// What a profile may hold and a format may lack: what readers and writers declare, and losses.h counts.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#pragma GCC visibility push(default)
namespace profconv {

/// Numbers never change their meaning; new ones are added at the end, with their words in the table below.
enum class Feature : std::uint8_t {
  profiles = 0,  ///< more than one profile in a file
  profile_names = 1,
  value_types = 2,   ///< more than one value a sample
  aggregations = 3,  ///< values that do not add: max, min, last
  scales = 4,        ///< fractions
  negative_values = 5,
  empty_stacks = 6,
  thread_ids = 7,  ///< pid and tid
  process_names = 8,
  thread_names = 9,
  labels = 10,
  comparisons = 11,           ///< which samples are those of a comparison's base
  start_times = 12,           ///< since an unknown point: only their order and distances mean something
  absolute_start_times = 13,  ///< by the time of day, or by the machine's clock
  shared_depths = 14,         ///< where one call ends and the next of the same name begins
  modules = 15,               ///< of a source that does not show them in names
  shown_modules = 16,         ///< of a source that does (Metadata::module_names)
  build_ids = 17,
  mapping_ranges = 18,
  addresses = 19,
  system_names = 20,
  source_files = 21,
  lines = 22,
  columns = 23,
  start_lines = 24,
  inlining = 25,
  frame_kinds = 26,
  start_time = 27,  ///< of the whole recording
  duration = 28,
  period = 29,
  command = 30,
  comments = 31,
  doc_url = 32,
  frame_filters = 33,  ///< pprof's drop_frames and keep_frames
  default_type = 34,
  distributions = 35,
  attributes = 36,
  function_offsets = 37,
};

/// For people: several of it, and one of it.
struct FeatureWords {
  Feature feature;
  std::string_view plural;
  std::string_view one;
};

/// All features, each at the place of its number.
inline constexpr auto feature_words = std::to_array<FeatureWords>({
    {Feature::profiles, "other profiles", "another profile"},
    {Feature::profile_names, "profile names", "the profile's name"},
    {Feature::value_types, "other value types", "another value type"},
    {Feature::aggregations, "value types that do not add", "a value type that does not add"},
    {Feature::scales, "value types with fractions", "a value type with fractions"},
    {Feature::negative_values, "negative values", "a negative value"},
    {Feature::empty_stacks, "samples without a stack", "a sample without a stack"},
    {Feature::thread_ids, "thread ids", "a thread id"},
    {Feature::process_names, "process names", "a process name"},
    {Feature::thread_names, "thread names", "a thread name"},
    {Feature::labels, "sample labels", "a sample label"},
    {Feature::comparisons, "diff-base markers", "a diff-base marker"},
    {Feature::start_times, "start times", "a start time"},
    {Feature::absolute_start_times, "absolute start times", "an absolute start time"},
    {Feature::shared_depths, "span boundaries", "a span boundary"},
    {Feature::modules, "modules", "a module"},
    {Feature::shown_modules, "modules shown in names", "a module shown in names"},
    {Feature::build_ids, "build ids", "a build id"},
    {Feature::mapping_ranges, "mapping ranges", "a mapping range"},
    {Feature::addresses, "addresses", "an address"},
    {Feature::system_names, "mangled names", "a mangled name"},
    {Feature::source_files, "source files", "a source file"},
    {Feature::lines, "line numbers", "a line number"},
    {Feature::columns, "columns", "a column"},
    {Feature::start_lines, "function start lines", "a function start line"},
    {Feature::inlining, "inlined-frame markers", "an inlined-frame marker"},
    {Feature::frame_kinds, "kernel, JIT and synthetic-frame markers", "a kernel, JIT or synthetic-frame marker"},
    {Feature::start_time, "recording times", "the time of the recording"},
    {Feature::duration, "durations", "the duration"},
    {Feature::period, "sampling periods", "the sampling period"},
    {Feature::command, "command lines", "the command line"},
    {Feature::comments, "comments", "a comment"},
    {Feature::doc_url, "documentation links", "the documentation link"},
    {Feature::frame_filters, "frame filters", "a frame filter"},
    {Feature::default_type, "default value types", "the default value type"},
    {Feature::distributions, "bucket schemes", "the bucket scheme"},
    {Feature::attributes, "recording attributes", "a recording attribute"},
    {Feature::function_offsets, "function offsets", "a function offset"},
});
static_assert([] {
  for (std::size_t i = 0; i < feature_words.size(); ++i) {
    if (static_cast<std::size_t>(feature_words[i].feature) != i) return false;
  }
  return true;
}());

/// A set of Feature.
class Features {
 public:
  constexpr Features() = default;
  Features(std::initializer_list<Feature> features) {
    for (Feature f : features) bits_.set(static_cast<std::size_t>(f));
  }
  [[nodiscard]] bool has(Feature f) const { return bits_.test(static_cast<std::size_t>(f)); }
  Features& add(Feature f) {
    bits_.set(static_cast<std::size_t>(f));
    return *this;
  }
  bool operator==(const Features&) const = default;

 private:
  std::bitset<feature_words.size()> bits_;
};

/// The plural of a feature.
[[nodiscard]] constexpr std::string_view feature_name(Feature feature) {
  return feature_words[static_cast<std::size_t>(feature)].plural;
}

}  // namespace profconv
#pragma GCC visibility pop
