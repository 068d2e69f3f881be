// SPDX-License-Identifier: Apache-2.0
// Small profiles for the tests of filters: stacks of one-letter functions, root first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profconv/profile_builder.h"

namespace profconv::test {

using Rows = std::vector<std::string>;

/// What is known of a frame besides the name of its function.
struct FrameFacts {
  std::string_view name;
  std::string_view file;
  std::string_view module;
  std::int64_t line = 0;
  std::uint64_t address = 0;
};

/// One sample type, `samples` in `count`; a value of 1 where none is given.
class LetterProfile {
 public:
  explicit LetterProfile(SampleOrder order = SampleOrder::merged);

  ProfileSetBuilder& builder() { return builder_; }
  ProfileBuilder& profile() { return profile_; }
  /// "abc": a, which called b, which called c.
  StackId stack(std::string_view letters);
  FrameId frame(const FrameFacts& facts);
  void add(std::string_view letters, std::int64_t value = 1);
  void add(std::string_view letters, const std::vector<LabelText>& labels, const Thread& thread = {});
  void add_frames(const std::vector<FrameFacts>& root_first, std::int64_t value = 1);
  /// A span: where it begins, and how much of its stack goes on.
  void add_span(std::string_view letters, std::int64_t start_ns, std::uint32_t shared_depth, std::int64_t tid = 1);
  Thread thread(std::int64_t pid, std::int64_t tid, std::string_view process, std::string_view name = {});
  ProfileSet finish() { return std::move(builder_).finish(); }

 private:
  ProfileSetBuilder builder_;
  ProfileBuilder& profile_;
};

/// "abc 3" for each sample of the first profile, with ";" between names of several letters.
[[nodiscard]] Rows rows_of(const ProfileSet& set);
/// What the first value type comes to.
[[nodiscard]] std::int64_t sum_of(const ProfileSet& set);

}  // namespace profconv::test
