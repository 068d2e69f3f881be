// SPDX-License-Identifier: Apache-2.0
// The few elements of SVG that histograms are drawn with. Texts are escaped here; they must be safe to show already.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace profconv::hist {

/// An integer number of tenths of a pixel.
struct Tenths {
  std::int64_t value = 0;
};
[[nodiscard]] constexpr Tenths pixels(std::int64_t n) { return {10 * n}; }

/// Grows from top to bottom; document() puts it into a page that is as high as wanted.
class Svg {
 public:
  enum class Anchor : unsigned char { start, end };

  /// What follows up to end_item() is one thing, described by `title` to people who point at it or hear it.
  void begin_item(std::string_view title);
  void end_item();
  void text(std::int64_t x, std::int64_t y, std::string_view style, std::string_view content,
            Anchor anchor = Anchor::start);
  void bar(Tenths x, std::int64_t y, Tenths width, std::int64_t height, std::string_view style);
  void line(std::int64_t x1, std::int64_t y1, std::int64_t x2, std::int64_t y2);

  [[nodiscard]] const std::string& body() const { return body_; }

 private:
  std::string body_;
};

/// One layout of a picture.
struct Drawn {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::string body;
};

/// The whole page. Nothing in it comes from anywhere else, and nothing in it runs. A page with a `narrow` layout shows
/// it in windows narrower than the other one.
[[nodiscard]] std::string document(const Drawn& drawn, const Drawn* narrow, std::string_view title);

}  // namespace profconv::hist
