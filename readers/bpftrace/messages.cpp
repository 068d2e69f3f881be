// SPDX-License-Identifier: Apache-2.0
// Recognizing messages.
#include "readers/bpftrace/messages.h"

#include <limits>
#include <optional>

#include "core/text/blanks.h"
#include "core/text/excerpts.h"
#include "core/text/integers.h"
#include "readers/bpftrace/element_text.h"
#include "readers/bpftrace/value_text.h"

namespace profconv::bpftrace {

namespace {

/// The number in "Lost 17 events".
std::optional<std::uint64_t> number_between(std::string_view line, std::string_view before, std::string_view after) {
  if (!line.starts_with(before) || !line.ends_with(after) || line.size() <= before.size() + after.size()) return {};
  return parse_integer<std::uint64_t>(line.substr(before.size(), line.size() - before.size() - after.size()));
}

}  // namespace

bool Messages::is_heading(std::string_view line) {
  return number_between(line, "Attaching ", " probes...") || number_between(line, "Attaching ", " probe...") ||
         number_between(line, "Attached ", " probes") || number_between(line, "Attached ", " probe");
}

bool Messages::take(std::string_view line, std::uint64_t number) {
  if (line == "^C") return true;
  if (is_heading(line)) {
    begin_recording();
    return true;
  }
  if (const auto lost = number_between(line, "Lost ", " events")) {
    add_lost_events(*lost, number);
    return true;
  }
  return take_error(line, number);
}

void Messages::begin_recording() {
  if (headings_++ != 0 || !maps_.empty()) maps_.begin_recording();
}

void Messages::add_lost_events(std::uint64_t count, std::uint64_t line) {
  if (lost_events_ == 0) first_lost_ = line;
  if (__builtin_add_overflow(lost_events_, count, &lost_events_)) {
    lost_events_ = std::numeric_limits<std::uint64_t>::max();
  }
}

bool Messages::take_error(std::string_view line, std::uint64_t number) {
  if (line.find("failed to look up stack id") != std::string_view::npos) {
    input_.context().data_loss("bpftrace.lost_stack", input_.at_line(number),
                               "bpftrace failed to look up a stack: its key has an empty stack");
    return true;
  }
  if (line.find("Map full") != std::string_view::npos) {
    input_.context().data_loss("bpftrace.map_full", input_.at_line(number),
                               "a map was full: elements are missing; raise max_map_keys (BPFTRACE_MAX_MAP_KEYS)");
    return true;
  }
  const bool is_message = line.starts_with("ERROR: ") || line.starts_with("WARNING: ");
  if (is_message)
    input_.context().note("bpftrace.messages", input_.at_line(number), "bpftrace: " + in_quotes(line, 90));
  return is_message;
}

/// "total: 5" of a map "@total".
bool Messages::is_value_of_map(std::string_view line) const {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || !parse_number(without_blanks_around(line.substr(colon + 1)))) return false;
  return maps_.has("@" + std::string(line.substr(0, colon)));
}

void Messages::add_text(std::string_view line, std::uint64_t number) {
  if (looks_like_row(line)) {
    input_.context().data_loss("bpftrace.rows", input_.at_line(number),
                               "skipped " + in_quotes(line) +
                                   ", which looks like a row of a distribution: its map is "
                                   "not above it");
  }
  if (may_be_damaged_element(line) || is_value_of_map(line)) {
    input_.context().data_loss("bpftrace.skipped_element", input_.at_line(number),
                               "skipped " + in_quotes(line) + ", which may be a damaged element or the end of one");
  }
  if (text_lines_++ != 0) return;
  first_text_ = in_quotes(line);
  first_text_line_ = number;
}

void Messages::in_key(std::string_view line, std::uint64_t number) {
  input_.context().data_loss("bpftrace.text_in_key", input_.at_line(number),
                             without_blanks_around(line).empty()
                                 ? "skipped a blank line within the stack of a key"
                                 : "skipped " + in_quotes(line) + " within the stack of a key");
}

void Messages::wrapped_frame(std::string_view line, std::uint64_t number) {
  input_.context().data_loss("bpftrace.wrapped_frame", input_.at_line(number),
                             in_quotes(line) + " may be the end of the frame above: it is read as a frame");
}

void Messages::frame_below_element(std::string_view line, std::uint64_t number) {
  input_.context().data_loss("bpftrace.odd_frame", input_.at_line(number),
                             in_quotes(without_blanks_around(line), 40) +
                                 " is below an element, and may be of a key: it is read as a printed stack");
}

void Messages::joined_frames(std::string_view key, std::uint64_t number) {
  input_.context().data_loss("bpftrace.glued", input_.at_line(number),
                             "a key of one line looks like a stack, and is read as text: " + in_quotes(key));
}

void Messages::glued(std::string_view key, std::uint64_t number) {
  input_.context().data_loss("bpftrace.glued", input_.at_line(number),
                             "this key holds what looks like another element: " + in_quotes(key));
}

void Messages::inner(std::string_view element, std::uint64_t number, bool is_read) {
  const std::string text = in_quotes(element);
  input_.context().data_loss("bpftrace.glued", input_.at_line(number),
                             is_read ? "read " + text + " as an element: it follows other text on its line"
                                     : "skipped " + text + ", which may be an element: it follows other text");
}

void Messages::odd_average(std::uint64_t line, std::string_view map) {
  input_.context().data_loss(
      "bpftrace.value", input_.at_line(line),
      "the average of " + in_quotes(map) + " is not its total divided by its count: digits of them may be missing");
}

void Messages::cut_beginning(std::string_view line, std::uint64_t number) {
  input_.context().data_loss("bpftrace.no_beginning", input_.at_line(number),
                             "skipped the end of an element whose beginning is missing: " + in_quotes(line));
}

void Messages::cut_element(std::uint64_t line, std::string_view map) {
  input_.context().error("bpftrace.cut_element", input_.at_line(line),
                         "expected ']: ' and a value after the key of " + in_quotes(map) + ", got another line");
}

void Messages::cut_at_end(std::uint64_t line, std::string_view map) {
  input_.context().data_loss("bpftrace.truncated", input_.at_line(line),
                             "the input ends within the key of " + in_quotes(map) + ": its value is missing");
}

void Messages::finish() {
  if (lost_events_ != 0) {
    input_.context().data_loss(
        "bpftrace.lost_events", input_.at_line(first_lost_),
        "bpftrace lost " + std::to_string(lost_events_) + (lost_events_ == 1 ? " event" : " events"));
  }
  if (text_lines_ != 0) {
    input_.context().note("bpftrace.text", input_.at_line(first_text_line_),
                          std::to_string(text_lines_) + (text_lines_ == 1 ? " line" : " lines") +
                              " of other text skipped, as " + first_text_);
  }
}

}  // namespace profconv::bpftrace
