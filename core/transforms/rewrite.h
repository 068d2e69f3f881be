// SPDX-License-Identifier: Apache-2.0
// What every transform that changes frames or stacks shares. A transform says where each stack goes, the Rewriter makes
// the new dictionary and moves the samples:
//
//   Rewriter rewriter(std::move(set), order, context);
//   const StackMap stacks = rewriter.map_frames([&](const Frame& frame) { ... });   // or a StackMap of one's own
//   return std::move(rewriter).finish(stacks);
//
// Works along the prefix tree: each frame and each stack in use is asked for once, whatever the number of samples.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "profconv/profile_builder.h"

namespace profconv {

/// Where each stack of the old dictionary goes, by its old id; samples of a stack that goes nowhere are left out.
using StackMap = std::vector<std::optional<StackId>>;

/// The rows of one profile for transforms that place every sample themselves.
struct RowPlaces {
  std::vector<StackId> stack;               ///< in the new dictionary
  std::vector<std::uint32_t> shared_depth;  ///< empty where the profile has none
};

/// Rebuilds a profile set around a dictionary whose stacks have changed.
class Rewriter {
 public:
  /// `order` says which rows may merge where they become equal; the context must outlive the rewriter.
  Rewriter(ProfileSet set, SampleOrder order, Context& context);
  ~Rewriter();
  Rewriter(const Rewriter&) = delete;
  Rewriter& operator=(const Rewriter&) = delete;

  [[nodiscard]] const Dictionary& from() const { return set_.dictionary(); }
  [[nodiscard]] const std::vector<Profile>& profiles() const { return set_.profiles(); }
  /// To intern what is new.
  [[nodiscard]] ProfileSetBuilder& into() { return into_; }

  /// The same thing in the new dictionary.
  [[nodiscard]] StringId carry(StringId id);
  [[nodiscard]] MappingId carry(MappingId id);
  [[nodiscard]] FunctionId carry(FunctionId id);
  /// An old frame with a function of the new dictionary.
  [[nodiscard]] FrameId carry(const Frame& frame, FunctionId function);

  /// Whether a sample has this stack, or one that it is the beginning of.
  [[nodiscard]] bool in_use(StackId id) const { return stacks_in_use_[id.value]; }

  /// The stacks that come of giving each old frame a new one. Where there is none the frame is left out, and those it
  /// called are called by its caller.
  [[nodiscard]] StackMap map_frames(const std::function<std::optional<FrameId>(const Frame&)>& new_frame);

  /// Moves the samples. Rows that have become equal merge by their aggregation; where that is `last`, what is lost is
  /// reported. A stack's map must agree with its parent's for shared depths to stay true.
  [[nodiscard]] ProfileSet finish(const StackMap& stacks) &&;
  /// For stacks whose map does not agree with their parents': `beginnings` says what each becomes where others begin
  /// with it, and shared depths are counted along those.
  [[nodiscard]] ProfileSet finish(const StackMap& stacks, const StackMap& beginnings) &&;
  /// Moves the samples to where each has its place, one entry for each profile; rows stay apart and in order.
  [[nodiscard]] ProfileSet finish(std::vector<RowPlaces> places) &&;

 private:
  class Rows;

  [[nodiscard]] bool all_stay_apart(const StackMap& stacks) const;

  ProfileSet set_;
  Context& context_;
  ProfileSetBuilder into_;
  std::vector<bool> stacks_in_use_;
  std::vector<std::optional<StringId>> strings_;
  std::vector<std::optional<MappingId>> mappings_;
  std::vector<std::optional<FunctionId>> functions_;
};

}  // namespace profconv
