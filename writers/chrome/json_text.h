// SPDX-License-Identifier: Apache-2.0
// Names as JSON holds them (https://www.rfc-editor.org/rfc/rfc8259): UTF-8, some characters escaped.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace profconv::chrome {

/// A name twice: as a viewer shows it, and as it stands between the quotes.
struct JsonText {
  std::string_view shown;
  std::string_view escaped;
};

/// Makes texts of names; most are the name itself.
class JsonTexts {
 public:
  /// `name` must live as long as its text; copies live as long as this.
  [[nodiscard]] JsonText of(std::string_view name);
  /// How many names held bytes that are no UTF-8; they are U+FFFD now.
  [[nodiscard]] std::uint64_t repaired() const { return repaired_; }

 private:
  std::string_view keep(std::string text) { return made_.emplace_back(std::move(text)); }

  std::deque<std::string> made_;
  std::uint64_t repaired_ = 0;
};

}  // namespace profconv::chrome
