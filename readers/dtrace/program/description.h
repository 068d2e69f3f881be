// SPDX-License-Identifier: Apache-2.0
// What is known of an aggregation besides its text: from the options, and from the D program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/profile.h"
#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/clears.h"
#include "readers/dtrace/program/like_prints.h"
#include "readers/dtrace/program/print_places.h"
#include "readers/dtrace/settings.h"

namespace profconv::dtrace {

/// One aggregation, or several that one printa() prints together. What is empty is not known.
struct Description {
  std::string name;
  std::vector<KeyName> keys;        ///< of the scalar keys
  std::vector<Function> functions;  ///< in the order of the values, of the tables too
  std::vector<std::string> units;   ///< likewise
  std::int64_t period_ns = 0;       ///< of the profile probe that counts
  std::optional<Prints> prints;
  std::optional<Truncation> truncation;  ///< of what is left between prints
  bool keeps_keys = false;               ///< a key that was printed is in every later print
  bool may_look_alike = false;           ///< keys of several processes, which print alike
  bool clears_some = false;              ///< the program clears some of what it prints together, and not others
  bool is_printed_once = false;          ///< in a recording: what comes again is of another one, and adds
  std::optional<std::size_t> print;      ///< which of the D program's prints it is

  [[nodiscard]] std::size_t numbers() const;
  /// The function and unit of the number-th value that is a number, or of the table.
  [[nodiscard]] Function function(std::size_t number, bool is_table) const;
  /// Whether all values that add are counts: then none falls unless it was cleared.
  [[nodiscard]] bool only_counts() const;
  [[nodiscard]] std::string unit(std::size_t number, bool is_table) const;

 private:
  [[nodiscard]] std::size_t index(std::size_t number, bool is_table) const;
};

class ExpectedPrints;

/// The prints of the D program that look alike.
struct Turns {
  std::vector<std::size_t> repeated;  ///< in the order of the program
  std::vector<std::size_t> last;      ///< of dtrace's own, which have nothing between, only the first
  std::vector<std::size_t> at_end;    ///< all of dtrace's own
};

/// Finds the description of each aggregation as its first record appears.
class Descriptions {
 public:
  Descriptions(const Settings& settings, const ExpectedPrints& prints);

  /// Of the aggregation that begins with this record, the number-th from 0.
  [[nodiscard]] Description take(const Record& record, std::size_t number);
  /// The first print that the record can be of and that no aggregation was taken for yet.
  [[nodiscard]] std::optional<std::size_t> first_of(const Record& record) const { return print_of(record); }
  /// The print that follows one of the D program's and that the record can be of. Prints that the program repeats
  /// follow one another in turn.
  [[nodiscard]] std::optional<std::size_t> after(std::size_t print, const Record& record) const;
  /// The next aggregation of equal shape that dtrace prints along with this one as it ends.
  [[nodiscard]] std::optional<std::size_t> beside(std::size_t print, const Record& record) const;
  /// How many aggregations of equal shape dtrace prints from this one on, with nothing between, as it ends.
  [[nodiscard]] std::size_t count_beside(std::size_t print, const Record& record) const;
  /// A number for each of those, this one first: those with the same number have the same keys.
  [[nodiscard]] std::vector<std::size_t> groups_beside(std::size_t print, const Record& record) const;
  /// The prints that look like the record's but for literals and buckets: those that the program repeats, and those
  /// that are made once, as dtrace ends.
  [[nodiscard]] Turns turns_of(const Record& record) const;
  /// Whether only prints that are made once, as dtrace ends, have such records.
  [[nodiscard]] bool is_last(const Record& record) const;
  /// Whether only prints that are made before those have such records.
  [[nodiscard]] bool is_repeated(const Record& record) const;
  /// Whether two prints of the program are of the same aggregations.
  [[nodiscard]] bool is_same(std::size_t print, std::size_t other) const;
  /// Names an aggregation without records that prints like another one. `found`: the prints that have records.
  [[nodiscard]] std::optional<std::string> untold(const std::set<std::size_t>& found) const;
  /// Names an aggregation that dtrace prints like a print of the program as it ends, if its printa() has not run.
  [[nodiscard]] std::optional<std::string> unreached_like(std::size_t print) const;
  /// Names two aggregations that print alike and may be taken for one another. `has_gap`: as ExpectedPrints::may_mix().
  [[nodiscard]] std::optional<std::string> mixed(bool has_gap) const;
  /// take() gives this print next.
  void expect(std::size_t print) { expected_ = print; }
  [[nodiscard]] const ExpectedPrints& prints() const { return prints_; }
  /// Whether any print is known to hold several values.
  [[nodiscard]] bool know_several() const { return know_several_; }
  [[nodiscard]] bool has_program() const { return !taken_.empty(); }
  /// Whether the D program prints such records.
  [[nodiscard]] bool expects(const Record& record) const;
  /// How many numbers stand behind the keys of this record in default form, if more than the one are known to.
  [[nodiscard]] std::size_t numbers_in(const Record& record, std::size_t number) const;

 private:
  [[nodiscard]] std::optional<std::size_t> print_of(const Record& record) const;
  [[nodiscard]] std::optional<std::size_t> not_taken(const Record& record, Among among) const;
  [[nodiscard]] std::optional<std::string> unprinted(const std::set<std::size_t>& found) const;
  [[nodiscard]] std::size_t behind_taken(std::size_t print) const;
  void overlay(Description& description, std::size_t number) const;

  const Settings& settings_;
  const ExpectedPrints& prints_;
  std::vector<bool> taken_;
  mutable std::vector<std::size_t> behind_;  ///< of each print itself, or of one that was taken a later one
  PrintForms forms_;
  bool know_several_;
  std::optional<std::size_t> expected_;
};

}  // namespace profconv::dtrace
