// SPDX-License-Identifier: Apache-2.0
// Following the actions of each clause. With -q the next clause goes on where one ends.
#include "readers/dtrace/program/format_places.h"

#include <algorithm>

#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/d_tokens.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

using Kind = DAction::Kind;

/// Of a program with more nothing is known, as each may have all others behind it.
constexpr std::size_t most_actions = 300;

template <typename Key>
const FormatNumbers& found_in(const auto& map, const Key& key) {
  static const FormatNumbers none;
  const auto found = map.find(key);
  return found == map.end() ? none : found->second;
}

/// What can be printed next.
struct Next {
  FormatNumbers formats;
  std::set<std::string> texts;

  void add(const Next& other) {
    formats.insert(other.formats.begin(), other.formats.end());
    texts.insert(other.texts.begin(), other.texts.end());
  }
};

/// What clauses print first: all of them, or those that run as dtrace ends, which no others follow.
struct Begins {
  Next all;
  Next last;

  [[nodiscard]] const Next& behind(const DAction& action) const { return action.is_last ? last : all; }
};

/// What each action and those after it in its clause print next, from the last to the first.
std::vector<Next> next_of_each(const DProgram& program, const std::vector<std::size_t>& formats, const Begins& begins) {
  std::vector<Next> nexts(formats.size() + 1);
  for (std::size_t i = formats.size(); i-- > 0;) {
    const DAction& action = program.actions[i];
    const bool is_end = i + 1 == formats.size() || program.actions[i + 1].clause != action.clause;
    Next next = is_end ? begins.behind(action) : nexts[i + 1];
    const bool is_default = action.kind == Kind::printa && !action.format;
    const bool is_output = action.kind == Kind::text || action.kind == Kind::datum || action.kind == Kind::stack;
    // An aggregation without records leaves nothing where it has a format.
    if ((is_output || is_default) && !action.in_branch) next = {};
    if (formats[i] != 0) next.formats.insert(formats[i]);
    if (action.kind == Kind::text) next.texts.insert(unescaped(action.text));
    if (is_default || action.kind == Kind::stack) next.texts.insert("\n");
    nexts[i] = std::move(next);
  }
  return nexts;
}

/// The last line of a text that is not empty.
std::string_view last_line(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \t\n") + 1);
  return trimmed(text.substr(text.rfind('\n') + 1));
}

std::string_view last_part(std::string_view probe) { return trimmed(probe.substr(probe.rfind(':') + 1)); }

}  // namespace

FormatPlaces::FormatPlaces(const DProgram& program, const std::vector<std::size_t>& formats) {
  const auto& actions = program.actions;
  if (actions.size() > most_actions) return;
  std::vector<Next> nexts = next_of_each(program, formats, {});
  Begins begins;
  if (program.option("quiet")) {
    for (std::size_t i = 0; i < formats.size(); ++i) {
      if (i != 0 && actions[i].clause == actions[i - 1].clause) continue;
      begins.all.add(nexts[i]);
      if (actions[i].is_last) begins.last.add(nexts[i]);
    }
    nexts = next_of_each(program, formats, begins);
  }
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const bool is_end = i + 1 == formats.size() || actions[i + 1].clause != actions[i].clause;
    const Next& next = is_end ? begins.behind(actions[i]) : nexts[i + 1];
    if (actions[i].kind == Kind::text && actions[i].text.find('%') == std::string::npos) {
      const std::string text = unescaped(actions[i].text);
      if (const auto line = last_line(text); !line.empty()) {
        below_[std::string(line)].insert(next.formats.begin(), next.formats.end());
      }
    }
    if (formats[i] == 0) continue;
    behind_[formats[i]].insert(formats[i]);
    behind_[formats[i]].insert(next.formats.begin(), next.formats.end());
    texts_behind_[formats[i]].insert(next.texts.begin(), next.texts.end());
    for (std::string_view probes = actions[i].probe; !probes.empty();) {
      const std::size_t end = std::min(probes.find(','), probes.size());
      at_probe_[std::string(last_part(probes.substr(0, end)))].insert(formats[i]);
      probes.remove_prefix(std::min(end + 1, probes.size()));
    }
  }
}

const FormatNumbers& FormatPlaces::below(std::string_view line) const { return found_in(below_, trimmed(line)); }

const FormatNumbers& FormatPlaces::at_probe(std::string_view name) const {
  return found_in(at_probe_, last_part(name));
}

const FormatNumbers& FormatPlaces::behind(std::size_t format) const { return found_in(behind_, format); }

bool FormatPlaces::may_follow(std::size_t format, std::string_view text) const {
  const auto texts = texts_behind_.find(format);
  return texts != texts_behind_.end() && std::any_of(texts->second.begin(), texts->second.end(),
                                                     [&](const std::string& each) { return each.starts_with(text); });
}

}  // namespace profconv::dtrace
