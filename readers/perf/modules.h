// SPDX-License-Identifier: Apache-2.0
// Whose code a frame is, told by the name of its module (perf's DSO) and its address.
#pragma once

#include <cstdint>
#include <string_view>

#include "profconv/dictionary.h"

namespace profconv::perf {

/// kernel: "[kernel.kallsyms]", "[nf_tables]", ".../vmlinux-6.1", ".../ext4.ko.xz", "bpf_prog_1234_f", and addresses in
/// the upper half. jit: "/tmp/perf-123.map", "/tmp/jitted-123-4.so". Else user.
[[nodiscard]] FrameKind kind_of(std::string_view module, std::uint64_t address);

}  // namespace profconv::perf
