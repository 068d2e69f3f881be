// SPDX-License-Identifier: Apache-2.0
// Numbers at the ends of 64 bits in every place that holds one: what is made of them is exact or an error, and no sum
// wraps around (UndefinedBehaviorSanitizer watches the same).
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/names/frame_totals.h"
#include "profconv/comparison.h"
#include "profconv/conversion.h"
#include "profconv/convert.h"
#include "profconv/filters.h"
#include "profconv/merge.h"
#include "profconv/scaling.h"
#include "profconv/summary.h"
#include "profconv/transforms.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

/// What of a profile is extreme.
struct Extremes {
  std::vector<std::int64_t> values;
  std::vector<std::int64_t> times;  ///< empty: none; else one for each value
  const char* unit = "nanoseconds";
  int scale = 0;
  std::int64_t period = 0;
  std::int64_t duration = most;
  bool spans = false;
  bool buckets = false;
};

/// Samples of stacks under one root, two of which end in the same function.
ProfileSet profile_of(const Extremes& extremes) {
  ProfileSetBuilder builder(SampleOrder::as_read);
  ProfileBuilder& profile = builder.add_profile("extreme");
  profile.add_value_type({.type = "cpu", .unit = extremes.unit, .scale = extremes.scale});
  Metadata& metadata = profile.metadata();
  metadata.period = extremes.period;
  metadata.period_type = {.type = "cpu", .unit = "nanoseconds"};
  metadata.duration_ns = extremes.duration;
  metadata.start_ns = least;
  if (extremes.buckets) metadata.distribution = "quantize";
  const MappingId module = builder.mapping({.file = builder.string("prog"), .start = 1, .limit = UINT64_MAX});
  for (std::size_t i = 0; i < extremes.values.size(); ++i) {
    const auto frame = [&](const std::string& name) {
      return builder.frame({.function = builder.function({.name = builder.string(name), .start_line = most}),
                            .mapping = module,
                            .address = UINT64_MAX,
                            .line = i % 2 == 0 ? most : least,
                            .column = most});
    };
    const std::vector<FrameId> frames{frame("main"), frame("f" + std::to_string(i % 3)), frame("leaf")};
    SampleKey key{.stack = builder.root_first(frames)};
    if (extremes.spans) key.thread = builder.thread({.pid = most, .tid = most});
    if (extremes.buckets) {
      const auto low = static_cast<std::int64_t>(i) * (most / 4);
      const LabelText ends[] = {{.key = "bucket_low", .unit = "bytes", .number = low, .is_number = true},
                                {.key = "bucket_high", .unit = "bytes", .number = most, .is_number = true}};
      key.labels = builder.labels(ends);
    }
    if (!extremes.times.empty()) key.start_ns = extremes.times[i];
    if (extremes.spans) key.shared_depth = 1;
    profile.add(key, extremes.values[i]);
  }
  return std::move(builder).finish();
}

const std::vector<Extremes>& all_extremes() {
  static const std::vector<Extremes> all{
      {.values = {most, most, most}},
      {.values = {least, least, least}},
      {.values = {most, least, most, least, 1}},
      {.values = {least, most, -1}},
      {.values = {most, 1}, .unit = "seconds"},
      {.values = {most, 1}, .unit = "count", .period = most},
      {.values = {most, most}, .scale = 18},
      {.values = {most, most}, .scale = -18},
      {.values = {least, 5}, .scale = -1},
      {.values = {1, 1, 1}, .times = {least, 0, most}},
      {.values = {most, most, most}, .times = {0, 1, 2}},
      {.values = {most, 1, 1}, .times = {most, most, most}, .period = most},
      {.values = {1, most, 1}, .times = {least, least, least}, .period = 1},
      {.values = {1, 2, 3}, .times = {most - 2, most - 1, most}, .spans = true},
      {.values = {most, most, most}, .times = {0, 0, 0}, .spans = true},
      {.values = {most, most, most}, .unit = "count", .buckets = true},
      {.values = {least, most, least}, .unit = "count", .buckets = true},
  };
  return all;
}

/// Calls what may refuse; false where it did, and then in words.
template <class Call>
bool passes(Call call) {
  try {
    call();
    return true;
  } catch (const Error& error) {
    CHECK(std::string(error.what()).size() > 10);
    return false;
  }
}

__extension__ using Wide = __int128;

Wide exact_sum(const ProfileSet& set) {
  Wide sum = 0;
  for (const std::int64_t value : set.profiles()[0].samples.values[0]) sum += value;
  return sum;
}

}  // namespace

TEST_CASE("every writer holds extreme numbers or refuses them", "[faults]") {
  for (const Extremes& extremes : all_extremes()) {
    const ProfileSet set = profile_of(extremes);
    for (const Writer* writer : all_writers) {
      for (const Options& options : option_variants(writer->options)) {
        const std::string bytes = written(set, *writer, options);
        CHECK_FALSE(bytes.empty());
      }
    }
  }
}

TEST_CASE("what is written of extreme numbers is read back or refused", "[faults]") {
  for (const Extremes& extremes : all_extremes()) {
    const ProfileSet set = profile_of(extremes);
    for (const Writer* writer : all_writers) {
      const Reader* const reader = reader_of(*writer);
      const std::string bytes = reader == nullptr ? "error: " : written(set, *writer);
      if (bytes.starts_with("error: ")) continue;
      INFO(writer->name);
      Context context;
      passes([&] { static_cast<void>(read_written(*reader, bytes, SampleOrder::as_read, context)); });
    }
  }
}

