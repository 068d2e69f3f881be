// SPDX-License-Identifier: Apache-2.0
// The text form of maps, line by line. An element is `NAME[KEY]: VALUE` or `NAME: VALUE`; a stack in its key goes over
// several lines, and a distribution is a table below it:
//
//   @stacks[wrk-2, 7658,
//       cmp_ints+4
//   ]: 12
//   @bytes[cat]:
//   [4K, 8K)               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profconv/input.h"
#include "readers/bpftrace/maps.h"
#include "readers/bpftrace/messages.h"
#include "readers/bpftrace/printed_stacks.h"
#include "readers/bpftrace/table.h"
#include "readers/bpftrace/wrapped_values.h"

namespace profconv::bpftrace {

/// Makes elements of lines.
class TextReader {
 public:
  TextReader(Input& input, Maps& maps, PrintedStacks& printed, Messages& messages)
      : input_(input), maps_(maps), printed_(printed), messages_(messages), table_(input) {}

  void read(std::string_view line, std::uint64_t number);
  /// The input has ended.
  void finish();
  /// Whether no element is open, whose key goes on, or its table.
  [[nodiscard]] bool is_idle() const { return state_ == State::idle || is_tentative_; }
  [[nodiscard]] bool has_skipped_values() const { return skipped_values_ != 0; }

 private:
  enum class State : std::uint8_t {
    idle,
    key,     ///< the key goes on in the next line
    value,   ///< nothing follows the ':' in its line
    table,   ///< rows of a distribution
    skipped  ///< the lines of a value that is not read
  };

  bool begin_element(std::string_view line, std::uint64_t number);
  bool begin_inner(std::string_view line, std::uint64_t number);
  void settle(std::string_view line);
  void continue_key(std::string_view line, std::uint64_t number);
  [[nodiscard]] bool take_foreign(std::string_view line, std::uint64_t number);
  void read_below(std::string_view line, std::uint64_t number);
  void read_between_rows(std::string_view line, std::uint64_t number);
  void read_other(std::string_view line, std::uint64_t number);
  bool end_key(std::string_view line);
  void take_value(std::string_view text);
  void end_element();
  void skip_value(std::string_view what);
  [[nodiscard]] Element element() const { return {map_, key_, has_key_, first_line_}; }

  Input& input_;
  Maps& maps_;
  PrintedStacks& printed_;
  Messages& messages_;
  State state_ = State::idle;
  std::string map_;
  std::string key_;
  bool has_key_ = false;
  bool is_tentative_ = false;  ///< the element may be other text: the next line shows it
  std::uint64_t first_line_ = 0;
  std::size_t key_lines_ = 0;
  std::size_t odd_lines_ = 0;    ///< of the key that are no frames
  bool is_below_frame_ = false;  ///< the line before is a frame of the key
  bool is_below_blank_ = false;  ///< the line before is a blank one of the key
  Table table_;
  WrappedValues wrapped_;
  std::uint64_t line_ = 0;          ///< which is read
  std::uint64_t last_element_ = 0;  ///< the line in which one ended
  std::uint64_t skipped_values_ = 0;
};

}  // namespace profconv::bpftrace
