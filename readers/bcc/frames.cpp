// SPDX-License-Identifier: Apache-2.0
// Making frames.
#include "readers/bcc/frames.h"

#include <string>

namespace profconv::bcc {

void Frames::end_kernel() {
  for (Frame& frame : chain_) frame.kind = FrameKind::kernel;
}

StackId Frames::finish(bool kernel_only) {
  if (kernel_only) end_kernel();
  ids_.clear();
  for (const Frame& frame : chain_) ids_.push_back(builder_.frame(frame));
  chain_.clear();
  return builder_.leaf_first(ids_);
}

Frame Frames::make(const FrameText& text) {
  Frame frame{.address = text.address};
  if (!text.module.empty()) {
    frame.mapping = builder_.mapping({.file = builder_.string(text.module), .has_functions = true});
  }
  const bool names_module = text.is_unknown() && !text.module.empty();
  std::string name = names_module ? "[" + std::string(text.module) + "]" : std::string(text.name);
  if (name.empty() && text.address == 0) name = "[unknown]";  // a line that was cut
  frame.function = builder_.function({.name = builder_.string(name)});
  if (keeps_offsets_ && text.offset && !text.is_unknown()) frame.offset = *text.offset;
  if (text.is_kernel) frame.kind = FrameKind::kernel;
  return frame;
}

}  // namespace profconv::bcc
