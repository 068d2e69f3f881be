// SPDX-License-Identifier: Apache-2.0
// Flame graphs drawn for tests, and what stands in them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/profile.h"

namespace profconv::test {

/// One frame of a picture, as the file has it.
struct DrawnFrame {
  std::string title;
  std::string label;
  std::string kind;   ///< its class
  std::string fill;   ///< empty: the style sheet has it for the shade
  std::string shade;  ///< class of the rectangle
  std::int64_t x = 0;
  std::int64_t width = 0;
  std::int64_t y = 0;

  [[nodiscard]] std::string name() const { return title.substr(0, title.rfind(" (")); }
};

/// A picture, or why there is none.
struct FlamePicture {
  std::string svg;
  std::string said;   ///< diagnostics, each "kind: message" on a line
  std::string error;  ///< empty where there is a picture
  std::vector<DrawnFrame> frames;

  /// The first frame of that name; a frame without a title where there is none.
  [[nodiscard]] DrawnFrame frame(std::string_view name) const;
  /// "name x width" of every frame but the root, parents before children, joined by "; ".
  [[nodiscard]] std::string places() const;
  /// The text of the element with this id.
  [[nodiscard]] std::string text(std::string_view id) const;
};

/// Each setting is "option=value".
[[nodiscard]] FlamePicture flame(const ProfileSet& set, std::initializer_list<std::string_view> settings = {});

/// What stands in front of a text and behind another: the part between the first `begin` and the next `end`.
[[nodiscard]] std::string between(std::string_view text, std::string_view begin, std::string_view end);

}  // namespace profconv::test
