// SPDX-License-Identifier: Apache-2.0
// What the help and the man page say about a command, besides its options.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace profconv::cli {

struct Example {
  std::string_view command;
  std::string_view purpose;  ///< may be empty
};

/// Text of one command. Paragraphs are wrapped where they are shown; a line feed begins a new one.
struct Page {
  std::string_view usage;    ///< "profconv info FILE... [--json] [options]"
  std::string_view summary;  ///< for the list of commands
  std::string_view description;
  std::span<const Example> examples;
  std::string_view exit_status;
  std::span<const std::string_view> common;  ///< long names of the options that --help lists; empty: all
  std::string (*overview)() = nullptr;       ///< shown by --help before the examples; may be null
};

/// Columns of every help text.
constexpr std::size_t help_width = 80;

/// Words of `text` on lines of at most `help_width` columns: the first continues a line of `used` columns, the others
/// are indented by `indent`. Ends without a line feed.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t used = 0);

}  // namespace profconv::cli
