// SPDX-License-Identifier: Apache-2.0
// Options: checked when they are set, so that reading them cannot fail.
#include "profconv/options.h"

#include <array>

#include "profconv/errors.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

constexpr std::array<std::string_view, 2> layouts{"merged", "input"};
constexpr Option layout_option{.name = "layout", .type = OptionType::choice, .fallback = "merged", .choices = layouts};
constexpr Option depth_option{.name = "depth", .type = OptionType::integer, .fallback = "10", .min = 1, .max = 100};
constexpr Option ratio_option{.name = "ratio", .type = OptionType::decimal, .fallback = "0.59", .min = 0, .max = 2};
constexpr Option quick_option{.name = "quick", .type = OptionType::boolean, .fallback = "no"};
constexpr Option keys_option{.name = "keys"};
constexpr Option extra_option{.name = "extra", .type = OptionType::boolean, .fallback = "no", .rewriting = "yes"};
constexpr Option undeclared_option{.name = "speed"};
constexpr std::array specs{layout_option, depth_option, ratio_option, quick_option, keys_option, extra_option};

}  // namespace

TEST_CASE("an option that is not set has its fallback", "[options]") {
  const Options options(specs);
  CHECK(options.text(layout_option) == "merged");
  CHECK(options.integer(depth_option) == 10);
  CHECK(options.millionths(ratio_option) == 590'000);
  CHECK_FALSE(options.boolean(quick_option));
  CHECK(options.text(keys_option).empty());
  CHECK_FALSE(options.is_set(depth_option));
}

TEST_CASE("an option takes what its type allows", "[options]") {
  Options options(specs);
  options.set("layout", "input");
  options.set("depth", "100");
  options.set("ratio", "2");
  CHECK(options.millionths(ratio_option) == 2'000'000);
  options.set("ratio", "0.000001");
  CHECK(options.millionths(ratio_option) == 1);
  options.set("keys", "pid,tid");
  CHECK(options.text(layout_option) == "input");
  CHECK(options.integer(depth_option) == 100);
  CHECK(options.is_set(depth_option));
  CHECK(options.list(keys_option) == std::vector<std::string_view>{"pid", "tid"});
  for (const std::string_view yes : {"yes", "true", "on", "1"}) {
    options.set("quick", "no");
    options.set("quick", yes);
    CHECK(options.boolean(quick_option));
  }
}

TEST_CASE("for rewriting an option that is not set takes the value it has for that", "[options]") {
  Options options(specs);
  CHECK_FALSE(options.boolean(extra_option));
  options.prepare_for_rewriting();
  CHECK(options.boolean(extra_option));
  CHECK_FALSE(options.is_set(extra_option));
  CHECK(options.text(layout_option) == "merged");
  Options given(specs);
  given.set("extra", "no");
  given.prepare_for_rewriting();
  CHECK_FALSE(given.boolean(extra_option));
}

TEST_CASE("an option refuses everything else, in words", "[options]") {
  Options options(specs);
  CHECK_THROWS_WITH(options.set("layout", "wide"), contains("'wide' is not one of merged, input"));
  CHECK_THROWS_WITH(options.set("depth", "0"), contains("'0' is not between 1 and 100"));
  CHECK_THROWS_WITH(options.set("depth", "7x"), contains("'7x' is not an integer"));
  CHECK_THROWS_AS(options.set("depth", ""), UsageError);
  CHECK_THROWS_AS(options.set("depth", "99999999999999999999"), UsageError);
  CHECK_THROWS_WITH(options.set("ratio", "2.000001"), contains("'2.000001' is not between 0 and 2"));
  // What overflows a 64-bit integer is a number, too.
  for (const std::string_view large : {"9223372036854775808", "-9223372036854775809"}) {
    CHECK_THROWS_WITH(options.set("depth", large), contains("' is not between 1 and 100"));
  }
  CHECK_THROWS_WITH(options.set("ratio", "99999999999999999999.5"), contains("' is not between 0 and 2"));
  for (const std::string_view no_decimal : {"", ".", "1.", ".5", "-", "1e3", "0.0000001", "1,5"}) {
    CHECK_THROWS_WITH(options.set("ratio", no_decimal), contains("' is not a decimal number such as 0.59"));
  }
  CHECK_THROWS_WITH(options.set("ratio", "-0.5"), contains("'-0.5' is not between 0 and 2"));
  CHECK_THROWS_WITH(options.set("quick", "maybe"), contains("'maybe' is not yes or no"));
  CHECK(options.integer(depth_option) == 10);
}

TEST_CASE("a value is kept as one who knows its type would write it", "[options]") {
  constexpr Option flag{.name = "flag", .type = OptionType::boolean, .fallback = "no"};
  constexpr Option number{.name = "number", .type = OptionType::integer, .fallback = "0"};
  constexpr Option share{.name = "share", .type = OptionType::decimal, .fallback = "0", .min = -5, .max = 5};
  constexpr std::array all{flag, number, share};
  const auto kept = [&](const Option& option, std::string_view value) {
    Options options(all);
    options.set(option.name, value);
    return std::string(options.text(option));
  };
  for (const std::string_view yes : {"yes", "true", "on", "1"}) CHECK(kept(flag, yes) == "yes");
  for (const std::string_view no : {"no", "false", "off", "0"}) CHECK(kept(flag, no) == "no");
  CHECK(kept(number, "007") == "7");
  CHECK(kept(number, "-0") == "0");
  CHECK(kept(share, "1.500000") == "1.5");
  CHECK(kept(share, "-0.25") == "-0.25");
  CHECK(kept(share, "-5.0") == "-5");
  CHECK(kept(share, "-0") == "0");
  CHECK_THROWS_AS(kept(share, "-5.000001"), UsageError);
  Options options(all);
  options.set("share", "-1.5");
  CHECK(options.millionths(share) == -1'500'000);
}

TEST_CASE("asking for an option that was not declared is a fault of the program", "[options]") {
  Options options(specs);
  CHECK_FALSE(options.declares("speed"));
  CHECK_THROWS_AS(options.set("speed", "1"), std::logic_error);
  CHECK_THROWS_AS(options.text(undeclared_option), std::logic_error);
}

TEST_CASE("a list is split at its commas", "[options]") {
  const auto list = [](std::string_view text) {
    Options options(specs);
    options.set("keys", text);
    return options.list(keys_option).size();
  };
  CHECK(list("") == 0);
  CHECK(list("a") == 1);
  CHECK(list("a,b,c") == 3);
  CHECK(list("a,,c") == 3);
}

TEST_CASE("a setting is FORMAT.OPTION=VALUE, and the value may hold anything", "[options]") {
  const Setting whole = parse_setting("dtrace.keys=pid,a=b.c");
  CHECK(whole.format == "dtrace");
  CHECK(whole.option == "keys");
  CHECK(whole.value == "pid,a=b.c");
  const Setting plain = parse_setting("title=");
  CHECK(plain.format.empty());
  CHECK(plain.option == "title");
  CHECK(plain.value.empty());
  CHECK_THROWS_AS(parse_setting("title"), UsageError);
  for (const char* const nameless : {"=x", ".=x", ".title=x", "top.=x"}) {
    CHECK_THROWS_WITH(parse_setting(nameless), contains("--set takes [FORMAT.]OPTION=VALUE, not '"));
  }
}

TEST_CASE("a slip of the finger finds the name that was meant", "[options]") {
  constexpr std::array<std::string_view, 3> names{"collapsed", "pprof", "spall"};
  CHECK(nearest("colapsed", names) == "collapsed");
  CHECK(nearest("pprf", names) == "pprof");
  CHECK(nearest("coll", names) == "collapsed");
  CHECK(nearest("speedscope", names).empty());
}

}  // namespace profconv::test
