// SPDX-License-Identifier: Apache-2.0
// Completion of the command line by shells, made from the tables of commands, options and formats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/option_card.h"

namespace profconv::cli {

/// For bash, zsh or fish; throws UsageError for another shell.
[[nodiscard]] std::string completion_script(std::string_view shell);

[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

/// What can be completed in place of an option's value.
enum class ValueKind : std::uint8_t { none, anything, file, words };

/// How a shell completes a value.
struct ValueWords {
  ValueKind kind = ValueKind::none;
  std::vector<std::string> words;
};

[[nodiscard]] ValueWords value_words(const OptionCard& option);
/// What help explains: commands, filters, limits.
[[nodiscard]] std::vector<std::string> help_topics();
/// Names of all formats, each once.
[[nodiscard]] std::vector<std::string> format_names();
[[nodiscard]] std::string joined(const std::vector<std::string>& words, std::string_view between);

}  // namespace profconv::cli
