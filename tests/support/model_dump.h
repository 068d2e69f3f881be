// SPDX-License-Identifier: Apache-2.0
// The model as readable text, complete and deterministic: what golden files hold and what tests compare.
#pragma once

#include <span>
#include <string>

#include "profconv/context.h"
#include "profconv/profile.h"

namespace profconv::test {

/// Every profile: value types, metadata, and each sample with its stack root first, one frame a line.
/// Only what is set is shown; entries are told by content, never by id.
[[nodiscard]] std::string dump(const ProfileSet& set);

/// One line a finding: severity, kind, place, message and how often.
[[nodiscard]] std::string dump(std::span<const Diagnostic> diagnostics);

/// Text in double quotes; what is no printable ASCII or valid UTF-8 as \xNN.
[[nodiscard]] std::string as_literal(std::string_view text);

}  // namespace profconv::test
