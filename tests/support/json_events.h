// SPDX-License-Identifier: Apache-2.0
// JSON as a list of what is in it, by our reader and by the JSON library: both must say the same of every text.
#pragma once

#include <string>
#include <string_view>

namespace profconv::test {

/// Reads a text of valid UTF-8 in every way that JsonPullReader has, and with the JSON library. Returns what differs;
/// an empty text if nothing does.
[[nodiscard]] std::string json_fault(std::string_view text);

}  // namespace profconv::test
