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

#include "profconv/blanks.h"
#include "profconv/comparison.h"
#include "profconv/errors.h"
#include "profconv/id_table.h"
#include "profconv/stack_set.h"
#include "readers/collapsed/check.h"
#include "readers/collapsed/decimal.h"
#include "readers/collapsed/stacks.h"
#include "readers/readers.h"

namespace profconv {

namespace {

constexpr std::array<std::string_view, 1> aliases{"folded"};
constexpr std::array<std::string_view, 2> extensions{".folded", ".collapsed"};
constexpr std::array<std::string_view, 3> column_choices{"auto", "1", "2"};
constexpr std::array<Option, 3> options{{
    {.name = "type", .fallback = "samples", .summary = "what the numbers are, in pprof's words: cpu, alloc_space"},
    {.name = "unit", .fallback = "count", .summary = "what they count: count, nanoseconds, bytes"},
    {.name = "columns",
     .type = OptionType::choice,
     .fallback = "auto",
     .summary = "numbers a line: 2 where a difference is told as base and new",
     .choices = column_choices},
}};

/// A line taken apart. Without `base` where a line has one number.
struct Line {
  std::string_view stack;
  Decimal value;
  Decimal base;
};

/// Cuts the number behind the last blank off `text`; nothing where there is none.
std::optional<Decimal> cut_number(std::string_view& text) {
  const auto blank = std::find_if(text.rbegin(), text.rend(), is_blank);
  if (blank == text.rend()) return std::nullopt;
  const auto behind = static_cast<std::size_t>(blank - text.rbegin());
  const auto number = parse_number(text.substr(text.size() - behind));
  if (number) text.remove_suffix(behind + 1);
  return number;
}

std::optional<Line> parse_line(std::string_view text, std::size_t columns) {
  Line line;
  std::string_view rest = without_trailing_blanks(text);
  const auto value = cut_number(rest);
  if (!value) return std::nullopt;
  line.value = *value;
  if (columns == 2) {
    const auto base = cut_number(rest);
    if (!base) return std::nullopt;
    line.base = *base;
  }
  line.stack = without_leading_blanks(rest);
  return line;
}

/// "# mode: wall", "# interval: 100": what Austin and scripts put around the stacks. With a number at the end it is a
/// comment only where a colon says so, since a name may begin like this too.
bool is_comment(std::string_view text) {
  if (!text.starts_with("# ") || text.find(';') != std::string_view::npos) return false;
  std::string_view rest = without_trailing_blanks(text);
  return !cut_number(rest) || without_trailing_blanks(rest).ends_with(':');
}

/// Whether a line could hold two numbers: names may end in a number too, but hardly behind one blank in every line.
bool looks_like_two_columns(std::string_view text) {
  std::string_view rest = without_trailing_blanks(text);
  if (!cut_number(rest) || without_trailing_blanks(rest).size() != rest.size()) return false;
  return cut_number(rest) && without_trailing_blanks(rest).size() == rest.size();
}

/// Calls `visit(line)` for each whole line of the beginning of an input, blank ones and comments left out, as long as
/// that gives true.
template <class Visit>
void for_each_line(std::string_view head, Visit visit) {
  const bool cut = head.size() >= Input::head_bytes;
  while (!head.empty()) {
    const std::size_t newline = head.find('\n');
    if (newline == std::string_view::npos && cut) return;
    std::string_view line = head.substr(0, newline);
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!without_trailing_blanks(line).empty() && !is_comment(line) && !visit(line)) return;
  }
}

std::size_t count_columns(std::string_view head) {
  // The last line may be cut off; it does not decide where there are others.
  if (const std::size_t newline = head.rfind('\n'); newline != std::string_view::npos) head = head.substr(0, newline);
  bool any = false;
  bool all = true;
  for_each_line(head, [&](std::string_view line) {
    if (!parse_line(line, 1)) return true;
    any = true;
    all = looks_like_two_columns(line);
    return all;
  });
  return any && all ? 2 : 1;
}

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
        throw OverflowError("adding up the values of a stack leaves 64 bits");
      }
    }
    return size() == rows_before;
  }

  [[nodiscard]] std::size_t size() const { return stacks_.size(); }
  [[nodiscard]] int places() const { return places_; }

  /// Of two columns the first is a comparison's base.
  void move_to(ProfileBuilder& profile, LabelSetId base) const {
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

/// The offending text, short and on one line.
std::string shown(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string word(text.substr(0, most));
  std::replace_if(
      word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return "'" + word + (text.size() > most ? "...'" : "'");
}

void report_number(const Decimal& number, const Location& where, Context& context) {
  if (number.saturated) {
    context.data_loss("collapsed.saturated", where,
                      "a number does not fit into 64 bits; the largest that does stands for it");
  } else if (number.rounded) {
    context.data_loss("collapsed.rounded", where, "a number has more than 9 decimal places and was rounded to 9");
  }
}

/// What stands between the stacks: comments, without their marks, and the first line that is neither.
struct Others {
  std::vector<std::string> comments;
  Location first_bad;
  std::string bad_text;
};

void check_line(const LineReader& lines, std::string_view text, const Line& line, bool is_known_stack,
                collapsed_in::Check& check) {
  check.line({.text = text,
              .stack = line.stack,
              .is_known_stack = is_known_stack,
              .has_two_numbers = looks_like_two_columns(text),
              .is_crlf = lines.is_crlf()},
             lines.here());
}

/// Reads all lines with stacks into `rows`.
void read_lines(Input& input, std::size_t columns, collapsed_in::Stacks& stacks, Rows& rows, Others& others) {
  Context& context = input.context();
  LineReader lines(input);
  collapsed_in::Check check(context);
  std::string_view text;
  while (lines.next(text)) {
    if (is_comment(text)) {
      others.comments.emplace_back(text.substr(2));
      if (context.is_checking()) check.comment(lines.here());
      continue;
    }
    const auto line = parse_line(text, columns);
    if (!line) {
      if (without_trailing_blanks(text).empty()) continue;
      const std::string message =
          std::string("expected 'frame;frame ") + (columns == 2 ? "number number" : "number") + "', got " + shown(text);
      if (others.bad_text.empty()) {
        others.first_bad = lines.here();
        others.bad_text = message;
      }
      context.error("collapsed.bad_line", lines.here(), message);
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
  if (context.is_checking()) check.finish(columns);
}

void move_rows(const Rows& rows, ProfileSetBuilder& builder, ProfileBuilder& profile, const Input& input) {
  const LabelText label{.key = base_label_key, .text = base_label_text};
  try {
    rows.move_to(profile, builder.labels({&label, 1}));
  } catch (const OverflowError& error) {
    throw ReadError(input.whole(), error.what());
  }
}

void read(Input& input, const Options& set, ProfileSetBuilder& builder, Context& context) {
  if (set.text("type").empty()) throw UsageError("option type: a value type has a name");
  const std::string_view choice = set.text("columns");
  const std::size_t columns = choice == "auto" ? count_columns(input.head()) : choice == "2" ? 2 : 1;
  if (columns == 2 && choice == "auto") {
    context.note(
        "collapsed.two_columns", input.whole(),
        "every line ends in two numbers, read as base and new; collapsed.columns=1 takes the first for a name");
  }
  collapsed_in::Stacks stacks(builder);
  Rows rows(builder.order(), columns);
  Others others{.comments = {}, .first_bad = input.whole(), .bad_text = {}};
  read_lines(input, columns, stacks, rows, others);
  if (rows.size() == 0) {
    throw ReadError(others.first_bad, others.bad_text.empty()
                                          ? "the input is empty; expected lines of 'frame;frame number'"
                                          : others.bad_text + "; no line of the input is a collapsed stack");
  }
  if (stacks.nameless() != 0) {
    context.note("collapsed.nameless", input.whole(),
                 "frames without a name are called [unknown]: " + std::to_string(stacks.nameless()));
  }
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type(
      {.type = std::string(set.text("type")), .unit = std::string(set.text("unit")), .scale = -rows.places()});
  move_rows(rows, builder, profile, input);
  profile.metadata().comments = std::move(others.comments);
}

Probe probe(std::string_view head, std::string_view) {
  constexpr std::size_t most_lines = 2'000;
  if (head.find('\0') != std::string_view::npos) return {};
  std::size_t lines = 0;
  std::size_t good = 0;
  std::size_t deep = 0;
  std::size_t worded = 0;  // rows of numbers are no stacks
  for_each_line(head, [&](std::string_view text) {
    ++lines;
    const auto line = parse_line(text, 1);
    if (line && without_leading_blanks(text).size() == text.size()) {
      ++good;
      if (line->stack.find(';') != std::string_view::npos) ++deep;
      if (line->stack.find_first_not_of("0123456789 .,-") != std::string_view::npos) ++worded;
    }
    return lines < most_lines;
  });
  if (worded == 0) return {};
  const std::string ratio = std::to_string(good) + " of " + std::to_string(lines) + " lines are ";
  if (deep * 4 >= good && good * 10 >= lines * 9) {
    return {.confidence = Confidence::likely, .reason = ratio + "'frame;frame number'"};
  }
  if ((deep * 2 >= good && good * 3 >= lines * 2) || good == lines) {
    return {.confidence = Confidence::weak,
            .reason = ratio + "text and a number, " + std::to_string(deep) + " with ';'"};
  }
  return {};
}

/// A frame without a name is told by its line.
constexpr std::array<Verdict, 1> verdicts{{{"collapsed.nameless", std::nullopt}}};

Features carries(const Options&) {
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
    .probe = probe,
    .read = read,
    .verdicts = verdicts,
};

}  // namespace profconv
