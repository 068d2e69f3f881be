// SPDX-License-Identifier: Apache-2.0
// Many profile sets as one. The result does not depend on the order in which sets are merged, nor on which are merged
// first: rows and metadata are sorted by what they say, and ids are given in that order. docs/merge.md has the rules.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile.h"

#pragma GCC visibility push(default)
namespace profconv {

/// Takes sets one by one, so that only what is new in each has to stay in memory.
class Merger {
 public:
  /// The context must outlive the merger.
  explicit Merger(Context& context);
  ~Merger();
  Merger(const Merger&) = delete;
  Merger& operator=(const Merger&) = delete;

  /// `input` names the set in messages. Throws UsageError where start times are of different clocks, sampling periods
  /// are of different events, or differ and a profile has only counts of samples, or two sets hold spans of one thread.
  void add(const ProfileSet& set, std::string_view input);
  /// Throws OverflowError where a sum, or a value in a finer unit, overflows a 64-bit integer.
  [[nodiscard]] ProfileSet finish() &&;

 private:
  class Groups;

  std::unique_ptr<Groups> groups_;
};

/// All of them, numbered in messages.
[[nodiscard]] ProfileSet merge(const std::vector<ProfileSet>& sets, Context& context);

}  // namespace profconv
#pragma GCC visibility pop
