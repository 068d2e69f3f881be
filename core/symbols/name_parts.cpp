// SPDX-License-Identifier: Apache-2.0
// Parsing names, from left to right and without going back.
#include "core/symbols/name_parts.h"

#include <algorithm>
#include <array>

namespace profconv {

namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether what stands between parentheses can be arguments of C++: Java, Swift and Objective-C write other things.
bool are_arguments(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::string_view rest = text.substr(i);
    if (c == '{' || c == '[') {
      const std::size_t end = find_group_end(text, i);
      if (end == std::string_view::npos) return false;
      i = end - 1;
    } else if (rest.rfind("::", 0) == 0 || rest.rfind("...", 0) == 0) {
      i += c == ':' ? 1 : 2;
    } else if (c == ':') {
      if (text.substr(0, i).size() < 4 || text.substr(i - 4, 4) != "auto") return false;
    } else if (c == '/') {
      if (i > 0 && is_identifier_char(text[i - 1])) return false;
    } else if (c == ';' || c == '@' || c == '\\' || c == '.' || c == '#') {
      return false;
    }
  }
  return true;
}

/// Whether " as " stands in the text outside of brackets.
bool has_as(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' || c == '(' || c == '[' || c == '{') {
      i = find_group_end(text, i);
      if (i == std::string_view::npos) return false;
      --i;
    } else if (c == ' ' && text.substr(i, 4) == " as ") {
      return true;
    }
  }
  return false;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::optional<NameParts> parse() {
    NameParts parts{.prefix = take_prefix()};
    while (true) {
      parts.path.clear();
      if (!parse_path(parts.path)) return std::nullopt;
      if (at_end()) break;
      if (!take_as_type(parts.path)) return std::nullopt;
    }
    if (words_ > 0 && !may_return(parts.path)) return std::nullopt;
    return parts;
  }

 private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool sees(std::string_view what) const { return rest().substr(0, what.size()) == what; }
  bool take(std::string_view what) {
    if (!sees(what)) return false;
    at_ += what.size();
    return true;
  }
  [[nodiscard]] bool word_ends(std::size_t at) const { return at >= text_.size() || !is_identifier_char(text_[at]); }
  bool take_group() {
    const std::size_t end = find_group_end(text_, at_);
    if (end == std::string_view::npos) return false;
    at_ = end;
    return true;
  }
  [[nodiscard]] std::string_view since(std::size_t start) const { return text_.substr(start, at_ - start); }

  std::string_view take_prefix() {
    constexpr std::array<std::string_view, 9> prefixes{"non-virtual thunk to ",
                                                       "virtual thunk to ",
                                                       "covariant return thunk to ",
                                                       "transaction clone for ",
                                                       "non-transaction clone for ",
                                                       "TLS init function for ",
                                                       "TLS wrapper function for ",
                                                       "invocation function for block in ",
                                                       "DYLD-STUB$$"};
    while (std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view p) { return take(p); })) {
    }
    return since(0);
  }

  /// " [clone .cold]" and " (.cold)" may stand at the end.
  [[nodiscard]] bool at_end() const {
    std::size_t at = at_;
    while (at < text_.size()) {
      const std::string_view left = text_.substr(at);
      if (left.rfind(" [clone ", 0) != 0 && left.rfind(" (.", 0) != 0) return false;
      at = find_group_end(text_, at + 1);
      if (at == std::string_view::npos) return false;
    }
    return true;
  }

  bool parse_path(std::vector<NamePart>& path) {
    while (true) {
      if (!path.empty() && peek() == '<' && !sees_quoted_part()) {
        if (!take_turbofish(path.back())) return false;
      } else if (NamePart part; parse_part(part, path.empty())) {
        path.push_back(part);
      } else {
        return false;
      }
      if (!take("::")) return path.size() > 1 || path[0].name[0] != '<';
    }
  }

  /// Rust's `f::<T>`.
  bool take_turbofish(NamePart& part) {
    const std::size_t size_before = part.templates.size() + std::string_view("::").size();
    const std::size_t start = at_ - size_before;
    if (!part.arguments.empty() || !take_group()) return false;
    part.templates = since(start);
    return true;
  }

  /// `<A as B>`, `<impl A for B>` and Microsoft's `<lambda_1>` are parts of their own.
  [[nodiscard]] bool sees_quoted_part() const {
    if (sees("<impl ") || sees("<lambda_")) return true;
    const std::size_t end = find_group_end(text_, at_);
    return end != std::string_view::npos && has_as(text_.substr(at_ + 1, end - at_ - 2));
  }

  bool parse_part(NamePart& part, bool is_first) {
    const std::size_t start = at_;
    bool is_operator = false;
    const char c = peek();
    if (c == '<' || c == '{') {
      if (!take_group()) return false;
    } else if (c == '(') {
      if (!sees("(anonymous ") || !take_group() || !sees("::")) return false;
    } else if (c == '\'' || c == '`') {
      if (!take_quoted()) return false;
    } else if (sees("operator") && word_ends(at_ + 8)) {
      is_operator = true;
      at_ += 8;
      if (!take_operator(part, start)) return false;
    } else if (!take_identifier(is_first)) {
      return false;
    }
    if (part.name.empty()) part.name = since(start);
    while (take("[abi:")) {
      if (const std::size_t end = rest().find(']'); end == std::string_view::npos) return false;
      at_ = text_.find(']', at_) + 1;
    }
    return take_templates(part, is_operator) && take_arguments(part);
  }

  /// Clang's 'lambda'(int) and Microsoft's `anonymous namespace'.
  bool take_quoted() {
    const std::size_t end = text_.find('\'', at_ + 1);
    if (end == std::string_view::npos) return false;
    at_ = end + 1;
    return peek() != '(' || take_group();
  }

  bool take_identifier(bool is_first) {
    const std::size_t start = at_;
    take("~");
    const std::size_t name = at_;
    while (is_identifier_char(peek())) ++at_;
    if (at_ == name) return false;
    if (is_first && since(start) == "decltype") {
      take(" ");
      return peek() == '(' && take_group();
    }
    // Rust's call_once{{vtable.shim}}, and the `_<impl A for B>` of who decoded a symbol without its rules.
    while (peek() == '{' || (since(start) == "_" && peek() == '<' && sees_quoted_part())) {
      if (!take_group()) return false;
    }
    return true;
  }

  bool take_operator(NamePart& part, std::size_t start) {
    const std::size_t symbol = operator_symbol_size(text_, at_);
    if (symbol > 0) {
      at_ += symbol;
    } else if (take("\"\"")) {
      take(" ");
      while (is_identifier_char(peek())) ++at_;
    } else if (peek() == ' ') {
      return take_operator_word(part, start);
    } else {
      return false;
    }
    part.name = since(start);
    return true;
  }

  bool take_operator_word(NamePart& part, std::size_t start) {
    for (const std::string_view word : {" new[]", " new", " delete[]", " delete", " co_await"}) {
      if (sees(word) && word_ends(at_ + word.size())) {
        take(word);
        part.name = since(start);
        return true;
      }
    }
    return take_conversion(part, start);
  }

  /// The arguments of `operator void (*)(int)() const` are the last parentheses, not those behind `(*)`.
  bool take_conversion(NamePart& part, std::size_t start) {
    while (at_ < text_.size() && !at_end()) {
      const std::string_view before = since(start);
      const bool is_of_pointer = before.size() > 2 && before.back() == ')' && before[before.size() - 2] == '*';
      const std::size_t open = at_;
      if (peek() == '(' && !is_of_pointer && take_arguments(part)) {
        part.name = text_.substr(start, open - start);
        return true;
      }
      at_ = open;
      part.arguments = {};
      const bool is_group = peek() == '(' || peek() == '<' || peek() == '{' || peek() == '[';
      if (is_group ? !take_group() : !take_type_char()) return false;
    }
    part.name = since(start);
    return true;
  }

  bool take_type_char() {
    const char c = peek();
    ++at_;
    return is_identifier_char(c) || c == ' ' || c == '*' || c == '&' || c == ':';
  }

  bool take_templates(NamePart& part, bool is_operator) {
    const std::size_t start = at_;
    if (is_operator && sees(" <")) ++at_;
    if (peek() != '<') return true;
    if (!take_group()) return false;
    part.templates = since(start);
    return true;
  }

  /// Parentheses are arguments where the name, or the function that it is local to, ends with them.
  bool take_arguments(NamePart& part) {
    if (peek() != '(') return true;
    const std::size_t start = at_;
    if (!take_group() || !are_arguments(since(start).substr(1, at_ - start - 2))) return false;
    while (take(" const") || take(" volatile") || take(" restrict") || take(" noexcept") || take(" &&") || take(" &")) {
    }
    part.arguments = since(start);
    return at_end() || sees("::");
  }

  /// What was read is (a word of) the type returned, and the name comes after it.
  bool take_as_type(const std::vector<NamePart>& path) {
    const NamePart& last = path.back();
    if (!last.arguments.empty() || ++words_ > max_words) return false;
    const bool is_lone = path.size() == 1 && last.templates.empty();
    if (!is_lone || !is_one_of(last.name, {"const", "volatile", "unsigned", "signed", "long", "short"})) {
      if (has_type_ || (is_lone && is_one_of(last.name, {"specialized", "merged", "static", "outlined"}))) return false;
      has_type_ = true;
      is_unknown_word_ = is_lone && !is_one_of(last.name, {"void", "bool", "char", "int", "float", "double", "auto"});
    }
    const std::size_t start = at_;
    while (peek() == ' ' || peek() == '*' || peek() == '&') ++at_;
    if (since(start) != " ") is_unknown_word_ = false;
    return at_ > start;
  }

  /// Types are returned by templates, and by any function where the system's demangler says so.
  [[nodiscard]] bool may_return(const std::vector<NamePart>& path) const {
    const auto is_template = [](const NamePart& part) { return !part.templates.empty(); };
    return !path.back().arguments.empty() &&
           (path.size() > 1 || !is_unknown_word_ || std::any_of(path.begin(), path.end(), is_template));
  }

  static constexpr int max_words = 8;

  std::string_view text_;
  std::size_t at_ = 0;
  int words_ = 0;
  bool has_type_ = false;
  bool is_unknown_word_ = false;
};

}  // namespace

std::optional<NameParts> take_apart(std::string_view name) { return Parser(name).parse(); }

}  // namespace profconv
