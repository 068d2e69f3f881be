// SPDX-License-Identifier: Apache-2.0
// Finding the time or the event, and reading from there to both sides.
#include "readers/perf/heading.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "core/text/ascii.h"
#include "core/text/blanks.h"
#include "core/text/integers.h"

namespace profconv::perf {

namespace {

/// A period is at least ten columns wide, an id seldom.
constexpr std::size_t period_width = 10;
/// The address of a sample without a call chain is sixteen columns wide.
constexpr std::size_t address_width = 16;
constexpr std::int64_t ns_per_second = 1'000'000'000;

bool are_digits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

/// The words of a line, as far as one that holds a sample's fields can go.
class Words {
 public:
  explicit Words(std::string_view line) : line_(line) {
    std::size_t at = 0;
    while (count_ < most) {
      while (at < line.size() && is_blank(line[at])) ++at;
      if (at == line.size()) return;
      const std::size_t begin = at;
      while (at < line.size() && !is_blank(line[at])) ++at;
      words_[count_++] = line.substr(begin, at - begin);
    }
  }

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::string_view operator[](std::size_t i) const { return i < count_ ? words_[i] : std::string_view(); }
  /// Where word `i` begins in the line.
  [[nodiscard]] std::size_t begin(std::size_t i) const {
    return static_cast<std::size_t>(words_[i].data() - line_.data());
  }
  [[nodiscard]] std::string_view before(std::size_t i) const {
    return without_blanks_around(i < count_ ? line_.substr(0, begin(i)) : line_);
  }
  /// All from word `i` on.
  [[nodiscard]] std::string_view from(std::size_t i) const {
    return i < count_ ? without_trailing_blanks(line_.substr(begin(i))) : std::string_view();
  }
  /// How wide word `i` is with the blanks before it.
  [[nodiscard]] std::size_t width(std::size_t i) const {
    const std::size_t end = begin(i) + words_[i].size();
    return i == 0 ? end : end - begin(i - 1) - words_[i - 1].size();
  }

 private:
  static constexpr std::size_t most = 48;

  std::string_view line_;
  std::array<std::string_view, most> words_;
  std::size_t count_ = 0;
};

bool read_id(std::string_view text, std::optional<std::int64_t>& id) {
  id = parse_integer<std::int32_t>(text);
  return id.has_value() && (*id >= 0 || *id == -1);
}

/// "5979" or "5979/5980".
bool read_ids(std::string_view word, Heading& heading) {
  const std::size_t slash = word.find('/');
  if (slash == std::string_view::npos) return read_id(word, heading.tid);
  if (read_id(word.substr(0, slash), heading.pid) && read_id(word.substr(slash + 1), heading.tid)) return true;
  heading.pid.reset();
  heading.tid.reset();
  return false;
}

/// "[001]".
bool read_cpu(std::string_view word, Heading& heading) {
  if (word.size() < 5 || word.front() != '[' || word.back() != ']') return false;
  const std::string_view digits = word.substr(1, word.size() - 2);
  if (are_digits(digits)) heading.cpu = parse_integer<std::int32_t>(digits);
  return heading.cpu.has_value();
}

/// The modes of -F misc: "U", "K", "HG".
bool is_misc(std::string_view word) {
  return word.size() <= 4 && word.find_first_not_of("UKHGgMESW") == std::string_view::npos;
}

/// "  wrk-0 5979   1 " of perf script --latency: a name in eight columns, the thread and the CPU without brackets.
bool read_latency(const Words& words, std::size_t end, Heading& heading) {
  constexpr std::size_t name_columns = 8;
  constexpr std::int64_t most_cpus = 8192;
  if (end < 3 || words.begin(end - 3) + words[end - 3].size() != name_columns) return false;
  std::optional<std::int64_t> cpu;
  if (!read_id(words[end - 1], cpu) || *cpu < 0 || *cpu >= most_cpus || !read_ids(words[end - 2], heading))
    return false;
  heading.cpu = cpu;
  heading.comm = words.before(end - 2);
  return true;
}

/// The name, ids and CPU before word `end`.
void read_thread(const Words& words, std::size_t end, Heading& heading) {
  if (read_latency(words, end, heading)) return;
  if (end > 1 && is_misc(words[end - 1])) {
    Heading ids;
    if (read_cpu(words[end - 2], ids) || read_ids(words[end - 2], ids)) --end;
  }
  if (end > 0 && read_cpu(words[end - 1], heading)) --end;
  if (end > 0 && read_ids(words[end - 1], heading)) --end;
  heading.comm = words.before(end);
}

std::uint64_t period_of(std::string_view digits) {
  return parse_integer<std::uint64_t>(digits).value_or(std::numeric_limits<std::uint64_t>::max());
}

/// "000" of "1 000": three digits.
bool is_group(std::string_view word) { return word.size() == 3 && are_digits(word); }

/// "1,000", "1.000", "1'000": separators between thousands, which perf does not print.
bool has_separators(std::string_view word) {
  constexpr std::size_t group = 3;
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits == 0 || digits > group || word.size() < digits + group + 1) return false;
  const std::size_t last = word.find_last_not_of("0123456789");
  return word.size() - last == group + 1 && std::none_of(word.begin(), word.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ':' || c == '/';
         });
}

