// SPDX-License-Identifier: Apache-2.0
// Writes JSON (https://www.rfc-editor.org/rfc/rfc8259) as it comes, without keeping it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "profconv/output.h"

namespace profconv::json {

/// How the text looks.
struct Layout {
  bool indented = false;          ///< every value on a line of its own, and rows on one line; else all on one
  bool integers_as_text = false;  ///< "12" instead of 12, for readers whose numbers are doubles
};

/// Values in the order in which they stand; inside of an object each is preceded by its key.
class JsonOutput {
 public:
  JsonOutput(Output& output, Layout layout) : output_(output), layout_(layout) {}

  void begin_object() { begin('{'); }
  void begin_array() { begin('['); }
  /// A row: what is in it stands on one line.
  void begin_row_object() { begin_row('{'); }
  void begin_row_array() { begin_row('['); }
  void end_object() { end('}'); }
  void end_array() { end(']'); }

  void key(std::string_view name);
  void text(std::string_view value);
  void integer(std::int64_t value);
  void integer(std::uint64_t value);
  /// A small number that is a number whatever the layout says: an index, an exponent.
  void index(std::int64_t value);
  void boolean(bool value);
  void null();

  /// How many texts held bytes that are no UTF-8; they are written as U+FFFD.
  [[nodiscard]] std::uint64_t repaired() const { return repaired_; }

 private:
  void begin(char bracket);
  void begin_row(char bracket);
  void end(char bracket);
  void before_value();
  void new_line();
  void write_integer(std::string_view digits);
  void write_text(std::string_view value);

  Output& output_;
  Layout layout_;
  std::size_t depth_ = 0;
  std::size_t row_depth_ = 0;  ///< of what is inside of the row; 0: in no row
  bool is_first_ = true;       ///< of its array or object
  bool after_key_ = false;
  std::uint64_t repaired_ = 0;
};

}  // namespace profconv::json
