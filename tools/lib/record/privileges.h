// SPDX-License-Identifier: Apache-2.0
// What this process may do.
#pragma once

namespace profconv::record {

[[nodiscard]] bool is_root();
/// Linux: whether perf may count what the kernel does for a process.
[[nodiscard]] bool may_see_kernel_events();

}  // namespace profconv::record
