// SPDX-License-Identifier: Apache-2.0
// What would be lost if an output replaced the input it was made from.
#pragma once

#include <span>
#include <string>

#include "output_plan.h"
#include "profconv/conversion.h"

namespace profconv {

/// Whether a request does nothing to an input but write it again in its own format, so that every sample stays what it
/// was. `writers` are those of its outputs.
[[nodiscard]] bool only_rewrites(const ConversionRequest& request, const Reader& reader,
                                 std::span<const Writer* const> writers);

/// Why the output of a request cannot hold all of the input it replaces, as far as that is clear before anything is
/// read; empty: it may.
[[nodiscard]] std::string lost_by_request(const ConversionRequest& request, const Job& job, const PlannedOutput& output,
                                          const Registry& registry);
[[nodiscard]] std::string lost_by_writing(std::span<const Loss> losses);
/// The same for data losses and errors that were reported of the input, or of no file in particular, and for what its
/// reader skipped.
[[nodiscard]] std::string lost_while_converting(const PlannedOutput& output, const Context& context);

/// Throws UsageError unless `lost` is empty.
void refuse_replacement(const PlannedOutput& output, const std::string& lost);

}  // namespace profconv
