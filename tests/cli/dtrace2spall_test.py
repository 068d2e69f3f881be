# SPDX-License-Identifier: Apache-2.0
"""The drop-in command dtrace2spall: the command lines of the older tool, its flags, and what it must never do."""

import gzip
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import time
import unittest

from harness import PROFCONV, CommandTest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "clients" / "spall"))
from spall_trace import Trace  # noqa: E402

BARE = """CPU     ID                    FUNCTION:NAME
  1   3973                         :tick-3s 


              prog`leaf+0x2a
              prog`main+0x10
                2

              prog`main+0x14
                3

              prog`other+0x1
              prog`main+0x18
                5
"""

THREADS = """
       10       11
              prog`a
              prog`main
                4
       10       12
              prog`b
              prog`main
                6
"""

TIMED = """
    1000000000000       10       11
              prog`a
              prog`main
                1
    1000001000000       10       11
              prog`a
              prog`main
                1
    1000002000000       10       12
              prog`b
              prog`main
                1
    1000009000000       10       11
              prog`a
              prog`main
                1
"""


class Dtrace2spallTest(CommandTest):
    def link(self):
        """The name that stands beside the command."""
        return str(pathlib.Path(PROFCONV).with_name("dtrace2spall"))

    def spall(self, *arguments, stdin):
        """The trace that is written to standard output, and what was said."""
        result = self.good("dtrace2spall", *arguments, stdin=stdin)
        return Trace(result.stdout), result.stderr

    def self_times(self, *arguments, stdin):
        """Ticks by stack, or by (pid, tid, stack) where there are threads."""
        trace, _ = self.spall(*arguments, stdin=stdin)
        times = trace.self_times()
        return {(*key, b";".join(stack).decode()): ticks for (key, stack), ticks in times.items()}

    def refused_command(self, *arguments, status=2, stdin=BARE):
        return self.refused(status, "dtrace2spall", *arguments, stdin=stdin)


