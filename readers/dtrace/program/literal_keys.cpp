// SPDX-License-Identifier: Apache-2.0
// Literals of several clauses.
#include "readers/dtrace/program/literal_keys.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/d_tokens.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

/// What a key prints that is a text or a decimal number; empty for every other key.
std::string printed(std::string_view key) {
  const auto number = parse_number(key);
  if (number && std::to_string(number->value) == key) return std::string(key);
  if (key.size() < 2 || key.front() != '"' || key.find('"', 1) != key.size() - 1) return {};
  return std::string(trimmed(unescaped(key.substr(1, key.size() - 2))));
}

}  // namespace

void add_literals(LiteralKeys& literals, const std::vector<std::string>& keys, bool is_first) {
  if (is_first) literals.resize(keys.size());
  for (std::size_t i = 0; i < literals.size(); ++i) {
    std::string text = i < keys.size() ? printed(keys[i]) : std::string();
    if (text.empty()) {
      literals[i].clear();
    } else if (is_first || !literals[i].empty()) {
      literals[i].insert(std::move(text));
    }
  }
}

std::set<std::string> literals_of(const std::vector<const DAggregation*>& all, std::size_t key) {
  std::set<std::string> literals;
  for (const DAggregation* const each : all) {
    if (key >= each->literals.size() || each->literals[key].empty()) return {};
    literals.insert(each->literals[key].begin(), each->literals[key].end());
  }
  return literals;
}

bool can_be_same(const std::set<std::string>& a, const std::set<std::string>& b) {
  return a.empty() || b.empty() ||
         std::any_of(a.begin(), a.end(), [&](const std::string& each) { return b.contains(each); });
}

}  // namespace profconv::dtrace
