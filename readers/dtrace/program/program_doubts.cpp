// SPDX-License-Identifier: Apache-2.0
// Looking for actions that print what aggregations print, or change what these print.
#include "readers/dtrace/program/program_doubts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "readers/dtrace/forms/record.h"
#include "readers/dtrace/program/clears.h"
#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/d_tokens.h"
#include "readers/dtrace/program/key_types.h"
#include "readers/dtrace/program/stack_keys.h"
#include "readers/dtrace/program/text_above.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

using Kind = DAction::Kind;

bool concerns(const DAction& action, const std::string& aggregation) {
  return std::find(action.aggregations.begin(), action.aggregations.end(), aggregation) != action.aggregations.end();
}

/// Whether some prints of an aggregation are normalized and others are not.
bool is_normalized_at_times(const DProgram& program, const std::string& aggregation) {
  const auto is = [](Kind kind) { return [kind](const DAction* action) { return action->kind == kind; }; };
  const std::vector<const DAction*> actions = program.actions_of(aggregation);
  const auto first = std::find_if(actions.begin(), actions.end(), is(Kind::normalize));
  if (first == actions.end()) return false;
  const bool is_printed = std::any_of(actions.begin(), actions.end(), is(Kind::printa));
  return is_printed && (std::any_of(actions.begin(), first, is(Kind::printa)) ||
                        std::any_of(actions.begin(), actions.end(), is(Kind::denormalize)));
}

/// A format with a plain `%d` or `%s` for each conversion, whatever its width; "" where it has none.
std::string plain(std::string_view format) {
  std::string text;
  bool has_conversion = false;
  for (std::size_t i = 0; i < format.size(); ++i) {
    text += format[i];
    if (format[i] != '%' || i + 1 == format.size()) continue;
    i = std::min(format.find_first_not_of("-+ #0123456789.*@'hlq", i + 1), format.size() - 1);
    has_conversion = has_conversion || format[i] != '%';
    text += std::string_view("diuxX").find(format[i]) == std::string_view::npos ? format[i] : 'd';
  }
  return has_conversion ? text : std::string();
}

/// Whether both may print the same line. A text of any width at the beginning may be any.
bool is_alike(std::string_view printf, std::string_view printa) {
  const std::string rows = plain(printa);
  const bool has_value = printa.find('@') != std::string_view::npos;
  if (has_value && printf == "%s\\n") return rows.find("%k") == std::string::npos;
  if (has_value && printf == "%d\\n" && rows.starts_with("%d")) {
    return rows.find_first_not_of("%s \\n", 2) == std::string::npos;
  }
  return printf == rows || (has_value && printa.starts_with("%s") && printf.ends_with(rows.substr(2)));
}

/// Whether a printf() prints lines like those of a printa().
bool prints_rows(const DProgram& program, const DAction& text) {
  const std::string format = text.kind == Kind::text && text.format ? plain(*text.format) : std::string();
  return !format.empty() && std::any_of(program.actions.begin(), program.actions.end(), [&](const DAction& action) {
    return action.kind == Kind::printa && action.format && is_alike(format, *action.format);
  });
}

/// Whether trace(), or printf() with a format without words, prints a number in a column as wide as a value's.
bool prints_column(const DAction& action) {
  if (action.kind != Kind::text || !action.format) return action.kind == Kind::datum;
  const bool has_words = plain(*action.format).find_first_not_of("%dsn\\ ") != std::string::npos;
  return !has_words && action.format->find("%16d") != std::string::npos;
}

/// Whether a value is printed below a stack by the actions of one clause, as an aggregation does.
bool prints_below_stack(const DProgram& program, const DAction& datum) {
  const auto& all = program.aggregations;
  return prints_column(datum) && std::any_of(all.begin(), all.end(), has_stack_key) &&
         std::any_of(program.actions.begin(), program.actions.end(), [&](const DAction& action) {
           return action.kind == Kind::stack && action.clause == datum.clause;
         });
}

/// Whether it is a distribution without keys.
bool is_bare_table(const DAggregation& aggregation) {
  return aggregation.keys.empty() && aggregation.function.ends_with("quantize");
}

/// Whether it is one that may print like that: an empty stack leaves nothing above its table.
bool may_be_bare_table(const DAggregation& aggregation) {
  return aggregation.function.ends_with("quantize") &&
         std::all_of(aggregation.keys.begin(), aggregation.keys.end(),
                     [](const std::string& key) { return letter_of_key(key) == stack_letter; });
}

/// Whether a printa() with a format prints nothing but the table of such an aggregation, as dtrace does of another one.
bool prints_bare_table(const DProgram& program, const DAction& action) {
  if (action.kind != Kind::printa || !action.format) return false;
  const std::string text = unescaped(*action.format);
  const bool has_words = std::any_of(
      text.begin(), text.end(), [](char c) { return std::string_view("%@du \n").find(c) == std::string_view::npos; });
  const auto& all = program.aggregations;
  return !has_words && std::any_of(all.begin(), all.end(), [&](const auto& each) {
    return is_bare_table(each) && concerns(action, each.name);
  }) && std::any_of(all.begin(), all.end(), [&](const auto& each) {
    return may_be_bare_table(each) && !concerns(action, each.name);
  });
}

/// Whether a printa() in default form prints several distributions without keys, which look like prints of one.
bool prints_bare_tables(const DProgram& program, const DAction& action) {
  if (action.kind != Kind::printa || action.format) return false;
  return std::count_if(program.aggregations.begin(), program.aggregations.end(), [&](const DAggregation& each) {
           return is_bare_table(each) && concerns(action, each.name);
         }) > 1;
}

