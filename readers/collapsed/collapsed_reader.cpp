// SPDX-License-Identifier: Apache-2.0
// Collapsed (folded) stacks: one line a stack, frames from root to leaf joined by ';', a blank, a number.
// Described with its traps in docs/formats/collapsed.md; at home in https://github.com/brendangregg/FlameGraph.
//
//   main;parse;read_[k] 41
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/tables/id_table.h"
#include "core/tables/stack_set.h"
#include "core/text/bad_lines.h"
#include "core/text/blanks.h"
#include "core/text/excerpts.h"
#include "profconv/comparison.h"
#include "profconv/errors.h"
#include "readers/collapsed/check.h"
#include "readers/collapsed/decimal.h"
#include "readers/collapsed/lines.h"
#include "readers/collapsed/probe.h"
#include "readers/collapsed/stacks.h"
#include "readers/readers.h"

namespace profconv {

namespace {

using collapsed_in::Line;
using collapsed_in::parse_line;
using collapsed_in::TwoNumbers;

constexpr std::array<std::string_view, 1> aliases{"folded"};
constexpr std::array<std::string_view, 2> extensions{".folded", ".collapsed"};
constexpr std::array<std::string_view, 3> column_choices{"auto", "1", "2"};
constexpr Option type_option{
    .name = "type", .fallback = "samples", .summary = "what the numbers are, in pprof's words: cpu, alloc_space"};
constexpr Option unit_option{
    .name = "unit", .fallback = "count", .summary = "what they count: count, nanoseconds, bytes"};
constexpr Option columns_option{.name = "columns",
                                .type = OptionType::choice,
                                .fallback = "auto",
                                .summary = "numbers per line: 2 if each line has a base and a new value",
                                .choices = column_choices};
constexpr std::array options{type_option, unit_option, columns_option};

/// The samples until the end of the file tells how many decimal places they have.
class Rows {
 public:
  Rows(SampleOrder order, std::size_t columns) : order_(order), columns_(columns) {}

  /// Whether the stack has got a row before.
  bool add(StackId stack, const Line& line) {
    const std::size_t rows_before = size();
    const std::array<Decimal, 2> numbers =
        columns_ == 2 ? std::array{line.base, line.value} : std::array{line.value, Decimal{}};
    const std::size_t row = row_of(stack);
    for (std::size_t i = 0; i < columns_; ++i) {
      if (numbers[i].places > places_) rescale(numbers[i].places);
      std::int64_t& value = values_[i][row];
      if (__builtin_add_overflow(value, shifted(numbers[i].digits, places_ - numbers[i].places), &value)) {
        throw OverflowError("adding up the values of a stack overflows a 64-bit integer");
      }
    }
    return size() == rows_before;
  }

  [[nodiscard]] std::size_t size() const { return stacks_.size(); }
  [[nodiscard]] int places() const { return places_; }

  /// Of two columns the first is a comparison's base.
  void move_to(ProfileBuilder& profile, LabelSetId base) const {
    // A comparison with a base of nothing is one, too.
    profile.metadata().is_comparison = columns_ == 2;
    const bool is_base_empty = std::all_of(values_[0].begin(), values_[0].end(), [](auto value) { return value == 0; });
    if (columns_ == 2 && is_base_empty) profile.add({.stack = stacks_.front(), .labels = base}, 0);
    for (std::size_t row = 0; row < size(); ++row) {
      const std::int64_t before = columns_ == 2 ? values_[0][row] : 0;
      const std::int64_t now = values_[columns_ - 1][row];
      if (now != 0 || before == 0) profile.add({.stack = stacks_[row]}, now);
      if (before != 0) profile.add({.stack = stacks_[row], .labels = base}, negated(before));
    }
  }

 private:
  static std::int64_t shifted(std::int64_t value, int places) {
    for (; places > 0; --places) {
      if (__builtin_mul_overflow(value, std::int64_t{10}, &value)) {
        throw OverflowError("with all their decimal places the numbers of the file do not fit into 64 bits");
      }
    }
    return value;
  }

