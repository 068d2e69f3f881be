// SPDX-License-Identifier: Apache-2.0
// Choosing the unit.
#include "writers/top/amounts.h"

#include <array>
#include <span>
#include <string_view>

#include "core/text/shown_numbers.h"

namespace profconv::top {

namespace {

/// A unit and how many of the smallest of its kind it is.
struct Step {
  std::string_view name;
  std::int64_t size;
};

constexpr std::array<Step, 6> byte_steps{
    {{"B", 1}, {"kB", 1LL << 10U}, {"MB", 1LL << 20U}, {"GB", 1LL << 30U}, {"TB", 1LL << 40U}, {"PB", 1LL << 50U}}};
constexpr std::array<Step, 5> time_steps{
    {{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}, {"hrs", 3'600'000'000'000}}};

/// The largest step in which an amount is 1 or more.
const Step& step_for(std::span<const Step> steps, Wide amount) {
  std::size_t at = 0;
  while (at + 1 < steps.size() && amount >= steps[at + 1].size) ++at;
  return steps[at];
}

}  // namespace

void Least::add(std::int64_t flat, std::int64_t cum) {
  const Wide value = flat != 0 ? flat : cum;
  const Wide size = value < 0 ? -value : value;
  if (size != 0 && (size_ == 0 || size < size_)) size_ = size;
}

Amounts::Amounts(const ValueType& type, Least least, std::int64_t whole) : scale_(type.scale) {
  constexpr int most_hundredths = 100;
  std::span<const Step> steps;
  if (type.unit == "bytes") steps = byte_steps;
  if (type.unit == "nanoseconds") steps = time_steps;
  if (type.scale != 0 || steps.empty()) return;
  const Wide largest = whole < 0 ? -Wide{whole} : Wide{whole};
  const Wide smallest = least.size() == 0 ? largest : least.size();
  const Step* step = &step_for(steps, smallest);
  if (step != &step_for(steps, largest) && smallest * most_hundredths < largest) {
    step = &step_for(steps, smallest * most_hundredths);
  }
  divisor_ = step->size;
  unit_ = step->name;
}

std::string Amounts::operator()(std::int64_t value) const {
  if (value == 0) return "0";
  if (divisor_ == 1) return amount(value, scale_, million) + unit_;
  return fixed(scaled(value, divisor_, 100), 2) + unit_;
}

}  // namespace profconv::top
