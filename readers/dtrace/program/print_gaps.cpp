// SPDX-License-Identifier: Apache-2.0
// Looking through the clauses between the beginning and the end of a recording.
#include "readers/dtrace/program/print_gaps.h"

#include <algorithm>
#include <string_view>

#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/d_tokens.h"
#include "readers/dtrace/program/expected_print.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

bool has_empty_line(std::string_view text) {
  return text.empty() || text.front() == '\n' || text.find("\n\n") != text.npos;
}

/// A record of a format: a stack is a newline and `frames`, a table a newline and lines, of anything else it is a word.
std::string record_of(std::string_view format, bool is_table, std::string_view frames) {
  std::string record;
  for (std::size_t at = 0; at < format.size();) {
    const std::size_t end = std::min(format.find('%', at), format.size());
    record.append(format.substr(at, end - at));
    if (end == format.size()) break;
    const std::size_t letter =
        std::min(format.find_first_not_of("0123456789-+ #'?.*hlLw@", end + 1), format.size() - 1);
    const bool is_value = format.substr(end, letter - end).find('@') != std::string_view::npos;
    if (format[letter] == 'k') {
      record.append("\n").append(frames);
    } else {
      record.append(is_value && is_table ? "\nrows\n" : "word");
    }
    at = letter + 1;
  }
  return record;
}

bool may_have_empty_line(std::string_view format, bool is_table) {
  return has_empty_line(record_of(format, is_table, "frames\n")) || has_empty_line(record_of(format, is_table, ""));
}

/// Whether the text or the records of an action may have empty lines.
bool prints_empty_line(const DProgram& program, const DAction& action) {
  if (action.kind == DAction::Kind::datum || action.kind == DAction::Kind::stack) return true;
  if (action.kind == DAction::Kind::text) return !action.format || has_empty_line(unescaped(*action.format));
  if (action.kind != DAction::Kind::printa || !action.format) return false;
  return std::any_of(action.aggregations.begin(), action.aggregations.end(), [&](const std::string& name) {
    const DAggregation* const aggregation = program.find(name);
    return aggregation == nullptr || may_have_empty_line(unescaped(*action.format), is_table(*aggregation));
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
