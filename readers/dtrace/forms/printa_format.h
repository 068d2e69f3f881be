// SPDX-License-Identifier: Apache-2.0
// A format of printa(), as the steps that match what it prints. Keys are printed by conversions, values by those with
// `@`; DTrace puts nothing between or behind. A stack (%k) begins with a newline and ends each frame with one, and so
// does the table that is the value of a distribution: only the text tells it from a number.
//
//   printa("TID:%d COUNT:%@u\n%k\n", @stacks);
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profconv::dtrace {

/// A part of a format.
struct PrintaStep {
  enum class Kind : std::uint8_t { literal, newline, text, character, number, value, stack };
  enum class Width : std::uint8_t {
    right,  ///< filled up with blanks on the left
    left,
    any  ///< of `*`, which a key gives that is not printed
  };

  Kind kind = Kind::literal;
  std::string literal;
  Width side = Width::right;
  std::size_t width = 0;   ///< at least so many characters; of a stack: of each frame
  std::size_t indent = 0;  ///< of the frames of a stack
  std::uint8_t base = 10;  ///< of a number or value; 10, 16 or 8
  bool is_unsigned = false;
  bool may_have_sign = false;    ///< `+` or a blank before what is not negative
  bool may_have_prefix = false;  ///< 0x
  bool is_grouped = false;       ///< by commas
  bool is_date = false;          ///< `%Y`, a text with blanks

  bool operator==(const PrintaStep&) const = default;
};

/// A format.
class PrintaFormat {
 public:
  /// Takes a format as it is written between the quotes in D. Of more values than there are `aggregations` the others
  /// repeat the last; 0: not known. Throws UsageError.
  explicit PrintaFormat(std::string_view written, std::size_t aggregations = 0)
      : PrintaFormat({}, written, aggregations) {}
  /// The same behind the text that a printf() before leaves open, whose conversions are no keys.
  PrintaFormat(std::string_view lead, std::string_view written, std::size_t aggregations);
  /// A format that the user says prints records, so that it must print a value. Throws UsageError.
  static PrintaFormat of_records(std::string_view written);
  /// The same of a format that was guessed from what it printed.
  static PrintaFormat guessed(std::string_view written);

  [[nodiscard]] bool is_guessed() const { return is_guessed_; }
  /// False: it prints text for each record and no value.
  [[nodiscard]] bool has_value() const { return values_ != 0; }
  [[nodiscard]] const std::vector<PrintaStep>& steps() const { return steps_; }
  [[nodiscard]] std::size_t aggregations() const { return aggregations_; }
  /// What the first line begins with that is no conversion.
  [[nodiscard]] std::string_view first_literal() const;
  /// How many of the steps are of the text before.
  [[nodiscard]] std::size_t lead_steps() const { return lead_steps_; }
  /// That text alone.
  [[nodiscard]] PrintaFormat lead() const;
  /// Whether that text has words or a date of its own, so that a key can hardly look like it.
  [[nodiscard]] bool has_telling_lead() const;
  /// The number of the format that prints the other records, which have no text before; 0: none.
  [[nodiscard]] std::size_t base() const { return base_; }
  void set_base(std::size_t number) { base_ = number; }
  /// How much of a line it prescribes: of two that fit, the one with more says better what the line is.
  [[nodiscard]] std::size_t strictness() const { return strictness_; }
  /// Whether both print the same of the same number of aggregations, as far as that is known.
  [[nodiscard]] bool is_like(const PrintaFormat& other) const {
    const bool are_known = aggregations_ != 0 && other.aggregations_ != 0;
    return steps_ == other.steps_ && base_ == other.base_ && (!are_known || aggregations_ == other.aggregations_);
  }
  /// Whether the two differ in nothing but widths.
  [[nodiscard]] bool has_words_of(const PrintaFormat& other) const;
  /// Whether a line that fits from a step on can be told from a frame.
  [[nodiscard]] bool tells(std::size_t step) const;
  /// Whether it begins with a key that is text, before any words of its own.
  [[nodiscard]] bool begins_with_text() const;
  [[nodiscard]] bool prints_date() const;
  /// Whether nothing visible is printed behind a key that is text.
  [[nodiscard]] bool ends_with_text() const;
  /// Whether a step can print 0x.
  [[nodiscard]] bool may_print_prefix(std::size_t step) const;
  /// Whether from a step on nothing visible is printed.
  [[nodiscard]] bool only_blanks(std::size_t step) const;

 private:
  void add(std::string_view written);
  void add_literal(std::string_view text);
  [[nodiscard]] std::size_t add_conversion(std::string_view written, std::size_t percent);

  std::vector<PrintaStep> steps_;
  std::size_t aggregations_ = 0;
  std::size_t values_ = 0;
  std::size_t lead_steps_ = 0;
  std::size_t base_ = 0;
  std::size_t strictness_ = 0;
  bool is_guessed_ = false;
};

/// The formats of the option `printa`, one a line. Throws UsageError.
[[nodiscard]] std::vector<PrintaFormat> formats_of(std::string_view lines);

}  // namespace profconv::dtrace
