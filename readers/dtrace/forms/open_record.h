// SPDX-License-Identifier: Apache-2.0
// A record while its tokens come: keys and a value with nothing around them. A stack begins with a newline and ends
// each frame with one, scalars stand on the line that the datum before them left open, and the value ends the record.
// Empty lines end nothing: they are empty stacks, the beginning of the next stack or table, or the beginning of a
// print.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/forms/record_batch.h"
#include "readers/dtrace/text/report.h"
#include "readers/dtrace/text/token.h"

namespace profconv::dtrace {

/// Puts one record after the other together.
class OpenRecord {
 public:
  enum class State : std::uint8_t {
    none,         ///< no record is open
    after_stack,  ///< its last line was ended
    after_keys    ///< its last line may go on
  };

  /// Both must outlive this.
  OpenRecord(RecordBatch& batch, const Report& report)
      : batch_(batch), report_(report), most_frames_(report.context().limits().max_stack_depth) {}

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool is_open() const { return state_ != State::none; }
  /// Whether frames without an empty line before them belong to the stack that is there.
  [[nodiscard]] bool is_in_stack() const { return state_ == State::after_stack && shape().ends_with(stack_letter); }
  [[nodiscard]] const Record& record() const { return batch_.open(); }
  [[nodiscard]] Record& record() { return batch_.open(); }
  [[nodiscard]] std::string_view shape() const { return record().shape; }
  [[nodiscard]] bool has_own_newline() const { return own_newline_; }
  /// Of its frames.
  [[nodiscard]] std::size_t indent() const { return indent_; }

  /// Begins one. `own_newline`: by a stack or a table, whose newline is the empty line before it.
  void begin(std::uint64_t line, bool own_newline);
  /// Adds stacks, of which all but the last stay empty.
  void add_stacks(std::size_t count);
  /// Adds empty stacks before all keys.
  void insert_stacks(std::size_t count);
  /// Adds the frames of a token to the last stack. Throws LimitError, with the line of the first too many.
  void add_frames(const Token& token);
  /// Adds the first columns of a token.
  void add_columns(const Token& token, std::size_t count);
  /// Adds a text that stood in lines of its own.
  void add_text(std::string_view text);
  /// Text is among the frames.
  void interrupt() { is_interrupted_ = true; }
  [[nodiscard]] bool is_interrupted() const { return is_interrupted_; }
  void end_keys() { state_ = State::after_keys; }
  void end_stack() { state_ = State::after_stack; }
  /// The record is whole.
  void close() { state_ = State::none; }
  /// The record, which is whole, is the last one; none is open.
  void end() {
    batch_.end_record();
    state_ = State::none;
  }
  /// The record is gone.
  void clear();

  /// The shape that the record has with these columns, after so many empty lines.
  [[nodiscard]] std::string shape_with(const Token& columns) const;

 private:
  RecordBatch& batch_;
  const Report& report_;
  std::size_t most_frames_;
  State state_ = State::none;
  bool own_newline_ = false;
  bool is_interrupted_ = false;
  std::size_t indent_ = 0;
};

}  // namespace profconv::dtrace
