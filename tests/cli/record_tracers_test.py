# SPDX-License-Identifier: Apache-2.0
"""profconv record with the tracers that are installed, on programs that say what they did: each thread prints its id and
its CPU time. A tracer that is missing or may not trace here is skipped, in its own words. A start of some tracers takes
seconds, so some tests need PROFCONV_FULL."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse

from harness import PROFCONV, CommandTest
from recording import Events

CXX = r"""
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <thread>
volatile unsigned long sink;
double cpu() { timespec now; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now); return now.tv_sec + now.tv_nsec / 1e9; }
__attribute__((noinline)) void hot_inner() { for (int i = 0; i < 100000; ++i) sink = sink * 31 + i; }
__attribute__((noinline)) void hot_outer(double seconds) { while (cpu() < seconds) { hot_inner(); sink = sink + 1; } }
void work(double seconds) {
  hot_outer(seconds);
  std::printf("%ld %.3f\n", syscall(SYS_gettid), cpu());
}
int main(int, char** words) {
  std::thread one(work, std::atof(words[1])), two(work, 2 * std::atof(words[1]));
  one.join();
  two.join();
  return 7;
}
"""

RUST = r"""
#[inline(never)]
fn hot_inner(x: u64) -> u64 { (0..100000).fold(x, |a, i| std::hint::black_box(a.wrapping_mul(31).wrapping_add(i))) }
#[inline(never)]
fn hot_outer(seconds: f64) -> u64 {
    let start = std::time::Instant::now();
    let mut x = 1;
    while start.elapsed().as_secs_f64() < seconds { x ^= hot_inner(x); }
    std::hint::black_box(x)
}
fn main() {
    let threads: Vec<_> = (0..2).map(|_| std::thread::spawn(|| hot_outer(1.0))).collect();
    for thread in threads { thread.join().unwrap(); }
    std::process::exit(7);
}
"""

BRIEF = r"""
#include <ctime>
#include <thread>
void compute(double seconds) { const auto end = std::clock() + seconds * CLOCKS_PER_SEC; while (std::clock() < end) continue; }
int main() {
  compute(0.2);
  for (int i = 0; i < 1000; ++i) std::thread(compute, 0.002).join();
}
"""

SPIN = r"""
volatile unsigned long sink;
__attribute__((noinline)) void FUNCTION(void) { for (;;) sink = sink * 31 + 1; }
int main(int count, char** words) { (void)count; (void)words; FUNCTION(); return 0; }
"""

FREQUENCY = 499
# Of samples and CPU time. Other work on a virtual machine shifts both: on one of its own, PROFCONV_QUIET=1 asks for a tenth.
TOLERANCE = 0.1 if os.environ.get("PROFCONV_QUIET") else 0.5

in_full = unittest.skipUnless(os.environ.get("PROFCONV_FULL"), "only in tools/test --full")


def path_with_dtrace():
    """PATH, with the folder of dtrace that PROFCONV_DTRACE names."""
    return os.pathsep.join(filter(None, [os.environ.get("PROFCONV_DTRACE"), os.environ["PATH"]]))


class Tracer:
    """The tests of each tracer; the classes below name it."""

    name = ""
    off_cpu = True
    buffers = False  # so that little is left if it is killed

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.env = {**os.environ, "PATH": path_with_dtrace()}
        cls.env.pop("SUDO_UID", None)
        tried = subprocess.run([PROFCONV, "record", "--backend", cls.name, "-F", "499", "-o", os.path.join(cls.folder, "x.folded"),
                                "--", sys.executable, "-c", "sum(range(30000000))"], env=cls.env, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, timeout=300, check=False)
        if tried.returncode != 0:
            raise unittest.SkipTest(tried.stderr.decode().strip())

    def built(self, name, text, *command):
        if not shutil.which(command[0]):
            self.skipTest("there is no " + command[0])
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        program = os.path.splitext(path)[0]
        if os.path.exists(program):
            return program
        subprocess.run([*command, path, "-o", program], check=True, timeout=300)
        return program

    def cxx(self):
        return self.built("spin.cpp", CXX, "c++", "-O1", "-fno-omit-frame-pointer", "-pthread")

    def record(self, *words, status=7):
        result = self.run_command("record", "-q", "--backend", self.name, *words, env=self.env)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stderr, "")
        return result.stdout.decode()

    def samples(self, profile):
        """Samples by thread, and by function at any place of their stacks."""
        threads, functions = {}, {}
        text = self.good(profile, "-t", "collapsed", "--type", "samples", "--tagroot", "tid", "-q").stdout.decode()
        for line in text.splitlines():
            stack, count = line.rsplit(" ", 1)
            thread, *frames = stack.split(";")
            thread = int(re.sub(r"\D", "", thread) or 0)
            threads[thread] = threads.get(thread, 0) + int(count)
            for function in {re.sub(r".*`|\(.*", "", frame) for frame in frames}:
                functions[function] = functions.get(function, 0) + int(count)
        return threads, functions

    def compare(self, printed, threads, count):
        """The samples of threads with the seconds of CPU time that `count` of them have printed, and the sums of both."""
        expected = {int(tid): float(seconds) * FREQUENCY for tid, seconds in (line.split() for line in printed.splitlines())}
        self.assertEqual(len(expected), count)
        for tid, samples in expected.items():
            self.assertAlmostEqual(threads.get(tid, 0), samples, delta=samples * TOLERANCE, msg=threads)
        total = sum(threads.values())
        self.assertAlmostEqual(total, sum(expected.values()), delta=total * TOLERANCE, msg=threads)

    def test_threads_totals_and_functions_of_a_cxx_program(self):
        printed = self.record("-F", str(FREQUENCY), "-o", "out.pb.gz", "-o", "out.svg", "--", self.cxx(), "0.7")
        threads, functions = self.samples("out.pb.gz")
        self.compare(printed, threads, 2)
        total = sum(threads.values())
        self.assertGreater(functions["hot_inner"], 0.9 * total)
        self.assertGreater(self.read("out.svg").count(b"hot_inner"), 0)

    @in_full
    def test_a_rust_program(self):
        program = self.built("rusty.rs", RUST, "rustc", "-O", "-C", "force-frame-pointers=yes")
        self.record("-F", str(FREQUENCY), "-o", "out.pb.gz", "--", program)
        threads, functions = self.samples("out.pb.gz")
        self.assertGreaterEqual(sum(count > 10 for count in threads.values()), 2)
        self.assertGreater(sum(count for name, count in functions.items() if name.endswith("hot_inner")),
                           0.9 * sum(threads.values()))

    @in_full
    def test_children_are_recorded(self):
        program = self.cxx()
        printed = self.record("-F", str(FREQUENCY), "-o", "out.pb.gz", "--", "/bin/sh", "-c", f"{program} 0.6; {program} 0.6; exit 7")
        threads, functions = self.samples("out.pb.gz")
        self.compare(printed, threads, 4)
        self.assertGreater(functions["hot_inner"], 0.8 * sum(threads.values()))

    def test_a_process_that_runs(self):
        program = subprocess.Popen([self.cxx(), "10"], stdout=subprocess.DEVNULL)
        self.addCleanup(lambda: (program.kill(), program.wait()))
        self.record("-p", str(program.pid), "-d", "2", "-F", str(FREQUENCY), "-o", "out.pb.gz", status=0)
        self.assertIsNone(program.poll())
        threads, functions = self.samples("out.pb.gz")
        self.assertGreater(functions["hot_inner"], 0.8 * sum(threads.values()))

    @in_full
    def test_everything(self):
        program = subprocess.Popen([self.cxx(), "20"], stdout=subprocess.DEVNULL)
        self.addCleanup(lambda: (program.kill(), program.wait()))
        self.record("-a", "--kernel", "-d", "4", "-o", "out.folded", status=0)
        self.assertIn(b"hot_inner", self.read("out.folded"))

    @in_full
    def test_the_kernels_frames(self):
        text = "import os; f = os.open('/dev/zero', os.O_RDONLY); [os.read(f, 1 << 20) for _ in range(5000)]"
        self.record("--kernel", "-F", str(FREQUENCY), "-o", "out.folded", "--", sys.executable, "-c", text, status=0)
        self.assertRegex(self.read("out.folded"), rb"read[^\n]*;[^\n]*do_syscall_64")

    def test_waits(self):
        if not self.off_cpu:
            self.skipTest("sched:::on-cpu of dtrace does not fire on every Linux")
        self.record("--off-cpu", "-o", "out.pb.gz", "--", "/bin/sh", "-c", "/bin/sleep 1; exit 7")
        text = self.good("top", "out.pb.gz", "-q").stdout.decode()
        self.assertRegex(text, r"nanosleep")
        self.assertIn("off-cpu/nanoseconds", text)

    def test_live(self):
        recorded = subprocess.Popen([PROFCONV, "record", "-q", "--live", "--backend", self.name, "-F", str(FREQUENCY), "-o", "out.pb.gz", "--",
                                     self.cxx(), "2"], cwd=self.directory, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (recorded.kill(), recorded.wait(), recorded.stdout.close(), recorded.stderr.close()))
        events = Events(urllib.parse.urlsplit(re.search(r"http\S*", recorded.stderr.readline())[0]), "type=samples")
        self.addCleanup(events.close)
        seen = []
        while not seen or not seen[-1]["ending"]:
            seen.append(events.next())
        self.assertEqual(recorded.wait(60), 7)
        last = seen[-1]
        self.assertEqual(last["ending"], "spin has ended with status 7: out.pb.gz is written")
        self.assertGreaterEqual(len({event["samples"] for event in seen}), 3)
        threads, _ = self.samples("out.pb.gz")
        self.assertEqual((last["samples"], last["failure"]), (sum(threads.values()), ""))
        self.assertIn("hot_inner", last["picture"])
        computing = {int(line.split()[0]) for line in recorded.stdout.read().splitlines()}
        self.assertLessEqual(computing, {int(thread["id"].split("/")[1]) for thread in last["threads"]})

    @in_full
    def test_signals(self):
        for victim in ["profconv", "tracer", "program"]:
            recorded = subprocess.Popen([PROFCONV, "record", "-q", "--backend", self.name, "-o", "out.folded", "--", self.cxx(),
                                         "3" if victim == "tracer" else "60"],
                                        cwd=self.directory, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            children = self.children(recorded.pid)
            time.sleep(1.5)
            if victim == "profconv":
                recorded.send_signal(signal.SIGINT)
            else:
                os.kill(children["spin" if victim == "program" else self.name], signal.SIGKILL)
            status = recorded.wait(300)
            if victim == "profconv":
                os.kill(children["spin"], signal.SIGKILL)  # it goes on
            recorded.stdout.read()  # until the program has ended
            recorded.stdout.close()
            self.assertEqual(status, {"profconv": 0, "tracer": 7, "program": 128 + 9}[victim])
            if victim == "tracer" and self.buffers:
                continue
            self.assertIn(b"hot_inner", self.read("out.folded"))
            os.remove(self.directory / "out.folded")

    def test_if_profconv_is_killed_the_tracer_ends_and_the_program_goes_on(self):
        recorded = subprocess.Popen([PROFCONV, "record", "-q", "--backend", self.name, "-o", "out.folded", "--", self.cxx(), "60"],
                                    cwd=self.directory, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        children = self.children(recorded.pid)
        time.sleep(0.5)
        recorded.kill()
        recorded.wait()
        end = time.monotonic() + 60
        while os.path.exists(f"/proc/{children[self.name]}/fd/0"):  # a zombie has no descriptors
            self.assertLess(time.monotonic(), end, "the tracer goes on")
            time.sleep(0.1)
        os.kill(children["spin"], signal.SIGKILL)
        self.assertEqual(self.files(), [])

    def children(self, parent):
        """Process ids of the tracer and of the program, once that runs."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            found = {}
            listed = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
            for line in listed.stdout.splitlines():
                pid, name = line.split()[:2]
                found[name] = int(pid)
            if "spin" in found:
                return found
            time.sleep(0.05)
        self.fail("the program does not begin")


