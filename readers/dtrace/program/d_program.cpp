// SPDX-License-Identifier: Apache-2.0
// Clauses, and what they assign and print. Control flow is passed over: an action counts wherever it stands.
#include "readers/dtrace/program/d_program.h"

#include <algorithm>
#include <array>
#include <utility>

#include "readers/dtrace/program/d_lists.h"
#include "readers/dtrace/program/d_tokens.h"
#include "readers/dtrace/program/key_types.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

using Tokens = DTokens;
using Kind = DAction::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 11> actions{{{"printa", Kind::printa},
                                                                     {"printf", Kind::text},
                                                                     {"trace", Kind::text},
                                                                     {"print", Kind::text},
                                                                     {"stack", Kind::stack},
                                                                     {"ustack", Kind::stack},
                                                                     {"jstack", Kind::stack},
                                                                     {"clear", Kind::clear},
                                                                     {"trunc", Kind::trunc},
                                                                     {"normalize", Kind::normalize},
                                                                     {"denormalize", Kind::denormalize}}};

bool is_declaration(const DToken& first) {
  constexpr std::array<std::string_view, 7> words{"struct", "union",    "enum",      "typedef",
                                                  "inline", "provider", "translator"};
  return std::find(words.begin(), words.end(), first.text) != words.end();
}

class Parser {
 public:
  explicit Parser(DProgram& program) : program_(program) {}

  void parse(Tokens tokens) {
    for (std::size_t at = 0; at < tokens.size();) {
      const std::size_t begin = at;
      while (at < tokens.size() && !is_end_of_head(tokens[at])) ++at;
      const Tokens head = tokens.subspan(begin, at - begin);
      if (at == tokens.size()) break;
      if (tokens[at].kind == DToken::Kind::pragma) {
        add_options(tokens[at].text);
      } else if (tokens[at].is('{')) {
        const std::size_t behind = behind_bracket(tokens, at);
        if (!head.empty() && !is_declaration(head.front())) clause(head, tokens.subspan(at, behind - at));
        at = behind - 1;
      }
      ++at;
    }
    mark_last_actions();
  }

  /// An aggregation assigned to of the first `count`, which programs before had; "": none.
  [[nodiscard]] std::string take_again(std::size_t count) {
    const std::size_t again = std::exchange(again_, 0);
    return again == 0 || again > count ? std::string() : program_.aggregations[again - 1].name;
  }

 private:
  /// An if or else.
  struct Branch {
    std::size_t end = 0;    ///< the token behind it
    std::size_t first = 0;  ///< the first action in it
    bool exits = false;
  };

  static bool is_end_of_head(const DToken& token) {
    return token.is('{') || token.is(';') || token.kind == DToken::Kind::pragma;
  }

  void add_options(std::string_view text) {
    while (!(text = trimmed(text)).empty()) {
      const std::size_t end = std::min(text.find_first_of(" \t\r"), text.size());
      if (end != 0) program_.options.push_back(parse_d_option(text.substr(0, end)));
      text.remove_prefix(std::max<std::size_t>(end, 1));
    }
  }

  void clause(Tokens head, Tokens body) {
    const auto predicate = std::find_if(head.begin(), head.end(), [](const DToken& token) { return token.is('/'); });
    const auto probe_size = static_cast<std::size_t>(predicate - head.begin());
    probe_ = source_of(head.first(probe_size));
    predicate_ = source_of(head.subspan(probe_size));
    const std::size_t first = program_.actions.size();
    ++clauses_;
    for (std::size_t at = 0; at < body.size();) {
      const bool is_branch = body[at].text == "if" || body[at].text == "else";
      end_branches(at);
      if (is_branch) branches_.push_back({.end = behind_branch(body, at), .first = program_.actions.size()});
      if (is_exit(body, at)) (branches_.empty() ? clause_exits_ : branches_.back().exits) = true;
      if (body[at].kind == DToken::Kind::aggregation) {
        at = assignment(body, at);
      } else if (body[at].kind == DToken::Kind::word && at + 1 < body.size() && body[at + 1].is('(')) {
        at = call(body, at);
      } else {
        ++at;
      }
    }
    end_branches(body.size());
    if (std::exchange(clause_exits_, false)) {
      mark_last(first);
      if (predicate == head.end()) exit_probes_.push_back(probe_);
    }
  }

