// SPDX-License-Identifier: Apache-2.0
// From the frame lines of a record to one stack of the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/tables/id_table.h"
#include "profconv/profile_builder.h"
#include "readers/dtrace/aggregations/frames.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/stack_keys.h"
#include "readers/dtrace/text/key_set.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Joins the stacks of a record, the kernel's frames on the side of the leaf. Remembers what came of one or two stacks
/// from their second appearance on.
class RecordStacks {
 public:
  /// `order`: of two stacks, as the D program tells it.
  RecordStacks(ProfileSetBuilder& builder, Frames& frames, StackOrder order, Report& report)
      : builder_(builder), frames_(frames), order_(order), report_(report) {}

  /// `hash`: of the record's stacks.
  [[nodiscard]] StackId stack_of(const Record& record, std::uint64_t hash);

 private:
  struct Known {
    std::size_t first_frame = 0;
    std::size_t frame_count = 0;
    std::size_t stack_count = 0;
    std::size_t last_begin = 0;  ///< of the last stack's frames
    StackId stack;
  };

  [[nodiscard]] bool is_like(const Known& known, const Record& record) const;
  void remember(const Record& record, std::uint64_t hash, StackId stack);
  [[nodiscard]] StackId join(const Record& record);
  [[nodiscard]] bool is_user_first(const Record& record);

  ProfileSetBuilder& builder_;
  Frames& frames_;
  StackOrder order_;
  Report& report_;
  std::vector<FrameId> scratch_;  ///< root first
  std::vector<Known> known_;      ///< the number of one is its place and 1
  std::vector<FrameLine> known_frames_;
  IdTable numbers_;
  KeySet seen_;  ///< the hashes of all stacks
};

}  // namespace profconv::dtrace
