// SPDX-License-Identifier: Apache-2.0
// What one format of printa() has made of the lines that may be its record.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/dtrace/forms/printa_fit.h"
#include "readers/dtrace/forms/printa_format.h"
#include "readers/dtrace/forms/record.h"

namespace profconv::dtrace {

/// A record while its lines come. Lines are counted from the first that may be its own.
class PrintaMatch {
 public:
  /// Where a record ends: before a column of a line.
  struct End {
    std::size_t line = 0;
    std::size_t column = 0;

    auto operator<=>(const End&) const = default;
  };

  explicit PrintaMatch(const PrintaFormat& format) : format_(&format) {}

  void begin();
  /// Takes the next line, from a column on.
  void take(std::string_view line, std::size_t column, std::size_t index, std::uint64_t number);
  /// The next line is no frame, where the format prints more behind the stack.
  void end_stack() {
    if (state_ == State::stack && step_ < format_->steps().size()) state_ = State::line;
  }
  /// No line follows: a record that lacks only empty lines is whole.
  void end_of_input(std::size_t lines);
  void give_up() { state_ = State::dead; }
  /// The beginning of the record may be something else. Above a stack the record stays if a line that looks like a
  /// frame follows; elsewhere it is dropped if `ends`.
  void doubt(bool ends) {
    is_doubtful_ = state_ == State::stack;
    if (ends && !is_doubtful_) give_up();
  }

  [[nodiscard]] bool alive() const { return state_ != State::dead && state_ != State::whole; }
  [[nodiscard]] bool whole() const { return state_ == State::whole; }
  /// Whether blanks of the line may rather fill up columns: those that the first key begins with or is all of, those
  /// within a key, and those after a text that the format does not fill up.
  [[nodiscard]] bool may_be_columns() const;
  /// Whether the input ends below a frame, before what the format prints behind the stack.
  [[nodiscard]] bool is_unended() const { return is_unended_; }
  /// Whether the first key is all of a line.
  [[nodiscard]] bool begins_with_all_of(std::string_view line) const {
    return alive() && record_.columns.size() == 1 && record_.columns.front().kind == ColumnKind::text &&
           record_.text == line;
  }
  [[nodiscard]] const End& end() const { return end_; }
  [[nodiscard]] const PrintaFormat& format() const { return *format_; }

  /// How much of the first line is text that was printed before the record.
  [[nodiscard]] std::size_t lead() const { return lead_; }
  /// The keys and values; the frames of its stacks are still to be added.
  [[nodiscard]] Record& record() { return record_; }
  /// The lines of each stack: the first, and the one behind the last.
  [[nodiscard]] const std::vector<std::pair<std::size_t, std::size_t>>& stacks() const { return stacks_; }
  /// The lines among them that are no frames.
  [[nodiscard]] const std::vector<std::size_t>& strays() const { return strays_; }
  /// How many blanks of the format the ends of its lines lack.
  [[nodiscard]] std::size_t cut() const { return cut_; }
  /// Whether a second distribution was printed, for which a record has no place.
  [[nodiscard]] bool has_left_out_table() const { return has_left_out_table_; }
  /// Compares whole records: the one with more text is greater, then the one that lacks fewer blanks at the ends of
  /// lines, then the one whose format says more.
  [[nodiscard]] std::strong_ordering compare(const PrintaMatch& other) const {
    if (text_end_ != other.text_end_) return text_end_ <=> other.text_end_;
    if (cut_ != other.cut_) return other.cut_ <=> cut_;
    return format_->strictness() <=> other.format_->strictness();
  }
  /// Whether it is greater than another, or equal and goes farther.
  [[nodiscard]] bool is_better(const PrintaMatch& other) const {
    const auto order = compare(other);
    return order > 0 || (order == 0 && end_ > other.end_);
  }
  /// Whether a line lacks the blanks that fill its last datum up.
  [[nodiscard]] bool lacks_fill() const { return lacks_fill_; }
  /// Whether blanks follow a text that the format does not fill up.
  [[nodiscard]] bool is_padded() const { return is_padded_; }
  /// Whether keys and values touch, and may end elsewhere.
  [[nodiscard]] bool is_joined() const { return is_joined_; }

 private:
  enum class State : std::uint8_t { dead, line, stack, heading, rows, whole };

  void take_line(std::string_view line, std::size_t column, std::size_t index, std::uint64_t number);
  void take_fit(const PrintaFit& fit, std::string_view line, std::size_t column, std::size_t index,
                std::uint64_t number);
  bool take_row(std::string_view line);
  bool take_frame(std::string_view line, std::size_t index);
  [[nodiscard]] bool is_frame_here(std::string_view line) const;
  [[nodiscard]] bool is_unnamed_frame_here(std::string_view line) const;
  [[nodiscard]] bool is_indented_right(std::string_view line) const;
  void add_data(std::string_view line, std::uint64_t number);
  /// Whether the next value is another aggregation's.
  [[nodiscard]] bool takes_value() const { return format_->aggregations() == 0 || values_ < format_->aggregations(); }
  void end_at(std::size_t line, std::size_t column);

  const PrintaFormat* format_;
  State state_ = State::dead;
  std::size_t step_ = 0;        ///< the next one
  std::size_t stack_step_ = 0;  ///< of the stack being read
  End end_;
  End text_end_;                ///< behind the last line of the record that is not empty
  std::size_t text_lines_ = 0;  ///< up to the last one before this line that is not empty
  std::size_t index_ = 0;       ///< of this line
  bool is_text_ = false;        ///< whether it is not empty
  Record record_;
  std::size_t values_ = 0;  ///< tables among them
  std::size_t rows_ = 0;    ///< of the table being read
  bool takes_rows_ = false;
  bool has_left_out_table_ = false;
  std::size_t cut_ = 0;
  std::size_t lead_ = 0;
  bool is_doubtful_ = false;
  bool is_joined_ = false;
  bool is_padded_ = false;
  bool lacks_fill_ = false;
  bool is_unended_ = false;
  std::vector<std::pair<std::size_t, std::size_t>> stacks_;
  std::vector<std::size_t> strays_;
  std::vector<PrintaDatum> data_;
};

}  // namespace profconv::dtrace
