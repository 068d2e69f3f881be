// SPDX-License-Identifier: Apache-2.0
// What begins with a newline of its own and takes several lines: a distribution, which ends a record, and the dump of a
// key that is not ASCII.
//
//     bash                                                              keys, if any
//              value  ------------- Distribution ------------- count
//                  4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2
//                 17                                                  numbers that one printa() prints after it
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "readers/dtrace/forms/assembly.h"
#include "readers/dtrace/text/report.h"
#include "readers/dtrace/text/token.h"

namespace profconv::dtrace {

/// Reports rows that a table may have lost. `is_cut`: the input ends within it, so that the last are missing anyway.
void report_row_gaps(std::span<const TableRow> rows, bool is_cut, Report& report);

/// Adds them to the open record.
class TableForms {
 public:
  /// Both must outlive this.
  TableForms(Assembly& assembly, Report& report) : assembly_(assembly), open_(assembly.open()), report_(report) {}

  void take_dump(const Token& dump);
  /// Takes the rows out of the token and ends the record. `last_line`: the last line read of the input.
  void take_table(Token& table, const Token& next, std::uint64_t last_line);
  /// The table of a single CPU, which is not read, or what is in place of it.
  void end_cpu_table(const Token& token, const Token& next, std::uint64_t last_line);

 private:
  void begin_datum(const Token& datum);
  void take_others(const Token& table);
  void end_table(const Token& table, const Token& next, std::uint64_t last_line);
  void observe_below(const Token& table, const Token& next);
  void report_cut(const std::vector<TableRow>& rows, std::uint64_t last_line);
  [[nodiscard]] bool take_text_key(const Token& table);

  Assembly& assembly_;
  OpenRecord& open_;
  Report& report_;
};

}  // namespace profconv::dtrace