  static std::int64_t negated(std::int64_t value) {
    if (value == std::numeric_limits<std::int64_t>::min()) {
      throw OverflowError("the negative of a number of the first column does not fit into 64 bits");
    }
    return -value;
  }

  void rescale(int places) {
    for (auto& column : values_) {
      for (std::int64_t& value : column) value = shifted(value, places - places_);
    }
    places_ = places;
  }

  /// A stack's row; new where it has none or, in the order of the file, another stack came between.
  std::size_t row_of(StackId stack) {
    if (order_ == SampleOrder::as_read) {
      const bool again = !stacks_.empty() && stacks_.back() == stack;
      return (again ? stacks_.size() : append(stack)) - 1;
    }
    if (seen_.insert(stack)) return append(stack) - 1;
    for (; indexed_ < size(); ++indexed_) {
      rows_.add(hash_of(stacks_[indexed_]), static_cast<std::uint32_t>(indexed_ + 1));
    }
    return rows_.find(hash_of(stack), [&](std::uint32_t row) { return stacks_[row - 1] == stack; }) - 1;
  }

  static std::uint64_t hash_of(StackId stack) { return mix(0, stack.value); }

  /// A new row + 1.
  std::uint32_t append(StackId stack) {
    stacks_.push_back(stack);
    for (std::size_t i = 0; i < columns_; ++i) values_[i].push_back(0);
    return next_id(stacks_, "rows");
  }

