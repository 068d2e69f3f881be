// SPDX-License-Identifier: Apache-2.0
// What dtrace prints: aggregations in default print form, with or without -q. docs/formats/dtrace.md describes the form
// and its traps; at home in https://illumos.org/books/dtrace/chp-aggs.html. One record is keys and a value:
//
//   job-2                                                 14944
//                 libc.so.6`read+0x4c
//                 deep`recurse+0xf
//                  45
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "readers/dtrace/aggregations.h"
#include "readers/dtrace/d_program.h"
#include "readers/dtrace/expected_prints.h"
#include "readers/dtrace/frames.h"
#include "readers/dtrace/pasted.h"
#include "readers/dtrace/printa_guess.h"
#include "readers/dtrace/printa_reader.h"
#include "readers/dtrace/probe.h"
#include "readers/dtrace/record_reader.h"
#include "readers/dtrace/rising_keys.h"
#include "readers/dtrace/settings.h"
#include "readers/readers.h"

namespace profconv {

namespace {

constexpr std::array<std::string_view, 1> extensions{".dtrace"};

/// The program in a file; an empty one without a file. Throws UsageError where the file holds none.
dtrace::DProgram program_of(const std::string& path, Context& context) {
  if (path.empty()) return {};
  const ByteBuffer text = Input::open(path, context).read_all();
  dtrace::DProgram program = dtrace::parse_d_program({text.data(), text.size()});
  if (program.empty() && program.actions.empty()) {
    throw UsageError("dtrace.script: " + path +
                     " holds no aggregation, expected a D program or a shell's dtrace -n '...'");
  }
  return program;
}

/// Adds the format of what the beginning of a text holds, if it leaves no doubt. False: it holds such a format, and
/// which number is the value cannot be told.
bool guess_formats(std::vector<dtrace::PrintaFormat>& formats, std::string_view head, dtrace::Report& report) {
  const auto guess = dtrace::guess_format(head);
  if (!guess) return true;
  if (!guess->has_value) {
    report.error("dtrace.format", 0,
                 "stacks look like those of printa(\"" + guess->written +
                     "\"), but which number is the value cannot be told: --set dtrace.printa=FORMAT with %@d in "
                     "its place reads them");
    return false;
  }
  formats.push_back(dtrace::PrintaFormat::of_records(guess->written));
  report.note("dtrace.format", 0,
              "read as printed by printa(\"" + guess->written + "\"); --set dtrace.printa=FORMAT gives another format");
  return true;
}

/// Ends of lines of both kinds: something was put together, or an editor has been there.
class LineEnds {
 public:
  void add(const LineReader& lines) {
    std::uint64_t& first = lines.is_crlf() ? first_crlf_ : first_plain_;
    if (first == 0) first = lines.line_number();
  }
  void report(dtrace::Report& report) const {
    if (first_crlf_ == 0 || first_plain_ == 0) return;
    report.note("dtrace.mixed_line_ends", std::max(first_crlf_, first_plain_),
                "some lines end in CR LF and others do not: the text was put together, or edited");
  }

 private:
  std::uint64_t first_crlf_ = 0;
  std::uint64_t first_plain_ = 0;
};

void read(Input& input, const Options& set, ProfileSetBuilder& builder, Context& context) {
  dtrace::Settings settings(set);
  const std::string_view head = input.head();
  dtrace::Treatment treatment = dtrace::treatment_of(head);
  dtrace::settle_timestamps(settings, head);
  std::vector<dtrace::PrintaFormat> formats = dtrace::formats_of(settings.printa);
  const dtrace::ExpectedPrints prints(program_of(settings.script, context), formats);
  dtrace::Report report(input, context);
  const bool told = !formats.empty() || guess_formats(formats, head, report);
  if (!told || !formats.empty()) {
    // What a format printed stands where it put it, with its values around.
    treatment.collapsed = false;
    treatment.may_hold_actions = prints.prints_stacks();
    treatment.stacks_have_values = true;
  }
  dtrace::FrameLines frames(settings.keep_offsets);
  dtrace::Aggregations aggregations(frames, builder, settings, prints, report);
  dtrace::RecordReader records(frames, aggregations, report, treatment);
  dtrace::PrintaReader printa(std::move(formats), frames, aggregations, records, report);
  dtrace::PastedText pasted(treatment);
  const bool formatted = printa.has_formats();
  const auto take = [&](std::string_view line, std::uint64_t number) {
    formatted ? printa.feed(line, number) : records.feed(line, number);
  };
  LineReader lines(input);
  const bool checks = context.is_checking();
  LineEnds ends;
  const bool plain = pasted.is_plain() && !formatted && !checks;
  for (std::string_view line; lines.next(line);) {
    if (checks) ends.add(lines);
    pasted.feed(line, lines.line_number(), take);
    if (plain) records.go_on(lines);
  }
  pasted.finish(take);
  printa.finish();
  records.finish(aggregations.any());
  aggregations.finish();
  if (checks) ends.report(report);
}

/// What is missing or cannot be told in the text, and what is about the profile that is made.
constexpr std::array<Verdict, 12> verdicts{{{"dtrace.truncated", Severity::error},
                                            {"dtrace.packed", Severity::note},
                                            {"dtrace.actions", std::nullopt},
                                            {"dtrace.addresses", Severity::data_loss},
                                            {"dtrace.cpu_tables", std::nullopt},
                                            {"dtrace.cpu_values", std::nullopt},
                                            {"dtrace.keys", std::nullopt},
                                            {"dtrace.several_values", std::nullopt},
                                            {"dtrace.tables", std::nullopt},
                                            {"dtrace.text_keys", std::nullopt},
                                            {"dtrace.unnamed_frames", std::nullopt},
                                            {"dtrace.value_type", std::nullopt}}};

Features carries(const Options&) {
  return {Feature::profiles,      Feature::profile_names, Feature::aggregations,  Feature::negative_values,
          Feature::empty_stacks,  Feature::thread_ids,    Feature::process_names, Feature::labels,
          Feature::start_times,   Feature::shown_modules, Feature::addresses,     Feature::frame_kinds,
          Feature::distributions, Feature::source_files,  Feature::lines,         Feature::value_types,
          Feature::period};
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
    .verdicts = verdicts,
};

}  // namespace profconv
