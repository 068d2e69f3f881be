// SPDX-License-Identifier: Apache-2.0
// How much memory the process may hold. What needs more ends in std::bad_alloc, where a system that gives what it has
// not got would kill some process instead.
#pragma once

#include <cstdint>

namespace profconv::cli {

/// Allows the memory of the machine or the container, where the system can limit it, and keeps some back. When the rest
/// is used up, that is let go and the running conversion is cancelled: what it does until it notices may need a little,
/// and destructors that do must not fail. To be called once, first of all.
void guard_memory();
/// Fewer bytes: --max-memory.
void limit_memory(std::uint64_t bytes);

[[nodiscard]] bool memory_is_used_up();
/// Says on standard error that memory is used up, and by whose limit; needs none itself.
void print_out_of_memory();

}  // namespace profconv::cli
