// SPDX-License-Identifier: Apache-2.0
// Finding where records begin in a line, and which formats printed them.
#include "readers/dtrace/forms/printa_candidates.h"

#include <algorithm>
#include <utility>

#include "readers/dtrace/forms/printa_doubts.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

/// Behind what dtrace without -q prints before the output of a probe's actions; 0: the line does not begin so.
std::size_t behind_probe(std::string_view line) {
  const auto output = probe_output(line);
  if (!output) return 0;
  // One blank ends the probe's name, others are its output: an empty text that is filled up, where nothing else
  // follows.
  const std::size_t begin = output->empty() ? line.size() : static_cast<std::size_t>(output->data() - line.data());
  return std::min(line.find_last_not_of(' ', begin - 1) + 2, begin);
}

}  // namespace

PrintaCandidates::PrintaCandidates(std::vector<PrintaFormat> formats, const ExpectedPrints& prints, Report& report)
    : formats_(std::move(formats)),
      index_(formats_),
      prints_(prints),
      report_(report),
      leads_(formats_),
      default_form_(prints),
      tails_(prints.format_places()) {
  has_blanks_.resize(formats_.size());
  has_fill_.resize(formats_.size());
  cut_.resize(formats_.size());
  matches_.reserve(formats_.size());
  for (const PrintaFormat& format : formats_) {
    matches_.emplace_back(format);
    has_dates_ = has_dates_ || format.prints_date();
  }
}

bool PrintaCandidates::begin(std::string_view line, std::uint64_t number) {
  column_ = prints_.is_quiet() ? 0 : behind_probe(line);
  if (column_ != 0) tails_.pass_probe(line.substr(0, column_));
  lines_ = 1;
  is_at_end_ = false;
  return begins_behind_leads(line, number, true) || begins_behind_probe(line, number) ||
         begins_behind_leads(line, number, false);
}

/// The last text is of the record's print, or that had no records and the record is of another one.
bool PrintaCandidates::begins_behind_leads(std::string_view line, std::uint64_t number, bool telling) {
  const std::size_t begin = column_;
  const PrintaLeads::Place last = leads_.last_of(line, begin, telling);
  if (last.begin == last.end) return false;
  column_ = last.begin;
  const auto has_lead = [&](std::size_t i) {
    return matches_[i].format().lead_steps() != 0 && (matches_[i].alive() || matches_[i].whole());
  };
  if (may_begin(line, number) && std::any_of(begun_.begin(), begun_.end(), has_lead)) return true;
  column_ = last.end;
  if (may_begin(line, number)) return true;
  column_ = begin;
  return false;
}

bool PrintaCandidates::begins_behind_probe(std::string_view line, std::uint64_t number) {
  // What looks like the whole line of a probe, as `37 | read` of -F does, may be a whole record.
  const std::size_t probe_end = column_;
  if (column_ == line.size()) column_ = 0;
  bool begins = may_begin(line, number);
  if (column_ != probe_end && best() == nullptr && !is_begun_by_a_number()) {
    column_ = probe_end;
    begins = may_begin(line, number);
  }
  if (!begins && column_ != 0 && !prints_.text().can_be(line.substr(column_))) {
    column_ = 0;
    begins = may_begin(line, number);
  }
  return begins;
}

bool PrintaCandidates::may_begin(std::string_view line, std::uint64_t number) {
  if (default_form_.takes(line) || (!has_dates_ && prints_.text().is_with_date(line.substr(column_)))) {
    begun_.clear();
    return false;
  }
  bool any = false;
  index_.find(line.substr(column_), begun_);
  for (const std::size_t i : begun_) {
    PrintaMatch& match = matches_[i];
    match.begin();
    match.take(line, column_, 0, number);
    // A text with the blanks of a column is more likely one in default form.
    if (match.may_be_columns() && default_form_.is_record(line)) match.give_up();
    // A line that the program prints as text, or an empty one, is no key unless frames follow.
    const std::string_view rest = line.substr(column_);
    if (match.begins_with_all_of(rest) && (rest.empty() || prints_.text().can_be(rest))) match.doubt(!rest.empty());
    any = any || match.alive() || match.whole();
  }
  return any;
}

/// Whether a record that goes on below the line begins with a number or with words of its format.
bool PrintaCandidates::is_begun_by_a_number() const {
  return std::any_of(begun_.begin(), begun_.end(),
                     [&](std::size_t i) { return matches_[i].alive() && !matches_[i].format().begins_with_text(); });
}

