// SPDX-License-Identifier: Apache-2.0
// Names as Spall can hold them: 255 bytes at most, and UTF-8.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "profconv/context.h"

namespace profconv::spall {

/// Makes names fit. Names that differ still differ when they are cut: the end becomes a hash of the whole.
class NameFitter {
 public:
  /// The name itself where it fits, else a copy that lives as long as the fitter. `name` must live as long, too.
  [[nodiscard]] std::string_view fit(std::string_view name);
  /// Says what was changed, once each.
  void report(Context& context) const;

 private:
  std::string_view cut(std::string_view name);

  std::deque<std::string> made_;
  std::unordered_map<std::string_view, std::string_view> cut_;  ///< by the whole name
  std::unordered_set<std::string_view> taken_;                  ///< what they were cut to
  std::unordered_set<std::string_view> malformed_;
};

/// `text` with U+FFFD in the place of each malformed sequence (its longest valid beginning, as Unicode advises);
/// empty where it is well-formed.
[[nodiscard]] std::string repaired_utf8(std::string_view text);

}  // namespace profconv::spall
