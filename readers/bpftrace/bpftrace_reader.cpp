// SPDX-License-Identifier: Apache-2.0
// What bpftrace prints: its maps, as text or as JSON (-f json). Described with its traps in docs/formats/bpftrace.md;
// at home in https://github.com/bpftrace/bpftrace (src/output). One element of a map:
//
//   @[
//       leaf_mul+46
//       recurse+25
//   , wrk-0]: 12
#include <array>

#include "core/names/function_offsets.h"
#include "readers/bpftrace/json_lines.h"
#include "readers/bpftrace/map_profile.h"
#include "readers/bpftrace/probe.h"
#include "readers/bpftrace/settings.h"
#include "readers/bpftrace/text_reader.h"
#include "readers/readers.h"

namespace profconv {

namespace {

constexpr std::array<std::string_view, 1> aliases{"bt"};
constexpr std::array<std::string_view, 1> extensions{".bpftrace"};

/// What is about the profile that is made.
constexpr std::array<Verdict, 3> verdicts{{{"bpftrace.function", std::nullopt},
                                           {"bpftrace.printed_stacks", std::nullopt},
                                           {"bpftrace.truncated", Severity::error}}};

/// Reads one input to its end.
class Reading {
 public:
  Reading(Input& input, const bpftrace::Settings& settings, ProfileSetBuilder& builder)
      : input_(input),
        settings_(settings),
        builder_(builder),
        frames_(builder, settings.keep_offsets),
        maps_(input, builder, frames_),
        messages_(input, maps_),
        printed_(input, frames_),
        text_(input, maps_, printed_, messages_),
        json_(input, maps_, printed_, messages_) {}

  void run() {
    LineReader lines(input_);
    for (std::string_view line; lines.next(line);) {
      try {
        if (text_.is_idle() && bpftrace::JsonLines::is_object(line)) {
          json_.read(line, lines.line_number());
        } else {
          text_.read(line, lines.line_number());
        }
      } catch (const LimitError& error) {
        if (error.where().line != 0) throw;
        throw LimitError(lines.here(), error.message());
      }
    }
    text_.finish();
    messages_.finish();
    frames_.shapes().report(input_);
    if (lines.is_unterminated()) {
      input_.context().data_loss("bpftrace.truncated", lines.here(), "the last line has no end: the file may be cut");
    }
    make_profiles();
  }

 private:
  void make_profiles() {
    for (const bpftrace::MapRecords& map : maps_.all()) {
      bpftrace::MapProfile(input_, builder_, frames_, settings_, map).make();
    }
    printed_.finish(builder_);
    if (builder_.profile_count() != 0) return;
    if (!messages_.has_heading()) refuse();
    if (text_.has_skipped_values()) {
      throw ReadError(input_.whole(), "expected numbers or distributions as the values of maps, got none");
    }
    builder_.add_profile().add_value_type({.type = "samples", .unit = "count"});
    input_.context().note("bpftrace.empty", input_.whole(), "no map holds an element");
  }

  [[noreturn]] void refuse() const {
    const std::string& text = messages_.first_text();
    const Location where = text.empty() ? input_.whole() : input_.at_line(messages_.first_text_line());
    throw ReadError(where, "expected an element of a map, '@name[key]: number'" +
                               (text.empty() ? std::string(", got none") : ", got " + text));
  }

  Input& input_;
  const bpftrace::Settings& settings_;
  ProfileSetBuilder& builder_;
  bpftrace::FrameLines frames_;
  bpftrace::Maps maps_;
  bpftrace::Messages messages_;
  bpftrace::PrintedStacks printed_;
  bpftrace::TextReader text_;
  bpftrace::JsonLines json_;
};

Features carries(const Reader&, const Options& set) {
  Features features{
      Feature::profiles,        Feature::profile_names,        Feature::value_types, Feature::aggregations,
      Feature::negative_values, Feature::empty_stacks,         Feature::thread_ids,  Feature::thread_names,
      Feature::labels,          Feature::absolute_start_times, Feature::modules,     Feature::build_ids,
      Feature::addresses,       Feature::source_files,         Feature::lines,       Feature::inlining,
      Feature::frame_kinds,     Feature::distributions};
  if (keeps_offsets(set)) features.add(Feature::function_offsets);
  return features;
}

void read(const Reader&, Input& input, const Options& options, ProfileSetBuilder& builder, Context&) {
  const bpftrace::Settings settings(options);
  Reading(input, settings, builder).run();
}

}  // namespace

const Reader bpftrace_reader{
    .name = "bpftrace",
    .aliases = aliases,
    .summary = "maps that bpftrace prints: numbers and distributions under stacks and other keys",
    .extensions = extensions,
    .options = bpftrace::reader_options(),
    .carries = carries,
    .probe = bpftrace::probe,
    .read = read,
    .verdicts = verdicts,
    .has_return_addresses = true};

}  // namespace profconv
