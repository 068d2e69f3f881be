// SPDX-License-Identifier: Apache-2.0
// Going through the actions of each clause.
#include "readers/dtrace/program/text_above.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>

#include "profconv/errors.h"
#include "readers/dtrace/forms/printa_format.h"
#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/d_tokens.h"

namespace profconv::dtrace {

namespace {

using Kind = DAction::Kind;

/// What follows the last newline of a text, as written.
std::string_view last_line(std::string_view written) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i + 1 < written.size(); ++i) {
    if (written[i] != '\\') continue;
    if (written[++i] == 'n') begin = i + 1;
  }
  return written.substr(begin);
}

/// Texts that no printa() of the same probe follows, and which therefore head nothing.
std::set<std::string_view> texts_elsewhere(const std::vector<DAction>& actions) {
  std::set<std::string_view> texts;
  for (auto text = actions.begin(); text != actions.end(); ++text) {
    if (text->kind != Kind::text) continue;
    const auto next = std::find_if(text + 1, actions.end(), prints);
    const bool is_heading = next != actions.end() && next->kind == Kind::printa && next->probe == text->probe;
    if (!is_heading) texts.insert(text->text);
  }
  return texts;
}

}  // namespace

bool prints(const DAction& action) {
  return action.kind == Kind::text || action.kind == Kind::printa || action.kind == Kind::datum ||
         action.kind == Kind::stack;
}

std::vector<TextAbove> texts_above(const DProgram& program) {
  const std::set<std::string_view> elsewhere = texts_elsewhere(program.actions);
  std::vector<TextAbove> texts(program.actions.size());
  const DAction* text = nullptr;  // the last one
  std::string whole;              // with those before it that left its line open
  std::string lead;
  for (std::size_t i = 0; i < program.actions.size(); ++i) {
    const DAction& action = program.actions[i];
    if (i != 0 && action.clause != program.actions[i - 1].clause) lead.clear();
    if (action.kind == Kind::text) {
      if (lead.empty()) whole.clear();
      whole += action.text;
      lead += action.text;
      lead.erase(0, lead.size() - last_line(lead).size());
      text = &action;
      continue;
    }
    if (action.kind == Kind::printa && text != nullptr && text->probe == action.probe) {
      const bool is_blank = unescaped(whole).find_first_not_of(" \n\t") == std::string::npos;
      const bool is_elsewhere = elsewhere.contains(text->text);
      const bool is_always = !text->in_branch && (text->clause == action.clause || text->predicate.empty());
      texts[i] = {.heading = is_blank || is_elsewhere ? "" : whole, .lead = lead, .in_branch = !is_always};
    }
    if (action.kind == Kind::printa) text = nullptr;
    if (prints(action)) lead.clear();
  }
  return texts;
}

bool print_above_stacks(const DProgram& program) {
  bool any = false;
  const DAction* above = nullptr;
  for (const DAction& action : program.actions) {
    if (action.kind == Kind::stack) {
      const bool is_below =
          above != nullptr && above->clause == action.clause && (!above->in_branch || action.in_branch);
      if (!is_below || (above->kind != Kind::text && above->kind != Kind::datum)) return false;
      any = true;
    }
    above = &action;
  }
  return any;
}

bool prints_no_keys(const DProgram& program, const DAction& print) {
  return std::all_of(print.aggregations.begin(), print.aggregations.end(), [&](const std::string& name) {
    const DAggregation* const aggregation = program.find(name);
    return aggregation != nullptr && aggregation->keys.empty();
  });
}

bool is_clear_lead(const std::string& lead, const std::string& format) {
  try {
    return PrintaFormat(lead, format, 0).has_telling_lead() || format.ends_with("\\n");
  } catch (const UsageError&) {
    return false;
  }
}

}  // namespace profconv::dtrace