/// Whether an event's name ends in word `i`: "cycles:u:", "sched:sched_switch:", "[unknown]:".
bool is_event(std::string_view word) {
  constexpr auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return word.size() > 1 && word.back() == ':' && std::any_of(word.begin(), word.end(), is_letter);
}

/// "raw 0x1a8:" is the one name with a blank.
bool is_raw(const Words& words, std::size_t i) { return words[i] == "raw" && words[i + 1].starts_with("0x"); }

/// The period and the event from word `begin` on.
bool read_event(const Words& words, std::size_t begin, Heading& heading) {
  std::size_t at = begin;
  if (words[at].starts_with(record_prefix)) {
    heading.rest = words.from(at);
    return true;
  }
  if (are_digits(words[at]) && at + 1 < words.size()) heading.period = period_of(words[at++]);
  const std::size_t last = is_raw(words, at) ? at + 1 : at;
  if (!is_event(words[last])) return false;
  heading.event = words.from(at).substr(0, words.begin(last) + words[last].size() - words.begin(at) - 1);
  heading.rest = words.from(last + 1);
  return true;
}

/// Whether an address stands at the beginning of what follows the fields.
bool begins_with_address(std::string_view text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  return end != 0 && end <= 16 && text.substr(0, end).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// "10309278 my event:", the period and an event whose name has blanks, from word `begin` to the end of the line.
bool read_named_event(const Words& words, std::size_t begin, Heading& heading) {
  const std::size_t last = words.size() - 1;
  const bool has_period = are_digits(words[begin]) && words.width(begin) >= period_width;
  const std::size_t first = has_period ? begin + 1 : begin;
  if (last <= first || words.from(last) != words[last] || !is_event(words[last])) return false;
  const std::string_view name = words.from(first);
  const bool is_split = has_period && is_group(words[first]) && is_group(words[last - 1]);
  if ((begins_with_address(name) && !is_split) || name.find(": ") != std::string_view::npos) return false;
  if (has_period) heading.period = period_of(words[begin]);
  heading.has_odd_period = is_split || has_separators(words[first]);
  heading.event = name.substr(0, name.size() - 1);
  return true;
}

/// The line with its time in word `i`, and an event behind it if it `needs_event`.
std::optional<Heading> with_time(const Words& words, std::size_t i, std::int64_t time_ns, bool needs_event) {
  Heading heading;
  heading.time_ns = time_ns;
  if (!read_event(words, i + 1, heading)) {
    if (needs_event) return std::nullopt;
    heading = {.time_ns = time_ns};
    if (read_named_event(words, i + 1, heading)) {
      read_thread(words, i, heading);
      return heading;
    }
    heading = {.time_ns = time_ns};
    const bool has_period =
        are_digits(words[i + 1]) && words.width(i + 1) >= period_width &&
        (i + 2 == words.size() || (begins_with_address(words[i + 2]) && words.width(i + 2) >= address_width));
    if (has_period) heading.period = period_of(words[i + 1]);
    heading.rest = words.from(has_period ? i + 2 : i + 1);
    if (!heading.rest.empty() && !begins_with_address(heading.rest)) return std::nullopt;
  }
  read_thread(words, i, heading);
  return heading;
}

/// The line with the first of its words that can be its time.
std::optional<Heading> timed(const Words& words, bool needs_event) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto time_ns = parse_time(words[i]);
    if (!time_ns) continue;
    if (auto heading = with_time(words, i, *time_ns, needs_event)) return heading;
  }
  return std::nullopt;
}

