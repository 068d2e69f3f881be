// SPDX-License-Identifier: Apache-2.0
// Whether a file is valid by the rules of its own format, and whether it looks as if something went wrong before it was
// written. docs/check.md lists the rules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profconv/conversion.h"

#pragma GCC visibility push(default)
namespace profconv {

/// What to check, and how much to say.
struct CheckRequest {
  std::string from;  ///< name of a reader; empty: by content
  std::vector<Setting> settings;
  std::uint64_t most_of_a_kind = 20;  ///< findings of one kind that are kept, 1 at least
};

/// What was found in one file. Of a kind with more findings than were asked for the last one's count says how many it
/// stands for. Severity::data_loss is a warning: the file is valid, and readers will miss or misread something.
struct CheckResult {
  std::string input;                 ///< as messages name it
  const Reader* reader = nullptr;    ///< null: no reader knows the file
  std::string reason;                ///< in words
  std::vector<Diagnostic> findings;  ///< by place, those of the whole file first
  std::uint64_t errors = 0;
  std::uint64_t warnings = 0;
  std::uint64_t notes = 0;

  [[nodiscard]] bool is_valid() const { return errors == 0; }
};

/// Reads a file, or standard input where path is "-", and judges it. What cannot be read is an error among the
/// findings; throws UsageError and Cancelled. The context must not have been used before.
[[nodiscard]] CheckResult check_file(const std::string& path, const CheckRequest& request, Context& context,
                                     const Registry& registry = builtin_registry());
/// The same of an input that is open already, such as bytes in memory. Its context is that of the input.
[[nodiscard]] CheckResult check_input(Input input, const CheckRequest& request,
                                      const Registry& registry = builtin_registry());

}  // namespace profconv
#pragma GCC visibility pop
