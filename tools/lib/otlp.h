// SPDX-License-Identifier: Apache-2.0
// Telling profiles of the OpenTelemetry protocol from other binary data.
#pragma once

#include <string_view>

namespace profconv {

/// Whether a file begins like opentelemetry.proto.profiles.v1development.ProfilesData in protobuf.
[[nodiscard]] bool is_otlp_profile(std::string_view head);

}  // namespace profconv
