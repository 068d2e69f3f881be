// SPDX-License-Identifier: Apache-2.0
// What a D program will print, in its order: which aggregations, together or alone, in which format and shape. Records
// are given their names by it, where the text has none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/dtrace/forms/printa_format.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/description.h"
#include "readers/dtrace/program/expected_print.h"
#include "readers/dtrace/program/filled_along.h"
#include "readers/dtrace/program/format_places.h"
#include "readers/dtrace/program/like_prints.h"
#include "readers/dtrace/program/print_gaps.h"
#include "readers/dtrace/program/print_headings.h"
#include "readers/dtrace/program/print_places.h"
#include "readers/dtrace/program/printa_text.h"
#include "readers/dtrace/program/printed_text.h"
#include "readers/dtrace/program/program_doubts.h"
#include "readers/dtrace/program/stack_keys.h"
#include "readers/dtrace/program/text_above.h"

namespace profconv::dtrace {

/// A printa() of the D program whose format cannot be read.
struct UnreadableFormat {
  std::string written;
  std::string reason;
};

/// All of them.
class ExpectedPrints {
 public:
  ExpectedPrints() = default;
  /// `formats` gets the formats of the program behind those that it has.
  ExpectedPrints(DProgram program, std::vector<PrintaFormat>& formats);

  [[nodiscard]] std::size_t size() const { return prints_.size(); }
  /// The first from `begin` on that a record can be of.
  [[nodiscard]] std::optional<std::size_t> find(const Record& record, std::size_t begin = 0,
                                                Among among = Among::all) const;
  /// Whether the text above a record is a heading that the program prints above such.
  [[nodiscard]] bool heads(const Record& record) const;
  /// Whether the program prints the line, as it is written there, above a print.
  [[nodiscard]] bool is_heading(std::string_view line) const { return headings_.has_line(line); }
  /// Which formats it prints where.
  [[nodiscard]] FormatPlaces format_places() const;
  /// Whether the record can be of the print: that it is of the same form, has the literals and buckets of the program.
  [[nodiscard]] bool can_be(std::size_t print, const Record& record) const;
  /// Of a record of the same form, the rest.
  [[nodiscard]] bool can_hold(std::size_t print, const Record& record) const;
  /// Whether the program prints text above it.
  [[nodiscard]] bool has_heading(std::size_t print) const { return has_words(prints_[print].heading); }
  /// Whether it does so above all prints of a format.
  [[nodiscard]] bool has_headings_for(std::size_t format) const { return !unheaded_.contains(format); }
  /// Whether it does so above any.
  [[nodiscard]] bool has_headings() const;
  /// The prints whose records look like this one but for literals and buckets. Those that have its heading, or have
  /// none.
  [[nodiscard]] std::vector<std::size_t> like(const Record& record) const;
  /// Whether dtrace prints it when it ends, behind all that the program prints.
  [[nodiscard]] bool is_at_end(std::size_t print) const { return prints_[print].at_end; }
  /// Whether it is printed then along with one that only literals or buckets tell from it.
  [[nodiscard]] bool has_double(std::size_t print) const { return prints_[print].has_double; }
  /// Of a record that goes on with what dtrace prints when it ends, or with a format that several printa() of a clause
  /// share: the print, of those behind one, that has its key as a literal where the key of that one can be any.
  [[nodiscard]] std::optional<std::size_t> named_after(std::size_t print, const Record& record) const;
  /// Whether it is printed once, as dtrace ends.
  [[nodiscard]] bool is_last(std::size_t print) const { return prints_[print].is_last; }
  /// Whether only a name that looks like an address tells the record from those of the print.
  [[nodiscard]] bool may_be_named(std::size_t print, const Record& record) const {
    return dtrace::may_be_named(prints_[print], record);
  }
  /// Whether no record tells one from the other: same format, shape and literals.
  [[nodiscard]] bool are_alike(std::size_t print, std::size_t other) const;
  /// As dtrace::may_end_like().
  [[nodiscard]] bool may_end_like(std::size_t print, std::size_t other) const {
    return dtrace::may_end_like(prints_[print], prints_[other]);
  }
  /// The number of the clause that prints it; 0: dtrace does, when it ends.
  [[nodiscard]] std::size_t clause(std::size_t print) const { return prints_[print].clause; }
  /// Whether a print has records whenever another one that its clause makes has some, of which one has a format.
  [[nodiscard]] bool must_follow(std::size_t print, std::size_t other) const;
  /// As dtrace::have_same_keys().
  [[nodiscard]] bool have_same_keys(std::size_t print, std::size_t other) const {
    return dtrace::have_same_keys(prints_[print], prints_[other], program_);
  }
  /// As dtrace::is_followed().
  [[nodiscard]] bool is_followed(std::string_view shape, std::string_view next, bool is_table) const {
    return dtrace::is_followed(prints_, program_, shape, next, is_table);
  }
  /// Whether one may be taken for the other if a print has no records. `has_gap`: there are more empty lines than
  /// prints with records begin with.
  [[nodiscard]] bool may_mix(std::size_t print, std::size_t other, bool has_gap) const;
  /// As dtrace::ends_round(): no print is missing after it, which would leave an empty line at least.
  [[nodiscard]] bool ends_round(std::size_t print) const { return dtrace::ends_round(prints_, print); }
  /// Whether its aggregations are printed once, as dtrace ends, and never else.
  [[nodiscard]] bool is_only_print(std::size_t print) const;
  /// Which aggregations it prints: `@a` or `@a+@b`.
  [[nodiscard]] const std::string& names(std::size_t print) const { return prints_[print].names; }
  /// The number of the first print of the same aggregations.
  [[nodiscard]] std::size_t first(std::size_t print) const { return prints_[print].first; }
  [[nodiscard]] PrintForms forms() const { return PrintForms(prints_); }
  /// Whether two print the same aggregations.
  [[nodiscard]] bool are_same(std::size_t print, std::size_t other) const {
    return prints_[print].first == prints_[other].first;
  }
  /// What cannot be read for certain with this program, in words.
  [[nodiscard]] std::vector<std::string> doubts() const;
  /// The printa() that are left out, as their formats cannot be read.
  [[nodiscard]] const std::vector<UnreadableFormat>& unreadable() const { return unreadable_; }
  /// How many keys its aggregations have.
  [[nodiscard]] std::size_t keys(std::size_t print) const { return prints_[print].keys.size(); }
  /// How many numbers follow the keys of a record of this print.
  [[nodiscard]] std::size_t numbers(std::size_t print) const { return prints_[print].numbers; }
  /// Whether a print in default form has records of this shape; their value, or the last of several, is no part of it.
  [[nodiscard]] bool expects(std::string_view shape, bool is_table) const;
  /// The same of prints that a printa() of the program makes, not dtrace at its end.
  [[nodiscard]] bool printa_expects(std::string_view shape, bool is_table) const;
  /// The same of those that dtrace prints at its end, one after the other with nothing between.
  [[nodiscard]] bool end_expects(std::string_view shape, bool is_table) const;
  /// Whether one has records whose shape goes on after this beginning.
  [[nodiscard]] bool expects_beginning(std::string_view shape) const;
  /// Whether anything is printed in default form.
  [[nodiscard]] bool has_default_form() const;
  /// Whether only the empty lines before prints in default form tell some of them apart, or from an action's stack.
  [[nodiscard]] bool need_blanks() const {
    return dtrace::need_blanks(prints_) || (prints_stacks() && expects_beginning(std::string(1, stack_letter)));
  }
  /// Whether the program has the record's format, and prints no table with such buckets in it.
  [[nodiscard]] bool has_other_buckets(const Record& record) const;
  /// Whether a print in default form holds several values.
  [[nodiscard]] bool hold_several() const;
  /// Fills what the program says of it, for a record of `columns` scalar keys.
  [[nodiscard]] Description describe(std::size_t print, std::size_t columns) const;
  /// Whether dtrace prints no lines of probes (-q).
  [[nodiscard]] bool is_quiet() const { return program_.option("quiet").has_value(); }
  /// What the program prints as text.
  [[nodiscard]] const PrintedText& text() const { return text_; }
  /// Whether actions of the program print stacks.
  [[nodiscard]] bool prints_stacks() const;
  /// Whether there are such, and another action of their clause prints right above each.
  [[nodiscard]] bool print_above_stacks() const { return dtrace::print_above_stacks(program_); }
  /// How far the frames of stacks are indented, if an option says so.
  [[nodiscard]] std::optional<std::size_t> stack_indent() const;
  [[nodiscard]] StackOrder order_of_stacks() const { return dtrace::order_of_stacks(program_); }
  /// As dtrace::repeated_prints().
  [[nodiscard]] const std::optional<std::set<std::string>>& repeated() const { return repeated_; }
  /// In which of SortOrders the records of a print can be. The options of dtrace's command line are not known.
  [[nodiscard]] std::uint8_t orders() const;