/// The whole record with most text; of several the one that lacks nothing, whose format says most, and that goes
/// farthest.
PrintaMatch* PrintaCandidates::best() {
  PrintaMatch* best = nullptr;
  for (const std::size_t i : begun_) {
    PrintaMatch& match = matches_[i];
    const std::size_t base = match.format().base();
    match.record().format = base != 0 ? base : i + 1;
    if (match.whole() && default_form_.is_table(match.record())) match.give_up();
    if (!match.whole()) continue;
    if (best == nullptr || match.is_better(*best)) best = &match;
  }
  return best == nullptr ? best : without_tail(best);
}

/// Of a record whose format prints at this place, those that go on and print elsewhere are none.
PrintaMatch* PrintaCandidates::without_tail(PrintaMatch* best) {
  for (const std::size_t i : begun_) {
    if (matches_[i].alive() && tails_.is_elsewhere(matches_[i].record().format, best->record().format)) {
      matches_[i].give_up();
    }
  }
  choice_ = PrintaTails::Choice::longer;
  for (const std::size_t i : begun_) {
    PrintaMatch& match = matches_[i];
    if (!match.whole() || !PrintaTails::is_longer(best->format(), match.format())) continue;
    choice_ = tails_.choose(match, *best, below(*best));
    const bool goes_on = choice_ == PrintaTails::Choice::doubt && tails_.last() == match.record().format;
    return goes_on || choice_ == PrintaTails::Choice::shorter ? &match : best;
  }
  return best;
}

PrintaTails::Below PrintaCandidates::below(const PrintaMatch& match) const {
  if (match.end().line + 1 == lines_) return is_probe_ ? PrintaTails::Below::probe : PrintaTails::Below::other;
  if (match.end().line + 1 < lines_) return PrintaTails::Below::other;
  return is_at_end_ ? PrintaTails::Below::end : PrintaTails::Below::unknown;
}

void PrintaCandidates::take(std::string_view line, std::size_t index, std::uint64_t number) {
  lines_ = index + 1;
  if (waits()) is_probe_ = probe_output(line).has_value();
  const bool is_heading = prints_.is_heading(line);
  for (const std::size_t i : begun_) {
    if (is_heading) matches_[i].end_stack();
    matches_[i].take(line, 0, index, number);
  }
}

void PrintaCandidates::end_of_input(std::size_t lines) {
  is_at_end_ = true;
  for (const std::size_t i : begun_) matches_[i].end_of_input(lines);
}

bool PrintaCandidates::any_alive() const {
  return std::any_of(begun_.begin(), begun_.end(), [&](std::size_t i) { return matches_[i].alive(); });
}

void PrintaCandidates::report(PrintaMatch& match, std::string_view first_line, bool is_below_record) {
  if (match.format().base() != 0) {
    leads_.pass(match, first_line.substr(column_, match.lead()), is_below_record, report_);
  }
  report_doubts(match, matches_, begun_, report_);
  if (choice_ == PrintaTails::Choice::doubt) {
    report_.data_loss("dtrace.formats", match.record().line,
                      "a printf() may print what one format adds to another: begin each with a word of its own");
  }
  compare_blanks(match, match.record(), first_line);
  report_text_doubt(match, first_line.substr(column_), prints_.text(), report_);
}

/// All records of a format end in its blanks, or in none where an editor took them away.
void PrintaCandidates::compare_blanks(const PrintaMatch& match, const Record& record, std::string_view first_line) {
  const std::size_t format = record.format - 1;
  std::uint64_t& cut = cut_[format];
  const bool lacks = match.cut() != 0 || match.lacks_fill();
  if (lacks && cut == 0) cut = record.line;
  if (!lacks && first_line.ends_with(' ')) has_fill_[format] = true;
  if (match.cut() == 0) has_blanks_[format] = true;
  const bool is_doubtful = (match.cut() != 0 && has_blanks_[format]) || (cut != 0 && has_fill_[format]);
  if (!is_doubtful) return;
  const std::uint64_t line = lacks ? record.line : cut;
  cut = 0;
  report_.data_loss(
      "dtrace.formats", line,
      "this record lacks blanks that its format prints elsewhere: it may be one in DTrace's default form");
}

}  // namespace profconv::dtrace