class DropIn(Dtrace2spallTest):
    README = {
        "cat profile.dtrace | dtrace2spall --freq 997 -o profile.spall": BARE,
        "cat profile.dtrace | dtrace2spall --freq 997 -o profile.spall --fields=pid,tid": THREADS,
        "cat profile.dtrace | dtrace2spall --freq 997 -o profile.spall --fields=-,pid,tid": TIMED,
    }

    def test_the_documented_command_lines_run_as_they_stand(self):
        folder = str(pathlib.Path(PROFCONV).resolve().parent)
        for line, recording in self.README.items():
            with self.subTest(line):
                self.file("profile.dtrace", recording)
                subprocess.run(["bash", "-c", line], cwd=self.directory, timeout=60, check=True, capture_output=True,
                               env={**os.environ, "PATH": folder + ":" + os.environ["PATH"]})
                trace = Trace(self.read("profile.spall"))
                self.assertEqual(trace.version, 1)
                self.assertEqual(sum(trace.self_times().values()) * trace.tick_ns, self.nanoseconds(recording))

    @staticmethod
    def nanoseconds(recording):
        counts = sum(int(line) for line in recording.splitlines() if line.strip().isdigit())
        return counts * (1003009 if recording == TIMED else 1e9 / 997)

    def test_the_name_and_the_word_are_the_same_command(self):
        by_name = subprocess.run([self.link(), "-f", "97"], input=BARE.encode(), capture_output=True, timeout=60,
                                 check=True)
        self.assertEqual(by_name.stdout, self.good("dtrace2spall", "-f", "97", stdin=BARE).stdout)

    def test_every_stack_lasts_its_own_count(self):
        expected = {(1, 1, "prog`main;prog`leaf"): 2, (1, 1, "prog`main"): 3, (1, 1, "prog`main;prog`other"): 5}
        self.assertEqual(self.self_times(stdin=BARE), expected)

    def test_stacks_stay_in_the_order_of_the_input(self):
        trace, _ = self.spall(stdin=BARE)
        segments = [(begin, end, stack[-1].decode()) for begin, end, stack in trace.lanes[1, 1].segments]
        self.assertEqual(segments, [(0, 2, "prog`leaf"), (2, 5, "prog`main"), (5, 10, "prog`other")])

    def test_each_thread_has_a_clock_of_its_own(self):
        trace, said = self.spall("--fields", "pid,tid", stdin=THREADS)
        self.assertEqual({key: lane.segments[0][:2] for key, lane in trace.lanes.items()},
                         {(10, 11): (0, 4), (10, 12): (0, 6)})
        self.assertEqual(said, "")

    def test_a_timestamp_puts_samples_at_their_time(self):
        for fields in ["timestamp,pid,tid", "-,pid,tid", "_,pid,tid"]:
            with self.subTest(fields):
                trace, said = self.spall("--fields", fields, stdin=TIMED)
                self.assertEqual([s[:2] for s in trace.lanes[10, 11].segments], [(0, 2000000), (9000000, 10000000)])
                self.assertEqual([s[:2] for s in trace.lanes[10, 12].segments], [(2000000, 3000000)])
                self.assertEqual(said, "profconv: <stdout>: lost: 4 absolute start times\n")

    def test_a_skipped_column_that_is_no_timestamp_is_left_out(self):
        recording = TIMED.replace("    1000001000000", "              700")
        trace, said = self.spall("--fields", "-,pid,tid", stdin=recording)
        self.assertEqual([s[:2] for s in trace.lanes[10, 11].segments], [(0, 3)])
        self.assertNotIn("lost", said)

    def test_columns_may_be_skipped_anywhere(self):
        recording = THREADS
        for tid in [11, 12]:
            recording = recording.replace(f"       10       {tid}\n", f"  {'sh':50}       10       {tid}        3\n")
        for fields in ["execname,pid,tid,-", "execname,pid,tid,", "execname,pid,tid,cpu"]:
            with self.subTest(fields):
                trace, _ = self.spall("--fields", fields, stdin=recording)
                self.assertEqual(sorted(trace.lanes), [(10, 11), (10, 12)])

    def test_what_was_skipped_is_no_loss(self):
        recording = THREADS.replace("       10       11\n", "       10       11        3\n")
        recording = recording.replace("       10       12\n", "       10       12        4\n")
        self.assertEqual(self.good("dtrace2spall", "--fields=pid,tid,-", stdin=recording).stderr, "")
        said = self.good("dtrace2spall", "--fields=pid,tid,cpu", stdin=recording).stderr
        self.assertHas(said, "lost: 2 sample labels")

    def test_a_setting_that_is_proposed_can_be_given(self):
        recording = THREADS.replace("       10", f"  {'sh':50}       10")
        said = self.good("dtrace2spall", "--fields=execname,pid,tid", stdin=recording).stderr
        self.assertHas(said, "lost: 2 process names", "--set spall.version=3")
        trace, said = self.spall("--fields=execname,pid,tid", "--set", "spall.version=3", stdin=recording)
        self.assertEqual((trace.version, trace.process_names, said), (3, {10: b"sh"}, ""))

    def test_real_recordings_keep_their_counts(self):
        corpus = os.environ.get("PROFCONV_CORPUS")
        if not corpus:
            self.skipTest("PROFCONV_CORPUS is not set")
        folder = pathlib.Path(corpus) / "own" / "dtrace"
        for name, fields in {"ustack-count.out": [], "pid-tid-ustack.out": ["--fields=pid,tid"],
                             "timestamp-pid-tid-ustack.out": ["--fields=-,pid,tid"],
                             "large-timestamp-many.out.gz": ["--fields=-,pid,tid"]}.items():
            with self.subTest(name):
                recording = (folder / name).read_bytes()
                trace, _ = self.spall("--freq=97", *fields, stdin=recording)
                text = gzip.decompress(recording) if name.endswith(".gz") else recording
                counts = sum(int(line) for line in text.splitlines() if line.strip().isdigit())
                ticks = sum(trace.self_times().values())
                self.assertEqual(ticks, counts if trace.tick_ns != 1 else counts * 10309278)


