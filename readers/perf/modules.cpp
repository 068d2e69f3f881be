// SPDX-License-Identifier: Apache-2.0
// Names that perf gives to what is no file, and those of kernels and of code made at run time.
#include "readers/perf/modules.h"

#include "core/text/base_name.h"

namespace profconv::perf {

namespace {

bool is_kernel(std::string_view module) {
  if (module.starts_with('[')) {
    constexpr std::string_view user_areas[] = {"[vdso]",  "[vdso32]", "[vsyscall]", "[heap]",
                                               "[stack]", "[anon",    "[uprobes]",  "[unknown]"};
    for (const std::string_view area : user_areas) {
      if (module.starts_with(area)) return false;
    }
    return true;
  }
  const std::string_view file = base_name(module);
  return file.starts_with("vmlinux") || file.starts_with("bpf_prog_") || file.ends_with(".ko") ||
         file.find(".ko.") != std::string_view::npos;
}

bool is_jit(std::string_view module) {
  const std::string_view file = base_name(module);
  return (file.starts_with("perf-") && file.ends_with(".map")) ||
         (file.starts_with("jitted-") && file.ends_with(".so"));
}

}  // namespace

FrameKind kind_of(std::string_view module, std::uint64_t address) {
  constexpr std::uint64_t upper_half = std::uint64_t{1} << 63U;
  if (address >= upper_half || is_kernel(module)) return FrameKind::kernel;
  return is_jit(module) ? FrameKind::jit : FrameKind::user;
}

}  // namespace profconv::perf
