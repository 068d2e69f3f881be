# SPDX-License-Identifier: Apache-2.0
"""What depends on a terminal, and on Ctrl-C: tried with a pseudo terminal and real signals."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import time
import unittest

from harness import COLLAPSED, PROFCONV, CommandTest, dhat_json


def read_all(descriptor):
    """Everything that comes out of a pseudo terminal, which ends in an error on Linux."""
    chunks = []
    try:
        while chunk := os.read(descriptor, 65536):
            chunks.append(chunk)
    except OSError:
        pass
    return b"".join(chunks).decode().replace("\r\n", "\n")


class Terminal(CommandTest):
    def on_terminal(self, *arguments, streams=("stdout",), **environment):
        """Runs with the streams named on a terminal; returns the exit status and what was shown."""
        master, slave = pty.openpty()
        given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        given.update({stream: slave for stream in streams})
        process = subprocess.Popen([PROFCONV, *arguments], cwd=self.directory,
                                   env={**os.environ, "TERM": "xterm", **environment}, **given)
        os.close(slave)
        shown = read_all(master)
        os.close(master)
        return process.wait(timeout=60), shown

    def setUp(self):
        super().setUp()
        self.file("h.json", dhat_json())

    def test_without_output_a_terminal_shows_info(self):
        status, shown = self.on_terminal("h.json")
        self.assertEqual(status, 0)
        self.assertHas(shown, "h.json: dhat", "profile 1 of 1")

    def test_binary_never_goes_to_a_terminal(self):
        for format_name in ["spall", "pprof"]:
            status, shown = self.on_terminal("h.json", "-t", format_name, streams=("stdout", "stderr"))
            self.assertEqual(status, 2)
            self.assertHas(shown, "terminal", "-o")
        status, shown = self.on_terminal("h.json", "-t", "collapsed", "--compress", "gzip", streams=("stdout", "stderr"))
        self.assertEqual(status, 2)

    def test_text_may_go_to_a_terminal(self):
        status, shown = self.on_terminal("h.json", "-t", "collapsed")
        self.assertEqual(status, 0)
        self.assertHas(shown, ";malloc 800")

    def test_tables_are_coloured_on_a_terminal_that_wants_it(self):
        self.assertIn("\x1b[", self.on_terminal("h.json", "-t", "top")[1])
        self.assertNotIn("\x1b[", self.on_terminal("h.json", "-t", "top", NO_COLOR="1")[1])
        self.assertNotIn("\x1b[", self.on_terminal("h.json", "-t", "top", "--set", "top.colour=no")[1])
        self.assertNotIn(b"\x1b[", self.good("h.json", "-t", "top").stdout)

    def test_without_input_a_terminal_is_not_read(self):
        status, shown = self.on_terminal(streams=("stdin", "stderr"))
        self.assertEqual(status, 2)
        self.assertHas(shown, "no input")

    def test_colour_is_for_terminals_that_want_it(self):
        arguments = ["h.json", "-o", "h.folded"]
        self.assertIn("\x1b[", self.on_terminal(*arguments, streams=("stderr",))[1])
        self.assertNotIn("\x1b[", self.on_terminal(*arguments, streams=("stderr",), NO_COLOR="1")[1])
        self.assertNotIn("\x1b[", self.on_terminal(*arguments, streams=("stderr",), TERM="dumb")[1])


class Waiting(CommandTest):
    def shown_on_stderr(self, *arguments, seconds, columns=0):
        """What a terminal shows while the input arrives over some time."""
        master, slave = pty.openpty()
        if columns:
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = subprocess.Popen([PROFCONV, "-f", "collapsed", "-o", "out.folded", *arguments], cwd=self.directory,
                                   stdin=subprocess.PIPE, stderr=slave)
        os.close(slave)
        process.stdin.write(COLLAPSED.encode())
        process.stdin.flush()
        time.sleep(seconds)
        process.stdin.write(COLLAPSED.encode())
        process.stdin.close()
        shown = read_all(master)
        os.close(master)
        self.assertEqual(process.wait(timeout=60), 0)
        return shown

    def test_after_a_second_a_terminal_is_told_how_far_it_is(self):
        shown = self.shown_on_stderr(seconds=1.3)
        self.assertHas(shown, "<stdin>: 0 MB read")
        self.assertTrue(shown.endswith("\r\x1b[K"), "the line is wiped at the end")

    def test_the_line_fits_on_the_terminal(self):
        self.file("a.folded", COLLAPSED)
        for columns in [80, 30, 12]:
            shown = self.shown_on_stderr("a.folded", "-", seconds=1.3, columns=columns)
            lines = [line for line in shown.split("\r\x1b[K") if line]
            self.assertTrue(lines)
            for line in lines:
                self.assertLess(len(line), columns)
                self.assertTrue(line.startswith("profconv: "), line)

    def test_short_runs_and_quiet_ones_show_nothing(self):
        self.assertEqual(self.shown_on_stderr(seconds=0), "")
        self.assertEqual(self.shown_on_stderr("-q", seconds=1.3), "")


class Signals(CommandTest):
    def start(self, *arguments):
        process = subprocess.Popen([PROFCONV, *arguments], cwd=self.directory, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.end, process)
        process.stdin.write(COLLAPSED.encode())
        process.stdin.flush()
        self.wait_for_temporary_file()
        return process

    @staticmethod
    def end(process):
        process.kill()
        process.wait()
        for stream in [process.stdin, process.stdout, process.stderr]:
            stream.close()

    def wait_for_temporary_file(self):
        """The output is opened beside its place before the input is read to its end."""
        deadline = time.monotonic() + 30
        while not self.files():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def test_the_first_interrupt_is_left_to_the_producer(self):
        process = self.start("-f", "collapsed", "-o", "out.folded")
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        self.assertIsNone(process.poll())
        process.stdin.write(b"main;late 1\n")
        process.stdin.close()
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertIn(b"main;late 1\n", self.read("out.folded"))

    def test_the_second_interrupt_stops_and_leaves_nothing(self):
        process = self.start("-f", "collapsed", "-o", "out.folded")
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), -signal.SIGINT)
        self.assertEqual(self.files(), [])
        self.assertIn(b"stopped", process.stderr.read())

    def test_a_termination_stops_at_once(self):
        process = self.start("-f", "collapsed", "-o", "out.folded")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), -signal.SIGTERM)
        self.assertEqual(self.files(), [])

    def test_a_termination_stops_the_wait_for_the_writer_of_a_named_pipe(self):
        os.mkfifo(self.directory / "pipe")
        process = subprocess.Popen([PROFCONV, "pipe", "-o", "out.folded"], cwd=self.directory, stderr=subprocess.PIPE)
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), -signal.SIGTERM)
        self.assertIn(b"stopped", process.stderr.read())
        process.stderr.close()


if __name__ == "__main__":
    unittest.main()
