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

/// For people: several of it, and one of it where a profile has at most one.
struct FeatureWords {
  Feature feature;
  std::string_view plural;
  std::string_view only;
};

/// All features, each at the place of its number.
inline constexpr auto feature_words = std::to_array<FeatureWords>({
    {Feature::profiles, "other profiles", ""},
    {Feature::profile_names, "profile names", ""},
    {Feature::value_types, "other value types", ""},
    {Feature::aggregations, "value types that do not add", ""},
    {Feature::scales, "value types with fractions", ""},
    {Feature::negative_values, "negative values", ""},
    {Feature::empty_stacks, "samples without a stack", ""},
    {Feature::thread_ids, "thread ids", ""},
    {Feature::process_names, "process names", ""},
    {Feature::thread_names, "thread names", ""},
    {Feature::labels, "samples' labels", ""},
    {Feature::comparisons, "marks of samples that others are compared with", ""},
    {Feature::start_times, "start times", ""},
    {Feature::absolute_start_times, "absolute start times", ""},
    {Feature::shared_depths, "span boundaries", ""},
    {Feature::modules, "modules", ""},
    {Feature::shown_modules, "modules shown in names", ""},
    {Feature::build_ids, "build ids", ""},
    {Feature::mapping_ranges, "mapping ranges", ""},
    {Feature::addresses, "addresses", ""},
    {Feature::system_names, "mangled names", ""},
    {Feature::source_files, "source files", ""},
    {Feature::lines, "line numbers", ""},
    {Feature::columns, "columns", ""},
    {Feature::start_lines, "functions' start lines", ""},
    {Feature::inlining, "marks of inlined frames", ""},
    {Feature::frame_kinds, "marks of kernel, jit and synthetic frames", ""},
    {Feature::start_time, "recording times", "the time of the recording"},
    {Feature::duration, "durations", "the duration"},
    {Feature::period, "sampling periods", "the sampling period"},
    {Feature::command, "command lines", "the command line"},
    {Feature::comments, "comments", ""},
    {Feature::doc_url, "documentation links", "the documentation link"},
    {Feature::frame_filters, "frame filters", ""},
    {Feature::default_type, "default value types", "the default value type"},
    {Feature::distributions, "bucket schemes", "the bucket scheme"},
    {Feature::attributes, "attributes of the recording", ""},
    {Feature::function_offsets, "offsets in functions", ""},
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
