// SPDX-License-Identifier: Apache-2.0
// What does not fit.
#include "readers/dtrace/aggregations/exact_sums.h"

#include "profconv/errors.h"

namespace profconv::dtrace {

void refuse_sum() { throw OverflowError("the sum of several prints overflows a 64-bit integer"); }

}  // namespace profconv::dtrace
