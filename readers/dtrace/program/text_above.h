// SPDX-License-Identifier: Apache-2.0
// What a D program prints as text right above a printa(). Text without a newline at its end, the lead, leaves its line
// open. A printa() in default form ends that line; one with a format goes on in it with its first record:
//
//   printf("%Y ", walltimestamp); printa("%s %@d\n", @a);      2026 Nov 29 07:58:36 bash 4
//                                                              sshd 9
#pragma once

#include <string>
#include <vector>

namespace profconv::dtrace {

struct DAction;
struct DProgram;

/// The text above one printa(), as written between the quotes in D.
struct TextAbove {
  std::string heading;     ///< of the last printf(); empty: of blanks alone, or the program prints it elsewhere too
  std::string lead;        ///< the line that is open
  bool in_branch = false;  ///< the heading is not printed whenever the printa() is
};

/// That of each action; of others than printa() it is empty.
[[nodiscard]] std::vector<TextAbove> texts_above(const DProgram& program);

/// Whether an action prints.
[[nodiscard]] bool prints(const DAction& action);

/// Whether the program has stack actions, and another action of their clause prints right above each.
[[nodiscard]] bool print_above_stacks(const DProgram& program);

/// Whether a printa() prints aggregations without keys alone, so that each of its records has the lead.
[[nodiscard]] bool prints_no_keys(const DProgram& program, const DAction& print);

/// Whether records of a printa() with a format can be told from this lead.
[[nodiscard]] bool is_clear_lead(const std::string& lead, const std::string& format);

}  // namespace profconv::dtrace
