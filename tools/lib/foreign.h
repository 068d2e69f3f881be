// SPDX-License-Identifier: Apache-2.0
// What a file is that no reader knows, so that the refusal can say it.
#pragma once

#include <string_view>

namespace profconv {

/// A kind of file, with its article ("a JPEG image"), and what its owner can do instead.
struct Foreign {
  std::string_view what;
  std::string_view advice;
  bool is_text = false;     ///< nothing more can be said of it
  bool is_guess = is_text;  ///< text that a printa() or printf() may have printed as well
};

/// Always knows an answer; the last ones are "text" and "binary data".
[[nodiscard]] Foreign identify_foreign(std::string_view head, std::string_view file_name);

}  // namespace profconv
