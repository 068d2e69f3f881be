// SPDX-License-Identifier: Apache-2.0
// gzip (RFC 1952) as a layer over a sink: one member, since browsers and some viewers read no second one.
#pragma once

#include <cstddef>
#include <memory>

#include "profconv/output.h"

namespace profconv {

/// Text that is compressed by itself. The compressed bytes depend on the text alone: not on the writes it came in, on
/// threads, or on the processor.
inline constexpr std::size_t gzip_piece_bytes = std::size_t{1} << 20;

/// Compresses what is written into `inner`, with no name and no time. More than one piece is compressed by the threads
/// of `tasks` (null: in the calling thread), which must outlive the sink. Only the writing thread uses `inner`.
[[nodiscard]] std::unique_ptr<Sink> gzip_sink(std::unique_ptr<Sink> inner, TaskPool* tasks = nullptr);

}  // namespace profconv
