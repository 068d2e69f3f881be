// SPDX-License-Identifier: Apache-2.0
// Parts of a recording that need no tracer: advice for every system, lines of text, files with symbols.
#include <signal.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

#include "core/process/process.h"
#include "profconv/context.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/scratch.h"
#include "tools/lib/record/errors.h"
#include "tools/lib/record/findings.h"
#include "tools/lib/record/tracer_text.h"
#include "tools/lib/symbolize/elf_file.h"

namespace profconv::test {

using namespace record;

namespace {

constexpr ProcessEnd ended_badly{ProcessEnd::Kind::exited, 1};

std::string text_of(std::string_view bytes, std::size_t piece, bool is_ours = true) {
  TracerText text(is_ours, nullptr);
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) text.add(bytes.substr(0, piece));
  text.end();
  return text.lines();
}

}  // namespace

TEST_CASE("every system has its way to get a tracer", "[record]") {
  CHECK(how_to_get("dtrace", System::macos).find("/usr/sbin") != std::string::npos);
  CHECK(how_to_get("dtrace", System::freebsd).find("kldload dtraceall") != std::string::npos);
  CHECK(how_to_get("dtrace", System::illumos).find("pkg install") != std::string::npos);
  CHECK(how_to_get("dtrace", System::windows).find("dism /online /enable-feature") != std::string::npos);
  CHECK(how_to_get("dtrace", System::linux_).find("--backend bpftrace") != std::string::npos);
  CHECK(how_to_get("bpftrace", System::linux_).find("apt install bpftrace") != std::string::npos);
  CHECK(how_to_get("perf", System::linux_).find("linux-perf") != std::string::npos);
}

TEST_CASE("a tracer that fails is quoted, on one line, with what to do", "[record]") {
  const auto words = [](std::string_view tracer, std::string_view said) {
    return std::string(failure(tracer, ended_badly, said, System::linux_).what());
  };
  CHECK(words("dtrace", "") == "dtrace exited with status 1");
  CHECK(words("dtrace", "dtrace: \x1b[31mbad\n") == "dtrace cannot record: dtrace: \\x1b[31mbad");
  CHECK(words("bpftrace", "ERROR: one\nmore\n") == "bpftrace cannot record: ERROR: one");
  CHECK(words("bpftrace", "bad.bt:2:1-1: ERROR: syntax error\nx\n~\n") ==
        "bpftrace cannot record: bad.bt:2:1-1: ERROR: syntax error");
  CHECK(words("bpftrace", "ERROR: couldn't set RLIMIT_MEMLOCK for bpftrace.\n") == "bpftrace exited with status 1");
  CHECK(
      words("perf", "Error:\nNo permission to enable cpu-clock event.\n") ==
      "perf cannot record: No permission to enable cpu-clock event; use sudo, or sysctl kernel.perf_event_paranoid=1");
  CHECK(failure("perf", {ProcessEnd::Kind::not_found}, "", System::linux_).what() ==
        "perf: command not found; " + how_to_get("perf", System::linux_));
}

TEST_CASE("lines of ours leave a tracer's text, however it arrives, and empty ones between records", "[record]") {
  const std::string records =
      " 1 2 3  prog\n              a`f+0x1\n\n              a`g+0x1\n 1\n 1 2 3  prog\n              a`f+0x1\n 1\n";
  const std::string printed = "\nprofconv: ready\n" + records.substr(0, records.find(" 1 2 3", 5)) +
                              "\nprofconv: alive\n\n" + records.substr(records.find(" 1 2 3", 5)) + "\n\n";
  for (const std::size_t piece : std::array<std::size_t, 3>{1, 7, 1000}) CHECK(text_of(printed, piece) == records);
  CHECK(text_of("a\n\nprofconv: alive\nb", 1000, false) == "a\n\nb\n");
}

TEST_CASE("a damaged ELF file has no symbols, or some", "[record]") {
  const Scratch scratch;
  const std::string whole = file_bytes("/proc/self/exe");
  if (whole.size() < 4096) return;
  const std::string path = (scratch.path() / "damaged").string();
  const auto write = [&](std::string_view bytes) { std::ofstream(path, std::ios::binary) << bytes; };
  for (const std::size_t bytes : std::array<std::size_t, 6>{0, 3, 63, 64, 100, 4000}) {
    write(std::string_view(whole).substr(0, bytes));
    CHECK(symbolize::ElfFile(path).find(0x1000).name.empty());
  }
  std::string header = whole.substr(0, 4096);
  for (std::size_t at = 4; at < 64; ++at) {
    for (const char value : {'\0', '\x7f', '\xff'}) {
      std::string damaged = header;
      damaged[at] = value;
      write(damaged);
      static_cast<void>(symbolize::ElfFile(path).find(0x1000));
    }
  }
}

