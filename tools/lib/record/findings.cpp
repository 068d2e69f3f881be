// SPDX-License-Identifier: Apache-2.0
// Counting stacks, and advice.
#include "tools/lib/record/findings.h"

#include <vector>

#include "tools/lib/record/errors.h"

namespace profconv::record {

namespace {

struct Depth {
  std::uint32_t user = 0;
  std::uint32_t kernel = 0;
};

std::vector<Depth> depths_of(const Dictionary& dictionary) {
  std::vector<Depth> depths(1);
  const auto stacks = dictionary.stacks();
  for (std::size_t i = 1; i < stacks.size(); ++i) {
    Depth depth = depths[stacks[i].parent.value];
    ++(dictionary.frame(stacks[i].frame).kind == FrameKind::kernel ? depth.kernel : depth.user);
    depths.push_back(depth);
  }
  return depths;
}

}  // namespace

void Depths::add(const ProfileSet& set, const Wish& wish) {
  const std::vector<Depth> depths = depths_of(set.dictionary());
  for (const Profile& profile : set.profiles()) {
    for (std::size_t i = 0; i < profile.samples.size(); ++i) {
      const Depth depth = depths[profile.samples.stack[i].value];
      const bool is_cut = depth.user >= wish.frames || depth.kernel >= wish.frames;
      const std::int64_t value = profile.value_types.front().unit == "count" ? profile.samples.values.front()[i] : 1;
      const auto count = static_cast<std::uint64_t>(value < 0 ? 0 : value);
      samples += count;
      if (is_cut) cut += count;
      if (depth.user + depth.kernel == 1) single += count;
    }
  }
}

std::optional<std::string> describe_cut(const Depths& depths, const Wish& wish) {
  if (depths.cut == 0) return std::nullopt;
  return std::to_string(depths.cut) + " of " + std::to_string(depths.samples) + " samples have " +
         std::to_string(wish.frames) + " frames, so their stacks may be cut at the root: raise --frames";
}

std::optional<std::string> describe_single(const Depths& depths) {
  constexpr std::uint64_t enough = 20;
  if (depths.samples < enough || depths.single * 10 < depths.samples * 8) return std::nullopt;
  return "most stacks have one frame: compile with -fno-omit-frame-pointer (Rust: -C force-frame-pointers=yes)";
}

std::string no_samples(const Backend& backend, const Wish& wish, const std::string& target,
                       std::optional<std::chrono::milliseconds> cpu_time) {
  constexpr std::chrono::milliseconds much{1000};
  if (wish.everything) return "no samples: no process ran; record longer with -d";
  if (wish.off_cpu && &backend == &dtrace_backend && this_system() == System::linux_) {
    return "no waits were recorded: on some Linux kernels dtrace sees none; try --backend bpftrace";
  }
  if (wish.off_cpu) return "no waits were recorded: leave out --off-cpu to record where " + target + " computes";
  if (!cpu_time) return "no samples: " + target + " did not run; record longer with -d, or its waits with --off-cpu";
  const std::string time = std::to_string(cpu_time->count()) + " ms of CPU time";
  if (*cpu_time >= much) return "no samples, although " + target + " took " + time + ": try another --backend";
  return "no samples: " + target + " took " + time + "; raise -F, or record its waits with --off-cpu";
}

}  // namespace profconv::record
