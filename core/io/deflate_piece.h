// SPDX-License-Identifier: Apache-2.0
// Deflate (RFC 1951) in pieces that are compressed independently, on any thread, and together make one stream.
#pragma once

#include <string>
#include <string_view>

namespace profconv {

/// Compresses `text` into whole bytes. Pieces that are not the last may be followed by more; the last ends the stream.
/// `level` is libdeflate's. The result depends on the arguments alone.
[[nodiscard]] std::string deflate_piece(std::string_view text, int level, bool is_last);

}  // namespace profconv
