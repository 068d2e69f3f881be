// SPDX-License-Identifier: Apache-2.0
// What is known before the first line is read, and the way of each line.
#include "readers/dtrace/read_text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "readers/dtrace/aggregations/aggregations.h"
#include "readers/dtrace/aggregations/frames.h"
#include "readers/dtrace/forms/doubtful_stacks.h"
#include "readers/dtrace/forms/grammar.h"
#include "readers/dtrace/forms/lost_lines.h"
#include "readers/dtrace/forms/printa_guess.h"
#include "readers/dtrace/forms/printa_lines.h"
#include "readers/dtrace/forms/printa_shift.h"
#include "readers/dtrace/forms/rising_keys.h"
#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/expected_prints.h"
#include "readers/dtrace/settings.h"
#include "readers/dtrace/text/numbered_text.h"
#include "readers/dtrace/text/pasted.h"
#include "readers/dtrace/text/repaired_lines.h"
#include "readers/dtrace/text/terminal_text.h"
#include "readers/dtrace/text/web_text.h"

namespace profconv::dtrace {

namespace {

std::string script_text(const std::string& path, Context& context) {
  constexpr std::size_t largest = std::size_t{16} << 20;
  Input input = Input::open(path, context);
  std::string text;
  std::vector<char> piece(std::size_t{1} << 16);
  for (std::size_t size = input.read(piece); size != 0; size = input.read(piece)) {
    text.append(piece.data(), size);
    if (text.size() > largest) {
      throw UsageError("dtrace.script: " + path + " is larger than 16 MiB, expected a D program or a shell script");
    }
  }
  return text;
}

/// The program in the text of a file; an empty one without a file. Throws UsageError where the text holds none.
DProgram program_of(const std::string& path, std::string_view text) {
  if (path.empty()) return {};
  DProgram program = parse_d_program(text);
  if (program.empty() && program.actions.empty()) {
    throw UsageError("dtrace.script: " + path +
                     " holds no aggregation, expected a D program or a shell's dtrace -n '...'");
  }
  return program;
}

/// Adds the format of what the beginning of a text holds behind a mark, if it leaves no doubt. False: it holds such a
/// format, and which number is the value cannot be told.
bool guess_formats(std::vector<PrintaFormat>& formats, std::string_view head, std::string_view mark, Report& report) {
  std::vector<std::string_view> lines = first_lines(head);
  // Blanks before frames show that they are in default form.
  if (!mark.starts_with(' ')) {
    for (std::string_view& line : lines) line = without_prefix(line, mark);
  }
  const auto guess = guess_format(lines);
  if (!guess) return true;
  if (!guess->has_value) {
    report.error("dtrace.format", 0,
                 "stacks look like those of printa(\"" + guess->written +
                     "\"), but the value is ambiguous: --set dtrace.printa=FORMAT with %@d in its place");
    return false;
  }
  formats.push_back(PrintaFormat::guessed(guess->written));
  const std::string read_as =
      "read as printed by printa(\"" + guess->written + "\"); --set dtrace.printa=FORMAT gives another format";
  if (guess->is_assumed) {
    report.data_loss("dtrace.format", 0, read_as);
  } else {
    report.note("dtrace.format", 0, read_as);
  }
  return true;
}

/// Whether a format prints what looks like a mark that was put before every line: then no line has both.
bool is_of_formats(const std::string& mark, const std::vector<PrintaFormat>& formats, std::string_view head) {
  const std::vector<std::string_view> lines = first_lines(head);
  return !mark.empty() && std::any_of(formats.begin(), formats.end(), [&](const PrintaFormat& format) {
    const std::string marked = std::string(mark).append(format.first_literal());
    return format.first_literal().starts_with(mark) &&
           std::none_of(lines.begin(), lines.end(), [&](std::string_view line) { return line.starts_with(marked); });
  });
}

/// The beginning of a text with the characters and lines that dtrace wrote.
std::string_view repaired(std::string_view head, const Treatment& treatment, std::string& plain) {
  if (treatment.has_codes) head = plain = without_terminal_codes(head);
  if (treatment.first_number != 0) head = plain = without_numbers(head, treatment.first_number);
  if (treatment.is_web) head = plain = without_web_characters(head);
  if (treatment.is_double_spaced) head = plain = without_double_spacing(head);
  return head;
}

/// Warns of what may be no treatment, but what the program printed.
void report_treatment(const Treatment& treatment, bool has_formats, Report& report) {
  if (treatment.collapsed) {
    report.data_loss("dtrace.columns", 0,
                     "columns are not as dtrace prints them by itself and were guessed; if printa() printed them: "
                     "--set dtrace.printa=FORMAT");
  }
  // In default form dtrace prints no such text.
  if (treatment.has_codes && has_formats) {
    report.data_loss("dtrace.colors", 0,
                     "a terminal's codes for colors are removed; if keys had some, they may be one");
  }
  if (treatment.first_number != 0) {
    report.data_loss("dtrace.numbered", 0,
                     "every line begins with its number, as of grep -n or cat -n: these are removed; they may be keys");
  }
  if (treatment.is_double_spaced) {
    report.data_loss(
        "dtrace.columns", 0,
        "an empty line follows every line: these are skipped; if dtrace printed them, stacks may be joined");
  }
}

/// Whether no record tells some print from another.
bool have_alike(const ExpectedPrints& prints) {
  const PrintForms forms = prints.forms();
  for (std::size_t i = 0; i < prints.size(); ++i) {
    for (const std::size_t j : forms.like(i)) {
      if (i < j && prints.are_alike(i, j)) return true;
    }
  }
  return false;
}

/// Lines of an input that is checked: ends of both kinds show that it was put together or that an editor has been
/// there.
class CheckedLines final : public LineSource {
 public:
  explicit CheckedLines(LineReader& lines) : lines_(lines), plain_(lines) {}

