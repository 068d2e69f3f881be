// SPDX-License-Identifier: Apache-2.0
// bpftrace. Its program prints each sample when it is taken, as an element of a map, because symbols are resolved while
// printing, and only of processes that still run:
//
//   @samples[41036369379648, 6053, 6065, spin,
//   <tab>55ff1cdc42a6 hot+24 (/home/user/spin)
//   <tab>55ff1cdc435f main+69 (/home/user/spin)
//   ]: 1
#include <charconv>
#include <chrono>

#include "core/process/process.h"
#include "tools/lib/record/backend.h"
#include "tools/lib/record/privileges.h"
#include "tools/lib/record/script_file.h"
#include "tools/lib/record/tracer_text.h"

namespace profconv::record {

namespace {

constexpr std::string_view alive_probe = "interval:ms:100\n{\n  printf(\"profconv: alive\\n\");\n}\n\n";

/// Threads of the target and its children, by their ids: bpftrace cannot tell whose child a process is. The casts are
/// for releases that compare the types of keys.
std::string followed(const Wish& wish) {
  if (wish.everything || wish.alone) return {};
  return "tracepoint:sched:sched_process_fork\n/pid == $1 || @of_target[(uint64)tid]/\n{\n  "
         "@of_target[(uint64)args->child_pid] = "
         "1;\n}\n\n"
         "tracepoint:sched:sched_process_exit\n/@of_target[(uint64)tid]/\n{\n  delete(@of_target[(uint64)tid]);\n}\n\n";
}

std::string condition(const Wish& wish) {
  if (wish.everything) return "/pid != 0/";
  return wish.alone ? "/pid == $1/" : "/pid == $1 || @of_target[(uint64)tid]/";
}

std::string stacks(const Wish& wish) {
  const std::string depth = "(perf, " + std::to_string(wish.frames) + ")";
  return (wish.kernel ? "kstack" + depth + ", " : "") + "ustack" + depth;
}

std::string samples(const Wish& wish) {
  const std::string probe = "profile:hz:" + std::to_string(wish.frequency) + "\n";
  return probe + "/@is_ready[0] == 0/\n{\n  @is_ready[0] = 1;\n  printf(\"profconv: ready\\n\");\n}\n\n" + probe +
         condition(wish) + "\n{\n  printf(\"@samples[%llu, %d, %d, %s, " + (wish.kernel ? "%s, " : "") +
         "%s]: 1\\n\", nsecs, pid, tid, comm, " + stacks(wish) + ");\n}\n\n";
}

/// At a switch the stack is still that of the thread that will wait.
std::string waits(const Wish& wish) {
  const std::string next = "[(uint64)args->next_pid]";
  std::string text = "tracepoint:sched:sched_switch\n" + condition(wish) + "\n{\n  @since[(uint64)tid] = nsecs;\n" +
                     "  @process[(uint64)tid] = pid;\n  @user[(uint64)tid] = ustack(perf, " +
                     std::to_string(wish.frames) + ");\n";
  if (wish.kernel) text += "  @kernel[(uint64)tid] = kstack(perf, " + std::to_string(wish.frames) + ");\n";
  text += "}\n\ntracepoint:sched:sched_switch\n/@since" + next + "/\n{\n  printf(\"@offcpu[%llu, %d, %d, %s, " +
          (wish.kernel ? "%s, " : "") + "%s]: %llu\\n\", @since" + next + ", @process" + next +
          ", args->next_pid,\n         args->next_comm, " + (wish.kernel ? "@kernel" + next + ", " : "") + "@user" +
          next + ", nsecs - @since" + next + ");\n";
  for (const char* map : {"since", "process", "user", "kernel"}) {
    if (wish.kernel || map != std::string_view("kernel")) text += "  delete(@" + std::string(map) + next + ");\n";
  }
  return text +
         "}\n\ninterval:ms:50\n/@is_ready[0] == 0/\n{\n  @is_ready[0] = 1;\n  printf(\"profconv: ready\\n\");\n}\n\n";
}

/// bpftrace prints all maps when it ends.
std::string end(const Wish& wish) {
  std::string text = "END\n{\n  clear(@is_ready);\n";
  if (!wish.everything && !wish.alone) text += "  clear(@of_target);\n";
  if (wish.off_cpu) text += "  clear(@since);\n  clear(@process);\n  clear(@user);\n";
  if (wish.off_cpu && wish.kernel) text += "  clear(@kernel);\n";
  return text + "}\n";
}

/// Whether bpftrace ends when it looks for the symbols of a process that has just ended, as releases before 0.20 do
/// (github.com/bpftrace/bpftrace, pull request 2827).
bool stumbles_over_ended_processes() {
  static const bool does = [] {
    constexpr std::chrono::seconds longest{5};
    constexpr std::string_view mark = "v0.";
    try {
      const Context context;
      const std::string said = output_of({.words = {"bpftrace", "--version"}, .deadline = longest}, context, 1000);
      const std::size_t at = said.find(mark);
      unsigned minor = 0;
      if (at == said.npos) return false;
      std::from_chars(said.data() + at + mark.size(), said.data() + said.size(), minor);
      return minor != 0 && minor < 20;
    } catch (const ProcessError&) {
      return false;
    }
  }();
  return does;
}

/// Whether the names of addresses are found here (AddressNames).
bool prints_addresses(const Wish& wish) { return wish.script.empty() && stumbles_over_ended_processes(); }

std::string execs(const Wish& wish) {
  if (!prints_addresses(wish)) return {};
  return "tracepoint:sched:sched_process_exec\n" + (wish.everything ? "" : condition(wish) + "\n") + "{\n  printf(\"" +
         std::string(exec_mark) + "%d\\n\", pid);\n}\n\n";
}

std::vector<std::pair<std::string, std::string>> environment(const Wish& wish) {
  std::vector<std::pair<std::string, std::string>> variables{
      {"BPFTRACE_CACHE_USER_SYMBOLS", "1"}, {"BPFTRACE_MAP_KEYS_MAX", "65536"}, {"BPFTRACE_MAX_MAP_KEYS", "65536"}};
  if (prints_addresses(wish)) variables.emplace_back("BPFTRACE_NO_USER_SYMBOLS", "1");
  constexpr std::uint64_t page_bytes = 4096;
  if (wish.buffer_bytes == 0) return variables;
  std::uint64_t pages = 1;  // only powers of two are accepted
  while (pages * page_bytes < wish.buffer_bytes) pages *= 2;
  variables.emplace_back("BPFTRACE_PERF_RB_PAGES", std::to_string(pages));
  return variables;
}

/// Again and again, since the first time is after all probes are attached.
std::string with_ready_probe(const std::string& text) {
  return text + "\ninterval:ms:100\n{\n  printf(\"profconv: ready\\n\");\n}\n";
}

Tracing plan(const Wish& wish) {
  Tracing tracing{
      .words = {"bpftrace"}, .environment = environment(wish), .reader = "bpftrace", .settings = {}, .only = {}};
  const bool is_ours = wish.script.empty();
  const std::string program = is_ours ? followed(wish) + execs(wish) + (wish.off_cpu ? waits(wish) : samples(wish)) +
                                            std::string(alive_probe) + end(wish)
                                      : with_ready_probe(text_of_script(wish.script));
  tracing.words.insert(tracing.words.end(), {"-e", program});
  if (!wish.everything) tracing.words.emplace_back(pid_word);
  tracing.is_ours = is_ours;
  tracing.drops_at_end = true;
  tracing.counts_samples = is_ours && !wish.off_cpu;
  if (!is_ours) return tracing;
  const auto set = [&](const char* option, const std::string& value) {
    tracing.settings.push_back({.format = "bpftrace", .option = option, .value = value});
  };
  const std::string map = wish.off_cpu ? "@offcpu" : "@samples";
  set("keys", map + "=nsecs,pid,tid,comm," + (wish.kernel ? "kstack,ustack" : "ustack"));
  set("functions", map + (wish.off_cpu ? "=sum" : "=count"));
  if (wish.off_cpu) {
    set("units", map + "=nanoseconds");
    tracing.value_type = "off-cpu";
  }
  set("prints", "add");
  tracing.addresses = AddressForm::bpftrace;
  return tracing;
}

}  // namespace

const Backend bpftrace_backend{
    .name = "bpftrace", .plan = plan, .most_frames = most_frames, .text = nullptr, .whole = whole_records};

}  // namespace profconv::record
