// SPDX-License-Identifier: Apache-2.0
// What the commands' flags have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/context.h"
#include "profconv/errors.h"
#include "profconv/options.h"
#include "tools/cli/page.h"
#include "tools/cli/progress.h"

namespace profconv::cli {

/// The words behind the command's name.
using Arguments = std::vector<std::string>;

/// What --set says. Throws UsageError where two say different things of one option.
[[nodiscard]] std::vector<Setting> parse_settings(const std::vector<std::string>& texts);

/// A command's flags: help of our own, unknown flags refused with the nearest.
class Flags {
 public:
  /// `page` must outlive the flags.
  explicit Flags(const Page& page);

  [[nodiscard]] CLI::App& app() { return app_; }
  [[nodiscard]] const CLI::App& app() const { return app_; }
  [[nodiscard]] const Page& page() const { return page_; }
  /// "profconv info".
  [[nodiscard]] const std::string& command() const { return command_; }
  /// An option that takes one value each time it is given.
  CLI::Option* repeatable(const std::string& names, std::vector<std::string>& values, const std::string& help);
  /// The exit status where the help or the version was asked for and printed. Throws UsageError.
  [[nodiscard]] std::optional<int> parse(const Arguments& arguments);
  /// What stood there beside the flags, in order. No CLI11 positional: those would split a file called "[a,b]".
  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }
  /// The words, or standard input without any. Throws UsageError with the message if that is a terminal.
  [[nodiscard]] std::vector<std::string> inputs(const char* missing) const;

 private:
  [[nodiscard]] UsageError unknown(const std::string& word, const std::string& next) const;
  /// An unset variable of a script is no wish for the default.
  void refuse_empty() const;
  void sort_remaining();

  const Page& page_;
  CLI::App app_;
  std::string command_;
  std::vector<std::string> words_;
};

/// Options of every command that reads.
struct ReadingFlags {
  std::string from;
  std::vector<std::string> settings;
  std::vector<std::string> symbols;
  Limits limits;
  bool quiet = false;
  bool verbose = false;         ///< of conversions
  std::size_t max_threads = 0;  ///< 0: one for each processor
  std::string progress = "auto";

  void declare(Flags& flags);
  /// --symbols, of the commands that show or write frames.
  void declare_symbols(Flags& flags);
  /// Throws UsageError.
  [[nodiscard]] ProgressStyle progress_style() const;
  [[nodiscard]] std::vector<Setting> parsed_settings() const { return parse_settings(settings); }

 private:
  static void declare_color(CLI::App& app);
  void declare_limits(CLI::App& app);
};

}  // namespace profconv::cli
