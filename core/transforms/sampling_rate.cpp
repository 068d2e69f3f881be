// SPDX-License-Identifier: Apache-2.0
// From counts to time: what --freq does.
#include <algorithm>
#include <cstdlib>

#include "core/text/integers.h"
#include "core/text/units.h"
#include "profconv/errors.h"
#include "profconv/transforms.h"

namespace profconv {

namespace {

constexpr std::int64_t ns_per_second = 1'000'000'000;
constexpr std::int64_t max_rate = ns_per_second;

bool counts_samples(const Profile& profile) {
  const auto index = profile.find_type("samples");
  return index && profile.value_types[*index].unit == "count" &&
         profile.value_types[*index].aggregation == Aggregation::sum;
}

/// The time between two samples that the source states; 0: it states none.
std::int64_t stated_period_ns(const Metadata& metadata) {
  const Unit* const unit = find_unit(metadata.period_type.unit);
  if (metadata.period <= 0 || unit == nullptr || unit->kind != UnitKind::time || metadata.period_type.scale != 0)
    return 0;
  std::int64_t ns = 0;
  return __builtin_mul_overflow(metadata.period, unit->factor, &ns) ? 0 : ns;
}

void add_cpu_time(Profile& profile, std::int64_t period_ns) {
  profile.metadata.period = period_ns;
  profile.metadata.period_type = {.type = "cpu", .unit = "nanoseconds"};
  if (profile.find_type("cpu")) return;
  std::vector<std::int64_t> cpu = profile.samples.values[*profile.find_type("samples")];
  for (std::int64_t& value : cpu) {
    if (__builtin_mul_overflow(value, period_ns, &value))
      throw OverflowError("cpu time of a sample overflows a 64-bit integer");
  }
  profile.value_types.push_back({.type = "cpu", .unit = "nanoseconds"});
  profile.samples.values.push_back(std::move(cpu));
}

}  // namespace

std::int64_t SamplingRate::period_ns() const { return (ns_per_second * denominator + numerator / 2) / numerator; }

SamplingRate parse_sampling_rate(std::string_view text) {
  const auto refuse = [&] {
    return UsageError("'" + std::string(text) + "' is not a sampling rate in Hz (1 or 99.5)");
  };
  const std::size_t dot = std::min(text.find('.'), text.size());
  std::string digits(text.substr(0, dot));
  SamplingRate rate;
  if (dot < text.size()) {
    const std::string_view fraction = text.substr(dot + 1);
    if (fraction.empty() || fraction.size() > 6) throw refuse();
    digits.append(fraction);
    for (std::size_t i = 0; i < fraction.size(); ++i) rate.denominator *= 10;
  }
  rate.numerator = parse_integer<std::int64_t>(digits).value_or(0);
  if (rate.numerator <= 0) throw refuse();
  if (rate.numerator / rate.denominator > max_rate) throw refuse();
  return rate;
}

ProfileSet with_sampling_rate(ProfileSet set, const SamplingRate& rate, Context& context) {
  const bool is_rate = rate.numerator > 0 && rate.denominator > 0 && rate.denominator <= ns_per_second &&
                       rate.numerator / rate.denominator <= max_rate;
  if (!is_rate || rate.period_ns() == 0) throw UsageError("a sampling rate is above 0 and at most 1000000000 Hz");
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  if (std::none_of(profiles.begin(), profiles.end(), counts_samples)) {
    context.note("rate.unused", {}, "no value type counts samples, so the sampling rate has no effect");
  }
  for (Profile& profile : profiles) {
    if (!counts_samples(profile)) continue;
    const std::int64_t stated = stated_period_ns(profile.metadata);
    if (stated != 0 && std::abs(stated - rate.period_ns()) > 1) {
      context.data_loss("rate.stated", {},
                        "the input states a sampling period of " + std::to_string(stated) +
                            " ns, and --freq another, " + std::to_string(rate.period_ns()) +
                            " ns: kept the stated one");
    }
    add_cpu_time(profile, stated != 0 ? stated : rate.period_ns());
  }
  return {std::move(dictionary), std::move(profiles)};
}

}  // namespace profconv