class Dtrace(Tracer, CommandTest):
    name = "dtrace"
    off_cpu = not sys.platform.startswith("linux")


class Bpftrace(Tracer, CommandTest):
    name = "bpftrace"

    def test_many_processes_that_end(self):
        program = self.cxx()
        self.record("-F", str(FREQUENCY), "-o", "out.pb.gz", "--", "/bin/sh", "-c",
                    f"i=0; while [ $i -lt 100 ]; do {program} 0.005; i=$((i+1)); done; exit 7")
        threads, functions = self.samples("out.pb.gz")
        self.assertGreater(len(threads), 150)
        self.assertGreater(functions["hot_inner"], 0.5 * sum(threads.values()))

    def test_a_stripped_program_is_resolved_by_a_debug_file(self):
        if not shutil.which("objcopy"):
            self.skipTest("there is no objcopy")
        program = self.built("whole.c", SPIN, "cc", "-O1", "-g", "-fno-omit-frame-pointer", "-DFUNCTION=whole")
        stripped, debug = program + "-stripped", program + "-stripped.debug"
        subprocess.run(["objcopy", "--only-keep-debug", program, debug], check=True)
        subprocess.run(["strip", "-o", stripped, program], check=True)
        with subprocess.Popen([stripped]) as target:
            self.addCleanup(target.kill)
            words = ["-d", "1", "-F", str(FREQUENCY), "-p", str(target.pid)]
            self.record(*words, "-o", "later.pb.gz", status=0)
            self.record(*words, "-o", "at_once.folded", "--symbols", debug, status=0)
            target.kill()
        threads, functions = self.samples("later.pb.gz")
        self.assertNotIn("whole", functions)
        self.assertLessEqual(threads[target.pid], 1.02 * FREQUENCY, "what was recorded after -d is left out")
        self.good("later.pb.gz", "-o", "later.folded", "--symbols", debug)
        for file in ("later.folded", "at_once.folded"):
            self.assertIn(b";whole ", self.read(file))

    def test_a_container_has_another_file_at_the_path(self):
        """Of programs without position-independent code, so that both have their functions at the same addresses."""
        inside, outside = (self.built(f"{where}.c", SPIN, "cc", "-O1", "-no-pie", "-fno-omit-frame-pointer", "-DFUNCTION=" + where)
                           for where in ("inside", "outside"))
        mounted = ["unshare", "-m", "sh", "-c", 'mount --bind "$0" "$1" && exec "$2"', inside, outside]
        if not shutil.which("unshare") or subprocess.run([*mounted, "/bin/true"], check=False, stderr=subprocess.PIPE).returncode:
            self.skipTest("no file can be mounted on another")
        with subprocess.Popen([*mounted, outside]) as target:
            self.addCleanup(target.kill)
            while os.readlink(f"/proc/{target.pid}/exe") != outside:
                time.sleep(0.01)
            self.record("-d", "1", "-F", str(FREQUENCY), "-p", str(target.pid), "-o", "out.folded", status=0)
            target.kill()
        text = self.read("out.folded").decode()
        self.assertHas(text, ";inside ")
        self.assertNotIn("outside", text)


class Perf(Tracer, CommandTest):
    name = "perf"
    buffers = True

    def test_threads_that_compute_less_than_a_period(self):
        program = self.built("brief.cpp", BRIEF, "c++", "-O1", "-pthread")
        result = self.run_command("record", "--backend", "perf", "-o", "out.folded", "--", program, env=self.env)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"warning: [2-9]\.\d s of CPU time have \d+ samples, \d+ % of -F 99: threads that "
                                        r"compute less than 1/99 s have none \(raise -F, or --backend bpftrace\)")


if __name__ == "__main__":
    unittest.main()
