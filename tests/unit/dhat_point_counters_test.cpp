// SPDX-License-Identifier: Apache-2.0
// Counters of DHAT's points that a profile lacks: the least that they can be, never more.
#include <cstdint>
#include <vector>

#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "writers/dhat/point_counters.h"

namespace profconv::test {

namespace {

using dhat_out::Counter;
using dhat_out::CounterValues;

const ValueType allocated{.type = "alloc_space", .unit = "bytes"};
const ValueType blocks_allocated{.type = "alloc_objects", .unit = "count"};
const ValueType at_peak{.type = "inuse_space", .unit = "bytes"};
const ValueType blocks_at_peak{.type = "inuse_objects", .unit = "count"};
const ValueType at_end{.type = "end_space", .unit = "bytes"};
const ValueType site_maximum{.type = "site_max_space", .unit = "bytes", .aggregation = Aggregation::max};

struct Point {
  CounterValues values{};
  std::string said;

  [[nodiscard]] std::int64_t operator[](Counter c) const { return values[static_cast<std::size_t>(c)]; }
};

/// The point of one sample with these values, as the writer makes it.
Point point(const std::vector<ValueType>& types, const std::vector<std::int64_t>& values, bool true_maxima = false) {
  ProfileSetBuilder builder;
  ProfileBuilder& points = builder.add_profile();
  // A writer hands over what it writes: the value types that have a counter, in their order.
  for (const ValueType& type : types) points.add_value_type(type);
  points.add({}, values);
  const ProfileSet set = std::move(builder).finish();
  const Profile& profile = set.profiles()[0];
  const dhat_out::Layout layout = dhat_out::lay_out(profile);
  REQUIRE(layout.written().size() == types.size());
  dhat_out::PointCounters counters(layout, true_maxima, profile);
  Point made{.values = counters.of(0), .said = {}};
  Context context;
  counters.report(context);
  for (const Diagnostic& d : context.diagnostics()) made.said += d.kind + ": " + d.message;
  return made;
}

}  // namespace

TEST_CASE("what was in use at the peak and at the end was allocated: as much as the larger of both", "[dhat][writer]") {
  for (const auto& [peak, end] : {std::pair{200, 300}, std::pair{300, 200}}) {
    const Point made = point({at_peak, at_end}, {peak, end});
    CHECK(made[Counter::gb] == peak);
    CHECK(made[Counter::eb] == end);
    CHECK(made[Counter::mb] == 300);
    CHECK(made[Counter::tb] == 300);
  }
  const Point known = point({allocated, at_peak, at_end}, {900, 200, 300});
  CHECK(known[Counter::tb] == 900);
  CHECK(known[Counter::mb] == 300);
  const Point site = point({site_maximum}, {700});
  CHECK(site[Counter::tb] == 700);
  CHECK(site[Counter::gb] == 0);
}

TEST_CASE("bytes are in one block at least, and no bytes in none", "[dhat][writer]") {
  const Point made = point({at_peak, at_end}, {200, 0});
  CHECK(made[Counter::gbk] == 1);
  CHECK(made[Counter::ebk] == 0);
  CHECK(made[Counter::mbk] == 1);
  CHECK(made[Counter::tbk] == 1);
  CHECK(made.said.empty());
  const Point blocks = point({at_peak, blocks_at_peak}, {200, 7});
  CHECK(blocks[Counter::mbk] == 7);
  CHECK(blocks[Counter::tbk] == 7);
  CHECK(point({{.type = "copied", .unit = "bytes"}}, {64})[Counter::tbk] == 1);
  CHECK(point({{.type = "cpu", .unit = "nanoseconds"}}, {64})[Counter::tbk] == 1);
}

TEST_CASE("true maxima are no less than what a point held, in whatever order points became one", "[dhat][writer]") {
  const std::vector<ValueType> types{allocated, at_peak, site_maximum};
  CHECK(point(types, {900, 200, 120}, true)[Counter::mb] == 200);
  CHECK(point(types, {900, 200, 500}, true)[Counter::mb] == 500);
  // Valgrind's, many of which are too low, stay as they are.
  CHECK(point(types, {900, 200, 120})[Counter::mb] == 120);
}

TEST_CASE("counters that contradict each other are written and reported", "[dhat][writer]") {
  const Point no_block = point({allocated, blocks_allocated}, {8, 0});
  CHECK(no_block[Counter::tbk] == 0);
  CHECK(no_block.said ==
        "dhat.contradictions: points have bytes without blocks or more in use than allocated (was the profile "
        "scaled?): 1");
  CHECK(point({allocated, at_peak}, {8, 9}).said == no_block.said);
  CHECK(point({blocks_allocated, blocks_at_peak}, {1, 2}).said == no_block.said);
  CHECK(point({allocated, blocks_allocated}, {8, 1}).said.empty());
  CHECK(point({allocated, blocks_allocated}, {0, 1}).said.empty());
}

}  // namespace profconv::test
