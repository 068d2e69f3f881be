// SPDX-License-Identifier: Apache-2.0
// What a histogram belongs to: everything that a sample says but its bucket, told apart and named.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/names/frame_names.h"
#include "profconv/profile.h"
#include "writers/hist/numbers.h"

namespace profconv::hist {

/// A label set taken apart.
struct SplitLabels {
  std::uint32_t key = 0;  ///< equal for sets that differ in their bucket only
  bool has_bucket = false;
  Bucket bucket;
  StringId unit;  ///< of the bucket
};

/// Every label set of a dictionary, taken apart once.
class LabelSplitter {
 public:
  explicit LabelSplitter(const Dictionary& dictionary);

  [[nodiscard]] const SplitLabels& operator[](LabelSetId id) const { return split_[id.value]; }

 private:
  std::vector<SplitLabels> split_;
};

/// How keys are written.
struct KeyStyle {
  std::size_t frames = 3;  ///< of a stack, from the leaf; 0: all
  bool ascii = false;
};

/// Names keys: "bash, pid 7, read < worker < 3 more".
class KeyNames {
 public:
  /// Both must outlive the names.
  KeyNames(const Dictionary& dictionary, const FrameNames& frames, KeyStyle style)
      : dictionary_(dictionary), frames_(frames), style_(style) {}

  /// Safe to show. `with_stack`: also where the stack is empty.
  [[nodiscard]] std::string name(StackId stack, ThreadId thread, LabelSetId labels, bool with_stack) const;
  [[nodiscard]] bool is_cut(StackId stack) const;

 private:
  void add_thread(std::vector<std::string>& parts, const Thread& thread) const;
  void add_labels(std::vector<std::string>& parts, LabelSetId labels) const;
  [[nodiscard]] std::string stack_name(StackId stack) const;

  const Dictionary& dictionary_;
  const FrameNames& frames_;
  KeyStyle style_;
};

}  // namespace profconv::hist
