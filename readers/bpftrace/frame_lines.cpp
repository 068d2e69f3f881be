// SPDX-License-Identifier: Apache-2.0
// Frames of the model, made when a sample first needs them.
#include "readers/bpftrace/frame_lines.h"

#include <algorithm>
#include <span>

namespace profconv::bpftrace {

std::uint32_t FrameLines::id_of(std::string_view line, FramePlace place) {
  const auto is_line = [&](std::uint32_t id) { return known_[id].text == line; };
  return index_.find_or_make(hash_bytes(line), is_line, [&] {
    const std::string_view text = texts_.keep(line);
    const FrameText frame = parse_frame(text);
    shapes_.add(text, frame, place);
    known_.push_back({.text = text, .frame = frame, .owner = owner_of(frame), .of_program = {}, .of_kernel = {}});
    return next_id(known_, "frames") - 1;
  });
}

int FrameLines::ownership(StackLines stack) const {
  int sum = 0;
  for (const std::uint32_t line : std::span(lines_).subspan(stack.begin, stack.size)) {
    sum += static_cast<int>(known_[line].owner);
  }
  return sum;
}

bool FrameLines::has_failure(StackLines stack) const {
  return stack.size != 0 && known_[lines_[stack.begin + stack.size - 1]].frame.is_failure;
}

void FrameLines::append(StackLines stack, FrameKind kind, std::vector<FrameId>& frames) {
  for (const std::uint32_t line : std::span(lines_).subspan(stack.begin, stack.size)) {
    Known& known = known_[line];
    FrameId& frame = kind == FrameKind::kernel ? known.of_kernel : known.of_program;
    if (!frame) frame = make(known, kind);
    frames.push_back(frame);
  }
}

FrameId FrameLines::make(const Known& known, FrameKind kind) {
  const FrameText& text = known.frame;
  Frame frame{.address = text.address,
              .offset = keep_offsets_ ? text.offset : Frame::no_offset,
              .line = text.line,
              .inlined = text.inlined,
              .kind = text.is_failure ? FrameKind::synthetic : kind};
  if (!text.build_id.empty()) {
    frame.mapping = builder_.mapping({.build_id = builder_.string(text.build_id), .relative_addresses = true});
  } else if (!text.module.empty()) {
    frame.mapping = builder_.mapping({.file = builder_.string(text.module), .has_functions = true});
  }
  if (!text.function.empty()) {
    frame.function = builder_.function({.name = builder_.string(text.function), .file = builder_.string(text.file)});
  }
  // A line that was cut, or an address of 0.
  if (frame == Frame{}) frame.function = builder_.function({.name = builder_.string("[unknown]")});
  return builder_.frame(frame);
}

}  // namespace profconv::bpftrace
