// SPDX-License-Identifier: Apache-2.0
// Typed options of a format: one declaration makes the flag, the help, the documentation and the checks.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace profconv {

/// A decimal has at most six digits behind the point.
enum class OptionType : std::uint8_t { boolean, integer, decimal, text, choice };

/// One option of a format, as data. A format declares each as a constant, lists them on its card and reads values
/// through the constants, so that a misspelt option does not compile.
struct Option {
  std::string_view name;
  OptionType type = OptionType::text;
  std::string_view fallback;  ///< the value when it is not set, written as a user would
  std::string_view summary;   ///< one line for the help
  std::span<const std::string_view> choices;
  std::int64_t min = std::numeric_limits<std::int64_t>::min();  ///< of an integer or a decimal, as max
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
  bool names_output = false;    ///< the value is a file that is written beside the output
  bool names_input = false;     ///< of a text: set by the command to the name of what is converted
  bool colours_output = false;  ///< of a boolean: set by the command where the output is a terminal with colours
  /// Of a reader: the value when it is not set and the input is only written again, in its own format; empty:
  /// `fallback`.
  std::string_view rewriting = {};
  /// Of a reader: the value when it is not set and symbols are looked up; empty: `fallback`.
  std::string_view symbolizing = {};
};

/// The values of a format's options: checked when set, so that reading them cannot fail.
class Options {
 public:
  Options() = default;
  explicit Options(std::span<const Option> specs);

  /// Throws UsageError for a value the option does not take; `name` must be declared. Booleans become "yes" or "no",
  /// numbers lose what they do not need: "007" is "7".
  void set(std::string_view name, std::string_view value);
  /// For an input that is only written again: every option that is not set takes its value for that.
  void prepare_for_rewriting();
  /// The same for an input whose symbols are looked up.
  void prepare_for_symbols();
  [[nodiscard]] bool declares(std::string_view name) const;
  [[nodiscard]] bool is_set(const Option& option) const { return value_of(option).is_set; }
  [[nodiscard]] std::span<const Option> specs() const { return specs_; }

  [[nodiscard]] bool boolean(const Option& option) const;
  [[nodiscard]] std::int64_t integer(const Option& option) const;
  /// The value of a decimal, times a million.
  [[nodiscard]] std::int64_t millionths(const Option& option) const;
  /// Also the value of a choice.
  [[nodiscard]] std::string_view text(const Option& option) const { return value_of(option).text; }
  /// A text of comma-separated words; empty for an empty text.
  [[nodiscard]] std::vector<std::string_view> list(const Option& option) const;

 private:
  struct Value {
    std::string text;
    bool is_set = false;
  };
  [[nodiscard]] std::size_t index(std::string_view name) const;
  [[nodiscard]] const Value& value_of(const Option& option) const { return values_[index(option.name)]; }

  std::span<const Option> specs_;
  std::vector<Value> values_;
};

/// One `--set [FORMAT.]OPTION=VALUE` of the command line.
struct Setting {
  std::string format;  ///< empty: whichever chosen format has the option
  std::string option;
  std::string value;
};

/// Throws UsageError where the text has no '=' or no name.
[[nodiscard]] Setting parse_setting(std::string_view text);

/// The closest of `names` to `name` by edit distance, or "" where none is near.
[[nodiscard]] std::string_view nearest(std::string_view name, std::span<const std::string_view> names);

}  // namespace profconv
#pragma GCC visibility pop
