// SPDX-License-Identifier: Apache-2.0
// gzip (RFC 1952) as a layer over a sink: one member.
#pragma once

#include <cstddef>
#include <memory>

#include "profconv/output.h"

namespace profconv {

/// What is compressed in one go; more is compressed as it comes. The bytes that come out depend on this and the text,
/// not on the pieces in which it is written.
inline constexpr std::size_t gzip_at_once_bytes = std::size_t{1} << 20;
inline constexpr std::size_t gzip_piece_bytes = std::size_t{1} << 18;

/// Compresses what is written into `inner`. Without name or time, so that equal content gives equal bytes. `inner` is
/// used by the writing thread alone: what it throws reaches the writer.
[[nodiscard]] std::unique_ptr<Sink> gzip_sink(std::unique_ptr<Sink> inner,
                                              std::size_t at_once_bytes = gzip_at_once_bytes);

}  // namespace profconv
