// SPDX-License-Identifier: Apache-2.0
// Reading and applying parts of a recording.
#include "core/transforms/time_window.h"

#include <algorithm>
#include <limits>
#include <string>

#include "core/text/decimal.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

constexpr int ns_digits = 9;
constexpr int share_digits = 4;
constexpr std::int64_t whole = 1'000'000;  // 100 % with four digits behind the point

UsageError no_time(std::string_view text) {
  return UsageError("'" + one_line(text) +
                    "' is not a part of a recording: expected START,STOP in seconds (1.5,2.5; ,2.5; +1,+2) or shares "
                    "(10%-50%, 10%/2)");
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

/// Millionths of 100 % of "12.5%".
std::int64_t parse_share(std::string_view text) {
  if (!text.ends_with('%')) throw no_time(text);
  const auto share = parse_decimal(text.substr(0, text.size() - 1), share_digits);
  if (!share || *share > whole) throw no_time(text);
  return *share;
}

std::int64_t saturating_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

/// `share` millionths of `span`, without leaving 64 bits.
std::uint64_t share_of(std::uint64_t span, std::int64_t share) {
  const auto part = static_cast<std::uint64_t>(share);
  constexpr auto all = static_cast<std::uint64_t>(whole);
  return span / all * part + span % all * part / all;
}

}  // namespace

TimeWindows::TimeWindows(std::string_view text) {
  for (const std::string_view part : split(text, ' ')) {
    if (part.empty()) continue;
    if (part.find('%') == std::string_view::npos) {
      add_seconds(part);
    } else {
      for (const std::string_view share : split(part, ',')) add_shares(share);
    }
  }
  if (windows_.empty()) throw no_time(text);
}

void TimeWindows::add_seconds(std::string_view text) {
  const std::vector<std::string_view> ends = split(text, ',');
  if (ends.size() != 2 || text == ",") throw no_time(text);
  const auto bound = [&](std::string_view end) -> std::optional<Bound> {
    if (end.empty()) return std::nullopt;
    const bool from_first = end.starts_with('+');
    const auto value = parse_decimal(end.substr(from_first ? 1 : 0), ns_digits);
    if (!value) throw no_time(text);
    return Bound{.value = *value, .from_first = from_first};
  };
  const Window window{.start = bound(ends[0]), .stop = bound(ends[1])};
  if (window.start && window.stop) {
    if (window.start->from_first != window.stop->from_first) {
      throw UsageError("'" + one_line(text) + "': both ends count from the first sample (+), or neither");
    }
    if (window.stop->value < window.start->value) {
      throw UsageError("'" + one_line(text) + "' ends before it starts");
    }
  }
  windows_.push_back(window);
}

void TimeWindows::add_shares(std::string_view text) {
  Window window{.start = Bound{.is_share = true}, .stop = Bound{.is_share = true}};
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    const std::int64_t size = parse_share(text.substr(0, slash));
    const auto number = parse_decimal(text.substr(slash + 1), 0);
    if (!number || *number < 1 || size == 0 || *number > whole || (*number - 1) * size >= whole) throw no_time(text);
    window.start->value = (*number - 1) * size;
    window.stop->value = std::min(*number * size, whole);
  } else {
    const std::vector<std::string_view> ends = split(text, '-');
    if (ends.size() != 2) throw no_time(text);
    window.start->value = parse_share(ends[0]);
    window.stop->value = parse_share(ends[1]);
    if (window.stop->value < window.start->value) throw UsageError("'" + one_line(text) + "' ends before it starts");
  }
  windows_.push_back(window);
}

std::vector<bool> TimeWindows::contain(std::span<const std::int64_t> start_ns) const {
  std::vector<bool> contained(start_ns.size());
  if (start_ns.empty()) return contained;
  const auto [least, most] = std::minmax_element(start_ns.begin(), start_ns.end());
  const std::int64_t first = *least;
  const std::uint64_t span = static_cast<std::uint64_t>(*most) - static_cast<std::uint64_t>(first);
  const auto time_of = [&](const Bound& bound) {
    if (bound.is_share)
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + share_of(span, bound.value));
    return bound.from_first ? saturating_sum(first, bound.value) : bound.value;
  };
  for (const Window& window : windows_) {
    const std::int64_t start = window.start ? time_of(*window.start) : std::numeric_limits<std::int64_t>::min();
    const std::int64_t stop = window.stop ? time_of(*window.stop) : std::numeric_limits<std::int64_t>::max();
    const bool excludes_stop = window.stop && window.stop->is_share && window.stop->value < whole;
    for (std::size_t i = 0; i < start_ns.size(); ++i) {
      const std::int64_t time = start_ns[i];
      if (time >= start && (excludes_stop ? time < stop : time <= stop)) contained[i] = true;
    }
  }
  return contained;
}

}  // namespace profconv
