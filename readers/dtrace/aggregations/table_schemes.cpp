// SPDX-License-Identifier: Apache-2.0
// Comparing the steps of tables.
#include "readers/dtrace/aggregations/table_schemes.h"

namespace profconv::dtrace {

namespace {

constexpr auto linear = static_cast<BucketSchemes>(BucketScheme::lquantize);
constexpr auto log_linear = static_cast<BucketSchemes>(BucketScheme::llquantize);

}  // namespace

bool TableSchemes::has_other_step(std::span<const TableRow> rows) const {
  return step_ && step_of(rows).value_or(*step_) != *step_;
}

BucketSchemes TableSchemes::with(std::span<const TableRow> rows) const {
  const BucketSchemes fitting = all_ & schemes_of(rows);
  return has_other_step(rows) ? fitting & static_cast<BucketSchemes>(~linear) : fitting;
}

void TableSchemes::add(std::span<const TableRow> rows, std::uint64_t line) {
  const BucketSchemes own = schemes_of(rows);
  const BucketSchemes all = with(rows);
  is_told_ = is_told_ || own == log_linear;
  if (line_of_steps_ == 0 && (own & linear) != 0 && all == log_linear && has_other_step(rows)) {
    line_of_steps_ = line;
  }
  all_ = all;
  if (!step_) step_ = step_of(rows);
}

void TableSchemes::set(BucketScheme scheme) {
  all_ = static_cast<BucketSchemes>(scheme);
  is_told_ = true;
}

}  // namespace profconv::dtrace
