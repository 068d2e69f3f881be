// SPDX-License-Identifier: Apache-2.0
// A command's flags. CLI11 parses them; only flags.cpp includes it, since each file that does takes ten seconds more.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "profconv/errors.h"
#include "tools/cli/option_card.h"
#include "tools/cli/page.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace profconv::cli {

/// The words after the command's name.
using Arguments = std::vector<std::string>;

/// A flag that was just declared, to say more of it. The Flags own it.
class Flag {
 public:
  explicit Flag(CLI::Option& option) : option_(option) {}

  /// Listed in the help under this heading.
  void group(const char* heading) const;
  /// Not listed in the help.
  void hide() const { group(""); }
  /// Given more than once, the last one counts.
  void take_last() const;

 private:
  CLI::Option& option_;
};

/// Help of our own; unknown flags are refused with the nearest. What `names` ("-o,--output") set must outlive parse().
/// `value` is what the help calls a flag's value: "FILE", or "auto|none|gzip" if it is one of these words.
class Flags {
 public:
  /// `page` must outlive the flags.
  explicit Flags(const Page& page);
  ~Flags();
  Flags(const Flags&) = delete;
  Flags& operator=(const Flags&) = delete;

  /// A flag without a value.
  Flag flag(const char* names, bool& is_given, const char* help);
  Flag text(const char* names, std::string& text, const char* value, const char* help);
  /// As text(), for a value that may be left out: `text` is then "true", or the word in braces after the name.
  Flag optional_text(const char* names, std::string& text, const char* value, const char* help);
  /// A value each time it is given.
  Flag repeatable(const char* names, std::vector<std::string>& texts, const char* value, const char* help);
  /// Each value goes to `take`, which may throw UsageError.
  Flag each(const char* names, std::function<void(const std::string&)> take, const char* value, const char* help);
  /// An integer of `least` to `most`.
  template <class Integer>
  Flag number(const char* names, Integer& number, std::type_identity_t<Integer> least,
              std::type_identity_t<Integer> most, const char* value, const char* help);
  /// A decimal fraction of 0 to `most`.
  Flag number(const char* names, double& number, double most, const char* value, const char* help);
  /// A size of at most `most`, such as 64MB.
  template <class Integer>
  Flag bytes(const char* names, Integer& bytes, std::uint64_t most, const char* help);
  /// As bytes(), for any size, which goes to `take`.
  Flag bytes(const char* names, std::function<void(std::uint64_t)> take, const char* help);
  void remove(const char* name);

  [[nodiscard]] bool has(const std::string& name) const;
  [[nodiscard]] bool is_given(const std::string& name) const;
  /// Those that are listed, in the order of their declaration, with --help first.
  [[nodiscard]] std::vector<OptionCard> cards() const;

  [[nodiscard]] const Page& page() const { return page_; }
  /// "profconv info".
  [[nodiscard]] const std::string& command() const { return command_; }
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
  std::unique_ptr<CLI::App> app_;
  std::string command_;
  std::vector<std::string> words_;
};

}  // namespace profconv::cli
