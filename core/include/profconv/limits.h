// SPDX-License-Identifier: Apache-2.0
// How much a conversion may take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#pragma GCC visibility push(default)
namespace profconv {

/// One that is reached throws LimitError, which names the command's option for it.
struct Limits {
  /// As many entries as ids can tell apart.
  static constexpr std::uint32_t most_entries = std::numeric_limits<std::uint32_t>::max() - 1;

  std::uint64_t max_input_bytes = std::uint64_t{1} << 40;   ///< of one input, after decompression
  std::uint64_t max_output_bytes = std::uint64_t{1} << 40;  ///< of one output and the files beside it, uncompressed
  std::size_t max_line_bytes = std::size_t{16} << 20;
  std::size_t max_string_bytes = std::size_t{16} << 20;  ///< of a name or any other text that is kept
  std::size_t max_nesting = std::size_t{1} << 10;        ///< of JSON's objects and arrays
  std::size_t max_stack_depth = std::size_t{1} << 20;
  std::uint32_t max_frames = most_entries;       ///< that differ
  std::uint32_t max_stacks = most_entries;       ///< that differ; what one begins with is one too
  std::uint32_t max_samples = most_entries - 1;  ///< of one profile, those that are equal counted once
  std::uint32_t max_profiles = 10'000;           ///< of one input

  /// For copies of what has passed its limits.
  static constexpr Limits none() {
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    return {.max_input_bytes = std::numeric_limits<std::uint64_t>::max(),
            .max_output_bytes = std::numeric_limits<std::uint64_t>::max(),
            .max_line_bytes = any,
            .max_string_bytes = any,
            .max_nesting = any,
            .max_stack_depth = any,
            .max_profiles = most_entries};
  }
};

}  // namespace profconv
#pragma GCC visibility pop
