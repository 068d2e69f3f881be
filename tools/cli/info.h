// SPDX-License-Identifier: Apache-2.0
// What was read, for people and for programs.
#pragma once

#include <span>
#include <string>

#include "profconv/conversion.h"

namespace profconv::cli {

/// Some twenty lines a profile.
[[nodiscard]] std::string info_text(const ReadResult& read, std::span<const Unread> unread);

/// One object on one line; docs/command_line.md describes it.
[[nodiscard]] std::string info_json(const ReadResult& read, const Context& context);

}  // namespace profconv::cli
