// SPDX-License-Identifier: Apache-2.0
// Looking for what only bpftrace prints: "Attaching 2 probes...", elements such as "@[comm]: 5", and the decimal
// offsets of ustack(perf).
#include "readers/bpftrace/probe.h"

#include <algorithm>
#include <string>

#include "core/text/blanks.h"
#include "readers/bpftrace/element_text.h"
#include "readers/bpftrace/frame_text.h"
#include "readers/bpftrace/json_lines.h"
#include "readers/bpftrace/value_text.h"

namespace profconv::bpftrace {

namespace {

/// What was found, and in which line first; 0: not.
struct Found {
  std::size_t heading = 0;
  std::size_t element = 0;  ///< with keys and a value
  std::size_t scalar = 0;   ///< "@name: 5"
  std::size_t scalars = 0;
  std::size_t lines = 0;  ///< that are not empty
};

/// Follows the lines of one text.
class Prober {
 public:
  void look(std::string_view line, std::size_t number) {
    if (line.empty()) return;
    ++found.lines;
    if (found.heading == 0 && Messages::is_heading(line)) found.heading = number;
    const std::size_t name = map_name_size(line);
    if (name != 0 && line[name] == '[') open_ = number;
    if (name != 0 && line[name] == ':') look_at_scalar(line.substr(name + 1), number);
    if (name_above_ != 0 && found.element == 0 && is_row(line)) found.element = name_above_;
    name_above_ = 0;
    if (open_ == 0) {
      if (name != 0 && without_blanks_around(line.substr(name + 1)).empty()) name_above_ = number;
      return;
    }
    const std::size_t end = key_end_in(line);
    if (end == std::string_view::npos || line.starts_with("    ") || line.starts_with('\t')) return;
    const std::string_view value = without_blanks_around(line.substr(end + key_end_size));
    if (value.empty()) name_above_ = open_;
    if (found.element == 0 && (parse_number(value) || parse_stats(value))) found.element = open_;
    open_ = 0;
  }

  [[nodiscard]] bool is_certain() const { return found.heading != 0 && found.element != 0; }

  Found found;

 private:
  static bool is_row(std::string_view line) {
    const auto row = parse_row(line);
    return row && row->has_count && without_trailing_blanks(line).ends_with('|');
  }

  void look_at_scalar(std::string_view value, std::size_t number) {
    value = without_blanks_around(value);
    if (!parse_number(value) && !parse_stats(value)) return;
    ++found.scalars;
    if (found.scalar == 0) found.scalar = number;
  }

  std::size_t open_ = 0;        ///< the line in which a key begins
  std::size_t name_above_ = 0;  ///< the line of an element whose value is below
};

Probe judged(const Found& found) {
  const std::size_t element = found.element != 0 ? found.element : found.scalar;
  const std::string reason = "a map's element on line " + std::to_string(element);
  if (found.heading != 0) {
    const std::string heading = "bpftrace's heading on line " + std::to_string(found.heading);
    if (element == 0) return {Confidence::likely, heading};
    return {Confidence::certain, heading + ", and " + reason};
  }
  if (found.element != 0) return {Confidence::likely, reason};
  if (found.scalar == 0) return {};
  return {found.scalars * 2 > found.lines ? Confidence::likely : Confidence::weak, reason};
}

/// Whether one of the first lines begins as those that decide do. Most texts have none.
bool may_be_bpftrace(std::string_view head) {
  constexpr std::size_t enough = std::size_t{1} << 17U;
  head = head.substr(0, enough);
  for (std::size_t at = 0; at < head.size(); at = head.find('\n', at), at += at == std::string_view::npos ? 0 : 1) {
    const std::string_view line = head.substr(at);
    if (line.front() == '@' || line.front() == '{' || line.starts_with("Attach")) return true;
  }
  return false;
}

/// Stacks that printf("%s", ustack(perf)) prints without a heading: "\t7f658e71f829 syscall+25 (/usr/lib/libc.so.6)".
/// perf itself prints offsets as "+0x19".
Probe probe_perf_mode(std::string_view head) {
  constexpr std::size_t most_lines = 200;
  std::size_t decimal = 0;
  std::size_t hexadecimal = 0;
  std::size_t first = 0;
  for (std::size_t number = 1; number <= most_lines && !head.empty(); ++number) {
    const std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    if (!line.starts_with('\t')) continue;
    if (line.find("+0x") != std::string_view::npos) {
      ++hexadecimal;
      continue;
    }
    const FrameText frame = parse_frame(without_blanks_around(line));
    if (frame.address == 0 || frame.function.empty() || frame.offset == Frame::no_offset) continue;
    if (decimal++ == 0) first = number;
  }
  if (decimal <= hexadecimal) return {};
  return {Confidence::likely, "frames with addresses and decimal offsets from line " + std::to_string(first)};
}

Probe probe_json(std::string_view line) {
  const bool has_type =
      line.find("\"type\": \"") != std::string_view::npos || line.find("\"type\":\"") != std::string_view::npos;
  if (!has_type) return {};
  const auto has = [&](std::string_view words) { return line.find(words) != std::string_view::npos; };
  if (has("\"attached_probes\"") && has("\"probes\"")) {
    return {Confidence::certain, "JSON of bpftrace's attached probes"};
  }
  const bool is_map = has("\"map\"") || has("\"hist\"") || has("\"stats\"");
  if (is_map && (has("{\"@") || has("{ \"@"))) return {Confidence::certain, "a map of bpftrace in JSON"};
  return {};
}

}  // namespace

Probe probe(const Reader&, std::string_view head, std::string_view) {
  constexpr std::size_t some = 500;
  if (head.find('\0') != std::string_view::npos) return {};
  if (!may_be_bpftrace(head)) return probe_perf_mode(head);
  const std::string_view all = head;
  Prober prober;
  std::size_t number = 0;
  while (!head.empty() && !prober.is_certain()) {
    std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    if (JsonLines::is_object(line)) {
      if (Probe found = probe_json(line); found.confidence != Confidence::no) return found;
    }
    prober.look(line, number);
    if (number % some == 0 && judged(prober.found).confidence >= Confidence::likely) break;
  }
  const Probe found = judged(prober.found);
  return found.confidence == Confidence::no ? probe_perf_mode(all) : found;
}

}  // namespace profconv::bpftrace