/// Whether one clause prints an aggregation twice and does not clear it between, although it is cleared elsewhere:
/// prints of one state are added then.
bool is_printed_twice(const DProgram& program, const std::string& aggregation) {
  if (clears(program, aggregation) == Clears::never) return false;
  std::size_t clause = 0;
  for (const DAction* const action : program.actions_of(aggregation)) {
    const bool empties = action->kind == Kind::clear || action->kind == Kind::trunc;
    if (action->kind == Kind::printa && clause == action->clause) return true;
    if (empties || action->kind == Kind::printa) clause = empties ? 0 : action->clause;
  }
  return false;
}

/// Whether such a column may be a record's. Without -q the probe is before it.
bool prints_columns(const DProgram& program) {
  return program.option("quiet") && std::any_of(program.actions.begin(), program.actions.end(), prints_column) &&
         std::any_of(program.aggregations.begin(), program.aggregations.end(),
                     [](const DAggregation& each) { return !has_stack_key(each); });
}

/// The action after this one, in the same clause; null: none is.
const DAction* next_in_clause(const DProgram& program, const DAction& action) {
  const DAction* const next = &action + 1;
  return &action == &program.actions.back() || next->clause != action.clause ? nullptr : next;
}

/// Whether a printf() leaves its line open, and a printa() with a format goes on in it so that its keys may hold the
/// text.
bool has_unclear_lead(const DProgram& program) {
  const std::vector<TextAbove> texts = texts_above(program);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const DAction& print = program.actions[i];
    if (texts[i].lead.empty() || !print.format || prints_no_keys(program, print)) continue;
    if (!is_clear_lead(texts[i].lead, *print.format)) return true;
  }
  return false;
}

/// The clauses that leave a line open as they end (-q). Behind END, dtrace ends it.
std::set<std::size_t> clauses_left_open(const DProgram& program) {
  std::set<std::size_t> clauses;
  for (const DAction& action : program.actions) {
    if (!prints(action)) continue;
    const std::string words = action.kind == Kind::text && action.format ? unescaped(*action.format) : std::string();
    const bool is_open = !words.empty() && !words.ends_with('\n') && !is_probe(action.probe, "END");
    is_open ? (void)clauses.insert(action.clause) : (void)clauses.erase(action.clause);
  }
  return clauses;
}

/// Whether the first record of a printa() with a format may go on in a line that another clause has left open.
bool may_go_on_in_line(const DProgram& program) {
  const std::set<std::size_t> open = program.option("quiet") ? clauses_left_open(program) : std::set<std::size_t>();
  return std::any_of(program.actions.begin(), program.actions.end(), [&](const DAction& print) {
    if (print.kind != Kind::printa || !print.format || unescaped(*print.format).starts_with('\n')) return false;
    return open.size() > open.count(print.clause);
  });
}

/// Whether a printa() leaves its line open, and a printf() goes on in it with more than the end of the line.
bool is_ended_by_text(const DProgram& program, const DAction& print) {
  const DAction* const next = next_in_clause(program, print);
  if (print.kind != Kind::printa || !print.format || next == nullptr || next->kind != Kind::text || !next->format)
    return false;
  const std::string text = unescaped(*next->format);
  return !print.format->ends_with("\\n") && !text.empty() && !text.starts_with('\n');
}

/// What makes an action doubtful.
struct ActionDoubt {
  bool (*has)(const DProgram& program, const DAction& action);
  std::string_view words;
};

constexpr auto action_doubts = std::to_array<ActionDoubt>({
    {is_ended_by_text,
     "a printf() after a printa() without \\n of the D program ends a record's line: keys may hold it"},
    {prints_rows, "a printf() of the D program prints lines like those of a printa(): they are read as records"},
    {prints_bare_table,
     "a format of the D program prints nothing around a table: other tables may be taken for its own"},
    {prints_bare_tables,
     "the D program prints several distributions in one printa(): they are read as one; print them apart"},
    {prints_below_stack, "trace() beside a stack action of the D program may print what looks like a record"},
});

}  // namespace

std::vector<std::string> doubts_of(const DProgram& program) {
  std::vector<std::string> doubts;
  for (const DAggregation& each : program.aggregations) {
    if (!is_normalized_at_times(program, each.name)) continue;
    doubts.push_back("the D program prints " + each.name +
                     " with and without normalize(): its values are of different units; print another aggregation");
  }
  const bool has_stacks = std::any_of(program.aggregations.begin(), program.aggregations.end(), has_stack_key);
  if (has_stacks && program.option("stackindent") == "0") {
    doubts.emplace_back("without indentation (stackindent=0), frames that name no module cannot be told from text");
  }
  for (const DAggregation& each : program.aggregations) {
    if (!is_printed_twice(program, each.name)) continue;
    doubts.push_back("one clause prints " + each.name + " twice before it clears it: its values are added twice");
  }
  if (prints_columns(program)) {
    doubts.emplace_back("trace() or printf() of the D program may print what looks like a record of an aggregation");
  }
  if (!program.several.empty()) {
    doubts.push_back("the script has several programs or versions with " + program.several +
                     ", which are read as one: pass the one that ran");
  }
  if (has_unclear_lead(program)) {
    doubts.emplace_back(
        "a printf() without \\n before a printa() of the D program begins a record's line: keys may hold it");
  }
  if (may_go_on_in_line(program)) {
    doubts.emplace_back(
        "a printf() without \\n ends a clause of the D program: a key of a printa() with a format may hold it");
  }
  for (const ActionDoubt& doubt : action_doubts) {
    const auto has = [&](const DAction& action) { return doubt.has(program, action); };
    if (std::any_of(program.actions.begin(), program.actions.end(), has)) doubts.emplace_back(doubt.words);
  }
  return doubts;
}

}  // namespace profconv::dtrace