class Flags(Dtrace2spallTest):
    def test_the_rate_is_1000_unless_said(self):
        self.assertEqual(self.spall(stdin=BARE)[0].tick_ns, 1e6)
        for flag in [["-f", "500"], ["-f500"], ["-f=500"], ["--freq", "500"], ["--freq=500"], ["-f", "9", "-f", "500"]]:
            with self.subTest(flag):
                self.assertEqual(self.spall(*flag, stdin=BARE)[0].tick_ns, 2e6)

    def test_rates_that_make_no_sense(self):
        for rate in ["0", "-5", "99.5", "often", "0x10", "2000000000"]:
            with self.subTest(rate):
                self.assertHas(self.refused_command("-f", rate), "--freq", rate, "from 1 to")

    def test_the_output(self):
        expected = self.good("dtrace2spall", stdin=BARE).stdout
        self.assertEqual(self.good("dtrace2spall", "-o", "-", stdin=BARE).stdout, expected)
        self.assertEqual(self.good("dtrace2spall", "-o", "any.name", stdin=BARE).stdout, b"")
        self.assertEqual(self.read("any.name"), expected)
        self.good("dtrace2spall", "-o=x", "--out=y", stdin=BARE)
        self.assertEqual(self.files(), ["any.name", "y"])
        self.assertHas(self.refused_command("-o", ""), "--out", "empty")

    def test_json_is_a_chrome_trace(self):
        document = json.loads(self.good("dtrace2spall", "--json", "--freq", "100", stdin=BARE).stdout)
        events = [(event["ph"], event["ts"], event["name"]) for event in document["traceEvents"]]
        self.assertEqual(events, [("B", 0, "prog`main"), ("B", 0, "prog`leaf"), ("E", 20000, "prog`leaf"),
                                  ("B", 50000, "prog`other"), ("E", 100000, "prog`other"), ("E", 100000, "prog`main")])

    def test_fields_add_up(self):
        once = self.good("dtrace2spall", "--fields=pid,tid", stdin=THREADS).stdout
        self.assertEqual(self.good("dtrace2spall", "--fields", "pid", "--fields", "tid", stdin=THREADS).stdout, once)
        self.assertEqual(self.good("dtrace2spall", "--fields", "pid, tid", stdin=THREADS).stdout, once)

    def test_of_several_aggregations_one_is_chosen(self):
        recording = BARE + THREADS
        refused = self.run_command("dtrace2spall", stdin=recording)
        self.assertEqual(refused.returncode, 2)
        self.assertHas(refused.stderr, "has 2 profiles", "one: profconv dtrace2spall --only ")
        self.assertNotIn("all: ", refused.stderr)
        self.assertEqual(self.good("dtrace2spall", "--only", "1", stdin=recording).stdout,
                         self.good("dtrace2spall", stdin=BARE).stdout)

    def test_the_help(self):
        for flag in ["-h", "--help"]:
            text = self.good("dtrace2spall", flag).stdout.decode()
            self.assertHas(text, "usage: dtrace2spall", "--fields", "-f, --freq HZ", "-o, --out FILE", "--passthrough", "--json")

    def test_a_file_as_an_argument_is_refused_with_the_way_to_do_it(self):
        self.file("profile.dtrace", BARE)
        self.assertHas(self.refused_command("profile.dtrace"), "dtrace2spall < profile.dtrace")
        self.assertEqual(self.good("dtrace2spall", "-", stdin=BARE).stdout, self.good("dtrace2spall", stdin=BARE).stdout)

    def test_binary_never_goes_to_a_terminal(self):
        master, slave = pty.openpty()
        result = subprocess.run([PROFCONV, "dtrace2spall"], input=BARE.encode(), stdout=slave, stderr=subprocess.PIPE,
                                timeout=60, check=False)
        os.close(slave)
        os.close(master)
        self.assertEqual(result.returncode, 2)
        self.assertHas(result.stderr.decode(), "terminal", "-o")