/// The line with its event in word `i` and no time.
Heading with_event(const Words& words, std::size_t i) {
  Heading heading;
  std::size_t begin = i > 0 && is_raw(words, i - 1) ? i - 1 : i;
  const bool has_period = begin > 0 && are_digits(words[begin - 1]) && words.width(begin - 1) >= period_width;
  read_event(words, has_period ? begin - 1 : begin, heading);
  read_thread(words, has_period ? begin - 1 : begin, heading);
  heading.has_odd_period = begin > 0 && has_separators(words[begin - 1]);
  heading.is_tentative = !heading.tid && !heading.cpu && !heading.period;
  return heading;
}

/// "sched:sched_switch:".
bool is_tracepoint(std::string_view word) {
  return is_event(word) && word.find(':') != word.size() - 1 && word.front() != ':';
}

/// Whether an id or a CPU stands before an event, or before its period.
bool follows_thread(const Words& words, std::size_t i) {
  Heading ignored;
  if (i > 1 && are_digits(words[i - 1]) && words.width(i - 1) >= period_width) --i;
  return read_cpu(words[i - 1], ignored) || read_ids(words[i - 1], ignored);
}

/// Whether what stands before an event's name can: an id, a CPU, a period, or nothing.
bool may_precede_event(const Words& words, std::size_t i) {
  Heading ignored;
  return i == 0 || read_ids(words[i - 1], ignored) || read_cpu(words[i - 1], ignored) || are_digits(words[i - 1]) ||
         (i > 1 && is_raw(words, i - 1) && may_precede_event(words, i - 1));
}

}  // namespace

std::optional<std::int64_t> parse_time(std::string_view token) {
  constexpr std::size_t most_digits = 10;  // of seconds
  if (token.empty() || token.back() != ':') return std::nullopt;
  token.remove_suffix(1);
  const std::size_t point = token.find('.');
  if (point == 0 || point > most_digits || point == std::string_view::npos) return std::nullopt;
  const std::string_view fraction = token.substr(point + 1);
  if ((fraction.size() != 6 && fraction.size() != 9) || !are_digits(fraction)) return std::nullopt;
  const auto seconds = parse_integer<std::int64_t>(token.substr(0, point));
  if (!seconds || *seconds < 0 || !are_digits(token.substr(0, point))) return std::nullopt;
  const std::int64_t part = *parse_integer<std::int64_t>(fraction) * (fraction.size() == 6 ? 1'000 : 1);
  if (*seconds > (std::numeric_limits<std::int64_t>::max() - part) / ns_per_second) return std::nullopt;
  return *seconds * ns_per_second + part;
}

std::size_t Heading::blanks_before_rest() const {
  if (event.empty() || rest.empty()) return 0;
  const char* const colon = event.data() + event.size();
  return static_cast<std::size_t>(rest.data() - colon) - 1;
}

std::optional<Heading> parse_heading(std::string_view line) {
  const Words words(line);
  if (auto heading = timed(words, true)) return heading;
  // The text of a tracepoint may end as an event does, or hold what looks like a time.
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (is_tracepoint(words[i]) && follows_thread(words, i)) return with_event(words, i);
  }
  if (auto heading = timed(words, false)) return heading;
  const std::size_t last = words.size() - 1;
  if (words.size() != 0 && words.from(last) == words[last] && is_event(words[last])) return with_event(words, last);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_record = words[i].starts_with(record_prefix) && words[i].size() > record_prefix.size();
    if (is_record && i != 0 && is_misc(words[i - 1])) return with_event(words, i);
    if ((is_record || is_event(words[i])) && may_precede_event(words, i)) return with_event(words, i);
  }
  return std::nullopt;
}

Heading parse_tentative_heading(std::string_view line) {
  const Words words(line);
  Heading heading;
  const std::size_t last = words.size() - 1;
  const bool has_period = words.size() != 0 && are_digits(words[last]) && words.width(last) >= period_width;
  if (has_period) heading.period = period_of(words[last]);
  read_thread(words, has_period ? last : words.size(), heading);
  heading.is_tentative = true;
  return heading;
}

}  // namespace profconv::perf
