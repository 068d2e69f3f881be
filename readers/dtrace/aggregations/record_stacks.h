// SPDX-License-Identifier: Apache-2.0
// From the frame lines of a record to one stack of the model.
#pragma once

#include <cstddef>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/dtrace/aggregations/frames.h"
#include "readers/dtrace/forms/record.h"

namespace profconv::dtrace {

/// Joins the stacks of a record, the kernel's frames on the side of the leaf.
class RecordStacks {
 public:
  RecordStacks(ProfileSetBuilder& builder, Frames& frames) : builder_(builder), frames_(frames) {}

  [[nodiscard]] StackId stack_of(const Record& record);

 private:
  ProfileSetBuilder& builder_;
  Frames& frames_;
  std::vector<FrameId> scratch_;  ///< root first
};

}  // namespace profconv::dtrace
