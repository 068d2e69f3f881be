// SPDX-License-Identifier: Apache-2.0
// What frames say.
#include "readers/dtrace/frames.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "readers/dtrace/lines.h"

namespace profconv::dtrace {

namespace {

/// Where 64-bit systems keep their kernel.
constexpr std::uint64_t kernel_addresses = 0xffff000000000000;

/// The value of a whole text of the form 0xHEX that fits 64 bits.
std::optional<std::uint64_t> parse_address(std::string_view text) {
  if (!text.starts_with("0x") || !is_hex(text.substr(2))) return std::nullopt;
  std::uint64_t value = 0;
  const auto result = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  return result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

std::string_view without_offset(std::string_view text) {
  const std::size_t plus = text.rfind('+');
  return plus != std::string_view::npos && plus != 0 && is_offset(text.substr(plus)) ? text.substr(0, plus) : text;
}

/// Where `module:0xOFFSET` has its colon.
std::size_t offset_colon(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::string_view::npos;
  return parse_address(text.substr(colon + 1)) ? colon : std::string_view::npos;
}

/// The kernels themselves; modules of other names are told by the frames below them.
bool is_kernel_module(std::string_view module) {
  constexpr std::array<std::string_view, 6> kernels{"vmlinux", "genunix", "unix", "kernel", "mach_kernel", "nt"};
  return std::find(kernels.begin(), kernels.end(), module) != kernels.end();
}

/// A frame of a name whose offset is known.
FrameText parse_named(std::string_view text) {
  const std::size_t tick = text.find('`');
  if (tick == std::string_view::npos || tick == 0) return {.function = text};
  return {.module = text.substr(0, tick), .function = text.substr(tick + 1), .has_tick = true};
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
    frame.function = keep_offset ? name : without_offset(name);
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

FrameText Frames::parse(FrameLine line) const {
  const std::string_view text = lines_.text_without_offset(line);
  return line.digits != 0 ? parse_named(text) : parse_frame(text, lines_.keep_offsets());
}

FrameLines::Owner Frames::look_at(FrameLine line) const {
  const FrameText text = parse(line);
  const bool kernel = is_kernel_module(text.module) || (text.module.empty() && text.address >= kernel_addresses);
  return kernel ? FrameLines::Owner::kernel : FrameLines::Owner::user;
}

template <class Known>
bool Frames::any_is_kernel(Known& known, std::span<const FrameLine> lines) {
  return std::any_of(lines.begin(), lines.end(), [&](FrameLine line) {
    if (known.owner(line) == FrameLines::Owner::not_asked) known.set_owner(line, look_at(line));
    return known.owner(line) == FrameLines::Owner::kernel;
  });
}

bool Frames::any_is_kernel(std::span<const FrameLine> lines) {
  return apart_ ? any_is_kernel(*apart_, lines) : any_is_kernel(lines_, lines);
}

template <class Known>
FrameId* Frames::put_before(Known& known, FrameId* end, std::span<const FrameLine> lines, FrameKind kind) {
  const bool kernel = kind == FrameKind::kernel;
  for (const FrameLine line : lines) {
    FrameId& frame = kernel ? known.kernel_frame(line) : known.user_frame(line);
    if (!frame) frame = make(line, kind, kernel ? known.user_frame(line) : known.kernel_frame(line));
    *--end = frame;
  }
  return end;
}

FrameId* Frames::put_before(FrameId* end, std::span<const FrameLine> lines, FrameKind kind) {
  return apart_ ? put_before(*apart_, end, lines, kind) : put_before(lines_, end, lines, kind);
}

/// `of_other_kind` is the same line's as the program's, or as the kernel's; none: there is none yet.
FrameId Frames::make(FrameLine line, FrameKind kind, FrameId of_other_kind) {
  // All that a program's frame and the kernel's can differ in is whose they are.
  if (of_other_kind) {
    Frame frame = builder_.dictionary().frame(of_other_kind);
    if (frame.kind != FrameKind::synthetic) frame.kind = kind;
    return builder_.frame(frame);
  }
  if (line.digits == 0 && is_annotation(lines_.text_without_offset(line))) {
    return make_annotation(lines_.text_without_offset(line));
  }
  const FrameText text = parse(line);
  ++(text.module.empty() && text.function.empty() ? addresses_ : named_);
  Frame frame{.address = text.address, .kind = kind};
  if (!text.module.empty()) {
    // Where DTrace found a module it looked its functions up; a module:0xOFFSET says that it was told not to.
    const bool resolved = !text.has_address || text.has_tick;
    frame.mapping = builder_.mapping({.file = builder_.string(text.module), .has_functions = resolved});
  }
  if (!text.function.empty()) frame.function = builder_.function({.name = builder_.string(text.function)});
  return builder_.frame(frame);
}

FrameId Frames::make_annotation(std::string_view text) {
  ++named_;
  Function function{.name = builder_.string(text)};
  Frame frame{.kind = FrameKind::synthetic};
  const std::string_view inside = text.substr(2, text.size() - 4);
  const std::size_t blank = inside.find(" (");
  const std::size_t colon = inside.substr(0, blank).rfind(':');
  if (blank != std::string_view::npos && colon != std::string_view::npos) {
    const auto line = parse_number(inside.substr(colon + 1, blank - colon - 1));
    if (line && !line->saturated && line->value > 0) {
      function.file = builder_.string(inside.substr(0, colon));
      frame.line = line->value;
    }
  }
  frame.function = builder_.function(function);
  return builder_.frame(frame);
}

}  // namespace profconv::dtrace
