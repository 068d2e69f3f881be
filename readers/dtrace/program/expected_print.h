// SPDX-License-Identifier: Apache-2.0
// One thing that a D program prints, and which records can be it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/clears.h"
#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/key_types.h"

namespace profconv::dtrace {

/// One printa(), or one aggregation of those that dtrace prints at the end.
struct ExpectedPrint {
  std::size_t format = 0;  ///< as in Record::format
  std::vector<const DAggregation*> aggregations;
  std::string names;              ///< `@a` or `@a+@b`
  std::size_t first = 0;          ///< the number of the first print of the same
  std::string heading;            ///< the format of the text printed above it; may be empty
  bool may_lack_heading = false;  ///< the text is not printed whenever it is
  std::string keys;               ///< what each key can be in the shape of a record
  LiteralKeys texts;              ///< of the scalar keys, what those print that are written as literals
  std::vector<KeyText> kinds;     ///< of the scalar keys
  std::size_t numbers = 0;        ///< values that are no tables
  std::size_t first_numbers = 0;  ///< those before the first table
  Clears clears = Clears::never;  ///< between its prints
  std::optional<Truncation> truncation;
  std::size_t clause = 0;    ///< that prints it; 0: dtrace does, when it ends
  bool in_branch = false;    ///< it is not printed whenever the clause runs
  bool clears_some = false;  ///< it clears some of the aggregations, and not others
  bool at_end = false;       ///< dtrace prints it when it ends
  bool has_double = false;   ///< dtrace prints another one then that only literals or buckets tell from it
  bool is_last = false;      ///< it is printed once, when dtrace ends, by the program or by dtrace
};

/// The option strsize may have cut a text that has as many characters.
constexpr std::size_t least_cut = 31;

/// Whether its function is a distribution.
[[nodiscard]] bool is_table(const DAggregation& aggregation);
[[nodiscard]] bool has_table(const ExpectedPrint& print);
/// How many numbers are between the keys and the last value, or the table.
[[nodiscard]] std::size_t numbers_after_keys(const ExpectedPrint& print);
/// Whether records of a print in default form have this shape. The values that one printa() prints together look like
/// keys, but for the last.
[[nodiscard]] bool fits_shape(const ExpectedPrint& print, std::string_view shape, bool is_table);
/// Whether the keys of a record in default form are the program's literals and symbols, and the buckets of its table
/// are such as the function has.
[[nodiscard]] bool can_hold(const ExpectedPrint& print, const Record& record);
/// Whether a record has the format, or the shape, of the print.
[[nodiscard]] bool fits_form(const ExpectedPrint& print, const Record& record);
/// Whether a record can be of the print: both of these.
[[nodiscard]] bool fits(const ExpectedPrint& print, const Record& record);
/// Whether only a name that looks like an address tells the record from those of the print.
[[nodiscard]] bool may_be_named(const ExpectedPrint& print, const Record& record);
/// Whether the keys of two prints can look the same; what is not known of one can be the other's.
[[nodiscard]] bool have_like_keys(std::string_view a, std::string_view b);
/// Whether no record tells one from the other: same format, shape and literals.
[[nodiscard]] bool are_alike(const ExpectedPrint& a, const ExpectedPrint& b);
/// Whether dtrace prints an aggregation of `a`, which the program prints only while it runs, like those of `b` as it
/// ends, if it ends before that. A clause that has made `b` has made `a`, too, unless that depends on an if.
[[nodiscard]] bool may_end_like(const ExpectedPrint& a, const ExpectedPrint& b);
/// Whether a key of `a` is a literal where that of `b` can be any.
[[nodiscard]] bool has_more_literals(const ExpectedPrint& a, const ExpectedPrint& b);
/// Forgets what kinds of text keys are, unless dtrace prints names and symbols one after the other: elsewhere a name
/// may look like a symbol.
void forget_lone_kinds(std::vector<ExpectedPrint>& prints);
/// Whether the clause of a print makes no other in default form after it, or the same is printed elsewhere too.
[[nodiscard]] bool ends_round(const std::vector<ExpectedPrint>& prints, std::size_t print);
/// Whether one may be taken for the other, of different aggregations, if a print has no records. `has_gap`: there
/// are more empty lines than prints with records begin with.
[[nodiscard]] bool may_mix(const ExpectedPrint& a, const ExpectedPrint& b, bool has_gap);

}  // namespace profconv::dtrace