  /// Ends those that do not go on at a token. Actions in a branch that exits run once.
  void end_branches(std::size_t at) {
    while (!branches_.empty() && at >= branches_.back().end) {
      if (branches_.back().exits) mark_last(branches_.back().first);
      branches_.pop_back();
    }
  }

  void mark_last(std::size_t first) {
    for (std::size_t i = first; i < program_.actions.size(); ++i) program_.actions[i].is_last = true;
  }

  /// Behind the statement or block of an if or else.
  static std::size_t behind_branch(Tokens body, std::size_t at) {
    std::size_t begin = at + 1;
    if (begin < body.size() && body[begin].is('(')) begin = behind_bracket(body, begin);
    if (begin < body.size() && body[begin].is('{')) return behind_bracket(body, begin);
    while (begin < body.size() && !body[begin].is(';')) ++begin;
    return begin;
  }

  static bool is_exit(Tokens body, std::size_t at) {
    return body[at].text == "exit" && at + 1 < body.size() && body[at + 1].is('(');
  }

  /// `@name[keys] = function(arguments)`; returns where to go on.
  std::size_t assignment(Tokens body, std::size_t at) {
    const std::size_t name = at++;
    std::vector<Tokens> keys;
    if (at < body.size() && body[at].is('[')) {
      const std::size_t behind = behind_bracket(body, at);
      keys = parts_of(body, at, behind);
      at = behind;
    }
    if (at + 2 >= body.size() || !body[at].is('=') || body[at + 1].kind != DToken::Kind::word || !body[at + 2].is('('))
      return at;
    const std::size_t behind = behind_bracket(body, at + 2);
    define(body[name].text, keys, body[at + 1].text, parts_of(body, at + 2, behind));
    return behind;
  }

  void define(std::string_view name, const std::vector<Tokens>& keys, std::string_view function,
              const std::vector<Tokens>& arguments) {
    auto& all = program_.aggregations;
    const auto [named, is_new] = program_.places.try_emplace(std::string(name), all.size());
    auto found = all.begin() + static_cast<std::ptrdiff_t>(named->second);
    if (is_new) {
      all.push_back({.name = std::string(name),
                     .keys = sources_of(keys),
                     .function = std::string(function),
                     .arguments = sources_of(arguments),
                     .probes = {},
                     .clauses = {},
                     .always = {},
                     .rate = rate_of_probe(probe_)});
      found = all.end() - 1;
    } else {
      const auto place = static_cast<std::size_t>(found - all.begin()) + 1;
      again_ = again_ == 0 ? place : std::min(place, again_);
      const std::vector<std::string> others = sources_of(keys);
      const std::size_t count = std::min(others.size(), found->keys.size());
      for (std::size_t i = 0; i < count; ++i) found->keys[i] = common_key(found->keys[i], others[i]);
    }
    add_literals(found->literals, sources_of(keys), is_new);
    const auto rate = rate_of_probe(probe_);
    if (!rate || !found->rate || rate->period_ns() != found->rate->period_ns()) found->rate.reset();
    found->probes.push_back(probe_);
    found->clauses.insert(clauses_);
    if (branches_.empty()) found->always.insert(clauses_);
  }

