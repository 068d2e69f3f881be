// SPDX-License-Identifier: Apache-2.0
// Whether the lines of a text have DTrace's columns, or lost them on their way.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "readers/dtrace/text/columns.h"

namespace profconv::dtrace {

/// Counts what speaks for DTrace's columns and what against.
class ColumnEvidence {
 public:
  void look(std::string_view line);

  /// Lines that are where DTrace prints them.
  [[nodiscard]] std::size_t kept() const { return kept_; }
  [[nodiscard]] bool collapsed() const {
    // Rows of a table that somebody made speak only where there is hardly anything else.
    return kept_ == 0 && (moved_ != 0 || moved_columns_ * 2 > lines_);
  }
  /// Whether no line so far is where DTrace does not print it.
  [[nodiscard]] bool may_be_as_printed() const { return moved_ == 0 && moved_columns_ == 0; }
  [[nodiscard]] bool has_text_keys() const { return text_keys_ > 1; }
  [[nodiscard]] bool wrapped() const { return wrapped_ > 1; }
  [[nodiscard]] bool only_actions() const { return frames_ != 0 && valued_ == 0; }

 private:
  void look_at_frame(std::string_view line, std::string_view text);
  void look_at_heading(std::string_view line);
  void look_at_number(std::string_view line);
  void look_at_columns(std::string_view line);

  std::size_t kept_ = 0;
  std::size_t moved_ = 0;
  std::size_t moved_columns_ = 0;
  std::size_t text_keys_ = 0;
  std::size_t lines_ = 0;
  std::size_t wrapped_ = 0;
  std::size_t frames_ = 0;
  std::size_t valued_ = 0;
  bool stack_above_ = false;
  bool columns_above_ = false;
  bool has_value_ = false;               ///< the last columns end in a value in its place
  std::vector<std::string_view> parts_;  ///< of the line that is looked at
  std::vector<Column> columns_;
};

}  // namespace profconv::dtrace
