// SPDX-License-Identifier: Apache-2.0
// Lines that lost the end of line between them:
//
//   \t  7f01 f+0x1 (/a)\t  7f02 g+0x2 (/b)
//   \t  7f01 f+0x1 (/a)app 12 [000] cycles:
//   app 12 [000] 5.100000: 10 cycles: \t  7f01 f+0x1 (/a)
#pragma once

#include <string_view>

#include "readers/perf/frame_text.h"
#include "readers/perf/heading.h"

namespace profconv::perf {

/// Whether a frame's line holds another frame, or the first line of a sample.
[[nodiscard]] bool holds_another(std::string_view line, const FrameText& frame);

/// Whether what follows the event of a first line holds frames that perf prints on lines of their own.
[[nodiscard]] bool holds_chain(const Heading& heading);

/// Whether a frame ends a tracepoint's fields: " f+0x1 (/a)".
[[nodiscard]] bool ends_in_frame(std::string_view fields);

/// Whether the name of a thread or a source file holds a frame.
[[nodiscard]] bool holds_frame(std::string_view name);

}  // namespace profconv::perf
