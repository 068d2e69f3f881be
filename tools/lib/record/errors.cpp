// SPDX-License-Identifier: Apache-2.0
// Phrases of tracers, and advice.
#include "tools/lib/record/errors.h"

#include <algorithm>
#include <array>

#include "core/text/excerpts.h"

namespace profconv::record {

namespace {

constexpr std::string_view run_as_root = "run it with sudo";
constexpr std::string_view no_probe = "this system lacks the probe: choose another backend (--backend)";
constexpr std::string_view mount_tracefs = "mount -t tracefs none /sys/kernel/tracing, then try again";
constexpr std::string_view paranoid = "use sudo, or sysctl kernel.perf_event_paranoid=1";
constexpr std::string_view integrity =
    "System Integrity Protection forbids it for programs of macOS: record one of your own";
constexpr std::string_view bad_rate = "this system does not sample at that rate: choose another frequency (-F)";
constexpr std::string_view old_perf = "it is too old for --control: install perf 5.10 or later";
constexpr std::string_view no_process = "the process has ended";

/// What a tracer says, and what to do about it. The first that is found counts.
struct Advice {
  std::string_view tracer;
  std::string_view phrase;
  std::string_view words;
};

constexpr std::array all_advice{
    Advice{"dtrace", "system integrity protection", integrity},
    Advice{"dtrace", "additional privileges", run_as_root},
    Advice{"dtrace", "run as root", run_as_root},
    Advice{"dtrace", "ermission denied", run_as_root},
    Advice{"dtrace", "Operation not permitted", run_as_root},
    Advice{"dtrace", "dtrace:::BEGIN: No such file", mount_tracefs},
    Advice{"dtrace", "Failed to enable", mount_tracefs},
    Advice{"dtrace", "does not match any probes", no_probe},
    Advice{"dtrace", "invalid probe specifier", bad_rate},
    Advice{"dtrace", "No such process", no_process},
    Advice{"dtrace", "failed to grab", no_process},
    Advice{"bpftrace", "root user", run_as_root},
    Advice{"bpftrace", "Operation not permitted", run_as_root},
    Advice{"bpftrace", "tracepoint not found", mount_tracefs},
    Advice{"bpftrace", "No probes to attach", no_probe},
    Advice{"bpftrace", "not found", no_probe},
    Advice{"perf", "perf_event_paranoid", paranoid},
    Advice{"perf", "No permission", paranoid},
    Advice{"perf", "Permission denied", paranoid},
    Advice{"perf", "access to performance monitoring", paranoid},
    Advice{"perf", "unknown option `control", old_perf},
    Advice{"perf", "not supported", no_probe},
    Advice{"perf", "event syntax error", no_probe},
    Advice{"perf", "No such process", no_process},
};

/// The line that says most: the first after an error's mark, else the last.
std::string_view telling_line(std::string_view said) {
  std::string_view last;
  bool is_marked = false;
  while (!said.empty()) {
    const std::string_view line = said.substr(0, said.find('\n'));
    said.remove_prefix(std::min(line.size() + 1, said.size()));
    const bool is_harmless = line.find("RLIMIT_MEMLOCK") != line.npos;
    if (line.find_first_not_of(" \t\r") == line.npos || is_harmless) continue;
    const bool is_mark = line == "Error:";
    if (!is_mark && (is_marked || line.starts_with("dtrace: ") || line.find("ERROR: ") != line.npos)) return line;
    is_marked = is_mark;
    last = line;
  }
  return last;
}

}  // namespace

System this_system() {
#if defined(__linux__)
  return System::linux_;
#elif defined(__APPLE__)
  return System::macos;
#elif defined(__FreeBSD__)
  return System::freebsd;
#elif defined(__sun)
  return System::illumos;
#elif defined(_WIN32)
  return System::windows;
#else
  return System::other;
#endif
}

std::string how_to_get(std::string_view tracer, System system) {
  switch (system) {
    case System::macos:
      return "macOS has it as /usr/sbin/dtrace: add /usr/sbin to PATH";
    case System::freebsd:
      return "load it with `kldload dtraceall` as root, and add /usr/sbin to PATH";
    case System::illumos:
      return "install it with `pkg install pkg:/system/dtrace`, and add /usr/sbin to PATH";
    case System::windows:
      return "enable it with `dism /online /enable-feature /featurename:DTrace /all`, and restart Windows";
    case System::linux_:
    case System::other:
      break;
  }
  if (tracer == "dtrace")
    return "install it (Fedora, Oracle Linux: dnf install dtrace), or use --backend bpftrace or perf";
  if (tracer == "bpftrace") return "install it (Debian, Ubuntu: apt install bpftrace; Fedora: dnf install bpftrace)";
  if (tracer == "perf")
    return "install it (Debian: apt install linux-perf; Ubuntu: linux-tools-generic; Fedora: dnf install perf)";
  return "install one (Debian: apt install bpftrace linux-perf; Fedora: dnf install bpftrace perf)";
}

RecordError failure(std::string_view tracer, const ProcessEnd& end, std::string_view said, System system) {
  constexpr std::size_t most_bytes = 200;
  const std::string name(tracer);
  if (end.kind == ProcessEnd::Kind::not_found)
    return RecordError(name + ": command not found; " + how_to_get(tracer, system));
  const std::string_view line = telling_line(said);
  std::string text =
      line.empty() ? describe(end, tracer) : name + " cannot record: " + one_line(shortened(line, most_bytes));
  while (text.ends_with('.')) text.pop_back();
  const auto* const found = std::find_if(all_advice.begin(), all_advice.end(), [&](const Advice& advice) {
    return advice.tracer == tracer && said.find(advice.phrase) != said.npos;
  });
  if (found != all_advice.end()) text.append("; ").append(found->words);
  return RecordError(text);
}

}  // namespace profconv::record
