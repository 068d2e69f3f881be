// SPDX-License-Identifier: Apache-2.0
// Showing less of a function's name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "profconv/names.h"

namespace profconv {

/// A name as some sources write it: "module`function+0x12".
struct FramedName {
  std::string_view module;  ///< with the backtick
  std::string_view function;
  std::string_view offset;  ///< with the plus
};

[[nodiscard]] FramedName split_framed(std::string_view name);

/// The readable name as the policy shows it, or nothing where that changes nothing.
[[nodiscard]] std::optional<std::string> shortened(std::string_view function, NamePolicy policy);

}  // namespace profconv
