// SPDX-License-Identifier: Apache-2.0
// What frames say.
#include "readers/dtrace/text/frame_text.h"

#include <optional>

#include "core/names/frame_names.h"
#include "core/text/integers.h"
#include "readers/dtrace/text/columns.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

/// The value of a whole text of the form 0xHEX that fits 64 bits.
std::optional<std::uint64_t> parse_address(std::string_view text) {
  if (!text.starts_with("0x") || !is_hex(text.substr(2))) return std::nullopt;
  return parse_integer<std::uint64_t>(text.substr(2), 16);
}

/// "+0x1f" at the end of a function's name, or nothing.
std::string_view offset_of(std::string_view name) {
  const std::size_t plus = name.rfind('+');
  const bool has_offset = plus != std::string_view::npos && plus != 0 && is_offset(name.substr(plus));
  return has_offset ? name.substr(plus) : std::string_view();
}

/// What is not spelled as DTrace spells offsets stays in the name.
void set_function(FrameText& frame, std::string_view name, bool keep_offset) {
  const std::string_view offset = offset_of(name);
  frame.function = name.substr(0, name.size() - offset.size());
  if (offset.empty() || !keep_offset) return;
  frame.offset = parse_address(offset.substr(1)).value_or(Frame::no_offset);
  if (offset_suffix({.offset = frame.offset}) == offset) return;
  frame.function = name;
  frame.offset = Frame::no_offset;
}

/// Where `module:0xOFFSET` has its colon.
std::size_t offset_colon(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::string_view::npos;
  return parse_address(text.substr(colon + 1)) ? colon : std::string_view::npos;
}

}  // namespace

FrameText parse_frame(std::string_view text, bool keep_offset) {
  FrameText frame;
  const std::size_t tick = text.find('`');
  std::string_view name = text;
  if (tick != std::string_view::npos && tick != 0) {
    frame.module = text.substr(0, tick);
    frame.has_tick = true;
    name = text.substr(tick + 1);
  } else if (const std::size_t colon = offset_colon(text); colon != std::string_view::npos) {
    frame.module = text.substr(0, colon);
    name = text.substr(colon + 1);
  }
  if (const auto address = parse_address(name)) {
    frame.address = *address;
    frame.has_address = true;
  } else {
    set_function(frame, name, keep_offset);
  }
  return frame;
}

bool is_frame(std::string_view text) {
  const std::size_t tick = text.find('`');
  if (tick != std::string_view::npos && tick != 0 && tick + 1 < text.size() && text[tick - 1] != ' ') {
    // Rows of a table that begins with a function have no names of their own.
    return text[tick + 1] != ' ' && text.back() != ' ' && text.find("  ") == std::string_view::npos;
  }
  return parse_address(text).has_value() || offset_colon(text) != std::string_view::npos;
}

std::string_view frame_before_blanks(std::string_view line) {
  const std::size_t indent = leading_blanks(line);
  if (!line.ends_with(' ') || indent <= key_indent) return {};
  const std::string_view frame = without_blanks_behind(line);
  if (indent >= frame.size() || !is_frame(frame.substr(indent))) return {};
  const std::string_view text = frame.substr(indent);
  return text.find(' ') == std::string_view::npos || !offset_of(text).empty() ? frame : std::string_view();
}

bool holds_several_frames(std::string_view text) {
  std::size_t end = text.find("  ");
  if (const std::size_t sign = text.find(offset_sign); sign < end) {
    const std::size_t digits = text.find_first_not_of("0123456789abcdef", sign + offset_sign.size());
    if (digits != std::string_view::npos && text[digits] == ' ') end = digits;
  }
  // No function's name has a module and a tick in it.
  if (const std::size_t tick = text.rfind('`'); end == std::string_view::npos && tick != text.find('`')) {
    end = text.rfind(' ', tick);
  }
  if (end == std::string_view::npos) return false;
  const std::string_view rest = trimmed(text.substr(end));
  return is_frame(text.substr(0, end)) && is_frame(rest.substr(0, rest.find("  ")));
}

bool is_indented_by_tab(std::string_view line) {
  const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(0, indent).find('\t') != std::string_view::npos && is_frame(line.substr(indent));
}

}  // namespace profconv::dtrace
