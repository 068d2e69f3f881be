// SPDX-License-Identifier: Apache-2.0
// Comparing the clauses that print an aggregation with those that empty it.
#include "readers/dtrace/program/clears.h"

#include <algorithm>
#include <vector>

#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

Clears clears(const DProgram& program, std::string_view name) {
  const std::vector<const DAction*> actions = program.actions_of(name);
  const auto empties_it = [](const DAction* action) {
    const bool empties =
        action->kind == DAction::Kind::clear ||
        (action->kind == DAction::Kind::trunc && (action->argument.empty() || action->argument == "0"));
    return empties && !action->is_last && !is_probe(action->probe, "BEGIN");
  };
  if (std::none_of(actions.begin(), actions.end(), empties_it)) return Clears::never;
  const auto is_emptied = [&](const DAction* print) {
    if (print->kind != DAction::Kind::printa || print->is_last) return true;
    return std::any_of(actions.begin(), actions.end(), [&](const DAction* action) {
      return empties_it(action) && action->probe == print->probe && action->predicate == print->predicate &&
             (print->in_branch || !action->in_branch);
    });
  };
  return std::all_of(actions.begin(), actions.end(), is_emptied) ? Clears::each_time : Clears::at_times;
}

bool keeps_keys(const DProgram& program, std::string_view name) {
  bool is_cut = false;
  for (const DAction* const action : program.actions_of(name)) {
    if (action->kind == DAction::Kind::printa && is_cut) return false;
    if (action->kind != DAction::Kind::trunc) continue;
    if (!action->is_last) return false;
    is_cut = true;
  }
  return true;
}

std::optional<Truncation> truncation(const DProgram& program, std::string_view name) {
  const DAction* cut = nullptr;
  const DAction* print = nullptr;
  std::size_t cuts = 0;
  std::size_t prints = 0;
  for (const DAction* const action : program.actions_of(name)) {
    if (action->is_last) continue;
    if (action->kind == DAction::Kind::printa && ++prints != 0) print = action;
    if (action->kind != DAction::Kind::trunc || action->argument.empty() || action->argument == "0") continue;
    cut = action;
    ++cuts;
  }
  if (cut == nullptr || print == nullptr) return std::nullopt;
  const auto count = parse_number(cut->argument);
  const bool is_told = cuts == 1 && prints == 1 && cut->clause == print->clause && !cut->in_branch && count;
  if (!is_told || print->aggregations.size() != 1) return Truncation{};
  return Truncation{.count = count->value, .is_before_print = cut < print};
}

}  // namespace profconv::dtrace
