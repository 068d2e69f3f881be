// SPDX-License-Identifier: Apache-2.0
// From a line of a stack to a frame of the model.
#pragma once

#include <string_view>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/bcc/lines.h"

namespace profconv::bcc {

/// One stack at a time, the leaf first.
class Frames {
 public:
  Frames(ProfileSetBuilder& builder, bool keeps_offsets) : builder_(builder), keeps_offsets_(keeps_offsets) {}

  void add(std::string_view text, Heading::Tool tool) { chain_.push_back(make(parse_frame(text, tool))); }
  /// The frames up to here are the kernel's.
  void end_kernel();
  [[nodiscard]] bool empty() const { return chain_.empty(); }
  /// Ends the stack. Of `kernel_only` ones all frames are the kernel's.
  [[nodiscard]] StackId finish(bool kernel_only);
  void clear() { chain_.clear(); }

 private:
  [[nodiscard]] Frame make(const FrameText& text);

  ProfileSetBuilder& builder_;
  bool keeps_offsets_;
  std::vector<Frame> chain_;
  std::vector<FrameId> ids_;
};

}  // namespace profconv::bcc
