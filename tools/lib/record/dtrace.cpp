// SPDX-License-Identifier: Apache-2.0
// dtrace. Its program prints each sample when it is taken, as an aggregation's record in the default form, because
// symbols are resolved while printing, and only of processes that still run:
//
//    41063884723622     6344     6349  spin
//                 spin`hot+0x11
//                 spin`main+0x45
//                  1
#include "tools/lib/record/backend.h"
#include "tools/lib/record/script_file.h"
#include "tools/lib/record/tracer_text.h"

namespace profconv::record {

namespace {

/// Which threads are recorded.
std::string condition(const Wish& wish) {
  if (wish.everything) return "/pid != 0/";
  return wish.alone ? "/pid == $1/" : "/pid == $1 || progenyof($1)/";
}

/// Prints the keys, stacks and value of one record. `value` is an expression.
std::string record_of(const Wish& wish, const std::string& value) {
  const std::string depth = "(" + std::to_string(wish.frames) + ");\n";
  return "  printf(\" %16d %8d %8d  %-50s\", timestamp, pid, tid, execname);\n" +
         (wish.kernel ? "  stack" + depth : "") + "  ustack" + depth + "  printf(\" %16d\\n\", " + value + ");\n";
}

std::string samples(const Wish& wish) {
  return "profile-" + std::to_string(wish.frequency) + "\n" + condition(wish) + "\n{\n" + record_of(wish, "1") + "}\n";
}

std::string waits(const Wish& wish) {
  return "sched:::off-cpu\n" + condition(wish) + "\n{\n  self->since = timestamp;\n}\n\n" +
         "sched:::on-cpu\n/self->since/\n{\n" + record_of(wish, "timestamp - self->since") + "  self->since = 0;\n}\n";
}

std::string program(const Wish& wish) {
  return "BEGIN\n{\n  printf(\"" + std::string(ready_line) + "\\n\");\n}\n\n" +
         "profile-1\n/cpu == 0/\n{\n  printf(\"" + std::string(alive_line) + "\\n\");\n}\n\n" +
         (wish.off_cpu ? waits(wish) : samples(wish));
}

std::vector<std::string> options(const Wish& wish) {
  // Twenty times a second dtrace prints what it has: later, the target may be gone.
  std::vector<std::string> words{"dtrace", "-q", "-x", "switchrate=20hz"};
  if (wish.buffer_bytes != 0) {
    words.insert(words.end(), {"-x", "bufsize=" + std::to_string(wish.buffer_bytes)});
    words.insert(words.end(), {"-x", "aggsize=" + std::to_string(wish.buffer_bytes)});
  }
  return words;
}

Tracing of_script(const Wish& wish) {
  Tracing tracing{.words = options(wish), .environment = {}, .reader = "dtrace", .settings = {}, .only = {}};
  // A program that sets an option overrides the command line's.
  const std::string ready = "BEGIN { printf(\"" + std::string(ready_line) + "\\n\"); }";
  tracing.words.insert(tracing.words.end(), {"-s", wish.script, "-n", ready});
  if (names_target(wish.script)) tracing.words.insert(tracing.words.end(), {"-p", std::string(pid_word)});
  tracing.settings = {{.format = "dtrace", .option = "script", .value = wish.script}};
  tracing.counts_samples = false;
  tracing.is_ours = false;
  return tracing;
}

Tracing plan(const Wish& wish) {
  if (!wish.script.empty()) return of_script(wish);
  Tracing tracing{.words = options(wish), .environment = {}, .reader = "dtrace", .settings = {}, .only = {}};
  tracing.words.insert(tracing.words.end(), {"-n", program(wish)});
  if (!wish.everything) tracing.words.emplace_back(pid_word);
  const auto set = [&](const char* option, const char* value) {
    tracing.settings.push_back({.format = "dtrace", .option = option, .value = value});
  };
  set("keys", "timestamp,pid,tid,execname");
  set("aggregations", wish.off_cpu ? "sum" : "count");
  set("prints", "add");
  if (wish.off_cpu) {
    set("units", "nanoseconds");
    set("names", "off-cpu");
    tracing.value_type = "off-cpu";
  }
  tracing.counts_samples = !wish.off_cpu;
  tracing.addresses = AddressForm::dtrace;
  return tracing;
}

}  // namespace

const Backend dtrace_backend{
    .name = "dtrace", .plan = plan, .most_frames = nullptr, .text = nullptr, .whole = whole_records};

}  // namespace profconv::record
