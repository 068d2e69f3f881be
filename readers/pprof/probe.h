// SPDX-License-Identifier: Apache-2.0
// Telling pprof by its beginning. Protobuf has no magic: what decides is that
// all fields have the numbers and kinds of profile.proto, down to the
// innermost.
#pragma once

#include <string_view>

#include "profconv/format.h"

namespace profconv::pprof_in {

[[nodiscard]] Probe probe(const Reader&, std::string_view head, std::string_view file_name);

}  // namespace profconv::pprof_in
