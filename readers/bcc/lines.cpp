// SPDX-License-Identifier: Apache-2.0
// Taking lines of bcc's tools apart.
#include "readers/bcc/lines.h"

#include <algorithm>

#include "core/text/blanks.h"
#include "core/text/integers.h"

namespace profconv::bcc {

namespace {

constexpr int hexadecimal = 16;

/// Takes `prefix` off; false: the text begins otherwise.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

template <class Integer>
std::optional<Integer> take_number(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = parse_integer<Integer>(text.substr(0, end));
  text.remove_prefix(end);
  return number;
}

std::optional<Heading> parse_memleak(std::string_view line) {
  constexpr std::size_t time_size = 10;  // "[11:16:33]"
  if (line.size() < time_size || line.front() != '[' || line[time_size - 1] != ']') return std::nullopt;
  line.remove_prefix(time_size);
  if (!take(line, " Top ")) return std::nullopt;
  const auto most = take_number<std::uint64_t>(line);
  if (!most || line != " stacks with outstanding allocations:") return std::nullopt;
  return Heading{.tool = Heading::Tool::memleak, .most_stacks = *most};
}

/// A name and a number in brackets at the end of a text.
std::optional<Owner> name_and_number(std::string_view text, char open, char close) {
  if (!text.ends_with(close)) return std::nullopt;
  text.remove_suffix(1);
  const std::size_t bracket = text.rfind(open);
  if (bracket == std::string_view::npos || bracket == 0 || text[bracket - 1] != ' ') return std::nullopt;
  const auto id = parse_integer<std::int64_t>(text.substr(bracket + 1));
  if (!id || *id < 0) return std::nullopt;
  return Owner{.name = text.substr(0, bracket - 1), .id = *id};
}

/// "7f0501ad44a3     main", of stackcount -v: sixteen columns and a blank; "0x00007f0501ad44a3\tmain", of memleak.
std::optional<std::uint64_t> take_address(std::string_view& text) {
  constexpr std::size_t columns = 16;
  std::string_view rest = text;
  const std::size_t name = take(rest, "0x") ? rest.find('\t') + 1 : columns + 1;
  if (name == 0 || name >= rest.size() || (rest[name - 1] != ' ' && rest[name - 1] != '\t') || rest[name] == ' ') {
    return std::nullopt;
  }
  const auto address = parse_integer<std::uint64_t>(without_trailing_blanks(rest.substr(0, name)), hexadecimal);
  if (!address) return std::nullopt;
  text = rest.substr(name);
  return address;
}

}  // namespace

std::optional<Heading> parse_heading(std::string_view line) {
  if (const auto memleak = parse_memleak(line)) return memleak;
  Heading heading;
  std::string_view rest = line;
  if (take(rest, "Sampling at ")) {
    const bool counts_events = take(rest, "every ");
    const auto number = take_number<std::int64_t>(rest);
    if (!number || !rest.starts_with(counts_events ? " events of " : " Hertz of ")) return std::nullopt;
    heading.hertz = counts_events ? 0 : *number;
  } else if (take(rest, "Tracing off-CPU time (us) of ")) {
    heading.tool = Heading::Tool::offcputime;
  } else if (take(rest, "Tracing ") && take_number<std::int64_t>(rest) && take(rest, " functions for \"")) {
    heading.tool = Heading::Tool::stackcount;
    return rest.find("... Hit Ctrl-C to end.") == std::string_view::npos ? std::nullopt : std::optional(heading);
  } else {
    return std::nullopt;
  }
  const std::size_t by = rest.rfind(" by ");
  if (by == std::string_view::npos || rest.find(" stack", by) == std::string_view::npos) return std::nullopt;
  heading.is_kernel_only = rest.substr(by).starts_with(" by kernel stack");
  return heading;
}

std::optional<Owner> parse_owner(std::string_view line) {
  if (!take(line, "    -                ")) return std::nullopt;
  return name_and_number(line, '(', ')');
}

std::optional<Owner> parse_bracketed_owner(std::string_view line) {
  if (!take(line, "    ")) return std::nullopt;
  auto owner = name_and_number(line, '[', ']');
  // The tool prints Python's form of bytes.
  if (owner && owner->name.size() >= 3 && owner->name.starts_with("b'") && owner->name.ends_with("'")) {
    owner->name = owner->name.substr(2, owner->name.size() - 3);
  }
  return owner;
}

std::optional<Outstanding> parse_outstanding(std::string_view line) {
  if (!take(line, "\t")) return std::nullopt;
  const auto bytes = take_number<std::int64_t>(line);
  if (!bytes || !take(line, " bytes in ")) return std::nullopt;
  const auto allocations = take_number<std::int64_t>(line);
  if (!allocations || line != " allocations from stack") return std::nullopt;
  return Outstanding{.bytes = *bytes, .allocations = *allocations};
}

FrameText parse_frame(std::string_view text, Heading::Tool tool) {
  constexpr std::string_view kernel_mark = "_[k]";
  FrameText frame;
  if (text.ends_with(kernel_mark)) {
    frame.is_kernel = true;
    text.remove_suffix(kernel_mark.size());
  }
  frame.name = text;
  if (tool == Heading::Tool::profile || tool == Heading::Tool::offcputime) return frame;
  if (const auto address = take_address(text)) frame.address = *address;
  const std::size_t bracket = text.rfind(" [");
  if (tool == Heading::Tool::memleak && text.ends_with(']') && bracket != std::string_view::npos) {
    frame.module = text.substr(bracket + 2, text.size() - bracket - 3);
    text = text.substr(0, bracket);
  }
  const std::size_t plus = text.rfind("+0x");
  if (plus != std::string_view::npos && plus != 0) {
    frame.offset = parse_integer<std::uint64_t>(text.substr(plus + 3), hexadecimal);
    if (frame.offset) text = text.substr(0, plus);
  }
  frame.name = text;
  return frame;
}

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

}  // namespace profconv::bcc