TEST_CASE("no samples are explained by the target's CPU time", "[record]") {
  using std::chrono::milliseconds;
  CHECK(no_samples(perf_backend, {}, "prog", milliseconds(3)) ==
        "no samples: prog took 3 ms of CPU time; raise -F, or record its waits with --off-cpu");
  CHECK(no_samples(perf_backend, {}, "prog", milliseconds(5000)).find("another --backend") != std::string::npos);
  CHECK(no_samples(perf_backend, {}, "process 7", std::nullopt).find("did not run") != std::string::npos);
  CHECK(no_samples(perf_backend, {.off_cpu = true}, "prog", milliseconds(3)).find("leave out --off-cpu") !=
        std::string::npos);
  const bool is_linux = this_system() == System::linux_;
  const std::string of_dtrace = no_samples(dtrace_backend, {.off_cpu = true}, "prog", milliseconds(3));
  CHECK(is_linux == (of_dtrace.find("--backend bpftrace") != std::string::npos));
}

TEST_CASE("far fewer samples than the CPU time makes are described, and no others", "[record]") {
  using std::chrono::milliseconds;
  const CpuTime ten_seconds{.user = milliseconds(9000), .system = milliseconds(1000)};
  const Wish wish;
  CHECK(describe_missed(bpftrace_backend, wish, 99, ten_seconds) ==
        "10.0 s of CPU time have 99 samples, 10 % of -F 99: bpftrace missed the rest");
  CHECK(describe_missed(perf_backend, wish, 99, ten_seconds)
            .value_or("")
            .ends_with("threads that compute less than 1/99 s have none (raise -F, or --backend bpftrace)"));
  CHECK_FALSE(describe_missed(bpftrace_backend, wish, 700, ten_seconds));
  CHECK_FALSE(describe_missed(bpftrace_backend, wish, 2000, ten_seconds));
  CHECK_FALSE(describe_missed(bpftrace_backend, wish, 1, {.user = milliseconds(1000)}));
  CHECK_FALSE(describe_missed(bpftrace_backend, {.everything = true}, 1, ten_seconds));
  CHECK_FALSE(describe_missed(bpftrace_backend, {.off_cpu = true}, 1, ten_seconds));
  CHECK_FALSE(describe_missed(bpftrace_backend, {.script = "mine.bt"}, 1, ten_seconds));
}

#ifdef __linux__
TEST_CASE("the CPU time of a process has that of its threads that ended, and of children if asked", "[record]") {
  using std::chrono::milliseconds;
  const auto sum = [](const std::optional<CpuTime>& time) {
    REQUIRE(time);
    return time->user + time->system;
  };
  const auto compute = [] {
    const std::clock_t end = std::clock() + CLOCKS_PER_SEC / 10;
    while (std::clock() < end) continue;
  };
  const milliseconds before = sum(cpu_time_of(::getpid(), false));
  std::thread(compute).join();
  CHECK(sum(cpu_time_of(::getpid(), false)) >= before + milliseconds(70));
  Context context;
  Command command{.words = {"/bin/sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo done"}};
  const milliseconds own = sum(cpu_time_of(::getpid(), false));
  const milliseconds all = sum(cpu_time_of(::getpid(), true));
  CHECK(output_of(std::move(command), context, 100) == "done\n");
  CHECK(sum(cpu_time_of(::getpid(), true)) - all > sum(cpu_time_of(::getpid(), false)) - own);
  CHECK_FALSE(cpu_time_of(0, false));
}
#endif

TEST_CASE("a process gets descriptors from 3 on, can be read for a while, and signalled", "[process]") {
  using namespace std::chrono_literals;
  Context context;
  std::vector<PipeEnd> ours;
  Command command{.words = {"/bin/sh", "-c",
                            "trap 'echo stopped; exit 0' TERM; read a <&3; read b <&4; echo $a $b; "
                            "while :; do sleep 0.01; done"}};
  for (const char* text : {"one\n", "two\n"}) {
    auto [reads, writes] = PipeEnd::make();
    CHECK(writes.write(text) == 4);
    command.handed.push_back(std::move(reads));
    ours.push_back(std::move(writes));
  }
  Process process(std::move(command), context);
  std::array<char, 100> block{};
  const auto next = [&] {
    std::optional<std::size_t> got;
    for (int i = 0; i < 100 && !got; ++i) got = process.read_for(block, 100ms);
    return std::string(block.data(), got.value_or(0));
  };
  CHECK(next() == "one two\n");
  CHECK_FALSE(process.read_for(block, 20ms));
  process.signal(SIGTERM);
  CHECK(next() == "stopped\n");
  CHECK(next().empty());
  CHECK(process.wait().is_good());
  process.signal(SIGTERM);
}

}  // namespace profconv::test
