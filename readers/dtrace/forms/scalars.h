// SPDX-License-Identifier: Apache-2.0
// What a line of scalars is in a record: keys, keys and the value, or no part of one. A number alone is a value, or the
// key above a stack; the token after it and the records before tell.
//
//     1935     1935  kworker/1:0                                                      500     keys and a value
//                 3                                                                           a value, or a key
//                 a.out`main+0x2c
#pragma once

#include <optional>
#include <string>

#include "readers/dtrace/forms/open_record.h"
#include "readers/dtrace/forms/record_shapes.h"
#include "readers/dtrace/text/report.h"
#include "readers/dtrace/text/token.h"

namespace profconv::dtrace {

/// Decides it.
class Scalars {
 public:
  enum class Meaning : std::uint8_t {
    keys,
    value,
    cut,  ///< keys of a record that the input ends in
    text
  };

  Scalars(const RecordShapes& shapes, Report& report) : shapes_(shapes), report_(report) {}

  /// `open` is the record that they may go on with. Says so where an empty line is missing after them, and marks the
  /// record where it is several.
  [[nodiscard]] Meaning meaning(const Token& scalars, const Token& next, OpenRecord& open);

 private:
  [[nodiscard]] std::optional<Meaning> told_by_program(const Token& scalars, const Token& next,
                                                       const OpenRecord& open) const;
  [[nodiscard]] std::optional<Meaning> told_after(const std::string& shape, const Token& scalars, const Token& next,
                                                  const OpenRecord& open) const;
  [[nodiscard]] bool can_go_on(const std::string& shape, const Token& next, std::size_t blanks) const;
  [[nodiscard]] bool begins_record(const Token& scalars) const;
  [[nodiscard]] bool is_cut(const Token& scalars, const OpenRecord& open) const;
  void report_key_at_end(const Token& scalars, const OpenRecord& open) const;
  [[nodiscard]] bool is_below_text(const Token& number) const;
  [[nodiscard]] bool is_above_several(const Token& scalars, const Token& next, const OpenRecord& open) const;
  [[nodiscard]] bool are_keys(const Token& scalars, const Token& next, const OpenRecord& open) const;
  bool is_value_above_frame(const Token& scalars, const Token& next, OpenRecord& open);

  const RecordShapes& shapes_;
  Report& report_;
  bool empty_lines_lost_ = false;  ///< no record began with an empty line since some were found missing
};

}  // namespace profconv::dtrace
