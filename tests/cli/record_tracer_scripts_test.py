# SPDX-License-Identifier: Apache-2.0
"""profconv record with tracers that are scripts: what keeps them from recording, what each is given, and what is read."""

import os
import re
import subprocess
import sys
import unittest

from harness import PROFCONV
from recording import BPFTRACE, Recording

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
