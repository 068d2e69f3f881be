// SPDX-License-Identifier: Apache-2.0
// Linux perf. It writes its recording into a pipe, which the reader gives to `perf script`: no file is made. perf
// starts disabled, and confirms on a descriptor that it records.
#include "tools/lib/record/backend.h"
#include "tools/lib/record/perf_text.h"
#include "tools/lib/record/privileges.h"

namespace profconv::record {

namespace {

/// Whether each processor is sampled, and not each thread. A thread is sampled when it has computed for a whole period,
/// so that of threads that compute less there would be no sample.
bool samples_processors(const Wish& wish) { return wish.everything || (wish.alone && is_root()); }

/// Events of the kernel are not for everyone.
std::string modifiers(const Wish& wish) {
  const bool is_user_only = !wish.kernel && !may_see_kernel_events();
  return std::string(samples_processors(wish) ? "I" : "") + (is_user_only ? "u" : "");
}

std::string event(const Wish& wish) {
  const std::string name = wish.off_cpu ? "context-switches" : "cpu-clock";
  const std::string often = wish.off_cpu ? "period=1" : "freq=" + std::to_string(wish.frequency);
  const std::string depth = std::to_string(wish.frames);
  return name + "/" + often + ",max-stack=" + depth + ",name=" + name + "/" + (wish.off_cpu ? "" : modifiers(wish));
}

Tracing plan(const Wish& wish) {
  Tracing tracing{.words = {"perf", "record", "-q", "-g"},
                  .environment = {{"LC_ALL", "C"}, {"PAGER", "cat"}},
                  .reader = "perf",
                  .settings = {},
                  .only = {}};
  const auto add = [&](std::initializer_list<std::string> words) { tracing.words.insert(tracing.words.end(), words); };
  if (!wish.kernel) add({"--user-callchains"});
  add({"-e", event(wish)});
  if (wish.off_cpu) {
    add({"--switch-events"});
    tracing.settings = {{.format = "perf", .option = "offcpu", .value = "yes"}};
    tracing.only = "off-cpu";
  }
  if (wish.buffer_bytes != 0) add({"-m", std::to_string(wish.buffer_bytes) + "B"});
  if (wish.alone) add({"-k", "CLOCK_MONOTONIC"});
  add({"-D", "-1", "--control", "fd:3,4"});
  if (samples_processors(wish)) {
    add({"-a"});
  } else {
    add({"-p", std::string(pid_word)});
  }
  add({"-o", "-"});
  tracing.has_controls = true;
  // By itself it writes when a buffer is half full, and with --no-buffering at each sample: those that read it would
  // then run at the same moments of each period, and be sampled in place of others.
  tracing.is_asked = wish.live;
  tracing.counts_samples = false;  // perf's own periods are times
  return tracing;
}

}  // namespace

const Backend perf_backend{
    .name = "perf", .plan = plan, .most_frames = most_frames, .text = perf_text, .whole = whole_samples};

}  // namespace profconv::record
