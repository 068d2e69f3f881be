// SPDX-License-Identifier: Apache-2.0
// The list of commands.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "tools/cli/flags.h"

namespace profconv::cli {

/// Is given the flags of a command as they are declared, for help, man page and completions.
using FlagsVisitor = std::function<void(const Flags&)>;

struct CommandCard {
  std::string_view name;
  int (*run)(const Arguments&);
  void (*describe)(const FlagsVisitor&);
  bool is_drop_in = false;  ///< also runs under its own name, as a link to profconv
};

/// "convert", which needs no name on the command line, comes first.
[[nodiscard]] std::span<const CommandCard> commands();
/// Null for an unknown name.
[[nodiscard]] const CommandCard* find_command(std::string_view name);
/// The closest command name to a mistyped one; empty: none is close.
[[nodiscard]] std::string_view nearest_command(std::string_view word);

/// Declares flags and shows them.
template <class Given>
void describe_with(const Page& page, const FlagsVisitor& visit) {
  Flags flags(page);
  Given given;
  given.declare(flags);
  visit(flags);
}

}  // namespace profconv::cli
