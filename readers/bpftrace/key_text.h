// SPDX-License-Identifier: Apache-2.0
// The key of a map's element: the text between the brackets of `@[ustack, comm]`. Its parts are separated by
// ", " in text and by "," in JSON. A stack begins with a newline and has one line per frame.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace profconv::bpftrace {

/// How parts of a key are separated.
enum class Separator : std::uint8_t { comma_blank, comma };
[[nodiscard]] std::string_view text_of(Separator separator);

/// A part as it is written; that of a stack ends with the newline of its last frame.
struct KeyPart {
  std::string_view text;
  bool is_stack = false;
};

/// Replaces `parts`. Strings are not quoted: one that holds a separator becomes several parts. Tuples, records and
/// arrays are one part each.
void split_key(std::string_view key, Separator separator, std::vector<KeyPart>& parts);

}  // namespace profconv::bpftrace
