// SPDX-License-Identifier: Apache-2.0
// Catch2, version 2 or 3: the tests build with both.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <string>

namespace profconv::test {

/// A matcher for a part of a text, which the two versions name differently.
inline auto contains(const std::string& part) {
#if __has_include(<catch2/catch_all.hpp>)
  return Catch::Matchers::ContainsSubstring(part);
#else
  return Catch::Matchers::Contains(part);
#endif
}

}  // namespace profconv::test
