// SPDX-License-Identifier: Apache-2.0
// The text of a D program as tokens, without its comments. Nothing here fails: what is no token is a mark.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profconv::dtrace {

/// A token, a view into the program.
struct DToken {
  enum class Kind : std::uint8_t {
    word,
    aggregation,  ///< `@stacks`
    string,       ///< with its quotes
    number,       ///< and what stands right behind: `10ms`
    pragma,       ///< the options of `#pragma D option`
    mark          ///< any other character
  };

  Kind kind = Kind::mark;
  std::string_view text;
  bool behind_gap = false;  ///< blanks or a comment stand before it

  [[nodiscard]] bool is(char mark) const { return kind == Kind::mark && text.front() == mark; }
};

[[nodiscard]] std::vector<DToken> d_tokens(std::string_view program);

/// What the tokens say, each gap one blank.
[[nodiscard]] std::string source_of(std::span<const DToken> tokens);

/// A text as written between quotes in D, its escapes such as \n and \101 replaced.
[[nodiscard]] std::string unescaped(std::string_view written);

}  // namespace profconv::dtrace