class Failures(Dtrace2spallTest):
    def test_fields_that_do_not_fit_name_the_line(self):
        for fields, recording, words in [("pid,tid", TIMED, ["<stdin>:2", "3 scalar keys", "expected 2"]),
                                         ("pid,tid", BARE, ["<stdin>:", "no scalar key", "expected 2"]),
                                         ("pid,tid", THREADS.replace(" 11", "x11"), ["<stdin>:"])]:
            with self.subTest(fields):
                line = self.refused_command("--fields", fields, "-o", "out.spall", status=1, stdin=recording)
                self.assertHas(line, *words)
        self.assertEqual(self.files(), [])

    def test_an_empty_input_is_an_error(self):
        self.assertHas(self.refused_command("-o", "out.spall", status=1, stdin=""), "<stdin>", "empty")
        self.assertEqual(self.files(), [])

    def test_a_recording_of_nothing_is_an_empty_trace_and_said(self):
        trace, said = self.spall(stdin="\n\n")
        self.assertEqual(trace.lanes, {})
        self.assertHas(said, "no aggregation holds a record")

    def test_a_failed_run_leaves_the_old_file(self):
        self.file("out.spall", b"old")
        self.refused_command("-o", "out.spall", "--fields=pid", status=1)
        self.assertEqual(self.read("out.spall"), b"old")
        self.assertEqual(self.files(), ["out.spall"])

    def test_an_output_that_cannot_be_written(self):
        self.assertHas(self.refused_command("-o", "no/where.spall", status=1), "no/where.spall", "No such file")


class Passthrough(Dtrace2spallTest):
    def passed(self, recording, *arguments, status=0):
        result = self.run_command("dtrace2spall", "--passthrough", "-o", "out.spall", *arguments, stdin=recording)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout, recording)
        return result.stderr

    def test_every_byte_is_passed_through(self):
        bare = BARE.encode()
        for name, recording in {"plain": bare, "CRLF": bare.replace(b"\n", b"\r\n"), "no last newline": bare[:-1],
                                "no UTF-8": bare.replace(b"other", b"\xff\xfe\x00\x1b"), "gzip": gzip.compress(bare),
                                "gzip and zeros": gzip.compress(bare) + bytes(1000000),
                                "long": bare * 20000}.items():
            with self.subTest(name):
                self.passed(recording)
                self.assertTrue(self.read("out.spall").startswith(b"\x0d\xf0\xad\x0b"))
                os.remove(self.directory / "out.spall")

    def test_the_trace_is_what_it_is_without(self):
        self.passed(BARE.encode())
        self.assertEqual(self.read("out.spall"), self.good("dtrace2spall", stdin=BARE).stdout)

    def test_a_failed_conversion_does_not_break_the_pipeline(self):
        recording = TIMED.encode() + BARE.encode() * 20000
        self.assertHas(self.passed(recording, "--fields=pid", status=1), "<stdin>:2", "3 scalar keys")
        self.assertHas(self.passed(b"", status=1), "<stdin>")
        self.assertEqual(self.files(), [])

    def test_an_unwritable_output_does_not_break_the_pipeline(self):
        result = self.run_command("dtrace2spall", "--passthrough", "-o", "no/where", stdin=BARE)
        self.assertEqual((result.returncode, result.stdout), (1, BARE.encode()))
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)

    def test_it_needs_standard_output_for_itself(self):
        for output in [[], ["-o", "-"]]:
            self.assertHas(self.refused_command("--passthrough", *output), "--passthrough", "--out")

    def test_what_arrives_is_passed_on_at_once_and_the_first_interrupt_is_the_producers(self):
        process = subprocess.Popen([PROFCONV, "dtrace2spall", "--passthrough", "-o", "out.spall"], cwd=self.directory,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        half = len(BARE) // 2
        process.stdin.write(BARE[:half].encode())
        process.stdin.flush()
        passed = b""
        while len(passed) < half:
            passed += os.read(process.stdout.fileno(), half)
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        self.assertIsNone(process.poll())
        rest, said = process.communicate(BARE[half:].encode(), timeout=60)
        self.assertEqual(process.returncode, 0, said)
        self.assertEqual(passed + rest, BARE.encode())
        self.assertEqual(self.read("out.spall"), self.good("dtrace2spall", stdin=BARE).stdout)

    def test_a_reader_that_goes_away_ends_it_without_a_word(self):
        script = f"for i in $(seq 100000); do echo; done | '{PROFCONV}' dtrace2spall --passthrough -o x.spall | head -n 1"
        result = subprocess.run(["bash", "-c", script], cwd=self.directory, capture_output=True, timeout=60,
                                check=False)
        self.assertEqual((result.stdout, result.stderr), (b"\n", b""))
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