  SampleOrder order_;
  std::size_t columns_;
  int places_ = 0;
  std::vector<StackId> stacks_;
  std::array<std::vector<std::int64_t>, 2> values_;
  StackSet seen_;
  IdTable rows_;             ///< by stack: its row + 1
  std::size_t indexed_ = 0;  ///< rows that it has: it gets the others when a stack comes again
};

void report_number(const Decimal& number, const Location& where, Context& context) {
  if (number.saturated) {
    context.data_loss("collapsed.saturated", where,
                      "a number does not fit into 64 bits; the largest that does is used");
  } else if (number.rounded) {
    context.data_loss("collapsed.rounded", where, "a number has more than 9 decimal places and was rounded to 9");
  }
}

void check_line(const LineReader& lines, std::string_view text, const Line& line, bool is_known_stack,
                collapsed_in::Check& check) {
  check.line({.text = text,
              .stack = line.stack,
              .is_known_stack = is_known_stack,
              .has_two_numbers = collapsed_in::two_numbers_in(text) == TwoNumbers::yes,
              .is_crlf = lines.is_crlf()},
             lines.here());
}

std::string what_is_wrong(std::string_view text, std::size_t columns) {
  if (columns == 1) return "expected 'frame;frame number', got " + in_quotes(text);
  return "expected 'frame;frame number number', got " + in_quotes(text) +
         (parse_line(text, 1) ? "; collapsed.columns=1 reads one number per line" : "");
}

/// Whole files often lack the end of their last line: a conversion only notes it, and the card makes it a warning of
/// `check`.
void report_unterminated(const LineReader& lines, Context& context) {
  if (!lines.is_unterminated()) return;
  context.note("collapsed.truncated", lines.here(),
               "the last line has no end: if the file was cut, its number may be too small");
}

/// Reads all lines with stacks into `rows` and all comments, without their marks, into `comments`.
void read_lines(Input& input, std::size_t columns, collapsed_in::Stacks& stacks, Rows& rows, BadLines& bad_lines,
                std::vector<std::string>& comments) {
  Context& context = input.context();
  LineReader lines(input);
  collapsed_in::Check check(context);
  std::string_view text;
  while (lines.next(text)) {
    if (collapsed_in::is_comment(text)) {
      comments.emplace_back(text.substr(2));
      if (context.is_checking()) check.comment(lines.here());
      continue;
    }
    const auto line = parse_line(text, columns);
    if (!line) {
      if (without_trailing_blanks(text).empty()) continue;
      bad_lines.add(lines.here(), what_is_wrong(text, columns));
      continue;
    }
    try {
      const bool is_known_stack = rows.add(stacks(line->stack), *line);
      if (context.is_checking()) check_line(lines, text, *line, is_known_stack, check);
    } catch (const OverflowError& error) {
      throw ReadError(lines.here(), error.what());
    } catch (const LimitError& error) {
      throw LimitError(lines.here(), error.what());
    }
    if (line->value.saturated || line->value.rounded) report_number(line->value, lines.here(), context);
    if (line->base.saturated || line->base.rounded) report_number(line->base, lines.here(), context);
  }
  report_unterminated(lines, context);
  if (context.is_checking()) check.finish(columns);
  if (rows.size() == 0) bad_lines.refuse(input.whole(), "a collapsed stack", "'frame;frame number'");
  bad_lines.refuse_if_most(lines.line_number());
}

/// LineReader ends lines at LF and CR LF. Where CR alone ends them, several lines are one.
void report_lone_returns(const Dictionary& dictionary, const Input& input) {
  const auto names = dictionary.strings();
  const auto has_return = [](std::string_view name) { return name.find('\r') != std::string_view::npos; };
  const auto count = std::count_if(names.begin(), names.end(), has_return);
  if (count == 0) return;
  input.context().data_loss("collapsed.lone_returns", input.whole(),
                            std::to_string(count) + (count == 1 ? " frame holds" : " frames hold") +
                                " a carriage return; if lines end in CR alone, convert them: tr '\\r' '\\n'");
}

void move_rows(const Rows& rows, ProfileSetBuilder& builder, ProfileBuilder& profile, const Input& input) {
  const LabelText label{.key = base_label_key, .text = base_label_text};
  try {
    rows.move_to(profile, builder.labels({&label, 1}));
  } catch (const OverflowError& error) {
    throw ReadError(input.whole(), error.what());
  }
}

void read(const Reader&, Input& input, const Options& set, ProfileSetBuilder& builder, Context& context) {
  if (set.text(type_option).empty()) throw UsageError("option type: a value type has a name");
  const std::string_view choice = set.text(columns_option);
  const std::size_t columns = choice == "auto" ? collapsed_in::count_columns(input.head()) : choice == "2" ? 2 : 1;
  if (columns == 2 && choice == "auto") {
    context.note(
        "collapsed.two_columns", input.whole(),
        "every line ends in two numbers, read as base and new; collapsed.columns=1 takes the first for a name");
  }
  collapsed_in::Stacks stacks(builder);
  Rows rows(builder.order(), columns);
  BadLines bad_lines(context, "collapsed.bad_line");
  std::vector<std::string> comments;
  read_lines(input, columns, stacks, rows, bad_lines, comments);
  report_lone_returns(builder.dictionary(), input);
  if (stacks.nameless() != 0) {
    context.note("collapsed.nameless", input.whole(),
                 "frames without a name are called [unknown]: " + std::to_string(stacks.nameless()));
  }
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = std::string(set.text(type_option)),
                          .unit = std::string(set.text(unit_option)),
                          .scale = -rows.places()});
  move_rows(rows, builder, profile, input);
  profile.metadata().comments = std::move(comments);
}

/// A frame without a name is told by its line.
constexpr std::array<Verdict, 2> verdicts{
    {{"collapsed.nameless", std::nullopt}, {"collapsed.truncated", Severity::data_loss}}};

Features carries(const Reader&, const Options&) {
  return {Feature::comparisons, Feature::scales,      Feature::negative_values, Feature::empty_stacks,
          Feature::inlining,    Feature::frame_kinds, Feature::comments};
}

}  // namespace

const Reader collapsed_reader{
    .name = "collapsed",
    .aliases = aliases,
    .summary = "collapsed (folded) stacks, as flame graph tools exchange them",
    .extensions = extensions,
    .options = options,
    .carries = carries,
    .probe = collapsed_in::probe,
    .read = read,
    .verdicts = verdicts,
};

}  // namespace profconv
