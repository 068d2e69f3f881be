// SPDX-License-Identifier: Apache-2.0
// Tables of functions: numbers, order, groups, trees.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "profconv/convert.h"
#include "profconv/errors.h"
#include "support/catch.h"
#include "support/stacks.h"
#include "writers/top/amounts.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

std::string table_of(const ProfileSet& set, const std::vector<std::pair<std::string, std::string>>& settings = {}) {
  Options options(top_writer.options);
  for (const auto& [name, value] : settings) options.set(name, value);
  Context context;
  std::string text;
  Output output = Output::to_memory(&text);
  write_profiles(set, top_writer, options, output, context);
  return text;
}

const std::string_view sample = "main;parse;read 30\nmain;parse 2\nmain;eval;call;call 100\n";

/// Two threads, and a label on one sample.
ProfileSet of_threads() {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const auto stack = [&](std::string_view name) {
    return builder.child({}, builder.frame({.function = builder.function({.name = builder.string(name)})}));
  };
  const auto thread = [&](std::int64_t tid) {
    return builder.thread({.pid = 7, .tid = tid, .process_name = builder.string("prog")});
  };
  const LabelText label{.key = "size", .unit = "bytes", .number = 64, .is_number = true};
  profile.add({.stack = stack("f"), .thread = thread(1), .labels = builder.labels({&label, 1})}, 3);
  profile.add({.stack = stack("g"), .thread = thread(2)}, 5);
  return std::move(builder).finish();
}

/// `value` in a table whose smallest flat value is `least`.
std::string amount_of(std::int64_t value, std::int64_t least, std::int64_t total, const ValueType& type) {
  top::Least smallest;
  smallest.add(least, total);
  return top::Amounts(type, smallest, total)(value);
}

}  // namespace

TEST_CASE("functions stand by what they took themselves, and recursion counts once", "[top]") {
  CHECK(table_of(stacks(sample)) ==
        "Showing 5 of 5 functions: 132, 100.00% of 132 (samples/count)\n"
        "   flat   flat%    sum%     cum    cum%  function\n"
        "    100  75.76%  75.76%     100  75.76%  call\n"
        "     30  22.73%  98.48%      30  22.73%  read\n"
        "      2   1.52% 100.00%      32  24.24%  parse\n"
        "      0   0.00% 100.00%     132 100.00%  main\n"
        "      0   0.00% 100.00%     100  75.76%  eval\n");
}

TEST_CASE("the table is cut at n, and sorted by cum where that is asked for", "[top]") {
  CHECK(table_of(stacks(sample), {{"n", "1"}, {"sort", "cum"}}) ==
        "Showing 1 of 5 functions: 0, 0.00% of 132 (samples/count)\n"
        "   flat   flat%    sum%     cum    cum%  function\n"
        "      0   0.00%   0.00%     132 100.00%  main\n");
  const std::string all = table_of(stacks(sample), {{"n", "0"}});
  CHECK(std::count(all.begin(), all.end(), '\n') == 7);
}

TEST_CASE("the tree shows who calls whom, and counts what is too small", "[top]") {
  CHECK(table_of(stacks(sample), {{"view", "tree"}, {"least", "2"}}) ==
        "Calls of 132 (samples/count)\n"
        "   flat     cum    cum%  function\n"
        "      0     132 100.00%  main\n"
        "      0     100  75.76%    eval\n"
        "      0     100  75.76%      call\n"
        "    100     100  75.76%        call\n"
        "      2      32  24.24%    parse\n"
        "     30      30  22.73%      read\n");
}

TEST_CASE("branches below the least share are counted", "[top]") {
  const std::string text = table_of(stacks(sample), {{"view", "tree"}, {"least", "30"}});
  CHECK(text.find("branches below 30% not shown: 1\n") != std::string::npos);
  CHECK(text.find("parse") == std::string::npos);
}

TEST_CASE("what was lost is as much as what was won, and no less than the least share", "[top]") {
  const ProfileSet set = stacks("lost;gone -40\nkept;more 100\nkept;small -1\n");
  CHECK(table_of(set, {{"view", "tree"}, {"least", "10"}}) ==
        "Calls of 141 (samples/count); branches below 10% not shown: 1\n"
        "   flat     cum    cum%  function\n"
        "      0      99  70.21%  kept\n"
        "    100     100  70.92%    more\n"
        "      0     -40 -28.37%  lost\n"
        "    -40     -40 -28.37%    gone\n");
}

