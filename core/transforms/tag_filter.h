// SPDX-License-Identifier: Apache-2.0
// pprof's -tagfocus and -tagignore: samples by their labels, and by what the columns hold of process and thread.
//
//   32kb  :64kb  4mb:  12kb:64mb     a number, at most, at least, between, both included
//   foo,bar                          texts "key:value" match foo, and others or the same match bar
//   key=foo,bar                      a text of this key matches foo or bar
//   key=12kb:64mb                    a number of this key
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/transforms/pattern.h"
#include "profconv/profile.h"

namespace profconv {

/// A test of labels.
class TagFilter {
 public:
  /// `what` names the filter in the UsageError that wrong input throws.
  TagFilter(std::string_view what, std::string_view text);

  [[nodiscard]] bool matches(const Dictionary& dictionary, LabelSetId labels, ThreadId thread) const;
  /// Empty: any key.
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] bool is_range() const { return range_.has_value(); }

 private:
  struct Bound {
    std::int64_t number = 0;
    std::int64_t bare = 0;  ///< in the unit of the range's first number, for labels without a unit
    std::string unit;
  };
  struct Range {
    std::optional<Bound> low;
    std::optional<Bound> high;
  };

  static std::optional<Range> parse_range(std::string_view text);
  static bool in_range(const Range& range, const Label& label, const Dictionary& dictionary);

  std::string key_;
  std::optional<Range> range_;
  std::vector<Pattern> patterns_;
};

}  // namespace profconv
