// SPDX-License-Identifier: Apache-2.0
// Takes a readable C++ or Rust function name apart, so that it can be shortened in the right places:
//
//   void std::vector<int>::each<f(int)::{lambda()#1}>(int) const [clone .cold]
//        nnn  nnnnnnttttt  nnnnttttttttttttttttttttttaaaaaaaaaaa
//   three parts: n is their name, t their templates, a their arguments
//
// The grammar is strict: a name of another language, or one with unbalanced brackets, is not taken apart at all.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profconv {

/// One step of a qualified name.
struct NamePart {
  std::string_view name;       ///< `push_back`, `operator<<`, `{lambda(int)#1}`, `(anonymous namespace)`, `<A as B>`
  std::string_view templates;  ///< with their brackets, and the "::" or blank before them
  std::string_view arguments;  ///< with their brackets, and `const`, `&`, ... behind them

  /// Whether people would name it: lambdas and closures they would not.
  [[nodiscard]] bool is_named() const { return name.find_first_of("{'$") != 0 && name.rfind("_{", 0) != 0; }
};

/// A function name and its parts; the views are into the name.
struct NameParts {
  std::string_view prefix;  ///< "virtual thunk to "
  std::vector<NamePart> path;
};

/// Nothing where the name is not understood to its end.
[[nodiscard]] std::optional<NameParts> take_apart(std::string_view name);

/// The index behind the bracket that closes the one at `open`, or npos. Knows that `->`, `operator<`, `'<'` and
/// `((1)>(2))` close nothing.
[[nodiscard]] std::size_t find_group_end(std::string_view text, std::size_t open);

/// How many characters after "operator" at `at` are its symbol; 0 where it is a word or no operator follows.
[[nodiscard]] std::size_t operator_symbol_size(std::string_view text, std::size_t at);

[[nodiscard]] bool is_identifier_char(char c);

}  // namespace profconv
