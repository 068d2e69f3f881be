# SPDX-License-Identifier: Apache-2.0
"""What a long conversion says of how far it is, to programs and to people, and that Ctrl-C ends each of its stages."""

import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import termios
import time
import unittest

from harness import COLLAPSED, PROFCONV, CommandTest

FIELDS = ["schema", "stage", "file", "number", "count", "bytes", "size", "read_bytes", "read_size", "bytes_per_second",
          "elapsed_ms", "seconds_left"]


class Objects(CommandTest):
    def told(self, *arguments, seconds=0.5):
        """The objects on standard error, of a conversion whose last input, a pipe, is slow to end."""
        process = subprocess.Popen([PROFCONV, "--progress=json", *arguments], cwd=self.directory, stdin=subprocess.PIPE,
                                   stderr=subprocess.PIPE, bufsize=0)
        process.stdin.write(COLLAPSED.encode())
        first = process.stderr.readline()
        time.sleep(seconds)
        _, told = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, told)
        return [json.loads(line) for line in (first + told).splitlines()]

    def test_programs_are_told_as_often_as_they_can_use(self):
        told = self.told("-f", "collapsed", "-o", "out.folded")
        for object_told in told:
            self.assertEqual(list(object_told), FIELDS)
            self.assertEqual(object_told["schema"], "profconv-progress-1")
        self.assertGreater(len(told), 1)
        self.assertLessEqual(len(told), told[-1]["elapsed_ms"] / 100 + 1)
        self.assertEqual((told[0]["stage"], told[0]["file"]), ("reading", "-"))
        self.assertEqual(told[0]["read_size"], None)
        self.assertEqual([o["stage"] for o in told].count("over"), 1)
        self.assertEqual((told[-1]["stage"], told[-1]["read_bytes"]), ("over", len(COLLAPSED)))

    def test_of_several_inputs_it_is_known_which_is_read(self):
        self.file("a.folded", COLLAPSED)
        self.file("b.folded", COLLAPSED)
        told = self.told("a.folded", "b.folded", "-", "-o", "out.folded")
        self.assertEqual((told[0]["file"], told[0]["number"], told[0]["count"]), ("-", 3, 3))
        self.assertEqual(told[0]["read_bytes"], 3 * len(COLLAPSED))

    def test_of_files_the_size_is_known(self):
        self.file("a.folded", COLLAPSED)
        for command in [["a.folded", "-o", "out.folded"], ["info", "a.folded"], ["check", "a.folded"]]:
            result = self.good(*command, "--progress=json")
            last = json.loads(result.stderr.splitlines()[-1])
            self.assertEqual((last["stage"], last["read_size"]), ("over", len(COLLAPSED)))

    def test_objects_that_cannot_be_written_are_an_error(self):
        self.file("a.folded", COLLAPSED)
        for command in [["a.folded", "-o", "out.folded"], ["info", "a.folded"], ["check", "a.folded"]]:
            for arguments in [[], ["-q"]]:
                with open("/dev/full", "wb") as full:
                    status = subprocess.run([PROFCONV, *command, "--progress=json", *arguments], cwd=self.directory,
                                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=full, timeout=60,
                                            check=False).returncode
                self.assertEqual(status, 1, command)
        with open("/dev/full", "wb") as full:
            status = subprocess.run([PROFCONV, "a.folded", "--progress=json", "-t", "none"], cwd=self.directory, stderr=full,
                                    stdin=subprocess.DEVNULL, timeout=60, check=False).returncode
        self.assertEqual(status, 2)

    def test_what_fails_has_a_last_object_before_the_error(self):
        self.file("a.folded", "no stack at all\n")
        lines = self.run_command("-f", "collapsed", "a.folded", "--progress=json", "-o", "b.folded").stderr.splitlines()
        objects = [json.loads(line) for line in lines if line.startswith("{")]
        self.assertEqual(objects[-1]["stage"], "over")
        self.assertFalse(lines[len(objects)].startswith("{"), lines)
        self.assertTrue(lines[-1].startswith("profconv: error: a.folded:1"), lines)

    def test_a_narrow_terminal_is_told_whole_parts(self):
        for columns, line in [(24, "profconv: 0 MB read"), (28, "profconv: 0 MB read, 0 MB/s")]:
            main, terminal = pty.openpty()
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            process = subprocess.Popen([PROFCONV, "-f", "collapsed", "-o", "out.folded"], cwd=self.directory,
                                       stdin=subprocess.PIPE, stderr=terminal)
            process.stdin.write(COLLAPSED.encode())
            process.stdin.flush()
            shown = os.read(main, 1024).decode()
            process.communicate(timeout=60)
            os.close(terminal)
            os.close(main)
            self.assertEqual(shown.replace("\x1b[K", "").strip("\r"), line)

    def test_nobody_else_is_told(self):
        self.file("a.folded", COLLAPSED)
        for style in ["never", "auto"]:
            self.assertEqual(self.good("a.folded", "-o", "b.folded", f"--progress={style}").stderr, "")
        self.assertHas(self.refused(2, "a.folded", "-o", "b.folded", "--progress=often"), "never, auto or json")


class Interrupted(CommandTest):
    """An interrupt in each stage of writing each format. Where a machine was done before, or the format holds no stacks at
    all, there is nothing to interrupt."""

    def setUp(self):
        super().setUp()
        calls = [";".join(f"function_{i}_{depth}" for depth in range(40)) for i in range(50)]
        lines = (f"{calls[i % 50]};part_{i // 50};leaf_{i} {i + 1}\n" for i in range(20_000))
        self.file("in.folded", "".join(lines))

    def interrupt(self, stage, *arguments):
        before = self.files()
        process = subprocess.Popen([PROFCONV, "--progress=json", "in.folded", *arguments], cwd=self.directory,
                                   stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for line in process.stderr:
            if line.startswith(b"{") and json.loads(line)["stage"] == stage:
                process.send_signal(signal.SIGINT)
                break
        process.communicate(timeout=60)
        if process.returncode == 0:
            return
        if process.returncode == 2:
            self.assertEqual(self.files(), before)
            return
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertEqual(self.files(), before)

    def test_every_stage_of_every_format_stops_and_leaves_nothing(self):
        listed = [json.loads(line) for line in self.good("formats", "--json").stdout.splitlines()]
        for name in [form["format"] for form in listed if form["direction"] == "write"]:
            for stage in ["reading", "working", "writing"]:
                with self.subTest(format=name, stage=stage):
                    self.interrupt(stage, "-t", name, "-o", f"out.{name}", "--freq", "997")
                    if (self.directory / f"out.{name}").exists():
                        os.remove(self.directory / f"out.{name}")

    def test_so_does_a_merging(self):
        for stage in ["reading", "working", "writing"]:
            self.interrupt(stage, "in.folded", "-o", "out.pb.gz")


if __name__ == "__main__":
    unittest.main()
