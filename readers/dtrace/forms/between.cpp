// SPDX-License-Identifier: Apache-2.0
// Text and probes before a record.
#include "readers/dtrace/forms/between.h"

#include <utility>

#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

Between::Between(Report& report, const PrintedText& of_program, bool collapsed)
    : report_(report), text_(report, of_program), of_program_(of_program), collapsed_(collapsed) {}

/// What is printed once as a recording begins was printed so many times. The first may lack it, as its beginning is
/// cut.
void Between::see_begin(std::uint64_t times) {
  if (recordings_ == 0 && has_records_) ++cut_recordings_;
  if (times + cut_recordings_ <= recordings_) return;
  recordings_ = times + cut_recordings_;
  new_recording_ = recordings_ > 1;
}

void Between::add_heading() {
  text_.forget();
  fresh_ = follows_probe_ = has_news_ = true;
  see_begin(++headings_);
}

void Between::add_probe(std::string_view output, std::uint64_t line, std::size_t blanks) {
  if (is_bare_ && blanks != 0) bare_probes_.add(line - blanks - 1);
  is_bare_ = output.empty();
  ++probes_;
  // One is the newline that ends what a clause printed.
  has_gap_ = has_gap_ || blanks > 1;
  text_.forget();
  if (!output.empty()) text_.between(output, line, true);
  follows_end_ = follows_end_ || of_program_.is_closing(output);
  fresh_ = follows_probe_ = has_news_ = true;
}

void Between::add_text(std::string_view text, std::uint64_t line, std::size_t blanks) {
  see_blanks(blanks);
  if (key_line_ != 0 && key_line_ + 1 == line) text_.compare_with_key_above(text, line);
  const bool is_open = !of_program_.is_of_program() && blanks == 0 && text.ends_with(' ');
  const bool is_date = is_open && trimmed(text).size() == date_width && find_date(text) != std::string_view::npos;
  is_like_lead_ = is_open && !is_date && !fresh_;
  follows_lead_ = is_date || of_program_.can_be_lead(text);
  fresh_ = has_news_ = true;
  after_formatted_ = is_first_ = is_bare_ = false;
  text_.between(text, line, false);
  follows_end_ = follows_end_ || of_program_.is_closing(text);
  if (const auto opening = of_program_.opening(text)) {
    see_begin(++openings_[*opening]);
    // What BEGIN prints heads no print.
    text_.forget();
  }
  text_follows_blank_ = blanks != 0 || line == 1 || (text_follows_blank_ && line == text_line_ + 1);
  text_line_ = line;
}

void Between::begin(Record& record, std::size_t blanks, bool own_newline) {
  is_bare_ = false;
  record.blanks_before = blanks;
  record.first_of_recording = std::exchange(new_recording_, false);
  record.follows_end = std::exchange(follows_end_, false);
  record.follows_record = !fresh_;
  record.follows_probe = follows_probe_ || follows_lead_;
  // printa() begins with a newline, which ends the line of a probe or of text before it.
  const std::size_t expected = (own_newline ? 1U : 0U) + (record.follows_probe ? 0U : 1U);
  record.follows_gap = std::exchange(has_gap_, false) || blanks > expected;
  record.lacks_blank = std::exchange(is_first_, false) && !has_news_ && blanks < expected;
  const bool enough_blanks = blanks >= (own_newline ? 2U : 1U) || (follows_lead_ && blanks >= expected);
  text_.take(record.before, enough_blanks || (collapsed_ && text_follows_blank_));
  if (std::exchange(is_like_lead_, false) && !record.before.text.empty() && !record.before.is_heading &&
      blanks == expected - 1) {
    report_.data_loss(
        "dtrace.heading", record.before.line,
        "this text ends in a blank, as printf() without \\n leaves it above another aggregation: pass the D "
        "program");
  }
}

void Between::begin_formatted(Record& record) {
  record.first_of_recording = std::exchange(new_recording_, false);
  record.follows_end = std::exchange(follows_end_, false);
  record.follows_probe = follows_probe_;
  record.follows_gap = std::exchange(has_gap_, false);
  is_bare_ = false;
  if (record.begins_with_key) text_.compare_with_key_below(record.line);
  // Text right below a record is rather what the traced program printed.
  text_.take(record.before, text_follows_blank_);
  follows_probe_ = has_news_ = false;
}

}  // namespace profconv::dtrace
