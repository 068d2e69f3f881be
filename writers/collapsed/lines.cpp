// SPDX-License-Identifier: Apache-2.0
// Combining, rounding and writing the values of lines.
#include "writers/collapsed/lines.h"

#include <algorithm>
#include <charconv>

#include "core/text/excerpts.h"
#include "profconv/errors.h"

namespace profconv::collapsed {

namespace {

constexpr std::uint64_t lines_between_polls = 4096;

constexpr std::size_t longest_stack = 200;

}  // namespace

bool combine(LineValue& into, const LineValue& value, Aggregation aggregation) {
  if (!into.present) {
    into = value;
    into.present = true;
    return true;
  }
  switch (aggregation) {
    case Aggregation::sum:
      return !__builtin_add_overflow(into.value, value.value, &into.value) &&
             !__builtin_add_overflow(into.base, value.base, &into.base);
    case Aggregation::max:
      into.value = std::max(into.value, value.value);
      return true;
    case Aggregation::min:
      into.value = std::min(into.value, value.value);
      return true;
    case Aggregation::last:
      return false;
  }
  return false;
}

void refuse_to_combine(const ValueType& type, std::string_view stack) {
  if (type.aggregation == Aggregation::last) {
    throw WriteError("several samples have the stack " + in_quotes(stack, longest_stack) + ", and their values of " +
                     type.type + " do not add: a line of collapsed stacks holds one number");
  }
  throw WriteError("the sum of " + type.type + " at the stack " + in_quotes(stack, longest_stack) +
                   " does not fit into 64 bits");
}

Lines::Scaled Lines::scaled(std::int64_t value) const {
  Scaled result{.integer = value};
  for (int i = 0; i < type_.scale && value != 0 && result.fits; ++i) {
    result.fits = !__builtin_mul_overflow(result.integer, std::int64_t{10}, &result.integer);
  }
  std::int64_t dropped = 0;
  for (int i = type_.scale; i < 0 && (result.integer != 0 || dropped != 0); ++i) {
    dropped = result.integer % 10;
    result.integer /= 10;
    result.exact = result.exact && dropped == 0;
  }
  if (dropped >= 5) ++result.integer;
  if (dropped <= -5) --result.integer;
  return result;
}

bool Lines::comes_to_zero(const LineValue& value) const {
  const auto is_zero = [&](std::int64_t number) {
    const Scaled whole = scaled(number);
    return whole.fits && whole.integer == 0;
  };
  return is_zero(value.value) && is_zero(value.base);
}

std::int64_t Lines::whole(std::int64_t value, std::string_view prefix, std::string_view leaf) {
  const Scaled whole = scaled(value);
  if (!whole.fits) refuse_to_combine({.type = type_.type}, std::string(prefix) + std::string(leaf));
  if (!whole.exact) ++rounded_;
  return whole.integer;
}

void Lines::write_number(std::int64_t number) {
  if (number < 0) ++negatives_;
  std::array<char, 24> text{' '};
  const char* const end = std::to_chars(text.data() + 1, text.data() + text.size(), number).ptr;
  output_.write({text.data(), static_cast<std::size_t>(end - text.data())});
}

void Lines::write(std::string_view prefix, std::string_view leaf, const LineValue& value) {
  if (++lines_ % lines_between_polls == 0) context_.check_cancelled();
  const std::int64_t base = whole(value.base, prefix, leaf);
  const std::int64_t now = whole(value.value, prefix, leaf);
  if (base == 0 && now == 0) return leave_out();
  output_.write(prefix);
  output_.write(leaf);
  if (two_columns_) write_number(base);
  write_number(now);
  output_.put('\n');
}

void Lines::report() const {
  if (rounded_ != 0) {
    context_.note("collapsed.rounded_lines", {},
                  "values of " + type_.type + " were rounded to integers: " + std::to_string(rounded_));
  }
  if (zeros_ != 0) {
    context_.note("collapsed.zero_lines", {}, "stacks with a value of 0 were left out: " + std::to_string(zeros_));
  }
  if (negatives_ != 0) {
    context_.note("collapsed.negative_lines", {},
                  "lines have a negative number, which many readers refuse: " + std::to_string(negatives_));
  }
}

}  // namespace profconv::collapsed
