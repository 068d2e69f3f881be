// SPDX-License-Identifier: Apache-2.0
// Choosing a tracer.
#include <algorithm>
#include <array>
#include <chrono>

#include "core/process/process.h"
#include "core/process/spawn.h"
#include "profconv/context.h"
#include "tools/lib/record/backend.h"
#include "tools/lib/record/errors.h"
#include "tools/lib/record/privileges.h"
#include "tools/lib/record/script_file.h"

namespace profconv::record {

namespace {

constexpr std::array all{&dtrace_backend, &bpftrace_backend, &perf_backend};

bool is_on_path(std::string_view program) {
  try {
    static_cast<void>(program_path(std::string(program), std::string(program)));
    return true;
  } catch (const ProcessError&) {
    return false;
  }
}

/// SystemTap has a program of the same name, which makes headers. DTrace answers -V with "dtrace: Sun D 1.13".
bool is_dtrace() {
  Context context;
  Command command{.words = {"dtrace", "-V"}, .name = {}, .environment = {}, .input = {}, .handed = {}};
  command.deadline = std::chrono::seconds{10};
  Process process(std::move(command), context);
  std::string text;
  std::array<char, 512> block{};
  while (const auto got = process.read_for(block, std::chrono::seconds{10})) {
    if (*got == 0) break;
    text.append(block.data(), *got);
  }
  return text.starts_with("dtrace:") && text.find(" D ") != text.npos;
}

/// Throws RecordError where the program is missing, or is another.
void require(const Backend& backend) {
  const std::string name(backend.name);
  if (!is_on_path(name)) throw RecordError(name + ": command not found; " + how_to_get(name, this_system()));
  if (&backend == &dtrace_backend && !is_dtrace()) {
    throw RecordError("dtrace: this is SystemTap's program, which cannot trace; " + how_to_get(name, this_system()));
  }
}

/// Switches happen in the kernel.
void require_privileges(const Backend& backend, const Wish& wish) {
  if (&backend != &perf_backend || may_see_kernel_events() || !(wish.off_cpu || wish.kernel)) return;
  throw RecordError(std::string("perf records ") + (wish.off_cpu ? "waits" : "the kernel") +
                    " for root only: use sudo, or sysctl kernel.perf_event_paranoid=1");
}

/// Whether it may be what "auto" means.
bool suits(const Backend& backend, const Wish& wish) {
  const bool is_perf = &backend == &perf_backend;
  if (this_system() == System::linux_) {
    if (!is_root()) return is_perf && is_on_path(backend.name);  // the others need root there
    // Its sched:::on-cpu does not fire on every kernel.
    if (&backend == &dtrace_backend && wish.off_cpu && is_on_path("bpftrace")) return false;
  } else if (&backend != &dtrace_backend) {
    return false;
  }
  return is_on_path(backend.name) && (&backend != &dtrace_backend || is_dtrace());
}

RecordError no_backend() {
  if (this_system() != System::linux_) {
    return RecordError("dtrace: command not found; " + how_to_get("dtrace", this_system()));
  }
  if (!is_root() && (is_on_path("bpftrace") || is_on_path("dtrace"))) {
    return RecordError("dtrace and bpftrace need root: use sudo, or install perf, which records your own programs");
  }
  return RecordError("there is no dtrace, bpftrace or perf; " + how_to_get("", this_system()));
}

/// The word as a shell takes it.
std::string quoted(const std::string& word) {
  if (!word.empty() &&
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+%@") == word.npos) {
    return word;
  }
  std::string text = "'";
  for (const char c : word) text.append(c == '\'' ? std::string("'\\''") : std::string(1, c));
  return text + "'";
}

}  // namespace

std::span<const Backend* const> backends() { return all; }

const Backend& find_backend(std::string_view name, const Wish& wish) {
  std::string wanted(name);
  if (!wish.script.empty()) {
    wanted = backend_of_script(wish.script);
    if (name != "auto" && name != wanted) throw UsageError("--script: " + wish.script + " is a program for " + wanted);
  }
  if (wanted == "auto") return choose_backend(wanted, wish);
  const auto* const found = std::find_if(all.begin(), all.end(), [&](const Backend* b) { return b->name == wanted; });
  if (found == all.end()) {
    throw UsageError("the backend is dtrace, bpftrace, perf or auto, not '" + std::string(name) + "'");
  }
  return **found;
}

const Backend& choose_backend(std::string_view name, const Wish& wish) {
  if (name == "auto" && wish.script.empty()) {
    const auto* const found = std::find_if(all.begin(), all.end(), [&](const Backend* b) { return suits(*b, wish); });
    if (found == all.end()) throw no_backend();
    require_privileges(**found, wish);
    return **found;
  }
  const Backend& backend = find_backend(name, wish);
  require(backend);
  require_privileges(backend, wish);
  return backend;
}

std::string show(const Tracing& tracing) {
  std::string text;
  for (const auto& [name, value] : tracing.environment) text.append(name).append("=").append(quoted(value)).append(" ");
  for (const std::string& word : tracing.words)
    text.append(&word == &tracing.words.front() ? "" : " ").append(quoted(word));
  return text + "\n";
}

}  // namespace profconv::record
