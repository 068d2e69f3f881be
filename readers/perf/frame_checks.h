// SPDX-License-Identifier: Apache-2.0
// Frames that do not look like the others of a recording: lines that were cut, and lines of other programs.
#pragma once

#include <cstdint>

#include "profconv/context.h"
#include "readers/perf/frame_form.h"
#include "readers/perf/frames.h"

namespace profconv::perf {

/// Marks of which the frames of a recording have only one.
struct FramePair {
  FrameMarks with;
  FrameMarks without;
};

class FrameChecks {
 public:
  explicit FrameChecks(Context& context) : context_(context) {}

  /// The frames of a sample, whose form is `chain`.
  void take(const ChainForm& chain, const Frames& frames, const Location& where);

 private:
  [[nodiscard]] bool clash(const FramePair& pair, FrameMarks chain);
  void check_columns(const ChainForm& chain, const Frames& frames, const Location& where);

  Context& context_;
  FrameMarks marks_ = 0;       ///< of each pair, those of the first sample that has one
  std::uint32_t columns_ = 0;  ///< of the first call chain
};

}  // namespace profconv::perf
