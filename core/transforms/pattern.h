// SPDX-License-Identifier: Apache-2.0
// Regular expressions in pprof's dialect, and the frames they match.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/names.h"
#include "profconv/profile.h"

namespace re2 {
class RE2;
}

namespace profconv {

/// A regular expression, found anywhere in a text.
class Pattern {
 public:
  /// `what` names the filter in the UsageError that a wrong expression throws.
  Pattern(std::string_view what, std::string_view expression);
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  [[nodiscard]] bool found_in(std::string_view text) const;

 private:
  std::unique_ptr<re2::RE2> expression_;
};

/// What a pattern is matched against: each function, source file, mapping and frame of a dictionary once.
class FrameTexts {
 public:
  /// The dictionary of the set must outlive this.
  FrameTexts(const ProfileSet& set, const NameRules& rules);
  FrameTexts(const FrameTexts&) = delete;
  FrameTexts& operator=(const FrameTexts&) = delete;
  ~FrameTexts() = default;

  /// Which frames match, by id.
  [[nodiscard]] std::vector<bool> matching(const Pattern& pattern) const;

 private:
  const Dictionary& dictionary_;
  std::deque<std::string> made_;                  ///< texts that are no string of the dictionary
  std::vector<std::string_view> function_names_;  ///< by function, as shown
  std::vector<std::string_view> whole_names_;  ///< by frame, where module and function, or an address, are shown as one
};

}  // namespace profconv