TEST_CASE("a table for each thread, process or value of a label", "[top]") {
  const std::string threads = table_of(of_threads(), {{"per", "thread"}});
  CHECK(threads.find("thread prog 7, thread 2\nShowing 1 of 1 functions: 5") == 0);
  CHECK(threads.find("\nthread prog 7, thread 1\nShowing 1 of 1 functions: 3") != std::string::npos);
  CHECK(table_of(of_threads(), {{"per", "process"}}).find("process prog 7\nShowing 2 of 2 functions: 8") == 0);
  const std::string sizes = table_of(of_threads(), {{"per", "size"}});
  CHECK(sizes.find("size [none]\nShowing 1 of 1 functions: 5") == 0);
  CHECK(sizes.find("size 64 bytes\nShowing 1 of 1 functions: 3") != std::string::npos);
  CHECK_THROWS_WITH(table_of(of_threads(), {{"per", "nothing"}}),
                    "no sample has a label 'nothing' to make tables of (there are: process, size, thread)");
}

TEST_CASE("a comparison shows what has changed, in shares of the base", "[top]") {
  CHECK(table_of(stacks("a 10 15\nb 10 4\nc 0 0\n")) ==
        "Showing 2 of 2 functions: -1, -5.00% of 20 (samples/count)\n"
        "   flat   flat%    sum%     cum    cum%  function\n"
        "     -6 -30.00% -30.00%      -6 -30.00%  b\n"
        "      5  25.00%  -5.00%       5  25.00%  a\n");
}

TEST_CASE("a table has the unit that pprof chooses: fit for its smallest value, or for a hundredth of it", "[top]") {
  const ValueType bytes{.type = "space", .unit = "bytes"};
  const ValueType cpu{.type = "cpu", .unit = "nanoseconds"};
  CHECK(amount_of(4'267'704, 4'267'704, 4'267'704, bytes) == "4.07MB");
  CHECK(amount_of(4'267'704, 1'100'000, 4'267'704, bytes) == "4.07MB");
  CHECK(amount_of(4'267'704, 1024, 4'267'704, bytes) == "4167.68kB");
  CHECK(amount_of(1024, 1024, 4'267'704, bytes) == "1.00kB");
  CHECK(amount_of(528, 528, 1 << 20, bytes) == "0.52kB");
  CHECK(amount_of(528, 528, 50'000, bytes) == "528B");
  CHECK(amount_of(5, 5, 1 << 20, bytes) == "5B");
  CHECK(amount_of(1023, 1023, 1023, bytes) == "1,023B");
  CHECK(amount_of(0, 0, 1023, bytes) == "0");
  CHECK(amount_of(-1536, -1536, 2048, bytes) == "-1.50kB");
  CHECK(amount_of(1'500'000, 1'500'000, 1'500'000'000, cpu) == "1.50ms");
  CHECK(amount_of(12'000'000, 12'000'000, 15'000'000'000, cpu) == "0.01s");
  CHECK(amount_of(3'600'000'000'000, 3'600'000'000'000, 7'200'000'000'000, cpu) == "1.00hrs");
  CHECK(amount_of(1234567, 1, 1234567, {.type = "samples", .unit = "count"}) == "1,234,567");
  CHECK(amount_of(15, 15, 15, {.type = "load", .unit = "", .scale = -1}) == "1.5");
}

TEST_CASE("names cannot steer a terminal, and colour comes where it is asked for", "[top]") {
  CHECK(table_of(stacks("a\x1b[31mb 1\n")).find('\x1b') == std::string::npos);
  CHECK(table_of(stacks("a 1\n"), {{"color", "yes"}}).find("\x1b[31m") != std::string::npos);
}

TEST_CASE("no samples are said, and values that do not add are refused", "[top]") {
  ProfileSetBuilder builder;
  builder.add_profile().add_value_type({.type = "samples", .unit = "count"});
  CHECK(table_of(std::move(builder).finish()) == "the profile has no samples\n");
  ProfileSetBuilder peaks;
  peaks.add_profile().add_value_type({.type = "peak", .unit = "bytes", .aggregation = Aggregation::max});
  CHECK_THROWS_AS(table_of(std::move(peaks).finish()), WriteError);
}

}  // namespace profconv::test