  bool next(SourceLine& line) override {
    if (!plain_.next(line)) return false;
    std::uint64_t& first = lines_.is_crlf() ? first_crlf_ : first_plain_;
    if (first == 0) first = line.number;
    return true;
  }
  [[nodiscard]] const std::string& unterminated() const { return plain_.unterminated(); }
  void report(Report& report) const {
    if (first_crlf_ == 0 || first_plain_ == 0) return;
    report.note("dtrace.mixed_line_ends", std::max(first_crlf_, first_plain_),
                "some lines end in CR LF and others do not: the file was joined or edited");
  }

 private:
  LineReader& lines_;
  InputLines plain_;
  std::uint64_t first_crlf_ = 0;
  std::uint64_t first_plain_ = 0;
};

/// The way of the lines of one input: through the filters that it needs to tokens, records and samples.
class Reading {
 public:
  Reading(Input& input, const Settings& settings, const ExpectedPrints& prints, std::vector<PrintaFormat> formats,
          const Treatment& treatment, ProfileSetBuilder& builder, Report& report)
      : lines_(input),
        report_(report),
        plain_(lines_),
        checked_(lines_),
        prints_(prints),
        frames_(settings.keep_offsets),
        aggregations_(frames_, builder, settings, prints, report),
        stacks_(aggregations_, prints, report),
        lost_lines_(stacks_, prints, report),
        records_(source_for(std::move(formats), prints, treatment), frames_, lost_lines_, report, treatment, prints) {}

  void run() {
    report_.call_before([this] { records_.settle(); });
    try {
      records_.read();
      report_cut_line();
      records_.finish();
      lost_lines_.settle();
      stacks_.settle();
    } catch (...) {
      // What is wrong further up is what is said.
      records_.settle();
      lost_lines_.settle();
      stacks_.settle();
      throw;
    }
    aggregations_.finish(records_.last_blanks());
    checked_.report(report_);
    report_.call_before({});
  }

 private:
  /// A value that its width shows to be whole needs no end of its line. Prints that are missing matter if those before
  /// are distinguished by their order.
  void report_cut_line() {
    const std::string& last = plain_.unterminated().empty() ? checked_.unterminated() : plain_.unterminated();
    std::vector<Column> columns;
    const bool is_whole =
        parse_columns(last, columns) == ColumnsFound::complete && columns.back().kind == ColumnKind::quad;
    if (last.empty()) return;
    if (!is_whole) {
      report_.data_loss("dtrace.truncated", lines_.line_number(),
                        "the last line has no end: the recording may be cut there");
    } else if (have_alike(prints_)) {
      report_.data_loss(
          "dtrace.truncated", lines_.line_number(),
          "the last line has no end: if the recording is cut, its last prints may be of other aggregations");
    }
  }

  LineSource& source_for(std::vector<PrintaFormat> formats, const ExpectedPrints& prints, const Treatment& treatment) {
    LineSource* source = report_.context().is_checking() ? static_cast<LineSource*>(&checked_) : &plain_;
    if (!treatment.is_plain()) source = &repaired_.emplace(*source, treatment);
    if (!formats.empty()) source = &printa_.emplace(std::move(formats), prints, frames_, *source, report_);
    return *source;
  }

  LineReader lines_;
  Report& report_;
  InputLines plain_;
  CheckedLines checked_;
  const ExpectedPrints& prints_;
  std::optional<RepairedLines> repaired_;
  std::optional<PrintaLines> printa_;
  FrameLines frames_;
  Aggregations aggregations_;
  DoubtfulStacks stacks_;
  LostLines lost_lines_;
  Grammar records_;
};

}  // namespace

void read_text(Input& input, const Options& options, ProfileSetBuilder& builder, Context& context) {
  Settings settings(options);
  std::string_view head = input.head();
  const std::string script = settings.script.empty() ? std::string() : script_text(settings.script, context);
  std::vector<PrintaFormat> formats = formats_of(settings.printa);
  const ExpectedPrints prints(program_of(settings.script, script), formats);
  const bool writes_codes = writes_terminal_codes(script) || writes_terminal_codes(settings.printa);
  Treatment treatment = treatment_of(head, writes_codes, !begin_with_number(formats));
  std::string plain;
  head = repaired(head, treatment, plain);
  settle_timestamps(settings, head);
  Report report(input, context);
  const bool told = !formats.empty() || guess_formats(formats, head, treatment.prefix, report);
  if (!told || !formats.empty()) {
    // What a format printed stands where it put it, with its values around.
    treatment.collapsed = false;
    treatment.may_hold_actions = prints.prints_stacks();
    treatment.stacks_have_values = true;
  }
  report_treatment(treatment, !formats.empty(), report);
  if (is_of_formats(treatment.prefix, formats, head)) treatment.prefix.clear();
  if (!formats.empty() && treatment.is_padded) treatment.is_padded = !may_end_in_blanks(formats);
  // In default form frames may begin as a format does.
  const bool are_formats_alone = prints.size() != 0 && !prints.has_default_form();
  if (are_formats_alone && treatment.prefix.empty()) treatment.prefix = indentation_of(formats, head);
  treatment.indent = prints.stack_indent().value_or(treatment.indent);
  Reading(input, settings, prints, std::move(formats), treatment, builder, report).run();
}

}  // namespace profconv::dtrace