 private:
  void add(ExpectedPrint print);
  [[nodiscard]] std::optional<std::size_t> find_without_heading(const Record& record, std::size_t begin,
                                                                Among among) const;
  [[nodiscard]] std::optional<std::size_t> find_by_heading(const Record& record, std::size_t begin, Among among) const;
  void add(const DAction& action, const TextAbove& above, std::vector<PrintaFormat>& formats);
  void add_lead(const std::string& lead, PrintaText text, std::size_t base, std::vector<PrintaFormat>& formats);
  std::size_t number_of(const PrintaText& text, std::vector<PrintaFormat>& formats);

  DProgram program_;
  PrintedText text_;
  std::optional<std::set<std::string>> repeated_;
  std::map<PrintaText, std::size_t> formats_;
  std::vector<ExpectedPrint> prints_;
  std::map<std::string, std::size_t> first_prints_;  ///< by names
  PrintPlaces places_;
  PrintPlaces named_;  ///< of those that have literals, and a format or no place but the end
  /// Of those in default form: what each key can be, with the numbers after them, and whether a table follows.
  std::set<std::pair<std::string, bool>> shapes_;
  PrintHeadings headings_;
  std::set<std::size_t> unheaded_;  ///< the formats of prints without one
  std::vector<UnreadableFormat> unreadable_;
};

}  // namespace profconv::dtrace
