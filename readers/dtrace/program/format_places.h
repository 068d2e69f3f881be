// SPDX-License-Identifier: Apache-2.0
// Which formats of printa() can print a record at a place of the output: below a heading, at a probe, or right behind
// another record.
//
//   tick-1s { printf("COUNT\n"); printa("%s %@d\n", @a); printf("\nSUM\n"); printa("%s %@d\n\n", @b); }
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace profconv::dtrace {

struct DProgram;

/// Numbers as in Record::format; none: nothing is known.
using FormatNumbers = std::set<std::size_t>;

/// Those of a D program.
class FormatPlaces {
 public:
  /// `formats`: the number of the format of each action; 0: it has none.
  FormatPlaces(const DProgram& program, const std::vector<std::size_t>& formats);

  /// Those below a line that the program prints as it is written there.
  [[nodiscard]] const FormatNumbers& below(std::string_view line) const;
  /// Those of the clauses for a probe, by the last part of its name.
  [[nodiscard]] const FormatNumbers& at_probe(std::string_view name) const;
  /// Those right behind a record of a format, its own among them.
  [[nodiscard]] const FormatNumbers& behind(std::size_t format) const;
  /// Whether the program may print this text, and maybe more, right behind a record of a format.
  [[nodiscard]] bool may_follow(std::size_t format, std::string_view text) const;

 private:
  std::map<std::string, FormatNumbers, std::less<>> below_;
  std::map<std::string, FormatNumbers, std::less<>> at_probe_;
  std::map<std::size_t, FormatNumbers> behind_;
  std::map<std::size_t, std::set<std::string>> texts_behind_;
};

}  // namespace profconv::dtrace
