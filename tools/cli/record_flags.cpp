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
  CLI::App& app = flags.app();
  app.add_option("-F,--frequency", wish.frequency, "Samples per second and processor (default: 99)")
      ->check(CLI::Range(std::uint32_t{1}, highest_frequency))
      ->option_text("HZ");
  app.add_option("-d,--duration", seconds, "Stop after so many seconds; the target goes on")
      ->check(CLI::Range(0.0, most_seconds))
      ->option_text("SECONDS");
  app.add_option("-p,--process", pid, "Record a running process and its new children")
      ->check(CLI::Range(1, INT32_MAX))
      ->option_text("PID");
  app.add_flag("-a,--all", wish.everything, "Record all processes");
  app.add_flag("--kernel", wish.kernel, "Record the kernel's frames too");
  app.add_flag("--off-cpu", wish.off_cpu, "Record where threads wait, and how long, instead of samples");
  app.add_option("--frames", wish.frames, "Frames per stack at most (default: 100)")
      ->check(CLI::Range(std::uint32_t{1}, most_frames))
      ->option_text("N");
  app.add_option("--script", wish.script, "Run this D or bpftrace program instead")->option_text("FILE.d|FILE.bt");
  app.add_option("--backend", backend, "The tracer (default: auto, the first that works here)")
      ->option_text("auto|dtrace|bpftrace|perf");
  app.add_option("--buffer", wish.buffer_bytes, "The tracer's buffer per processor; more if samples are dropped")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(std::uint64_t{0}, most_buffer_bytes))
      ->option_text("BYTES");
  app.add_flag("--live{page}", live, "Show the recording meanwhile: in a browser, or with =top in the terminal")
      ->option_text("[=PORT|top]");
  app.add_flag("--show-script", show_script, "Print the tracer's command and program, and stop");
  conversion.declare(flags);
  for (const char* name : left_out) app.remove_option(app.get_option(name));
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
  wish.live = flags.app().count("--live") != 0;
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
