// SPDX-License-Identifier: Apache-2.0
// Declaring and checking them.
#include "tools/cli/record_flags.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

constexpr std::uint32_t highest_frequency = 10'000;
constexpr std::uint32_t most_frames = 1024;
constexpr double most_seconds = 1e6;
constexpr std::uint64_t most_buffer_bytes = std::uint64_t{1} << 30;

/// Flags of a conversion that a recording decides itself.
constexpr std::array<const char*, 5> left_out{"--from", "--freq", "--dry-run", "--progress", "--force"};

}  // namespace

void RecordFlags::declare(Flags& flags) {
  flags.number("-F,--frequency", wish.frequency, 1, highest_frequency, "HZ",
               "Samples per second and processor (default: 99)");
  flags.number("-d,--duration", seconds, most_seconds, "SECONDS", "Stop after so many seconds; the target goes on");
  flags.number("-p,--process", pid, 1, INT32_MAX, "PID", "Record a running process and its new children");
  flags.flag("-a,--all", wish.everything, "Record all processes");
  flags.flag("--kernel", wish.kernel, "Record the kernel's frames too");
  flags.flag("--off-cpu", wish.off_cpu, "Record where threads wait, and how long, instead of samples");
  flags.number("--frames", wish.frames, 1, most_frames, "N", "Frames per stack at most (default: 100)");
  flags.text("--script", wish.script, "FILE.d|FILE.bt", "Run this D or bpftrace program instead");
  flags.text("--backend", backend, "auto|dtrace|bpftrace|perf",
             "The tracer (default: auto, the first that works here)");
  flags.bytes("--buffer", wish.buffer_bytes, most_buffer_bytes,
              "The tracer's buffer per processor; more if samples are dropped");
  flags.optional_text("--live{page}", live, "[=PORT|top]",
                      "Show the recording meanwhile: in a browser, or with =top in the terminal");
  flags.flag("--show-script", show_script, "Print the tracer's command and program, and stop");
  conversion.declare(flags);
  for (const char* name : left_out) flags.remove(name);
}

std::optional<int> RecordFlags::parse(Flags& flags, const Arguments& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (const auto status = flags.parse({arguments.begin(), dashes})) return status;
  if (dashes != arguments.end()) command.assign(dashes + 1, arguments.end());
  if (!flags.words().empty()) {
    throw UsageError("'" + flags.words().front() +
                     "': put -- before the program: profconv record -- PROGRAM ARGUMENTS");
  }
  if (dashes != arguments.end() && (command.empty() || command.front().empty())) {
    throw UsageError("no program after --");
  }
  wish.live = flags.is_given("--live");
  if (!command.empty() && pid != 0) throw UsageError("give -p or a program after --, not both");
  if (command.empty() && pid == 0 && !wish.everything && !show_script) {
    throw UsageError("nothing to record: give a program after --, a process with -p, or -a");
  }
  if (pid != 0 && wish.everything) throw UsageError("-a and -p contradict each other");
  const auto& outputs = conversion.outputs;
  if (!command.empty() && std::find(outputs.begin(), outputs.end(), "-") != outputs.end()) {
    throw UsageError("-o -: standard output is the program's; name a file");
  }
  if (!wish.script.empty() && (wish.off_cpu || wish.kernel)) {
    throw UsageError("--script says what is recorded: leave out --off-cpu and --kernel");
  }
  check_live();
  return std::nullopt;
}

std::uint16_t RecordFlags::live_port() const {
  std::uint16_t port = 0;
  if (live == "page") return port;
  const char* const end = live.data() + live.size();
  const auto [rest, failed] = std::from_chars(live.data(), end, port);
  if (failed != std::errc() || rest != end) throw UsageError("--live takes =top or a =PORT, not '" + live + "'");
  return port;
}

void RecordFlags::check_live() const {
  if (!wish.live) return;
  if (!wish.script.empty()) throw UsageError("--live shows samples, and a --script may print anything: leave one out");
  if (!conversion.filters.parsed().samples.time.empty()) {
    throw UsageError("--live shows the whole time, and --time keeps a part of it: leave one out");
  }
  if (live != "top") {
    static_cast<void>(live_port());
  } else if (!stderr_is_terminal()) {
    throw UsageError("--live=top needs a terminal as standard error; --live serves a page");
  } else if (!command.empty() && stdout_is_terminal()) {
    throw UsageError("--live=top: the program prints on this terminal too: add > FILE, or use --live");
  }
}

}  // namespace profconv::cli
