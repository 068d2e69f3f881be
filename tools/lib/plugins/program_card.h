// SPDX-License-Identifier: Apache-2.0
// The card of a plugin that is a program, as `--describe` prints it (docs/schema/plugin.schema.json).
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "card.h"

namespace profconv::plugins {

struct ProgramCard {
  CardWords words;
  std::string release;
  std::vector<std::string> begins;    ///< how inputs of this format begin, each for itself
  std::vector<std::string> contains;  ///< what the first 4 KiB of every input have
  std::chrono::seconds deadline{60};  ///< for one reading or writing
  bool is_binary = false;
  Compression compression = Compression::none;
};

/// Throws Refusal.
[[nodiscard]] ProgramCard parse_card(std::string_view json);

}  // namespace profconv::plugins
