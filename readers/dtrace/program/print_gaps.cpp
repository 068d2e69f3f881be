// SPDX-License-Identifier: Apache-2.0
// Looking through the clauses between the beginning and the end of a recording.
#include "readers/dtrace/program/print_gaps.h"

#include <algorithm>
#include <string_view>

#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/d_tokens.h"
#include "readers/dtrace/program/expected_print.h"
#include "readers/dtrace/program/stack_keys.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

bool has_empty_line(std::string_view text) {
  return text.empty() || text.front() == '\n' || text.find("\n\n") != text.npos;
}

/// Whether the text or the records of an action may have empty lines.
bool prints_empty_line(const DProgram& program, const DAction& action) {
  if (action.kind == DAction::Kind::datum || action.kind == DAction::Kind::stack) return true;
  if (action.kind == DAction::Kind::text) return !action.format || has_empty_line(unescaped(*action.format));
  if (action.kind != DAction::Kind::printa || !action.format) return false;
  // Stacks and tables begin with a newline.
  return has_empty_line(unescaped(*action.format)) ||
         std::any_of(action.aggregations.begin(), action.aggregations.end(), [&](const std::string& name) {
           const DAggregation* const aggregation = program.find(name);
           return aggregation == nullptr || is_table(*aggregation) || has_stack_key(*aggregation);
         });
}

}  // namespace

std::optional<std::set<std::string>> repeated_prints(const DProgram& program) {
  std::set<std::string> prints;
  for (const DAction& action : program.actions) {
    if (action.is_last || is_probe(action.probe, "BEGIN")) continue;
    if (prints_empty_line(program, action)) return std::nullopt;
    // A format leaves nothing where its aggregation is empty.
    if (action.kind != DAction::Kind::printa || action.format) continue;
    std::string names;
    for (const std::string& name : action.aggregations) names.append(names.empty() ? "" : "+").append(name);
    prints.insert(names);
  }
  return prints;
}

}  // namespace profconv::dtrace
