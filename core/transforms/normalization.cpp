// SPDX-License-Identifier: Apache-2.0
// Ratios of totals, and scaling by them, in integers.
#include "core/transforms/normalization.h"

#include <limits>

#include "core/transforms/merge_types.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

/// A product divided: the quotient rounded to nearest, and what is left over, at most half the denominator.
struct Quotient {
  Wide whole = 0;
  Wide rest = 0;
};

Quotient divided(Wide product, std::int64_t denominator) {
  Quotient q{.whole = product / denominator, .rest = product % denominator};
  if (q.rest < 0) {
    q.rest += denominator;
    --q.whole;
  }
  if (q.rest * 2 >= denominator) {
    q.rest -= denominator;
    ++q.whole;
  }
  return q;
}

std::int64_t narrow(Wide value) {
  if (value <= std::numeric_limits<std::int64_t>::max() && value >= std::numeric_limits<std::int64_t>::min()) {
    return static_cast<std::int64_t>(value);
  }
  throw OverflowError("a normalized value overflows a 64-bit integer");
}

Ratio ratio_of(std::int64_t numerator, std::int64_t denominator) {
  const Wide sign = denominator < 0 ? -1 : 1;
  return {.numerator = narrow(sign * numerator), .denominator = narrow(sign * denominator)};
}

/// Scales the samples of one side; `sign` is -1 for the base, whose values are negated.
void scale_rows(std::vector<std::int64_t>& values, const std::vector<bool>& rows, int sign, const Ratio& ratio) {
  if (ratio == Ratio{}) return;
  if (ratio.denominator <= 0) throw UsageError("the denominator of a ratio is above 0");
  Wide carried = 0;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!rows[row]) continue;
    const Quotient q = divided(sign * Wide{values[row]} * ratio.numerator + carried, ratio.denominator);
    values[row] = narrow(sign * q.whole);
    carried = q.rest;
  }
}

}  // namespace

SideRatios ratios_for(Normalization to, const MeasuredType& base, const MeasuredType& now, Context& context) {
  if (to == Normalization::none || (base.total == 0 && now.total == 0)) return {};
  if (base.total == 0 || now.total == 0) {
    context.data_loss(
        "compare.not_normalized." + one_line(now.type->type), {},
        "cannot normalize " + one_line(now.type->type) + ": it totals 0 in " + (base.total == 0 ? "BASE" : "NEW"));
    return {};
  }
  const ValueType unit = finer(*base.type, *now.type);
  const std::int64_t base_total = narrowed(in_type(base.total, *base.type, unit), unit);
  const std::int64_t now_total = narrowed(in_type(now.total, *now.type, unit), unit);
  if (to == Normalization::to_base) return {.base = {}, .now = ratio_of(base_total, now_total)};
  return {.base = ratio_of(now_total, base_total), .now = {}};
}

std::int64_t times(std::int64_t value, const Ratio& ratio) {
  return narrow(divided(Wide{value} * ratio.numerator, ratio.denominator).whole);
}

void scale_sides(Profile& comparison, const BaseSamples& is_base, std::span<const SideRatios> ratios) {
  Samples& samples = comparison.samples;
  std::vector<bool> in_base(samples.size());
  for (std::size_t row = 0; row < in_base.size(); ++row) in_base[row] = is_base(samples.labels_of(row));
  std::vector<bool> in_now = in_base;
  in_now.flip();
  for (std::size_t type = 0; type < ratios.size(); ++type) {
    scale_rows(samples.values[type], in_base, -1, ratios[type].base);
    scale_rows(samples.values[type], in_now, 1, ratios[type].now);
  }
}

}  // namespace profconv
