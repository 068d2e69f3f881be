// SPDX-License-Identifier: Apache-2.0
// Gates: what counts as grown.
#include "profconv/growth.h"

#include <array>
#include <cstdint>

#include "profconv/errors.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

std::vector<ProfileChanges> changed(std::int64_t base, std::int64_t now, const ValueType& type) {
  return {{.name = "p", .types = {{.type = type, .sum = {.base = base, .now = now}, .functions = {}}}}};
}

const ValueType space{.type = "alloc_space", .unit = "bytes"};

bool trips(std::int64_t base, std::int64_t now, std::string_view limit, std::string_view least = {},
           const ValueType& type = space) {
  const auto all = changed(base, now, type);
  const std::array limits{parse_growth_limit(limit)};
  std::vector<LeastGrowth> floors;
  if (!least.empty()) floors.push_back(parse_least_growth(least));
  return !grown(all, limits, floors).empty();
}

}  // namespace

TEST_CASE("a limit is a share of the base, and what comes to it is within", "[growth]") {
  CHECK_FALSE(trips(1000, 1050, "5%"));
  CHECK(trips(1000, 1051, "5%"));
  CHECK(trips(1000, 1001, "0%"));
  CHECK(trips(100000, 100501, "0.5%"));
  CHECK_FALSE(trips(1000, 900, "0%"));
  CHECK_FALSE(trips(1000, 1000, "0%"));
  CHECK(trips(0, 1, "1000%"));
  CHECK_FALSE(trips(0, 0, "0%"));
  CHECK(trips(-100, -90, "5%"));
  CHECK(trips(INT64_MIN, INT64_MAX, "100%"));
}

TEST_CASE("growth below what matters trips nothing, in units of its kind", "[growth]") {
  CHECK_FALSE(trips(10, 10 + 1024 * 1024 - 1, "5%", "1MiB"));
  CHECK(trips(10, 10 + 1024 * 1024, "5%", "1MiB"));
  CHECK_FALSE(trips(10, 30, "5%", "100"));
  CHECK(trips(10, 30, "5%", "10ms"));
  CHECK_FALSE(trips(0, 9'999'999, "5%", "10ms", {.type = "cpu", .unit = "nanoseconds"}));
  CHECK(trips(0, 10, "5%", "10ms", {.type = "cpu", .unit = "milliseconds"}));
  CHECK_FALSE(trips(0, 15, "5%", "2", {.type = "load", .unit = "", .scale = -1}));
  CHECK(trips(0, 20, "5%", "2", {.type = "load", .unit = "", .scale = -1}));
}

TEST_CASE("a limit without a type is for each, one with a missing type is an error", "[growth]") {
  auto all = changed(1, 2, space);
  all[0].types.push_back(
      {.type = {.type = "alloc_objects", .unit = "count"}, .sum = {.base = 1, .now = 2}, .functions = {}});
  const std::array any{parse_growth_limit("5%")};
  CHECK(grown(all, any, {}).size() == 2);
  const std::array missing{parse_growth_limit("cpu=5%")};
  CHECK_THROWS_WITH(grown(all, missing, {}),
                    "no value type called 'cpu' is compared (there are: alloc_objects, alloc_space)");
}

TEST_CASE("what is no limit or amount is refused", "[growth]") {
  for (const char* const text : {"", "5", "%", "x%", "-5%", "a=", "=5%", "a=5", "1.23456%", "5 %"}) {
    INFO("'" << text << "'");
    CHECK_THROWS_AS(parse_growth_limit(text), UsageError);
  }
  CHECK(parse_growth_limit("a=b=2.5%").type == "a=b");
  CHECK(parse_growth_limit("a=b=2.5%").millionths == 25000);
  for (const char* const text : {"", "MiB", "1x", "-1", "1.5MiB", "1 MiB"}) {
    INFO("'" << text << "'");
    CHECK_THROWS_AS(parse_least_growth(text), UsageError);
  }
}

TEST_CASE("a limit per function looks at each function's own value", "[growth]") {
  const std::vector<ProfileChanges> all{
      {.name = "p",
       .types = {{.type = space,
                  .sum = {.base = 1000, .now = 1000},
                  .functions = {{.name = "grew", .self = {.base = 100, .now = 150}, .total = {.base = 100, .now = 150}},
                                {.name = "shrank", .self = {.base = 60, .now = 10}, .total = {.base = 60, .now = 10}},
                                {.name = "fresh", .self = {.base = 0, .now = 4}, .total = {.base = 0, .now = 4}},
                                {.name = "calls", .self = {}, .total = {.base = 100, .now = 150}}}}}}};
  const auto names = [&](std::string_view limit, std::string_view least) {
    GrowthLimit per_function = parse_growth_limit(limit);
    per_function.per_function = true;
    std::string text;
    for (const Growth& growth : grown(all, std::array{per_function}, std::array{parse_least_growth(least)})) {
      for (const FunctionChange* function : growth.functions) text += function->name + " ";
    }
    return text;
  };
  CHECK(names("10%", "0") == "grew fresh ");
  CHECK(names("50%", "0") == "fresh ");
  CHECK(names("49%", "5") == "grew ");
  CHECK(names("10%", "0.4%") == "grew fresh ");
  CHECK(names("10%", "0.5%") == "grew ");
  CHECK(names("10%", "5.1%").empty());
}

}  // namespace profconv::test
