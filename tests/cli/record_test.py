# SPDX-License-Identifier: Apache-2.0
"""profconv record with tracers that are scripts: what happens to the program, the tracer and the profile."""

import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import time
import unittest

from harness import PROFCONV
from recording import BPFTRACE, SAMPLE, Recording

DTRACE = """
import os, signal, sys, time
if sys.argv[1:] == ['-V']:
    print('dtrace: Sun D 1.13')
    sys.exit()
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
print('profconv: ready', flush=True)
print(%s, flush=True)
time.sleep(60)
"""

RECORD = " %16d %8d %8d  %-50s\n              prog`leaf+0x1\n              prog`main+0x2\n%s %16d\n"


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


class Errors(Recording):
    """What keeps a tracer from recording, and what to do."""

    def failure(self, name, said, *options):
        """The error of a tracer that says something and ends; the program must not run."""
        version = "import sys\nif sys.argv[1:] == ['-V']:\n    print('dtrace: Sun D 1.13')\n    sys.exit()\n"
        self.tracer(name, version + "print(%r, file=sys.stderr)\nsys.exit(1)" % said)
        line = self.refused(1, "record", "--backend", name, *options, "--", sys.executable, "-c", "open('ran', 'w').close()",
                            env=self.env)
        self.assertEqual(self.files(), ["bin"])
        return line

    def test_no_tracer(self):
        self.assertHas(self.refused(1, "record", "--", "/bin/true", env=self.env), "no dtrace, bpftrace or perf", "apt install")
        for name, words in [("dtrace", "--backend bpftrace or perf"), ("bpftrace", "apt install bpftrace"),
                            ("perf", "linux-perf")]:
            line = self.refused(1, "record", "--backend", name, "--", "/bin/true", env=self.env)
            self.assertHas(line, name + ": command not found", words)

    def test_systemtaps_dtrace_is_not_taken_for_a_tracer(self):
        self.tracer("dtrace", "import sys\nprint('Usage /usr/bin/dtrace [--help] [-h | -G] -s File.d')\nsys.exit(1)")
        self.assertHas(self.refused(1, "record", "--backend", "dtrace", "--", "/bin/true", env=self.env), "SystemTap")

    def test_privileges(self):
        self.assertHas(self.failure("dtrace", "dtrace: failed to initialize dtrace: DTrace requires additional privileges"),
                       "dtrace cannot record", "additional privileges; run it with sudo")
        self.assertHas(self.failure("dtrace", "dtrace: system integrity protection is on, some features will not be available\n"
                                    "dtrace: failed to execute x: dtrace cannot control executables"), "System Integrity Protection")
        self.assertHas(self.failure("bpftrace", "ERROR: bpftrace currently only supports running as the root user."), "sudo")
        self.assertHas(self.failure("perf", "Error:\nAccess to performance monitoring and observability operations is limited.\n"
                                    "Consider adjusting /proc/sys/kernel/perf_event_paranoid\n  0: some\nTo keep it:\n(e.g. "
                                    "kernel.perf_event_paranoid = <setting>)"),
                       "perf cannot record: Access to performance monitoring", "kernel.perf_event_paranoid=1")

    def test_probes_that_are_missing(self):
        self.assertHas(self.failure("dtrace", "dtrace: invalid probe specifier sched:::off-cpu: probe description "
                                    "sched:::off-cpu does not match any probes"), "does not match", "--backend")
        self.assertHas(self.failure("dtrace", "dtrace: could not enable tracing: Failed to enable dtrace:::BEGIN: "
                                    "No such file or directory"), "mount -t tracefs")
        self.assertHas(self.failure("bpftrace", "stdin:1:1-2: ERROR: tracepoint not found: sched:sched_switch"), "tracefs")
        self.assertHas(self.failure("perf", "event syntax error: 'cpu-clock'"), "--backend")

    def test_no_samples(self):
        self.tracer("bpftrace", BPFTRACE.split("for i")[0] + "time.sleep(60)")
        line = self.refused(1, "record", "--backend", "bpftrace", "--", "/bin/sleep", "0.2", env=self.env)
        self.assertHas(line, "no samples: sleep took", "raise -F", "--off-cpu")
        line = self.refused(1, "record", "--backend", "bpftrace", "-p", str(os.getpid()), "-d", "0.2", env=self.env)
        self.assertHas(line, "no samples: ", " (process %d) did not run" % os.getpid())
        line = self.refused(1, "record", "--backend", "bpftrace", "-a", "-d", "0.2", env=self.env)
        self.assertHas(line, "no process ran")
        self.assertNotIn("profile.pb.gz", self.files())

    def test_fewer_samples_than_the_cpu_time_makes(self):
        computes = "import time\nwhile time.process_time() < 0.4: pass"
        words = ["--backend", "bpftrace", "-F", "1000", "-o", "out.folded"]
        for options, count, warns in [([], "1", True), ([], "5000", False), (["-q"], "1", False), (["-a"], "1", False)]:
            self.tracer("bpftrace", BPFTRACE.replace("itertools.count()", "range(%s)" % count).replace("sleep(0.01)", "sleep(0)") +
                        "time.sleep(60)\n")
            result = self.record(*words, *options, "--", sys.executable, "-c", computes)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(bool(re.search(r"warning: 0\.[4-9] s of CPU time have 1 sample, 0 % of -F 1000: bpftrace missed", result.stderr)),
                             warns, result.stderr)
        busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        self.addCleanup(lambda: (busy.kill(), busy.wait()))
        self.tracer("bpftrace", BPFTRACE.replace("itertools.count()", "range(1)") + "time.sleep(60)\n")
        result = self.record(*words, "-d", "1", "-p", str(busy.pid))
        self.assertRegex(result.stderr, r"warning: \S+ s of CPU time have 1 sample, 0 % of -F 1000")

    def test_drops(self):
        text = repr(RECORD % (10**12, 7, 7, "prog", "", 1))
        self.tracer("dtrace", (DTRACE % text).replace("time.sleep", "print('dtrace: 12 drops on CPU 0\\ndtrace: 30 dynamic "
                                                      "variable drops', file=sys.stderr, flush=True); time.sleep"))
        result = self.record("--backend", "dtrace", "-o", "out.folded", "--", "/bin/sleep", "0.2")
        self.assertEqual(result.returncode, 0)
        self.assertHas(result.stderr, "warning: dtrace dropped 42 samples", "--buffer", "-F")

        self.tracer("bpftrace", BPFTRACE.replace("for i", "print('Lost 12 events', flush=True)\nfor i", 1))
        result = self.record("--backend", "bpftrace", "-o", "out.folded", "--", "/bin/sleep", "0.2")
        self.assertHas(result.stderr, "warning: bpftrace dropped 12 samples", "--buffer")

    def test_stacks_that_are_cut(self):
        self.tracer("bpftrace", BPFTRACE)
        result = self.record("--backend", "bpftrace", "--frames", "2", "-o", "out.folded", "--", "/bin/sleep", "0.2")
        self.assertRegex(result.stderr, r"warning: (\d+) of \1 samples have 2 frames, .* raise --frames")

    def test_programs_without_frame_pointers(self):
        self.tracer("bpftrace", BPFTRACE.replace("\\\\t5600 main+2 (/bin/prog)\\\\n", "").replace("\\t5600 main+2 (/bin/prog)\\n", ""))
        result = self.record("--backend", "bpftrace", "-o", "out.folded", "--", "/bin/sleep", "0.6")
        self.assertHas(result.stderr, "most stacks have one frame", "-fno-omit-frame-pointer")

    def test_outputs_are_tried_before_the_program_runs(self):
        self.tracer("bpftrace", BPFTRACE)
        for output, status in [("none/out.folded", 1), ("out.unknown", 2)]:
            self.refused(status, "record", "--backend", "bpftrace", "-o", output, "--", sys.executable, "-c",
                         "open('ran', 'w').close()", env=self.env)
            self.assertEqual(self.files(), ["bin"])

    def test_the_program_has_its_say_if_an_output_cannot_be_written(self):
        self.tracer("bpftrace", BPFTRACE)
        (self.directory / "out").mkdir()
        result = self.record("--backend", "bpftrace", "-t", "collapsed", "-o", "out/a.folded", "--", "/bin/sh", "-c",
                             "/bin/rmdir out; /bin/sleep 0.3; echo done; exit 9")
        self.assertEqual((result.returncode, result.stdout), (9, b"done\n"))
        self.assertHas(result.stderr, "error: out/a.folded")
        result = self.record("--backend", "bpftrace", "-d", "0.1", "--max-samples", "1", "-o", "a.folded", "--", "/bin/sh", "-c",
                             "/bin/sleep 0.7; echo done")
        self.assertEqual((result.returncode, result.stdout), (1, b"done\n"), result.stderr)

    def test_usage(self):
        for words, text in [([], "after --, a process with -p, or -a"), (["./prog"], "put -- before the program"),
                            (["--"], "no program after --"), (["-p", "1", "--", "true"], "not both"),
                            (["-a", "-p", "1"], "contradict"), (["-o", "-", "--", "true"], "standard output is the program's"),
                            (["-F", "0", "--", "true"], "from 1 to 10000"), (["--backend", "gdb", "--", "true"], "not 'gdb'"),
                            (["--script", "x.txt", "--", "true"], "end in .d"), (["--frequnecy", "9", "--", "true"], "--frequency"),
                            (["--script", "x.d", "--kernel", "--", "true"], "leave out"),
                            (["--script", "x.d", "--backend", "perf", "--", "true"], "is a program for dtrace")]:
            self.assertHas(self.refused(2, "record", *words, env=self.env), text)


