// SPDX-License-Identifier: Apache-2.0
// Choosing the unit.
#include "writers/top/amounts.h"

#include <array>
#include <span>
#include <string_view>

#include "profconv/shown_numbers.h"

namespace profconv::top {

namespace {

/// A unit and how many of the smallest of its kind it is.
struct Step {
  std::string_view name;
  std::int64_t size;
};

constexpr std::array<Step, 5> byte_steps{
    {{"B", 1}, {"kB", 1LL << 10U}, {"MB", 1LL << 20U}, {"GB", 1LL << 30U}, {"TB", 1LL << 40U}}};
constexpr std::array<Step, 4> time_steps{{{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};

}  // namespace

Amounts::Amounts(const ValueType& type, std::int64_t total) : scale_(type.scale) {
  std::span<const Step> steps;
  if (type.unit == "bytes") steps = byte_steps;
  if (type.unit == "nanoseconds") steps = time_steps;
  if (type.scale != 0) return;
  for (const Step& step : steps) {
    if (step.size != 1 && (total < 0 ? total > -step.size : total < step.size)) break;
    divisor_ = step.size;
    unit_ = step.name;
  }
}

std::string Amounts::operator()(std::int64_t value) const {
  constexpr std::int64_t million = 1'000'000;
  if (value == 0) return "0";
  if (divisor_ == 1) return amount(value, scale_, million) + unit_;
  return fixed(scaled(value, divisor_, 100), 2) + unit_;
}

}  // namespace profconv::top
