// SPDX-License-Identifier: Apache-2.0
// What is done with one fuzzed input, for each target. A find is whatever they throw: std::logic_error says which law
// was broken, and no Error of ours leaves them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profconv/format.h"

namespace profconv::test {

/// Small, so that a fuzzer finds the way to each limit.
inline constexpr Limits fuzz_limits{.max_input_bytes = 1 << 20, .max_line_bytes = 1 << 16, .max_stack_depth = 1 << 10};

/// Reads with one reader, all at once and in small pieces; what it wrote in every format that can be read must come
/// back as the same bytes.
void fuzz_one(const Reader& reader, std::string_view bytes);

/// A conversion from detection to compressed output. The first path_choices bytes choose how the input is stored, the
/// writer, its options and what is done in between; the rest is the input, which is compressed here so that no checksum
/// keeps fuzzing out.
void fuzz_path(std::string_view bytes);
inline constexpr std::size_t path_choices = 8;

/// What users write: settings, filters and other flags, one `flag value` a line. Behind a line `%% program` stands a D
/// program, behind `%% palette` and `%% names` the files of flame graphs' options, and behind `%% input` what is read
/// with all of it; without that it is the profile that has everything.
void fuzz_options(std::string_view bytes);

/// JSON of any kind: the reader that all formats of JSON share, compared with the JSON library.
void fuzz_json_text(std::string_view bytes);

/// A file for --symbols: ELF, a table of a compiler or the kernel, or a copy of /proc/PID/maps. No profile changes its
/// sums, and what becomes of it can be written and read.
void fuzz_symbols(std::string_view bytes);

/// What a plugin calls of its host: whatever it says, words come back, or the sums of what was accepted.
void fuzz_plugin(std::string_view bytes);

/// Every target: the readers by their names, "path", "options", "json_text", "symbols" and "plugin".
[[nodiscard]] std::vector<std::string> fuzz_targets();
/// Throws std::logic_error also for a target that there is not.
void fuzz(std::string_view target, std::string_view bytes);

}  // namespace profconv::test
