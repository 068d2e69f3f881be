// SPDX-License-Identifier: Apache-2.0
// Whether an input looks like collapsed stacks.
#pragma once

#include <string_view>

#include "profconv/format.h"

namespace profconv::collapsed_in {

[[nodiscard]] Probe probe(const Reader&, std::string_view head, std::string_view file_name);

}  // namespace profconv::collapsed_in
