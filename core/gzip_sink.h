// SPDX-License-Identifier: Apache-2.0
// gzip (RFC 1952) as a layer over a sink: one member, compressed by several threads where there is much of it.
#pragma once

#include <cstddef>
#include <memory>

#include "profconv/output.h"

namespace profconv {

/// What is compressed in one go; more is compressed by the block. The bytes that come out depend on these two, and not
/// on the number of threads.
inline constexpr std::size_t gzip_at_once_bytes = std::size_t{1} << 23;
inline constexpr std::size_t gzip_block_bytes = std::size_t{1} << 18;

/// Compresses what is written into `inner`, at most `threads` blocks at once. Without name or time, so that equal
/// content gives equal bytes. `inner` is used by the writing thread alone: what it throws reaches the writer.
[[nodiscard]] std::unique_ptr<Sink> gzip_sink(std::unique_ptr<Sink> inner, std::size_t threads,
                                              std::size_t at_once_bytes = gzip_at_once_bytes);

}  // namespace profconv
