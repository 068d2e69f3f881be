// SPDX-License-Identifier: Apache-2.0
// Splitting a D program.
#include "readers/dtrace/program/d_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "core/text/blanks.h"

namespace profconv::dtrace {

namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view word_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$`";

/// What names were defined as, for the preprocessor: `#define FORMAT "%s %@d\n"`.
class Macros {
 public:
  void define(std::string_view name, std::vector<DToken> tokens) {
    if (tokens.size() <= most_tokens) macros_.insert_or_assign(name, std::move(tokens));
  }
  /// Replaces the last token by what it was defined as.
  void expand(std::vector<DToken>& tokens) {
    const auto macro = macros_.find(tokens.back().text);
    if (macro == macros_.end() || expanded_ > most_expanded) return;
    tokens.pop_back();
    tokens.insert(tokens.end(), macro->second.begin(), macro->second.end());
    expanded_ += macro->second.size();
  }

 private:
  /// Macros of macros grow fast; formats and conditions are short.
  static constexpr std::size_t most_tokens = 256;
  static constexpr std::size_t most_expanded = std::size_t{1} << 18;

  std::map<std::string_view, std::vector<DToken>> macros_;
  std::size_t expanded_ = 0;
};

class Lexer {
 public:
  /// `is_definition`: the text has no directives.
  Lexer(std::string_view text, Macros& macros, bool is_definition = false)
      : text_(text), macros_(macros), is_definition_(is_definition) {}

  std::vector<DToken> tokens() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n' || c == ' ' || c == '\t' || c == '\r' || c == '\f') {
        line_begins_ = line_begins_ || c == '\n';
        skip_to(at_ + 1);
      } else if (begins("/*")) {
        skip_to(past(text_.find("*/", at_ + 2), 2));
      } else if (begins("//") && !begins("//*")) {
        skip_to(text_.find('\n', at_));
      } else if (c == '#' && line_begins_ && !is_definition_) {
        take_directive();
      } else {
        take(c);
      }
    }
    return std::move(tokens_);
  }

 private:
  using Kind = DToken::Kind;

  [[nodiscard]] bool begins(std::string_view with) const { return text_.substr(at_).starts_with(with); }
  [[nodiscard]] static std::size_t past(std::size_t position, std::size_t length) {
    return position == std::string_view::npos ? position : position + length;
  }

  void skip_to(std::size_t end) {
    at_ = std::min(end, text_.size());
    behind_gap_ = true;
  }

  void push(Kind kind, std::size_t end) {
    end = std::min(end, text_.size());
    tokens_.push_back({kind, text_.substr(at_, end - at_), behind_gap_});
    at_ = end;
    behind_gap_ = line_begins_ = false;
  }

  void take(char c) {
    if (c == '@') return push(Kind::aggregation, text_.find_first_not_of(word_characters, at_ + 1));
    if (digits.find(c) != std::string_view::npos) {
      return push(Kind::number, text_.find_first_not_of(word_characters, at_));
    }
    if (word_characters.find(c) != std::string_view::npos) {
      push(Kind::word, text_.find_first_not_of(word_characters, at_));
      return macros_.expand(tokens_);
    }
    if (c == '"' || c == '\'') {
      const std::size_t end = quoted_end(c);
      if (end != 0) return push(c == '"' ? Kind::string : Kind::number, end);
    }
    push(Kind::mark, at_ + 1);
  }

  /// Where the text in quotes that begins here ends, which it does on its line; 0: it does not end.
  [[nodiscard]] std::size_t quoted_end(char quote) const {
    for (std::size_t i = at_ + 1; i < text_.size() && text_[i] != '\n'; ++i) {
      if (text_[i] == quote) return i + 1;
      if (text_[i] == '\\') ++i;
    }
    return 0;
  }

  /// `NAME "%s %@d\n"`, of a #define. Macros with arguments stay words.
  void define(std::string_view definition) {
    definition = without_blanks_around(definition);
    const std::size_t end = std::min(definition.find_first_not_of(word_characters), definition.size());
    if (definition.substr(end).starts_with('(')) return;
    std::vector<DToken> tokens = Lexer(definition.substr(end), macros_, true).tokens();
    std::erase_if(tokens, [](const DToken& token) { return token.is('\\'); });
    macros_.define(definition.substr(0, end), std::move(tokens));
  }

  /// A line for the preprocessor, with those that a backslash joins to it; `#!` among them.
  void take_directive() {
    std::size_t end = text_.find('\n', at_);
    while (end != std::string_view::npos && text_[end - 1] == '\\') end = text_.find('\n', end + 1);
    end = std::min(end, text_.size());
    constexpr std::string_view option = "option";
    const std::string_view line = text_.substr(at_ + 1, end - at_ - 1);
    constexpr std::string_view definition = "define ";
    const std::string_view directive = without_leading_blanks(line);
    if (directive.starts_with(definition)) define(directive.substr(definition.size()));
    const std::size_t begin = line.find(option);
    if (line.find("pragma") < begin && begin != std::string_view::npos) {
      at_ += 1 + begin + option.size();
      push(Kind::pragma, end);
      line_begins_ = true;
    }
    skip_to(end);
  }

  std::string_view text_;
  Macros& macros_;
  bool is_definition_;
  std::size_t at_ = 0;
  bool behind_gap_ = false;
  bool line_begins_ = true;
  std::vector<DToken> tokens_;
};

}  // namespace

std::vector<DToken> d_tokens(std::string_view program) {
  Macros macros;
  return Lexer(program, macros).tokens();
}

std::string source_of(std::span<const DToken> tokens) {
  std::string source;
  for (const DToken& token : tokens) {
    if (token.behind_gap && !source.empty()) source += ' ';
    source += token.text;
  }
  return source;
}

std::string unescaped(std::string_view written) {
  constexpr std::array<std::pair<char, char>, 7> letters{
      {{'n', '\n'}, {'t', '\t'}, {'a', '\a'}, {'b', '\b'}, {'f', '\f'}, {'r', '\r'}, {'v', '\v'}}};
  std::string text;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] != '\\' || i + 1 == written.size()) {
      text += written[i];
      continue;
    }
    const bool hex = written[i + 1] == 'x';
    const std::string_view number = written.substr(i + (hex ? 2 : 1), hex ? 2 : 3);
    unsigned value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value, hex ? 16 : 8);
    if (error == std::errc()) {
      text += static_cast<char>(value);
      i = static_cast<std::size_t>(end - written.data()) - 1;
      continue;
    }
    const char letter = written[++i];
    const auto* const known =
        std::find_if(letters.begin(), letters.end(), [&](const auto& each) { return each.first == letter; });
    text += known == letters.end() ? letter : known->second;
  }
  return text;
}

}  // namespace profconv::dtrace
