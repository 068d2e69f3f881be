// SPDX-License-Identifier: Apache-2.0
// Keys that a D program writes as literals: @["reads"], and in another clause @["writes"].
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace profconv::dtrace {

struct DAggregation;

/// What each key of an aggregation prints, if every clause writes it as a literal; else empty.
using LiteralKeys = std::vector<std::set<std::string>>;

/// Adds those of a clause; `is_first`: no other has assigned to the aggregation.
void add_literals(LiteralKeys& literals, const std::vector<std::string>& keys, bool is_first);
/// What a key of any of these aggregations prints, if each writes it as a literal.
[[nodiscard]] std::set<std::string> literals_of(const std::vector<const DAggregation*>& all, std::size_t key);
/// Whether two keys can be the same.
[[nodiscard]] bool can_be_same(const std::set<std::string>& a, const std::set<std::string>& b);

}  // namespace profconv::dtrace
