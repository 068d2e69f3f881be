// SPDX-License-Identifier: Apache-2.0
// What is known before the first line is read, and the way of each line.
#include "readers/dtrace/read_text.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "readers/dtrace/aggregations/aggregations.h"
#include "readers/dtrace/aggregations/frames.h"
#include "readers/dtrace/forms/lost_lines.h"
#include "readers/dtrace/forms/printa_guess.h"
#include "readers/dtrace/forms/printa_reader.h"
#include "readers/dtrace/forms/record_reader.h"
#include "readers/dtrace/forms/rising_keys.h"
#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/expected_prints.h"
#include "readers/dtrace/settings.h"
#include "readers/dtrace/text/pasted.h"

namespace profconv::dtrace {

namespace {

/// The program in a file; an empty one without a file. Throws UsageError where the file holds none.
DProgram program_of(const std::string& path, Context& context) {
  if (path.empty()) return {};
  const ByteBuffer text = Input::open(path, context).read_all();
  DProgram program = parse_d_program({text.data(), text.size()});
  if (program.empty() && program.actions.empty()) {
    throw UsageError("dtrace.script: " + path +
                     " holds no aggregation, expected a D program or a shell's dtrace -n '...'");
  }
  return program;
}

/// Adds the format of what the beginning of a text holds, if it leaves no doubt. False: it holds such a format, and
/// which number is the value cannot be told.
bool guess_formats(std::vector<PrintaFormat>& formats, std::string_view head, Report& report) {
  const auto guess = guess_format(head);
  if (!guess) return true;
  if (!guess->has_value) {
    report.error("dtrace.format", 0,
                 "stacks look like those of printa(\"" + guess->written +
                     "\"), but which number is the value cannot be told: --set dtrace.printa=FORMAT with %@d in "
                     "its place reads them");
    return false;
  }
  formats.push_back(PrintaFormat::of_records(guess->written));
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
  void report(Report& report) const {
    if (first_crlf_ == 0 || first_plain_ == 0) return;
    report.note("dtrace.mixed_line_ends", std::max(first_crlf_, first_plain_),
                "some lines end in CR LF and others do not: the text was put together, or edited");
  }

 private:
  std::uint64_t first_crlf_ = 0;
  std::uint64_t first_plain_ = 0;
};

/// The way of the lines of one input.
class Reading {
 public:
  Reading(Input& input, const Settings& settings, const ExpectedPrints& prints, std::vector<PrintaFormat> formats,
          const Treatment& treatment, ProfileSetBuilder& builder, Report& report)
      : lines_(input),
        report_(report),
        checks_(report.context().is_checking()),
        frames_(settings.keep_offsets),
        aggregations_(frames_, builder, settings, prints, report),
        lost_lines_(aggregations_, prints, report),
        records_(frames_, lost_lines_, report, treatment),
        printa_(std::move(formats), frames_, lost_lines_, records_, report),
        pasted_(treatment) {}

  void run() {
    try {
      take_lines();
      lost_lines_.settle();
      records_.finish(aggregations_.any());
      lost_lines_.settle();
    } catch (...) {
      // What is wrong further up is what is said.
      lost_lines_.settle();
      throw;
    }
    aggregations_.finish();
    if (checks_) ends_.report(report_);
  }

 private:
  void take_lines() {
    const bool formatted = printa_.has_formats();
    const auto take = [&](std::string_view line, std::uint64_t number) {
      formatted ? printa_.feed(line, number) : records_.feed(line, number);
    };
    const bool plain = pasted_.is_plain() && !formatted && !checks_;
    for (std::string_view line; lines_.next(line);) {
      if (checks_) ends_.add(lines_);
      pasted_.feed(line, lines_.line_number(), take);
      if (plain) records_.go_on(lines_);
    }
    pasted_.finish(take);
    printa_.finish();
  }

  LineReader lines_;
  Report& report_;
  bool checks_;
  LineEnds ends_;
  FrameLines frames_;
  Aggregations aggregations_;
  LostLines lost_lines_;
  RecordReader records_;
  PrintaReader printa_;
  PastedText pasted_;
};

}  // namespace

void read_text(Input& input, const Options& options, ProfileSetBuilder& builder, Context& context) {
  Settings settings(options);
  const std::string_view head = input.head();
  Treatment treatment = treatment_of(head);
  settle_timestamps(settings, head);
  std::vector<PrintaFormat> formats = formats_of(settings.printa);
  const ExpectedPrints prints(program_of(settings.script, context), formats);
  Report report(input, context);
  const bool told = !formats.empty() || guess_formats(formats, head, report);
  if (!told || !formats.empty()) {
    // What a format printed stands where it put it, with its values around.
    treatment.collapsed = false;
    treatment.may_hold_actions = prints.prints_stacks();
    treatment.stacks_have_values = true;
  }
  Reading(input, settings, prints, std::move(formats), treatment, builder, report).run();
}

}  // namespace profconv::dtrace
