// SPDX-License-Identifier: Apache-2.0
// A dictionary made anew from what samples refer to, in the order in which they do. What becomes of an entry on the way
// is up to who copies.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "profconv/profile_builder.h"

namespace profconv {

/// Copies entries as they are first asked for, each once, and unchanged.
class DictionaryCopy {
 public:
  explicit DictionaryCopy(const Dictionary& from);
  virtual ~DictionaryCopy() = default;

  /// Moves the samples of a profile over.
  void carry(Samples& samples, const Context& context);
  [[nodiscard]] std::shared_ptr<const Dictionary> finish() &&;

 protected:
  [[nodiscard]] const Dictionary& from() const { return from_; }
  [[nodiscard]] ProfileSetBuilder& into() { return into_; }
  [[nodiscard]] StringId carry(StringId id) { return into_.string(from_.string(id)); }

  virtual FrameId copy(const Frame& frame);
  virtual ThreadId copy(const Thread& thread);
  virtual LabelSetId copy(std::span<const Label> labels);

 private:
  StackId stack(StackId id);

  const Dictionary& from_;
  ProfileSetBuilder into_;
  std::vector<std::optional<FrameId>> frames_;
  std::vector<std::optional<StackId>> stacks_;
  std::vector<std::optional<ThreadId>> threads_;
  std::vector<std::optional<LabelSetId>> label_sets_;
  std::vector<StackId> path_;
};

}  // namespace profconv
