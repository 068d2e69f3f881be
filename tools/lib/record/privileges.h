// SPDX-License-Identifier: Apache-2.0
// What this process may do.
#pragma once

#include <cstdint>

namespace profconv::record {

[[nodiscard]] bool is_root();
/// Linux: the frames of a stack that perf and bpftrace record at most (kernel.perf_event_max_stack).
[[nodiscard]] std::uint32_t most_frames();
/// Linux: whether perf may count what the kernel does for a process.
[[nodiscard]] bool may_see_kernel_events();

}  // namespace profconv::record
