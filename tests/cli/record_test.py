# SPDX-License-Identifier: Apache-2.0
"""profconv record with tracers that are scripts: what happens to the program, the tracer and the profile."""

import os
import pathlib
import pty
import select
import signal
import subprocess
import sys
import time
import unittest

from harness import PROFCONV
from recording import BPFTRACE, SAMPLE, Recording


class Program(Recording):
    """The program that is recorded is as it would be without profconv."""

    def setUp(self):
        super().setUp()
        self.tracer("bpftrace", BPFTRACE)

    def run_python(self, text, *words, options=(), **others):
        return self.record("-q", "--backend", "bpftrace", "-o", "out.folded", *options, "--", sys.executable, "-c", text, *words,
                           **others)

    def test_its_output_input_arguments_and_status_are_its_own(self):
        result = self.run_python("import sys, time; time.sleep(0.2); print(sys.argv[1:], sys.stdin.read(), flush=True);"
                                 "sys.exit('bad')", "-o", "", "a b", "--", stdin="words")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout, b"['-o', '', 'a b', '--'] words\n")
        self.assertEqual(result.stderr, "bad\n")
        self.assertRegex(self.read("out.folded"), rb"^main;leaf \d+\n$")

    def test_its_status_is_profconvs(self):
        for text, status in [("sys.exit(0)", 0), ("sys.exit(77)", 77), ("os.kill(os.getpid(), 9)", 128 + 9)]:
            result = self.run_python("import os, sys, time; time.sleep(0.1); " + text)
            self.assertEqual(result.returncode, status, result.stderr)

    def test_it_waits_for_the_tracer(self):
        self.tracer("bpftrace", "import pathlib, time\ntime.sleep(0.3)\nassert not pathlib.Path('ran').exists()\n" + BPFTRACE)
        result = self.run_python("open('ran', 'w').close(); import time; time.sleep(0.1)")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("ran", self.files())

    def test_the_tracer_gets_its_process_id(self):
        self.tracer("bpftrace", "import sys\nopen('pid', 'w').write(sys.argv[3])\n" + BPFTRACE)
        result = self.run_python("import os, time; time.sleep(0.1); print(os.getpid())")
        self.assertEqual(result.stdout.strip(), self.read("pid"))

    def test_it_inherits_no_descriptor_and_no_signal_setting(self):
        result = self.run_python("import os, signal, time; time.sleep(0.1); print(sorted(os.listdir('/proc/self/fd'))[:4],"
                                 "signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, "
                                 "signal.getsignal(signal.SIGXFSZ), signal.pthread_sigmask(0, []))")
        self.assertEqual(result.stdout.decode(), "['0', '1', '2', '3'] True 1 set()\n")  # 3 lists the folder; Python ignores XFSZ

    def test_a_program_that_cannot_run_is_named(self):
        self.file("text", "words")
        for program, words in [("nothing", "command not found"), ("./text", "not an executable file")]:
            result = self.record("--backend", "bpftrace", "-o", "out.folded", "--", program)
            self.assertEqual(result.returncode, 1)
            self.assertHas(result.stderr, program, words)
        self.file("script", "no interpreter")
        (self.directory / "script").chmod(0o755)
        result = self.record("--backend", "bpftrace", "-o", "out.folded", "--", "./script")
        self.assertEqual(result.returncode, 1)
        self.assertHas(result.stderr, "script: cannot be started", "xec format")
        self.assertNotIn("out.folded", self.files())
        self.assertNothingRuns()

    @unittest.skipUnless(hasattr(os, "geteuid") and os.geteuid() == 0, "only root can become another user")
    def test_under_sudo_the_user_runs_the_program_and_owns_the_profile(self):
        self.directory.chmod(0o777)
        self.env.update(SUDO_UID="65534", SUDO_GID="65534", SUDO_USER="nobody", HOME="/root", USER="root")
        result = self.record("-q", "--backend", "bpftrace", "-o", "out.folded", "--", "/bin/sh", "-c",
                             "/bin/sleep 0.1; /usr/bin/id -u; /usr/bin/id -G; echo $USER ${SUDO_UID-unset}")
        self.assertEqual(result.stdout.decode(), "65534\n65534\nnobody unset\n", result.stderr)
        status = (self.directory / "out.folded").stat()
        self.assertEqual((status.st_uid, status.st_gid), (65534, 65534))


