// SPDX-License-Identifier: Apache-2.0
// Frames told apart by less than all that is known of them.
#pragma once

#include <vector>

#include "core/transforms/rewrite.h"
#include "profconv/filters.h"

namespace profconv {

/// Makes the frames of one granularity. Frames made from labels or threads stay what they are, and frames that do not
/// have what is asked for have no function.
class CoarseFrames {
 public:
  CoarseFrames(Rewriter& rewriter, Granularity granularity);

  [[nodiscard]] FrameId operator()(const Frame& frame);
  /// Where no frame had what is asked for, that is noted.
  void note_unknown(Context& context) const;

 private:
  [[nodiscard]] FunctionId function_of(const Frame& frame);
  [[nodiscard]] MappingId mapping_of(const Frame& frame);

  Rewriter& rewriter_;
  Granularity granularity_;
  bool has_it_ = false;
};

}  // namespace profconv
