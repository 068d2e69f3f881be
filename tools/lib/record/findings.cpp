// SPDX-License-Identifier: Apache-2.0
// Counting stacks, and advice.
#include "tools/lib/record/findings.h"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <vector>

#include "core/text/counted.h"
#include "tools/lib/record/errors.h"
#include "tools/lib/record/privileges.h"

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

void Depths::add(const ProfileSet& set, const Wish& wish, std::string_view only) {
  const std::vector<Depth> depths = depths_of(set.dictionary());
  for (const Profile& profile : set.profiles()) {
    if (!only.empty() && profile.name != only) continue;
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

std::optional<std::string> describe_missed(const Backend& backend, const Wish& wish, std::uint64_t samples,
                                           const CpuTime& cpu_time) {
  constexpr double enough = 100;
  constexpr double few = 0.7;  // chance and other work on the machine take less than the rest
  const bool are_samples_of_it = wish.script.empty() && !wish.off_cpu && !wish.everything;
  const bool is_system_seen = &backend != &perf_backend || may_see_kernel_events();
  const std::chrono::milliseconds seen = is_system_seen ? cpu_time.user + cpu_time.system : cpu_time.user;
  const double seconds = 1e-3 * static_cast<double>(seen.count());
  const double expected = seconds * wish.frequency;
  const double share = static_cast<double>(samples) / expected;
  if (!are_samples_of_it || expected < enough || share > few) return std::nullopt;
  std::array<char, 100> text{};
  static_cast<void>(std::snprintf(text.data(), text.size(), "%.1f s of CPU time have %s, %.0f %% of -F %" PRIu32 ": ",
                                  seconds, counted(samples, "sample").c_str(), 100 * share, wish.frequency));
  const std::string period = "1/" + std::to_string(wish.frequency) + " s";
  return text.data() + (&backend == &perf_backend ? "threads that compute less than " + period +
                                                        " have none (raise -F, or --backend bpftrace)"
                                                  : std::string(backend.name) + " missed the rest");
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
