// SPDX-License-Identifier: Apache-2.0
// --max-memory, and running out of memory in general: std::bad_alloc becomes an error message.
#pragma once

#include <cstdint>

namespace profconv::cli {

/// Reserves some memory. When an allocation fails, the reserve is released and the running conversion cancelled:
/// destructors of the JSON library allocate, and must not fail. Call once, before anything else.
void guard_memory();
/// Limits this process, and any it starts, to `bytes` of memory: --max-memory.
void limit_memory(std::uint64_t bytes);
/// Undoes limit_memory(), before starting a program that should not be limited.
void lift_memory_limit();

[[nodiscard]] bool memory_is_used_up();
/// Reports on standard error that memory is used up, and which limit was hit; allocates nothing.
void print_out_of_memory();

}  // namespace profconv::cli