class Ends(Recording):
    """However a recording ends, what was recorded is written and nothing is left behind."""

    def setUp(self):
        super().setUp()
        self.tracer("bpftrace", BPFTRACE)

    def sleeper(self, *options, seconds="60", **others):
        process = self.start("-q", "--backend", "bpftrace", "-o", "out.folded", *options, "--", sys.executable, "-c",
                             "import sys, time; print('runs', flush=True); time.sleep(float(sys.argv[1])); sys.exit(5)",
                             seconds, **others)
        self.assertEqual(process.stdout.readline(), "runs\n")
        time.sleep(0.2)
        return process

    def program(self):
        """The id of the recorded program."""
        return next(pid for pid, name in self.processes().items() if name.startswith("python") and
                    b"print('runs'" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes() and
                    b"record\0" not in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes())

    def test_a_signal_ends_the_recording_and_not_the_program(self):
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
            process = self.sleeper()
            program = self.program()
            process.send_signal(number)
            self.assertEqual(process.wait(20), 0)
            self.assertHas(process.stderr.readline(), f"goes on as process {program}")
            self.assertRegex(self.read("out.folded"), rb"^main;leaf \d+\n$")
            self.assertEqual(list(self.processes()), [program])
            os.kill(program, signal.SIGKILL)
            self.assertNothingRuns()

    def test_after_the_duration_the_program_goes_on_and_has_the_last_word(self):
        process = self.sleeper("-d", "0.3", seconds="1.5")
        self.wait_until(lambda: "out.folded" in self.files())
        self.assertEqual(sorted(self.processes().values())[-1][:6], "python")
        self.assertEqual(process.wait(20), 5)
        self.assertNothingRuns()

    def test_what_bpftrace_has_not_printed_yet_is_waited_for(self):
        # Like bpftrace, it drops the samples of the turn in which SIGTERM arrives.
        self.tracer("bpftrace", """
import os, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
pid = sys.argv[3]
def runs():
    try:
        return open('/proc/%%s/stat' %% pid).read().rsplit(')', 1)[1].split()[0] != 'Z'
    except OSError:
        return False
print('profconv: ready', flush=True)
while runs():
    time.sleep(0.01)
print('profconv: alive', flush=True)
time.sleep(0.15)
for i in range(100):
    print(%r %% (10**12 + i, pid, pid), flush=True)
while True:
    print('profconv: alive', flush=True)
    time.sleep(0.1)
""" % SAMPLE)
        self.record("-q", "--backend", "bpftrace", "-o", "out.folded", "--", "/bin/sleep", "0.1")
        self.assertEqual(self.read("out.folded"), b"main;leaf %d\n" % (100 * 10101010))

    def test_a_tracer_that_is_killed_leaves_what_it_recorded(self):
        process = self.sleeper(seconds="1.5")
        tracer = next(pid for pid, name in self.processes().items() if name == "bpftrace")
        os.kill(tracer, signal.SIGKILL)
        self.assertEqual(process.wait(20), 5)
        self.assertHas(process.stderr.read(), "warning: bpftrace was killed by signal 9; the profile ends there")
        self.assertRegex(self.read("out.folded"), rb"^main;leaf \d+\n$")

    def test_if_profconv_is_killed_the_program_goes_on_and_the_tracer_ends(self):
        process = self.sleeper()
        program = self.program()
        process.kill()
        self.wait_until(lambda: list(self.processes()) == [program])
        os.kill(program, signal.SIGKILL)
        self.assertNotIn("out.folded", self.files())
        self.assertEqual(self.files(), ["bin"])

    def test_if_profconv_is_killed_before_the_program_runs_it_never_does(self):
        self.tracer("bpftrace", "import time\ntime.sleep(60)")
        process = self.start("--backend", "bpftrace", "--", sys.executable, "-c", "open('ran', 'w').close()")
        self.wait_until(self.is_bpftrace_tracing)
        process.kill()
        process.wait()
        self.wait_until(lambda: list(self.processes().values()) == ["bpftrace"])
        self.assertNotIn("ran", self.files())
        os.kill(next(iter(self.processes())), signal.SIGKILL)

    def test_ctrl_c_before_the_program_runs_cancels(self):
        self.tracer("bpftrace", "import time\ntime.sleep(60)")
        process = self.start("--backend", "bpftrace", "--", sys.executable, "-c", "open('ran', 'w').close()")
        self.wait_until(self.is_bpftrace_tracing)
        process.send_signal(signal.SIGINT)
        self.assertNotEqual(process.wait(20), 0)
        self.assertNothingRuns()
        self.assertEqual(self.files(), ["bin"])

    def test_a_process_that_ends_ends_its_recording(self):
        sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(0.7)"])
        result = self.start("--backend", "bpftrace", "-o", "out.folded", "-p", str(sleeper.pid))
        sleeper.wait()
        self.assertEqual(result.wait(20), 0, result.stderr)
        self.assertHas(self.refused(1, "record", "--backend", "bpftrace", "-p", str(sleeper.pid), env=self.env), "no process")

    def test_everything_is_recorded_until_the_duration_ends(self):
        self.tracer("bpftrace", "import sys\nassert len(sys.argv) == 3 and 'pid != 0' in sys.argv[2]\n" + BPFTRACE)
        result = self.record("-a", "--backend", "bpftrace", "-d", "0.3", "-t", "collapsed", "-o", "-")
        self.assertRegex(result.stdout, rb"^main;leaf \d+\n$")

    def test_many_starts_and_stops_leave_no_process_and_no_file(self):
        self.tracer("bpftrace", "sample() { echo '%s'; }\ntrap 'sample; exit 0' TERM\necho 'profconv: ready'\nwhile sample; do\n"
                    "  echo 'profconv: alive'; /bin/sleep 0.01\ndone" % (SAMPLE % (10**12, 7, 7)), "/bin/sh")
        descriptors = len(os.listdir("/proc/self/fd"))
        for i in range(240 if os.environ.get("PROFCONV_FULL") else 60):
            if i % 4 == 0:
                process = self.start("--backend", "bpftrace", "-o", "out.folded", "--", "/bin/sleep", "0.3")
                time.sleep(0.002 * (i % 40))
                sent = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL][i // 4 % 3]
                process.send_signal(sent)
                process.wait(20)
                for unfinished in pathlib.Path(self.directory).glob("out.folded.??????") if sent == signal.SIGKILL else []:
                    unfinished.unlink()  # nobody is left who could
                process.stdout.close()
                process.stderr.close()
            else:
                result = self.record("--backend", "bpftrace", "-o", "out.folded", "--", "/bin/sleep", "0.03")
                self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNothingRuns()
        self.assertIn(self.files(), [["bin", "out.folded"]])
        self.assertEqual(len(os.listdir("/proc/self/fd")), descriptors)


class Terminal(Recording):
    """On a terminal Ctrl-C reaches the program too, which decides for itself."""

    def on_terminal(self, text):
        """profconv in front of a terminal of its own, and what it writes there."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.directory)
            os.execve(PROFCONV, [PROFCONV, "record", "--backend", "bpftrace", "-o", "out.folded", "--", sys.executable, "-c",
                                 text], self.env)
        self.addCleanup(os.close, terminal)
        return pid, terminal

    def read_until(self, terminal, words):
        text = b""
        end = time.monotonic() + 20
        while words not in text and time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    text += os.read(terminal, 4096)
                except OSError:
                    break
        self.assertIn(words, text)
        return text

    def test_a_program_that_catches_ctrl_c_keeps_its_terminal(self):
        self.tracer("bpftrace", BPFTRACE)
        pid, terminal = self.on_terminal(
            "import signal, sys, time\nsignal.signal(signal.SIGINT, lambda *_: print('caught', flush=True))\n"
            "print('tty', sys.stdin.isatty(), flush=True)\nprint('read', input(), flush=True)\nsys.exit(4)")
        self.read_until(terminal, b"tty True")
        time.sleep(0.2)
        os.write(terminal, b"\x03")
        self.read_until(terminal, b"caught")
        self.wait_until(lambda: "out.folded" in self.files())
        os.write(terminal, b"words\n")
        self.read_until(terminal, b"read words")
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 4)

    def test_a_program_that_dies_of_ctrl_c_is_written(self):
        self.tracer("bpftrace", BPFTRACE)
        pid, terminal = self.on_terminal("import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_DFL)\n"
                                         "print('runs', flush=True)\ntime.sleep(60)")
        self.read_until(terminal, b"runs")
        time.sleep(0.2)
        os.write(terminal, b"\x03")
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 128 + signal.SIGINT)
        self.assertRegex(self.read("out.folded"), rb"^main;leaf \d+\n$")


if __name__ == "__main__":
    unittest.main()