TEST_CASE("a total is exact or an overflow", "[faults]") {
  for (const Extremes& extremes : all_extremes()) {
    const ProfileSet set = profile_of(extremes);
    const Wide sum = exact_sum(set);
    std::int64_t found = 0;
    const bool fits = passes([&] { found = total(set.profiles()[0], 0); });
    if (fits) CHECK((found == sum));
    if (sum > most || sum < least) CHECK_FALSE(fits);
    const Summary summary = summarize(set, 0);
    if (summary.values[0].total) CHECK((*summary.values[0].total == sum));
    passes([&] { static_cast<void>(FrameTotals(set.dictionary(), false).of(set.profiles()[0].samples, 0)); });
  }
}

TEST_CASE("what functions come to is exact or an overflow", "[faults]") {
  const ProfileSet set = profile_of({.values = {most, most, most}});
  const FrameTotals totals(set.dictionary(), false);
  CHECK_THROWS_AS(totals.of(set.profiles()[0].samples, 0), OverflowError);
  CHECK_FALSE(summarize(set, 0).ranked_by.has_value());
  CHECK(summarize(set, 0).top_self.empty());
}

TEST_CASE("every transform holds extreme numbers or refuses them", "[faults]") {
  for (const Extremes& extremes : all_extremes()) {
    const ProfileSet set = profile_of(extremes);
    Context context;
    passes([&] { static_cast<void>(merge({set, set}, context)); });
    passes([&] { static_cast<void>(merge({set, set, set, set}, context)); });
    passes([&] { static_cast<void>(compare(set, set, {}, context)); });
    passes([&] { static_cast<void>(compare(set, set, {.normalization = Normalization::to_base}, context)); });
    passes([&] { static_cast<void>(with_sampling_rate(set, {.numerator = 1, .denominator = most}, context)); });
    for (const char* const factor : {"9223372036854775807", "1/9223372036854775807", "0.5", "2"}) {
      passes([&] { static_cast<void>(scale_values(set, std::vector{parse_scaling(factor)}, context)); });
    }
    Filters filters;
    for (const char* const time : {"0,1", "10%-90%", "-9223372036,9223372036"}) {
      passes([&] {
        filters.samples.time = time;
        static_cast<void>(apply_filters(set, filters, {}, SampleOrder::as_read, context));
      });
    }
    filters = {};
    filters.stacks.collapse_recursion = true;
    filters.stacks.hide = "f.";
    passes([&] { static_cast<void>(apply_filters(set, filters, {}, SampleOrder::merged, context)); });
  }
}

TEST_CASE("sums of merged and scaled samples are exact", "[faults]") {
  const ProfileSet half = profile_of({.values = {most / 2, 1}, .duration = 1});
  Context context;
  CHECK((exact_sum(merge({half, half}, context)) == 2 * exact_sum(half)));
  CHECK_THROWS_AS(merge({half, half, half}, context), OverflowError);
  CHECK_THROWS_AS(scale_values(half, std::vector{parse_scaling("3")}, context), OverflowError);
}

TEST_CASE("equal samples of an input that leave 64 bits are an error in every format", "[faults]") {
  const std::string big = std::to_string(most);
  const auto error_of = [](const Reader& reader, const std::string& text) -> std::string {
    Context context;
    Input input = Input::from_memory("sums", text, context);
    try {
      static_cast<void>(read_profiles(reader, input, Options(reader.options), SampleOrder::merged));
    } catch (const ReadError& error) {
      return error.what();
    }
    return {};
  };
  CHECK(error_of(collapsed_reader, "a;b " + big + "\na;b 1\n").find("overflows a 64-bit integer") != std::string::npos);
  // Offsets tell the two keys of one print apart, and are left out of the stacks.
  const auto record = [&](const std::string& offset) {
    return "\n              prog`f+" + offset + "\n              prog`main\n  " + big + "\n";
  };
  CHECK(error_of(dtrace_reader, record("0x1") + record("0x2")) ==
        "sums:8: the sum of samples overflows a 64-bit integer in main;f");
  const std::string point = R"({"tb":)" + big + R"(,"tbk":1,"fs":[1]})";
  const std::string heap =
      R"({"dhatFileVersion":2,"mode":"copy","verb":"Copied","bklt":false,"bkacc":false,"tu":"instrs","Mtu":"Minstr",)"
      R"x("cmd":"x","pid":1,"te":1,"ftbl":["[root]","0x1: f (a.c:1)"],"pps":[)x";
  CHECK(error_of(dhat_reader, heap + point + "," + point + "]}").find("overflows a 64-bit integer in f") !=
        std::string::npos);
  const ProfileSet twice = profile_of({.values = {most, most, most, most, most, most, most}});
  const std::string bytes = written(twice, pprof_writer);
  REQUIRE_FALSE(bytes.starts_with("error: "));
  CHECK(error_of(pprof_reader, bytes).find("overflows a 64-bit integer in ") != std::string::npos);
}

TEST_CASE("a change that does not fit in 64 bits is refused", "[compare]") {
  CHECK_THROWS_AS((Change{.base = -2, .now = INT64_MAX}.delta()), OverflowError);
  CHECK_THROWS_AS((Change{.base = 2, .now = INT64_MIN}.delta()), OverflowError);
  CHECK((Change{.base = -1, .now = INT64_MAX - 1}.delta()) == INT64_MAX);
  CHECK(Change{.base = 2, .now = -3}.delta() == -5);
}

}  // namespace profconv::test