  /// An action; returns where to go on.
  std::size_t call(Tokens body, std::size_t at) {
    const std::string_view name = body[at].text;
    const auto* const known =
        std::find_if(actions.begin(), actions.end(), [&](const auto& each) { return each.first == name; });
    if (known == actions.end() && name != "setopt") return at + 1;
    const std::size_t behind = behind_bracket(body, at + 1);
    const std::vector<Tokens> arguments = parts_of(body, at + 1, behind);
    if (name == "setopt") {
      set_option(arguments);
      return behind;
    }
    DAction action{.kind = known->second,
                   .probe = probe_,
                   .clause = clauses_,
                   .predicate = predicate_,
                   .in_branch = !branches_.empty()};
    if (!arguments.empty()) action.format = literal(arguments.front());
    for (const Tokens argument : arguments) {
      if (argument.size() == 1 && argument.front().kind == DToken::Kind::aggregation) {
        action.aggregations.emplace_back(argument.front().text);
      } else if (action.kind != Kind::printa && action.kind != Kind::text) {
        action.argument = source_of(argument);
      }
    }
    if (action.kind == Kind::text && !action.format) action.kind = Kind::datum;
    if (action.kind == Kind::text) action.text = with_literals(*action.format, arguments);
    if (action.kind == Kind::datum) action.text = format_of_datum(name, arguments);
    for (const std::string& each : action.aggregations) {
      std::vector<std::size_t>& uses = program_.uses[each];
      if (uses.empty() || uses.back() != program_.actions.size()) uses.push_back(program_.actions.size());
    }
    program_.actions.push_back(std::move(action));
    return behind;
  }

  void set_option(const std::vector<Tokens>& arguments) {
    if (arguments.empty()) return;
    const std::string value = arguments.size() > 1 ? literal(arguments[1]).value_or("") : "";
    if (const auto name = literal(arguments.front())) program_.options.push_back({*name, value});
  }

  /// Actions of a probe that ends dtrace run once, in whichever of its clauses.
  void mark_last_actions() {
    for (DAction& action : program_.actions) {
      const bool ends = std::find(exit_probes_.begin(), exit_probes_.end(), action.probe) != exit_probes_.end();
      action.is_last = action.is_last || ends || is_probe(action.probe, "END");
    }
  }

  DProgram& program_;
  std::string probe_;
  std::size_t clauses_ = 0;
  std::string predicate_;
  std::vector<Branch> branches_;          ///< those that the token is in, the innermost last
  std::size_t again_ = 0;                 ///< counted from 1: of those that have been assigned to before
  bool clause_exits_ = false;             ///< outside of all branches
  std::vector<std::string> exit_probes_;  ///< of clauses with exit() and without a predicate
};

}  // namespace

const DAggregation* DProgram::find(std::string_view name) const {
  const auto found = places.find(name);
  return found == places.end() ? nullptr : &aggregations[found->second];
}

std::vector<const DAction*> DProgram::actions_of(std::string_view name) const {
  std::vector<const DAction*> found;
  const auto numbers = uses.find(name);
  if (numbers == uses.end()) return found;
  for (const std::size_t number : numbers->second) found.push_back(&actions[number]);
  return found;
}

std::optional<std::string_view> DProgram::option(std::string_view name) const {
  for (auto each = options.rbegin(); each != options.rend(); ++each) {
    if (each->name == name) return each->value;
  }
  return std::nullopt;
}

std::vector<const DAggregation*> DProgram::printed_at_end() const {
  std::set<std::string_view> printed;
  for (const DAction& action : actions) {
    if (action.kind == Kind::printa) printed.insert(action.aggregations.begin(), action.aggregations.end());
  }
  std::vector<const DAggregation*> rest;
  for (const DAggregation& each : aggregations) {
    if (!printed.contains(each.name)) rest.push_back(&each);
  }
  if (option("aggsortrev")) std::reverse(rest.begin(), rest.end());
  return rest;
}

DProgram parse_d_program(std::string_view text) {
  DProgram program;
  Parser parser(program);
  const auto first_line = first_line_options(text);
  DCommands commands;
  if (!first_line) commands = find_d_commands(text);
  for (const std::string& each : commands.programs) {
    const std::size_t before = program.aggregations.size();
    parser.parse(d_tokens(each));
    if (const std::string again = parser.take_again(before); !again.empty()) program.several = again;
  }
  if (program.empty() && program.actions.empty()) parser.parse(d_tokens(text));
  program.options.insert(program.options.end(), commands.options.begin(), commands.options.end());
  if ((text.starts_with("#if") || text.find("\n#if") != std::string_view::npos) && !program.empty()) {
    program.several = program.aggregations.front().name;
  }
  if (first_line) program.options.insert(program.options.begin(), first_line->begin(), first_line->end());
  return program;
}

}  // namespace profconv::dtrace
