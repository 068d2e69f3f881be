// SPDX-License-Identifier: Apache-2.0
// The lines of stacks in bpftrace's four stack modes, as Ksyms, Usyms and BPFtrace::get_stack() write them
// (https://github.com/bpftrace/bpftrace, src/ksyms.cpp, src/usyms.cpp, src/bpftrace.cpp). Offsets are decimal.
//
//   bpftrace   leaf_mul+46    leaf_mul+46@/src/deep.c:34    [inlined] add@/src/deep.c:12    0x7f17ab112bec
//   perf       7f658e71f829 syscall+25 (/usr/lib/libc.so.6)    ffffffff814ef11f __sys_bpf+4095
//   raw        7f658e71f829
//   build_id   8b5b1a6f0e0d4c3b2a190807060504030201f0e1 0x1189
#pragma once

#include <cstdint>
#include <string_view>

#include "profconv/dictionary.h"

namespace profconv::bpftrace {

/// A line taken apart.
struct FrameText {
  std::string_view function;  ///< empty: only the address is known
  std::string_view module;
  std::string_view build_id;  ///< then the address is that of the file
  std::string_view file;
  std::uint64_t address = 0;
  std::uint64_t offset = Frame::no_offset;
  std::int64_t line = 0;
  bool inlined = false;
  bool is_failure = false;  ///< "<unwind failure>": the frames towards the root are missing
};

/// `text` is without the blanks around it.
[[nodiscard]] FrameText parse_frame(std::string_view text);

/// Whether a line of other text can be a frame: a name and its offset, or an address.
[[nodiscard]] bool looks_like_frame(std::string_view text);

/// Whether a line of a stack in a JSON key has lost its blanks: bpftrace 0.24 and later leave them out of keys.
[[nodiscard]] bool lacks_blanks(std::string_view line);

/// Whose stack a frame shows it to be in.
enum class Owner : std::int8_t { program = -1, unknown = 0, kernel = 1 };
[[nodiscard]] Owner owner_of(const FrameText& frame);

}  // namespace profconv::bpftrace
