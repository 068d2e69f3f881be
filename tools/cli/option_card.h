// SPDX-License-Identifier: Apache-2.0
// A command's options as data, from which help, man page and completions are made.
#pragma once

#include <string>
#include <vector>

namespace profconv::cli {

/// One option as declared.
struct OptionCard {
  std::string short_name;  ///< "-o"; may be empty
  std::string long_name;   ///< "--output"
  std::string value;       ///< "FILE", "auto|none|gzip|zstd", "[=base|new]"; empty: a flag
  std::string help;
  std::string group;

  [[nodiscard]] bool takes_value() const { return !value.empty(); }
  /// The words the value is chosen from, if it is a choice.
  [[nodiscard]] std::vector<std::string> choices() const;
  /// "-o, --output FILE".
  [[nodiscard]] std::string spelled() const;
};

}  // namespace profconv::cli
