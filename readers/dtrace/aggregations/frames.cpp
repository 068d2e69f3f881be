// SPDX-License-Identifier: Apache-2.0
// Frames of the model, made when a sample first needs them.
#include "readers/dtrace/aggregations/frames.h"

#include <algorithm>
#include <array>
#include <string>

#include "readers/dtrace/text/lines.h"
#include "readers/dtrace/text/terminal_text.h"

namespace profconv::dtrace {

namespace {

/// Where 64-bit systems keep their kernel.
constexpr std::uint64_t kernel_addresses = 0xffff000000000000;

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

FrameText Frames::parse(FrameLine line) const {
  const std::string_view text = lines_.text_without_offset(line);
  return line.digits != 0 ? parse_named(text) : parse_frame(text, lines_.keep_offsets());
}

FrameLines::Owner Frames::look_at(FrameLine line) const {
  const FrameText text = parse(line);
  const bool kernel = is_kernel_module(text.module) || (text.module.empty() && text.address >= kernel_addresses);
  return kernel ? FrameLines::Owner::kernel : FrameLines::Owner::user;
}

bool Frames::any_is_kernel(std::span<const FrameLine> lines) {
  return std::any_of(lines.begin(), lines.end(), [&](FrameLine line) {
    if (lines_.owner(line) == FrameLines::Owner::not_asked) lines_.set_owner(line, look_at(line));
    return lines_.owner(line) == FrameLines::Owner::kernel;
  });
}

FrameId* Frames::put_before(FrameId* end, std::span<const FrameLine> lines, FrameKind kind) {
  const bool kernel = kind == FrameKind::kernel;
  for (const FrameLine line : lines) {
    FrameId& frame = kernel ? lines_.kernel_frame(line) : lines_.user_frame(line);
    if (!frame) frame = make(line, kind, kernel ? lines_.user_frame(line) : lines_.kernel_frame(line));
    *--end = frame;
  }
  return end;
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
  if (text.function.find(escape) != std::string_view::npos || text.module.find(escape) != std::string_view::npos) {
    ++with_codes_;
  }
  ++(text.module.empty() && text.function.empty() ? addresses_ : named_);
  Frame frame{.address = text.address, .offset = text.offset, .kind = kind};
  if (!text.module.empty()) {
    // Where DTrace found a module it looked its functions up; a module:0xOFFSET says that it was told not to.
    const bool resolved = !text.has_address || text.has_tick;
    frame.mapping = builder_.mapping({.file = builder_.string(text.module), .has_functions = resolved});
  }
  if (!text.function.empty()) frame.function = builder_.function({.name = builder_.string(text.function)});
  // An address of 0, at the root of a broken stack.
  if (frame == Frame{}) frame.function = builder_.function({.name = builder_.string("[unknown]")});
  return builder_.frame(frame);
}

FrameId Frames::make_annotation(std::string_view text) {
  ++named_;
  profconv::Function function{.name = builder_.string(text)};
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