class Backends(Recording):
    """What each tracer is given, and that its output is read."""

    def script(self, *words):
        return self.good("record", "--show-script", *words, env=self.env).stdout.decode()

    def test_the_script_is_shown(self):
        text = self.script("--backend", "dtrace", "-F", "997", "--frames", "50")
        self.assertHas(text, "dtrace -q", "profile-997\n/pid == $1 || progenyof($1)/", "ustack(50);")
        self.assertNotIn("  stack(", text)
        self.assertHas(self.script("--backend", "dtrace", "--kernel", "-a"), "  stack(100);", "/pid != 0/")
        self.assertHas(self.script("--backend", "dtrace", "--off-cpu", "--buffer", "1MB"), "sched:::on-cpu", "bufsize=1048576")
        text = self.script("--backend", "bpftrace", "-F", "50", "--kernel")
        self.assertHas(text, "profile:hz:50", "kstack(perf, 100), ustack(perf, 100)", "sched_process_fork")
        self.assertHas(self.script("--backend", "bpftrace", "--off-cpu", "--buffer", "20000"), "BPFTRACE_PERF_RB_PAGES=8")
        self.assertHas(self.script("--backend", "perf"), "perf record", "cpu-clock/freq=99,max-stack=100,name=cpu-clock/", "-p PID -o -")
        self.assertHas(self.script("--backend", "perf", "--off-cpu", "-a"), "context-switches", " -a ")

    def test_dtraces_records_are_read(self):
        two = RECORD.replace("              prog`leaf", "              vmlinux`do_read+0x3\n\n              prog`leaf", 1)
        text = repr("".join([RECORD % (10**12, 7, 8, "prog", "", 1), "\n", RECORD % (10**12 + 10**7, 7, 9, "my prog", "", 1), "\n"]))
        self.tracer("dtrace", DTRACE % text)
        result = self.record("--backend", "dtrace", "-F", "100", "-o", "out.pb.gz", "--", "/bin/sleep", "0.2")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        shown = self.good("info", "out.pb.gz").stdout.decode()
        self.assertHas(shown, "samples     2 with 1 stack", "cpu (nanoseconds): 20,000,000", "7/8 prog", "7/9 my prog")
        self.tracer("dtrace", DTRACE % repr(two % (10**12, 7, 8, "prog", "", 1)))
        self.record("--backend", "dtrace", "--kernel", "-o", "out.folded", "--", "/bin/sleep", "0.2")
        self.assertEqual(self.read("out.folded"), b"prog`main;prog`leaf;vmlinux`do_read 10101010\n")

    def test_a_script_of_the_user_runs_instead(self):
        self.file("mine.d", "profile-10 { @[ustack()] = count(); }")
        self.tracer("dtrace", "import sys\nif '-V' not in sys.argv:\n    assert sys.argv[sys.argv.index('-s') + 1] == 'mine.d'\n" +
                    DTRACE % repr("\n\n              prog`leaf+0x1\n              prog`main+0x2\n                3\n"))
        result = self.record("-q", "--script", "mine.d", "-o", "out.folded", "--", "/bin/sleep", "0.2")
        self.assertEqual(result.stderr, "")
        self.assertEqual(self.read("out.folded"), b"prog`main;prog`leaf 300000000\n")
        self.file("mine.d", "profile-10 /pid == $target/ { @[ustack()] = count(); }")
        if sys.platform == "linux":
            self.assertHas(self.refused(1, "record", "--script", "mine.d", "--", "/bin/true", env=self.env), "$target", "use -p")
        self.file("mine.bt", "profile:hz:10 { @[ustack] = count(); }")
        self.tracer("bpftrace", "import signal, sys, time\nassert sys.argv[2].startswith('profile:hz:10 {')\n"
                    "print('Attaching 2 probes...\\nprofconv: ready', flush=True)\n"
                    "signal.signal(signal.SIGTERM, lambda *_: [print('\\n@[\\n    leaf+1\\n    main+2\\n]: 3', flush=True), sys.exit()])\n"
                    "time.sleep(60)")
        result = self.record("--script", "mine.bt", "-o", "out.folded", "--", "/bin/sleep", "0.2")
        self.assertEqual(self.read("out.folded"), b"main;leaf 3\n", result.stderr)

    def test_perf_is_enabled_before_the_program_runs(self):
        self.tracer("perf", "import os, sys, pathlib, time\nif sys.argv[1] == 'script':\n    sys.stdin.buffer.read()\n"
                    "    print('prog 7/8 1.5: 10 cpu-clock: \\n\\t 5 leaf (/bin/prog)\\n\\t 6 main (/bin/prog)\\n\\n')\n    sys.exit()\n"
                    "assert sys.argv[-2:] == ['-o', '-'] and '--control' in sys.argv\nassert os.read(3, 100) == b'enable\\n'\n"
                    "time.sleep(0.2)\nassert not pathlib.Path('ran').exists()\nos.write(4, b'ack\\n\\0')\n"
                    "os.write(1, b'PERFILE2' + (16).to_bytes(8, 'little'))\ntime.sleep(60)")
        result = self.record("-q", "--backend", "perf", "-o", "out.folded", "--", sys.executable, "-c",
                             "open('ran', 'w').close(); import time; time.sleep(0.1)")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.read("out.folded"), b"main;leaf 1\n")

    def test_addresses_of_a_program_that_has_ended_get_names(self):
        compiler = next((path for path in ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"] if os.path.exists(path)), None)
        if compiler is None or not sys.platform.startswith("linux"):
            self.skipTest("there is no C compiler, or no /proc")
        self.file("prog.c", "#include <stdio.h>\n#include <unistd.h>\nint work(void) { return 1; }\n"
                  'int main(void) { printf("%p\\n", (void*)work); fflush(stdout); usleep(300000); return work() - 1; }\n')
        subprocess.run([compiler, "-O0", "prog.c", "-o", "prog"], cwd=self.directory, check=True)
        wait = ("import os, pathlib, signal, sys, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nif '-V' in sys.argv: sys.exit(print('dtrace: Sun D 1.13'))\nprint('profconv: ready', "
                "flush=True)\nwhile not pathlib.Path('address').exists() or not pathlib.Path('address').read_text(): time.sleep(0.01)\n"
                "address = int(pathlib.Path('address').read_text(), 16) + 1\n"
                "pid = int(sys.argv[-1])\nwhile pathlib.Path('/proc/%d/maps' % pid).read_text(): time.sleep(0.01)\n")
        self.tracer("dtrace", wait + "print(%r %% (10**12, pid, pid, 'prog', address, 1))" %
                    " %16d %8d %8d  %-50s\n              0x%x\n %16d\n")
        self.tracer("bpftrace", wait + "print(%r %% (pid, pid, address, address))" %
                    "@samples[1, %d, %d, prog,\n\t%x 0x%x ([unknown])\n]: 1")
        for backend, name in [("dtrace", b"prog`work 10101010\n"), ("bpftrace", b"work 10101010\n")]:
            with open(self.directory / "address", "w") as address:
                result = subprocess.run([PROFCONV, "record", "--backend", backend, "-q", "-o", "out.folded", "--", "./prog"],
                                        cwd=self.directory, env=self.env, stdout=address, stderr=subprocess.PIPE, check=False)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(self.read("out.folded"), name, result.stderr)
            os.remove(self.directory / "address")


if __name__ == "__main__":
    unittest.main()
