// SPDX-License-Identifier: Apache-2.0
// Comparing recordings that were sampled at different rates.
#include "profconv/comparison.h"
#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "support/model_dump.h"

namespace profconv::test {

namespace {

const ValueType samples{.type = "samples", .unit = "count"};
const ValueType cpu{.type = "cpu", .unit = "nanoseconds"};

ProfileSet sampled(const std::vector<ValueType>& types, std::int64_t period, const std::string& unit = "ms",
                   std::int64_t rows = 1) {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  for (const ValueType& type : types) profile.add_value_type(type);
  profile.metadata().period = period;
  profile.metadata().period_type = {.type = "cpu", .unit = unit};
  const FunctionId function = builder.function({.name = builder.string("f")});
  const StackId stack = builder.child({}, builder.frame({.function = function}));
  const std::vector<std::int64_t> values(types.size(), 1);
  for (std::int64_t row = 0; row < rows; ++row) profile.add({.stack = stack}, values);
  return std::move(builder).finish();
}

std::string said(ProfileSet base, ProfileSet now, const ComparisonRules& rules = {}) {
  Context context;
  static_cast<void>(compare(std::move(base), std::move(now), rules, context));
  return dump(context.diagnostics());
}

}  // namespace

TEST_CASE("counts of samples taken at different rates are compared with a warning", "[compare]") {
  const std::string warning = said(sampled({samples, cpu}, 10), sampled({samples, cpu}, 20));
  CHECK_THAT(warning, contains("data_loss compare.periods") && contains("cpu 10 ms, cpu 20 ms") && contains("--freq") &&
                          contains("--normalize"));
}

TEST_CASE("different rates are no concern without counts, between shares, or if they are one", "[compare]") {
  CHECK(said(sampled({cpu}, 10), sampled({cpu}, 20)).empty());
  CHECK(said(sampled({samples}, 10), sampled({samples}, 10'000'000, "ns")).empty());
  CHECK(said(sampled({samples}, 10), sampled({samples}, 0)).empty());
  CHECK(said(sampled({samples}, 10), sampled({samples}, 20, "ms", 0)).empty());
  CHECK(said(sampled({samples}, 10), sampled({samples}, 20), {.normalization = Normalization::to_base}).empty());
}

}  // namespace profconv::test
