// SPDX-License-Identifier: Apache-2.0
// Everything the command says. Results go to standard output, the rest to standard error, one line each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "profconv/context.h"
#include "profconv/conversion.h"

namespace profconv::cli {

/// The text with everything that a terminal could obey made visible: control characters, what is no UTF-8 and marks
/// that change the direction of writing as \xNN. Long text is cut.
[[nodiscard]] std::string inert(std::string_view text, std::size_t most_bytes = 4096);

/// "1,234,567".
[[nodiscard]] std::string grouped(std::int64_t number);
[[nodiscard]] std::string grouped(std::uint64_t number);
/// "1 sample", "2 samples".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view one, std::string_view several);

/// The name that messages begin with: "profconv", unless the command runs under another. `name` must outlive all
/// messages.
void set_program_name(const char* name);
[[nodiscard]] const char* program_name();

/// Writes a result to standard output; throws WriteError.
void print_result(std::string_view text);

/// Tells what was noticed. -q leaves errors only, -v adds what readers skipped.
class Messages {
 public:
  explicit Messages(bool quiet, bool verbose = false);

  /// Each finding once, with how many more there were.
  void diagnostics(std::span<const Diagnostic> all) const;
  /// What was found before an error, but for what the error says again.
  void diagnostics_before(std::string_view error, std::span<const Diagnostic> all) const;
  /// All diagnostics, and one line for each output that could not hold everything.
  void everything(std::span<const Diagnostic> all, std::span<const OutputReport> outputs) const;
  /// What a conversion that succeeded has to report: warnings, and at most one line for notes and losses. -v lists all.
  void outcome(std::span<const Diagnostic> all, std::span<const OutputReport> outputs) const;
  /// One line for an output that could not hold everything.
  void losses(const OutputReport& output) const;
  /// With -v one line for each.
  void unread(std::span<const Unread> all) const;
  void error(std::string_view what) const;
  /// Of a file, even with -q: for what the user has to do next.
  void note(std::string_view file, std::string_view what) const;
  /// Of a file, even with -q: for what was requested and could not be done.
  void warning(std::string_view file, std::string_view what) const;

 private:
  void diagnostic(const Diagnostic& one) const;
  void line(std::string_view where, std::string_view severity, std::string_view colour, std::string_view text) const;

  bool quiet_;
  bool verbose_;
};

/// Why --strict wrote nothing: the first warning or essential loss, and how many more there are.
[[nodiscard]] std::string strict_refusal(std::span<const Diagnostic> all, std::span<const OutputReport> outputs);
/// "12 thread names (keep with --set spall.version=3), 276 line numbers".
[[nodiscard]] std::string describe_losses(std::span<const Loss> losses);
/// "each site's own maximum (mb, mbk) (read with --set dhat.site-max=yes)".
[[nodiscard]] std::string describe(const Unread& unread);

}  // namespace profconv::cli
