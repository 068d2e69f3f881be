// SPDX-License-Identifier: Apache-2.0
// A profile with the stacks of a DHAT file: its frames are entries of the frame table, and no two samples have one
// stack. The entries' numbers are the ids of the frames, entry 0 being "[root]".
#pragma once

#include <cstdint>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "profconv/profile_builder.h"
#include "writers/dhat/counters.h"
#include "writers/dhat/frame_texts.h"

namespace profconv::dhat_out {

/// Makes such a profile. Valgrind's viewer refuses a stack that comes twice, and frames that differ in what their
/// texts do not say, or samples of several threads, have equal ones.
class PointBuilder {
 public:
  PointBuilder(const ProfileSet& set, const Layout& layout, Context& context);

  /// The value types are those of Layout::written(). A frame's function is called what stands in the frame table, as
  /// JSON has it: texts that differ only in bytes that are no UTF-8 are one.
  [[nodiscard]] ProfileSet build();
  /// How many of these texts have U+FFFD for such bytes.
  [[nodiscard]] std::uint64_t repaired() const { return repaired_; }

 private:
  /// What became of a stack, and the address of its innermost frame that was not inlined.
  struct Step {
    StackId stack;
    std::uint64_t address = 0;
    bool known = false;
  };

  Step step_of(StackId stack);
  Step step_below(const Step& parent, FrameId frame);
  FrameId entry(const Frame& frame, std::uint64_t address);
  void add(ProfileBuilder& points, std::size_t row);

  const Dictionary& dictionary_;
  const Profile& profile_;
  Context& context_;
  FrameTexts texts_;
  ProfileSetBuilder builder_;
  std::vector<std::size_t> types_;  ///< of the profile, that are written
  std::vector<Step> steps_;         ///< by the id of a stack
  std::vector<FrameId> entries_;    ///< of frames that were not inlined, by their id
  std::vector<StackId> path_;
  std::vector<std::int64_t> values_;
  std::uint64_t unmarked_ = 0;
  std::uint64_t unmapped_ = 0;
  std::uint64_t repaired_ = 0;
};

}  // namespace profconv::dhat_out
