# SPDX-License-Identifier: Apache-2.0
"""Recorder with the tracers that are installed: programs that record themselves or another. A tracer that is missing or may
not trace here is skipped, in its own words. PROFCONV_FULL starts and stops each of them more often, and tries more."""
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

CHECKS = os.environ["CHECKS"]
EXAMPLE = os.environ["EXAMPLE"]
FREQUENCY = 499
IS_FULL = bool(os.environ.get("PROFCONV_FULL"))
# Of samples and CPU time. Other work on a virtual machine shifts both: on one of its own, PROFCONV_QUIET=1 asks for a tenth.
TOLERANCE = 0.1 if os.environ.get("PROFCONV_QUIET") else 0.5
ENVIRONMENT = {**os.environ, "PATH": os.pathsep.join(filter(None, [os.environ.get("PROFCONV_DTRACE"), os.environ["PATH"]]))}

in_full = unittest.skipUnless(IS_FULL, "only in tools/test --full")


def run(*words, timeout=300):
    return subprocess.run([str(word) for word in words], text=True, capture_output=True, env=ENVIRONMENT, timeout=timeout)


def children_of(pid):
    """Ids and commands of the processes that one has started."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:
            continue
        name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        if int(rest[1]) == pid:
            found[int(stat.parent.name)] = name
    return found


class Tracer:
    """The tests of each tracer; the classes below name it."""

    name = ""
    cycles = 40 if IS_FULL else 4

    @classmethod
    def setUpClass(cls):
        tried = run(CHECKS, "samples", cls.name)
        if tried.returncode == 3:
            raise unittest.SkipTest(tried.stderr.strip())
        cls.sampled = tried

    def lines(self, done):
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return [line.split() for line in done.stdout.splitlines()]

    def test_samples_are_those_of_this_process(self):
        lines = self.lines(self.sampled)
        self.assertEqual([line for line in lines if line[0] == "process"], [])
        threads = [line[1:] for line in lines if line[0] == "thread"]
        self.assertEqual(len(threads), 2)
        for tid, cpu_s, samples, hot in threads:
            with self.subTest(tid):
                expected = float(cpu_s) * FREQUENCY
                self.assertAlmostEqual(int(samples), expected, delta=TOLERANCE * expected)
                self.assertGreater(int(hot), 0.9 * int(samples))

    def test_times_are_of_the_day(self):
        times = next([int(word) for word in line[1:]] for line in self.lines(self.sampled) if line[0] == "times")
        self.assertEqual(times, sorted(times))
        self.assertGreater(times[2] - times[1], 1_000_000_000)

    def test_samples_come_while_it_records(self):
        lines = self.lines(self.sampled)
        self.assertGreater(next(int(line[1]) for line in lines if line[0] == "early"), 0)
        self.assertEqual(next(line[1:3] for line in lines if line[0] == "state"), ["1", "0"])

    def test_nothing_is_left(self):
        before = set(children_of(os.getpid()))
        lines = self.lines(run(CHECKS, "cycles", self.name, self.cycles, timeout=1200))
        self.assertEqual(lines[0][1], lines[0][2], "open descriptors before and after")
        self.assertEqual(lines[1], ["threads", "1"])
        self.assertEqual(set(children_of(os.getpid())), before)

    def test_a_process_that_ends_ends_the_recording(self):
        # It becomes a zombie, which has ended though its id still exists.
        with subprocess.Popen([sys.executable, "-c", "import sys\nsys.stdin.readline()\nsum(range(60000000))"],
                              stdin=subprocess.PIPE, text=True) as target:
            with subprocess.Popen([CHECKS, "follow", self.name, str(target.pid)], stdout=subprocess.PIPE, text=True,
                                  env=ENVIRONMENT) as recorder:
                self.assertEqual(recorder.stdout.readline(), "started\n")
                target.stdin.write("go\n")
                target.stdin.flush()
                word, samples, of_it = recorder.communicate(timeout=300)[0].split()
        self.assertEqual((word, recorder.returncode), ("samples", 0))
        self.assertGreater(int(samples), 0)
        self.assertEqual(samples, of_it)

    def test_a_tracer_that_is_killed_is_an_error(self):
        with subprocess.Popen([CHECKS, "killed", self.name], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as recorder:
            self.assertEqual(recorder.stdout.readline(), "started\n")
            time.sleep(1)
            for pid in children_of(recorder.pid):
                os.kill(pid, signal.SIGKILL)
            said = recorder.communicate(timeout=300)[0]
        self.assertEqual(recorder.returncode, 0, said)
        self.assertRegex(said, r"^error \S")

    def test_threads_that_compute_little(self):
        if os.geteuid() != 0 and self.name == "perf":
            self.skipTest("perf samples each thread once per period, except for root")
        rates = [int(hot) / float(cpu_s) for _, cpu_s, hot in self.lines(run(CHECKS, "short", self.name, 200))]
        self.assertGreater(rates[1], 0)
        self.assertAlmostEqual(rates[0], rates[1], delta=TOLERANCE * rates[1])

    @in_full
    def test_misuse(self):
        self.assertEqual(self.lines(run(CHECKS, "misuse", self.name)), [])

    def test_the_example(self):
        done = run(EXAMPLE, self.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        hottest = max(done.stdout.splitlines(), key=lambda line: int(line.split()[0]))
        self.assertRegex(hottest, r"^\d+ compute\b")


class DTrace(Tracer, unittest.TestCase):
    name = "dtrace"
    cycles = 8 if IS_FULL else 2  # each takes seconds


class Bpftrace(Tracer, unittest.TestCase):
    name = "bpftrace"


class Perf(Tracer, unittest.TestCase):
    name = "perf"


class Refusals(unittest.TestCase):
    def test_a_process_that_does_not_exist(self):
        for name in ("perf", "bpftrace", "dtrace"):
            done = run(CHECKS, "follow", name, 2**22 + 1)
            self.assertEqual(done.returncode, 3)
            self.assertRegex(done.stderr, r"4194305|command not found|need root|needs? root|DTrace|dtrace")

    def test_no_process_has_such_an_id(self):
        for pid in (-1, 2**32 + os.getpid()):
            done = run(CHECKS, "follow", "perf", pid)
            self.assertEqual((done.returncode, done.stderr), (3, f"{pid} is no process id\n"))

    @in_full
    def test_few_files_may_be_open(self):
        for most in range(6, 16):
            done = run("sh", "-c", f"ulimit -n {most}; exec {CHECKS} cycles perf 3")
            self.assertIn(done.returncode, (0, 3), done.stderr)

    def test_a_backend_that_does_not_exist(self):
        done = run(CHECKS, "samples", "gprof")
        self.assertEqual((done.returncode, done.stderr),
                         (3, "the backend is dtrace, bpftrace, perf or auto, not 'gprof'\n"))


if __name__ == "__main__":
    unittest.main()
