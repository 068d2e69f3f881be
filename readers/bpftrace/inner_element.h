// SPDX-License-Identifier: Apache-2.0
// Elements that follow other text on their line: that of time("%H:%M:%S ") or of a printf() without a line end, the
// terminal's ^C, or output of the traced program.
//
//   11:42:28 @[app]: 30
//   ^C@reads: 5
//   progress 50%@[
//       main+5
//   ]: 100
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace profconv::bpftrace {

/// Why it may be no element, but text that a program prints.
enum class Doubt : std::uint8_t {
  none,  ///< only a time or ^C is before it
  text,  ///< other text is before it
  name   ///< it may be the name of a host, as in "user@host: 5"
};

/// An element and where it begins in its line.
struct InnerElement {
  std::size_t begin = 0;
  Doubt doubt = Doubt::none;
  bool is_open = false;  ///< its key or its value is in the lines below, which remove the doubt
};

/// The first element after other text. Unless a time or ^C is before it, it ends with a number, or with the line.
[[nodiscard]] std::optional<InnerElement> inner_element(std::string_view line);

}  // namespace profconv::bpftrace
