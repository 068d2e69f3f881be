// SPDX-License-Identifier: Apache-2.0
// Looking for the first lines of samples and frames below them.
#include "readers/perf/probe.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/text/blanks.h"
#include "readers/perf/frame_text.h"
#include "readers/perf/heading.h"
#include "readers/perf/only_frame.h"
#include "readers/perf/perf_data.h"

namespace profconv::perf {

namespace {

constexpr std::size_t most_lines = 2'000;
constexpr std::size_t most_others = 50;  // if they are more than those of perf

/// Whether a number is not written with decimal digits alone.
bool has_hexadecimal_digit(std::uint64_t number) {
  constexpr unsigned digit_bits = 4;
  constexpr std::uint64_t digit = 15;
  constexpr std::uint64_t largest_decimal = 9;
  for (; number != 0; number >>= digit_bits) {
    if ((number & digit) > largest_decimal) return true;
  }
  return false;
}

/// Whether a frame is in a file, or in what perf names in brackets, at an address that is no decimal number: not the
/// `3 faccessat2 (2)` and `89 openat (/etc/passwd)` of other programs.
bool is_in_module(const FrameText& frame) {
  return (frame.module.starts_with('/') || frame.module.starts_with('[')) && has_hexadecimal_digit(frame.address);
}

/// What lines at the beginning of an input are.
struct Found {
  std::size_t headings = 0;
  std::size_t timed = 0;   ///< headings with a time and an event
  std::size_t chains = 0;  ///< headings with a frame below
  std::size_t frames = 0;
  std::size_t modules = 0;  ///< frames in a module
  std::size_t flat = 0;     ///< headings with an event and an address that is no decimal number, and no time
  std::size_t records = 0;
  std::size_t others = 0;
  std::size_t columns = 0;  ///< frames as wide as perf prints them
  bool was_heading = false;
  bool was_other = false;  ///< a name or ids alone, if a frame follows

  void add(std::string_view line) {
    const bool below_other = std::exchange(was_other, false);
    const bool below_heading = std::exchange(was_heading, false) || (below_other && is_frame_column(line));
    if (without_leading_blanks(line).empty() || line.starts_with('#')) return;
    const auto frame = may_be_frame(line) ? parse_frame(line) : std::nullopt;
    if (line.starts_with('\t') || (frame && below_heading)) {
      ++(frame ? frames : others);
      if (!frame) return;
      if (is_frame_column(line)) ++columns;
      if (below_other && below_heading) --others;
      if (is_in_module(*frame)) ++modules;
      if (below_heading) ++chains;
      return;
    }
    const auto heading = parse_heading(line);
    if (heading && heading->is_record()) {
      ++records;
    } else if (heading && !heading->is_tentative) {
      was_heading = true;
      ++headings;
      const auto only = parse_frame(only_frame(heading->rest, heading->blanks_before_rest()).frame);
      const bool has_module = only && !only->module.empty();
      if (only && is_in_module(*only)) ++modules;
      if (heading->time_ns && (!heading->event.empty() || has_module)) ++timed;
      // A table's columns, "3 TID: 1710740390325 TID:job-1", look the same but for the digits.
      if (!heading->time_ns && !heading->event.empty() && only && has_hexadecimal_digit(only->address)) ++flat;
    } else if (frame) {
      ++frames;
      if (is_in_module(*frame)) ++modules;
    } else if (!parse_source_line(line) && !line.starts_with(" ABI:")) {
      ++others;
      was_other = true;
    }
  }

  /// A short number, or a word such as "a" or "be", is no address unless a module is behind it, and perf prints a blank
  /// after one, not a tab.
  static bool may_be_frame(std::string_view line) {
    constexpr std::size_t fewest_digits = 4;
    const std::string_view text = without_leading_blanks(line);
    const std::size_t digits = std::min(text.find_first_not_of("0123456789abcdef"), text.size());
    return text.substr(digits, 1) != "\t" && (digits >= fewest_digits || text.ends_with(')'));
  }

  /// A tab and an address, sixteen columns wide.
  static bool is_frame_column(std::string_view line) {
    constexpr std::size_t width = 17;
    return line.starts_with('\t') && line.size() >= width && parse_frame(line.substr(0, width)) &&
           (line.size() == width || is_blank(line[width]));
  }
};

Found look_at(std::string_view head) {
  Found found;
  for (std::size_t lines = 0; lines < most_lines && !head.empty(); ++lines) {
    const std::size_t end = head.find('\n');
    if (end == std::string_view::npos && lines != 0) break;
    std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    found.add(line);
    if (found.others > most_others && found.others > found.headings + found.frames + found.records) break;
  }
  return found;
}

}  // namespace

Probe probe(const Reader&, std::string_view head, std::string_view) {
  if (is_perf_data(head)) return {.confidence = Confidence::magic, .reason = "begins as perf.data does"};
  if (head.find('\0') != std::string_view::npos) return {};
  const Found found = look_at(head);
  const std::size_t good = found.headings + found.frames + found.records;
  if (found.others * 4 > good || good == 0) return {};
  if (found.chains != 0 && found.timed != 0) {
    return {.confidence = Confidence::certain, .reason = "has perf script's samples: a time, an event, frames"};
  }
  if (found.timed != 0 || found.records != 0) {
    return {.confidence = Confidence::likely, .reason = "has perf script's lines: a thread, a time, an event"};
  }
  if (found.chains != 0) {
    return {.confidence = Confidence::likely, .reason = "has frames with addresses below lines that begin a sample"};
  }
  if (found.modules != 0 || found.columns != 0 || found.flat != 0)
    return {.confidence = Confidence::weak, .reason = "has frames as perf script prints them"};
  return {};
}

}  // namespace profconv::perf
