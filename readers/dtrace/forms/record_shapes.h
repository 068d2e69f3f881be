// SPDX-License-Identifier: Apache-2.0
// What the records of an aggregation have in common: the kinds of their keys, in order. DTrace does not say them, so a
// record is read with the shape of the one before it in mind.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "readers/dtrace/forms/record.h"

namespace profconv::dtrace {

/// Remembers the shape that the next record most likely has.
class RecordShapes {
 public:
  /// Whether a record that begins so can have the last shape; `and_more`: only if that goes on.
  [[nodiscard]] bool can_become_last(std::string_view begin) const { return last_.starts_with(begin); }
  [[nodiscard]] bool is_last(std::string_view shape) const { return last_ == shape; }
  [[nodiscard]] std::size_t last_size() const { return last_.size(); }

  /// How many of the empty lines before a record are empty stacks that it begins with. `own_newline`: one of the lines
  /// is that of its first stack. `fresh`: something else was printed since the record before. Clears
  /// Record::starts_print where they are.
  [[nodiscard]] std::size_t leading_stacks(Record& record, bool own_newline, bool fresh) const;
  /// Takes a whole record's shape. `after_output`: it was the first after what an action printed.
  void keep(const Record& record, bool after_output);

 private:
  std::string last_;     ///< of the record before, unless it may have lost an empty line
  std::string doubted_;  ///< of one that may
  bool after_output_ = false;
};

}  // namespace profconv::dtrace
