// SPDX-License-Identifier: Apache-2.0
// Lines to records. A record is keys and a value with nothing around them: a stack begins with a newline and ends each
// frame with one, scalars stand on the line that the datum before them left open, and the value ends the record. Blank
// lines end nothing: they are empty stacks, the beginning of the next stack or table, or the beginning of a print.
//
// Some lines can be told only by the one after them: a number alone is a value, or the key above a stack. Such a line
// is pending until then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/input.h"
#include "readers/dtrace/forms/messages.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/forms/text_lines.h"
#include "readers/dtrace/text/frame_lines.h"
#include "readers/dtrace/text/pasted.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

/// Takes the records of an input in their order.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void add(const Record& record) = 0;
};

/// Reads aggregations in default print form, line by line.
class RecordReader {
 public:
  RecordReader(FrameLines& frames, RecordSink& sink, Report& report, const Treatment& treatment = {})
      : frames_(frames),
        sink_(sink),
        report_(report),
        text_(report),
        most_frames_(report.context().limits().max_stack_depth),
        stacks_have_values_(treatment.stacks_have_values),
        may_hold_actions_(treatment.may_hold_actions),
        keys_may_hold_newlines_(!treatment.collapsed) {}

  void feed(std::string_view line, std::uint64_t number);
  /// Takes the next lines itself as long as they are what stood there the last time: most frames have one caller.
  void go_on(LineReader& lines);
  /// Another reader has a record that stands behind what was fed: what is complete goes to the sink before it.
  void settle();
  /// Whether rows of a table are expected.
  [[nodiscard]] bool in_table() const { return state_ == State::table; }
  /// The input has ended. Throws ReadError where it held neither a record nor an empty result, and nobody else found
  /// any.
  void finish(bool others_found = false);

 private:
  enum class State : std::uint8_t { idle, after_stack, after_keys, dump, table, cpu_table, key_table };
  /// What follows a pending line.
  enum class Next : std::uint8_t { frame, datum, number, blank, other };

  /// A line of scalars that may be keys, keys and a value, or no part of a record.
  struct Pending {
    bool present = false;
    bool open = false;  ///< the last text may go on in the next line
    std::string line;
    std::size_t line_count = 1;
    std::uint64_t number = 0;
    std::size_t blanks = 0;  ///< empty lines before it
    std::vector<Column> columns;
  };

  // Lines that are told by themselves (record_reader.cpp).
  [[nodiscard]] bool in_stack() const;
  bool goes_on(std::string_view line);
  bool in_special_state(std::string_view line);
  bool take_table_line(std::string_view line);
  bool take_cpu_line(std::string_view line);
  void classify(std::string_view line);
  void classify_frame_or_columns(std::string_view line);
  bool on_number(std::string_view line);
  void on_blank();
  void on_frame(FrameLine frame);
  [[nodiscard]] bool is_unnamed_frame_above() const;
  void on_shaped_frame(std::string_view line, std::size_t indent);
  void on_columns(std::string_view line, bool open);
  void hold(std::string_view line, bool open);
  void on_heading();
  void on_probe(std::string_view output);
  void on_table(TableHeading heading, std::string_view line);
  bool take_text_key();
  void on_named_value(const NamedValue& named);
  void on_key_table(std::string_view line);
  bool take_key_row(std::string_view line);
  void on_packed_table(std::string_view line);
  void on_dump_heading();
  void end_dump();
  void on_text(std::string_view line);
  [[nodiscard]] bool can_be_unnamed_frame(std::size_t indent) const;

  // Pending lines and records (records.cpp).
  void resolve(Next next);
  [[nodiscard]] bool pending_is_keys(Next next) const;
  bool pending_is_value_above_frame();
  [[nodiscard]] std::string pending_shape() const;
  bool join_pending(std::string_view line);
  void pending_to_keys();
  void pending_to_value();
  void pending_to_text();
  void add_pending_columns(std::size_t count);
  void text_line(std::string_view line, std::uint64_t number, std::size_t blanks);
  std::size_t whole_frame_length(std::string_view above, std::string_view rest);
  bool mend_frame(std::string_view rest, std::uint64_t number);
  void begin_record(std::uint64_t line, std::size_t blanks, bool own_newline);
  void begin_stacks(std::size_t count);
  void add_frame(FrameLine frame) {
    if (record_.frames.size() >= most_frames_) refuse_depth();
    record_.frames.push_back(frame);
  }
  [[noreturn]] void refuse_depth() const;
  void count_leading_stacks();
  void begin_with_stacks(std::size_t count);
  void close_record();
  void keep_shape();
  void emit();
  void abandon();
  void give_up(std::uint64_t line);
  [[nodiscard]] bool is_action() const;
  void emit_actions();
  void end_table();
  [[nodiscard]] bool pending_is_cut() const;
  void end_open_record();
  void report_forms();
  void explain_absence() const;

  FrameLines& frames_;
  RecordSink& sink_;
  Report& report_;
  Messages messages_;
  TextLines text_;

  std::size_t most_frames_;
  State state_ = State::idle;
  Record record_;
  bool own_newline_ = false;     ///< the record begins with a newline of its own
  bool closed_ = false;          ///< the record is complete, but lines of -x aggpercpu may follow
  bool fresh_ = true;            ///< since the last record something else was printed, or nothing yet
  bool follows_probe_ = false;   ///< since the last record a line with a probe was printed
  bool follows_output_ = false;  ///< the last record was the first behind what an action printed
  Pending pending_;
  std::string last_shape_;         ///< of the record before, unless it may have lost an empty line
  std::string doubted_shape_;      ///< of one that may
  bool empty_lines_lost_ = false;  ///< no record began with an empty line since some were found missing
  std::uint64_t line_ = 0;
  std::size_t blanks_ = 0;  ///< empty lines since the last line that was none
  std::size_t frame_indent_ = 14;
  FrameLine leaf_;  ///< of the last stack: values in a row often are of one function
  std::vector<Column> columns_;
  std::string joined_;
  std::size_t mend_attempts_ = 0;
  std::string dump_;

  std::uint64_t records_ = 0;
  std::uint64_t headings_ = 0;
  bool new_recording_ = false;
  bool stacks_have_values_;  ///< a stack without a value has lost it; else it is what ustack() prints as an action
  bool may_hold_actions_;
  bool keys_may_hold_newlines_;
  std::uint64_t actions_ = 0;  ///< stacks that actions printed
  std::uint64_t first_action_ = 0;
  std::size_t bar_column_ = 0;  ///< of -x agghist; 0: -x aggpack
  std::uint64_t packed_ = 0;    ///< records of -x aggpack
  std::uint64_t first_packed_ = 0;
  std::uint64_t text_keys_ = 0;  ///< tables whose keys are a line of text
  std::uint64_t first_text_key_ = 0;
  std::uint64_t unvalued_ = 0;  ///< stacks without a value
  std::uint64_t first_unvalued_ = 0;
};

}  // namespace profconv::dtrace
