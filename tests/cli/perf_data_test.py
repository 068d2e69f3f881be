# SPDX-License-Identifier: Apache-2.0
"""perf.data: profconv runs perf and reads what it prints. Most tests replace perf by a script; the last one
uses a real perf, where it may record."""

import os
import shutil
import stat
import subprocess
import sys
import unittest

from harness import CommandTest

HEAD = b"PERFILE2" + (104).to_bytes(8, "little") + bytes(88)
PIPED = b"PERFILE2" + (16).to_bytes(8, "little") + b"records"
SCRIPT = "prog 7/8 1.500000: 10 cycles: \n\t 5 leaf (/bin/prog)\n\t 6 main (/bin/prog)\n\n"


class PerfData(CommandTest):
    def perf(self, text):
        """Puts a program called perf in front of the others: what it is in Python."""
        folder = self.directory / "bin"
        folder.mkdir(exist_ok=True)
        path = folder / "perf"
        path.write_text("#!%s\nimport sys\n%s\n" % (sys.executable, text))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return {**os.environ, "PATH": "%s:%s" % (folder, os.environ["PATH"])}

    def test_what_perf_prints_is_read(self):
        env = self.perf("assert sys.argv[1] == 'script' and sys.argv[-2:] == ['-i', 'a b.data']\nprint(%r, end='')" % SCRIPT)
        self.file("a b.data", HEAD)
        result = self.good("a b.data", "-t", "collapsed", env=env)
        self.assertEqual(result.stdout, b"main;leaf 10\n")

    def test_a_name_is_no_option(self):
        env = self.perf("assert sys.argv[-2:] == ['-i', './-x.data'], sys.argv\nprint(%r, end='')" % SCRIPT)
        self.file("-x.data", HEAD)
        self.good("./-x.data", "-o", "out.folded", env=env)

    def test_perfs_own_words_are_quoted(self):
        env = self.perf("print('incompatible file format (rerun with -v to learn more)', file=sys.stderr)\nsys.exit(1)")
        self.file("perf.data", HEAD)
        line = self.refused(1, "perf.data", "-o", "out.folded", env=env)
        self.assertHas(line, "perf.data", "incompatible file format", "perf script --header")
        self.assertNotIn("out.folded", self.files())

    def test_a_recording_that_is_cut_off(self):
        env = self.perf("print('0xc18 [0]: failed to process type: 0 [Invalid argument]', file=sys.stderr)\nsys.exit(234)")
        self.file("perf.data", HEAD)
        line = self.refused(1, "perf.data", "-o", "out.folded", env=env)
        self.assertHas(line, "failed to process type", "cut off or damaged: perf record has to end by itself")
        self.assertNotIn("print it where", line)

    def test_samples_before_a_failure_are_not_a_profile(self):
        env = self.perf("print(%r, end='')\nsys.stdout.flush()\nsys.exit(3)" % SCRIPT)
        self.file("perf.data", HEAD)
        self.refused(1, "perf.data", "-o", "out.folded", env=env)
        self.assertNotIn("out.folded", self.files())

    def test_without_perf_the_command_is_printed(self):
        self.file("perf.data", HEAD)
        line = self.refused(1, "perf.data", "-o", "out.folded", env={**os.environ, "PATH": str(self.directory)})
        self.assertHas(line, "perf script --header", "-i perf.data", "linux-perf")

    def test_perf_is_not_run_where_that_is_forbidden(self):
        env = self.perf("open('ran', 'w').close()")
        self.file("perf.data", HEAD)
        line = self.refused(1, "perf.data", "-o", "out.folded", "--set", "perf.run=no", env=env)
        self.assertHas(line, "perf.run=no", "perf script --header")
        self.assertNotIn("ran", self.files())

    def test_a_recording_in_a_pipe(self):
        env = self.perf("assert sys.argv[-1] == '-'\nassert sys.stdin.buffer.read() == %r\nprint(%r, end='')" % (PIPED, SCRIPT))
        self.assertEqual(self.good("-", "-t", "collapsed", stdin=PIPED, env=env).stdout, b"main;leaf 10\n")
        line = self.refused(1, "-", "-o", "out.folded", stdin=HEAD, env=env)
        self.assertHas(line, "name that file")

    def test_a_real_recording(self):
        if not shutil.which("perf"):
            self.skipTest("there is no perf")
        command = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "997", "-g", "-o", "perf.data", sys.executable, "-c",
                   "sum(i * i for i in range(3000000))"]
        recorded = subprocess.run(command, cwd=self.directory, capture_output=True, check=False, timeout=60)
        if recorded.returncode != 0:
            self.skipTest("perf may not record here: " + recorded.stderr.decode().strip())
        script = subprocess.run(["perf", "script", "-F", "period,event", "-G", "-i", "perf.data"], cwd=self.directory,
                                capture_output=True, check=True, timeout=60)
        period = sum(int(line.split()[0]) for line in script.stdout.decode().splitlines() if line.strip())
        result = self.good("perf.data", "-t", "collapsed")
        self.assertEqual(sum(int(line.rsplit(b" ", 1)[1]) for line in result.stdout.splitlines()), period)

    def test_tracepoints_of_a_real_recording_have_stacks(self):
        if not shutil.which("perf"):
            self.skipTest("there is no perf")
        command = ["perf", "record", "-q", "-e", "syscalls:sys_enter_getppid", "-g", "-o", "perf.data", sys.executable,
                   "-c", "import os\nfor i in range(20): os.getppid()"]
        recorded = subprocess.run(command, cwd=self.directory, capture_output=True, check=False, timeout=60)
        if recorded.returncode != 0:
            self.skipTest("perf may not record tracepoints here: " + recorded.stderr.decode().strip())
        result = self.good("perf.data", "-t", "collapsed")
        counts = {line.rsplit(b" ", 1)[0]: int(line.rsplit(b" ", 1)[1]) for line in result.stdout.splitlines()}
        self.assertEqual(sum(counts.values()), 20)
        self.assertNotIn(b"[no stack]", counts)
        self.assertTrue(all(b"getppid" in stack for stack in counts), counts)


if __name__ == "__main__":
    unittest.main()
