// SPDX-License-Identifier: Apache-2.0
// Finding dtrace's arguments: words and quotes as the shell reads them; its variables stay as they stand.
#include "readers/dtrace/program/d_command.h"

#include <algorithm>

#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

constexpr std::string_view name = "dtrace";
constexpr std::string_view program_options = "nPmfi";
/// The other options that are followed by a value.
constexpr std::string_view value_options = "36bcDILopsUxX";

/// The words of one command.
class Words {
 public:
  Words(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  /// Where the command ends, once there is no next word.
  [[nodiscard]] std::size_t at() const { return at_; }

  /// False at the end of the command.
  bool next(std::string& word) {
    word.clear();
    while (at_ < text_.size() && (is_blank(text_[at_]) || text_.substr(at_).starts_with("\\\n"))) {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    if (at_ >= text_.size() || ends_command(text_[at_]) || text_[at_] == '#') return false;
    while (at_ < text_.size() && !is_blank(text_[at_]) && !ends_command(text_[at_])) take(word);
    return true;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  static bool ends_command(char c) { return c == '\n' || c == ';' || c == '|' || c == '&'; }

  void take(std::string& word) {
    const char c = text_[at_++];
    if (c == '\'') {
      const std::size_t end = std::min(text_.find('\'', at_), text_.size());
      word += text_.substr(at_, end - at_);
      at_ = std::min(end + 1, text_.size());
    } else if (c == '"') {
      take_double_quoted(word);
    } else if (c == '\\' && at_ < text_.size()) {
      word += text_[at_++];
    } else {
      word += c;
    }
  }

  void take_double_quoted(std::string& word) {
    while (at_ < text_.size() && text_[at_] != '"') {
      constexpr std::string_view escaped = "\"\\$`";
      const bool escape =
          text_[at_] == '\\' && at_ + 1 < text_.size() && escaped.find(text_[at_ + 1]) != std::string_view::npos;
      if (escape) ++at_;
      word += text_[at_++];
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  std::string_view text_;
  std::size_t at_;
};

void add_switch(char letter, std::vector<DOption>& options) {
  if (letter == 'q') options.push_back({"quiet", {}});
  if (letter == 'F') options.push_back({"flowindent", {}});
}

/// `{ ... }` or `/ ... /` after the probe of -n, -P, -m, -f or -i: the rest of its clause.
bool goes_on_with_clause(std::string_view word) {
  return word.starts_with('{') ||
         (word.size() > 1 && word.starts_with('/') && (word.ends_with('/') || word.ends_with('}')));
}

/// Takes `-qn` and the word behind it, or `-xname=value`.
void take_options(std::string_view letters, Words& words, DCommands& commands) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const char letter = letters[i];
    const bool is_program = program_options.find(letter) != std::string_view::npos;
    if (!is_program && value_options.find(letter) == std::string_view::npos) {
      add_switch(letter, commands.options);
      continue;
    }
    std::string value(letters.substr(i + 1));
    if (value.empty() && !words.next(value)) return;
    if (letter == 'x') commands.options.push_back(parse_d_option(value));
    if (letter == 'b') commands.options.push_back({"bufsize", value});
    if (is_program) commands.programs.push_back(std::move(value));
    return;
  }
}

void take_arguments(Words& words, DCommands& commands) {
  for (std::string word; words.next(word);) {
    if (word.size() > 1 && word.front() == '-') {
      take_options(std::string_view(word).substr(1), words, commands);
    } else if (!commands.programs.empty() && goes_on_with_clause(word)) {
      commands.programs.back().append(" ").append(word);
    }
  }
}

/// The offset after `$DTRACE`, `"$dtrace"` or `${DTRACE:-dtrace}` where that is the word at `at`; 0: it is not.
std::size_t after_variable(std::string_view text, std::size_t at) {
  constexpr std::string_view name_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  std::size_t begin = at;
  while (begin != 0 && name_characters.find(text[begin - 1]) != std::string_view::npos) --begin;
  const bool in_braces = begin > 1 && text[begin - 1] == '{' && text[begin - 2] == '$';
  if (!in_braces && (begin == 0 || text[begin - 1] != '$')) return 0;
  std::size_t end = std::min(text.find_first_not_of(name_characters, at), text.size());
  if (in_braces) {
    end = text.find_first_of("}\n", end);
    if (end == std::string_view::npos || text[end] != '}') return 0;
    ++end;
  }
  return end;
}

/// The offset after `dtrace` at `at` where that is a word of its own or the last part of a path; 0: it is neither.
std::size_t after_word(std::string_view text, std::size_t at) {
  constexpr std::string_view before = " \t\n/\\(\"'`;|&";
  if (!text.substr(at).starts_with(name)) return 0;
  if (at != 0 && before.find(text[at - 1]) == std::string_view::npos) return 0;
  const std::size_t end = at + name.size();
  return text.substr(end).starts_with(".exe") ? end + 4 : end;
}

/// Where the arguments of the dtrace command at `at` begin; 0: it is no command.
std::size_t arguments_of(std::string_view text, std::size_t at) {
  std::size_t end = after_variable(text, at);
  if (end == 0) end = after_word(text, at);
  if (end == 0) return 0;
  if (end < text.size() && (text[end] == '"' || text[end] == '\'')) ++end;
  const std::string_view rest = text.substr(end);
  return rest.starts_with(' ') || rest.starts_with('\t') || rest.starts_with("\\\n") ? end : 0;
}

/// The next `dtrace` or `DTRACE` from `from` on.
std::size_t find_name(std::string_view text, std::size_t from) {
  constexpr std::string_view variable = "DTRACE";
  return std::min(text.find(name, from), text.find(variable, from));
}

/// Whether what is before a place in its line can be followed by a comment, and not by a pattern of a shell: `/tmp/*`.
bool may_open(std::string_view before) {
  return before.empty() || std::string_view(" \t\n;{}),'").find(before.back()) != std::string_view::npos;
}

/// Behind the comment of a D program or the comment line of a shell script that a place is in; the place where it is in
/// none.
std::size_t behind_comment(std::string_view text, std::size_t at) {
  const std::size_t open = text.substr(0, at).rfind("/*");
  if (open != std::string_view::npos && may_open(text.substr(0, open))) {
    const std::size_t close = text.find("*/", open + 2);
    if (close > at && close != std::string_view::npos) return close;
  }
  const std::size_t line = text.substr(0, at).rfind('\n') + 1;
  const std::string_view before = trimmed(text.substr(line, at - line));
  // In what is no script, `#` is a prompt.
  const bool is_comment = before.starts_with("//") || (text.starts_with("#!") && before.starts_with('#'));
  return is_comment ? text.find('\n', at) : at;
}

}  // namespace

DOption parse_d_option(std::string_view text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  return {std::string(trimmed(text.substr(0, equals))),
          std::string(trimmed(text.substr(std::min(equals + 1, text.size()))))};
}

DCommands find_d_commands(std::string_view text) {
  DCommands commands;
  std::size_t at = find_name(text, 0);
  while (at != std::string_view::npos) {
    const std::size_t behind = behind_comment(text, at);
    const std::size_t begin = behind == at ? arguments_of(text, at) : 0;
    if (begin == 0) {
      at = find_name(text, std::max(behind, at + 1));
      continue;
    }
    Words words(text, begin);
    take_arguments(words, commands);
    at = find_name(text, words.at());
  }
  return commands;
}

std::optional<std::vector<DOption>> first_line_options(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  const std::size_t at = line.find(name);
  if (!line.starts_with("#!") || at == std::string_view::npos) return std::nullopt;
  Words words(line, at + name.size());
  DCommands commands;
  take_arguments(words, commands);
  return commands.options;
}

}  // namespace profconv::dtrace
