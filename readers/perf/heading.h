// SPDX-License-Identifier: Apache-2.0
// The first line of a sample, as `perf script` prints it (perf_sample__fprintf_start in tools/perf/builtin-script.c):
//
//   wrk-0  5979/5980  [001] U     2884.341324:   10309278 cpu-clock:ppp:
//
// Which of its fields are there depends on `perf script -F`. The thread's name may hold anything, blanks, brackets and
// colons too, so that the line is read from what its other fields look like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace profconv::perf {

inline constexpr std::string_view record_prefix = "PERF_RECORD_";

/// A line taken apart. Views are into the line.
struct Heading {
  std::string_view comm;
  std::optional<std::int64_t> pid;
  std::optional<std::int64_t> tid;
  std::optional<std::int64_t> cpu;
  std::optional<std::int64_t> time_ns;
  std::optional<std::uint64_t> period;  ///< the largest number for one of more than 64 bits
  std::string_view event;               ///< without its colon; empty: not printed
  std::string_view rest;                ///< behind the event: a frame, a data address, a tracepoint's fields
  /// Whether the line is a record between samples: "PERF_RECORD_EXIT(...)" is its rest.
  [[nodiscard]] bool is_record() const { return event.empty() && rest.starts_with(record_prefix); }

  /// The blanks between an event and the rest.
  [[nodiscard]] std::size_t blanks_before_rest() const;

  /// The period is no number as perf prints it: "1,000 cycles:".
  bool has_odd_period = false;
  /// Nothing in the line but its place above a frame shows that it begins a sample.
  bool is_tentative = false;
};

/// The parts of a line with a time, an event, or both; nothing for any other line.
[[nodiscard]] std::optional<Heading> parse_heading(std::string_view line);

/// The parts of a line that may have neither: a name, ids and a CPU, or one of them.
[[nodiscard]] Heading parse_tentative_heading(std::string_view line);

/// "2884.341324:": seconds and micro- or nanoseconds.
[[nodiscard]] std::optional<std::int64_t> parse_time(std::string_view token);

}  // namespace profconv::perf
