// SPDX-License-Identifier: Apache-2.0
// What checking some bytes finds, as text to compare.
#pragma once

#include <string>
#include <string_view>

#include "profconv/check.h"

namespace profconv::test {

/// Checks bytes in memory, called `name`, as `from` says or as what they look like.
[[nodiscard]] CheckResult checked(std::string_view bytes, const std::string& from = {}, const std::string& name = "in");

/// "error kind :3" or "error kind @35" a line: severity, kind and line or byte of each finding.
[[nodiscard]] std::string places(const CheckResult& result);

/// The findings of one kind, as places() has them, without the kind.
[[nodiscard]] std::string places_of(const CheckResult& result, std::string_view kind);

}  // namespace profconv::test
