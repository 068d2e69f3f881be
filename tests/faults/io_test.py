# SPDX-License-Identifier: Apache-2.0
"""System calls that do less than they were asked, are interrupted, or fail."""

import errno
import gzip
import os
import subprocess
import unittest

from harness import COLLAPSED, DTRACE, PROFCONV, CommandTest, dhat_json

IO_FAULTS = os.environ["IO_FAULTS"]


class FaultyCalls(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.folded", COLLAPSED)
        self.file("a.dtrace", DTRACE)
        self.file("a.json", dhat_json())
        self.file("a.folded.gz", gzip.compress(COLLAPSED.encode()))

    def run_faulty(self, faults, *arguments, **options):
        environment = {**os.environ, "LD_PRELOAD": IO_FAULTS, "PROFCONV_IO_FAULTS": faults,
                       "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}
        return self.run_command(*arguments, env=environment, **options)

    def refused_faulty(self, faults, *arguments, **options):
        before = {name: self.read(name) for name in self.files()}
        result = self.run_faulty(faults, *arguments, **options)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertEqual({name: self.read(name) for name in self.files()}, before)
        return result.stderr

    def test_short_interrupted_and_waiting_calls_change_nothing(self):
        for source in ["a.folded", "a.dtrace", "a.json", "a.folded.gz"]:
            for target in ["out.pb.gz", "out.spall", "out.folded.zst"]:
                self.good("-q", source, "-o", target)
                expected = self.read(target)
                for faults in ["short", "interrupted", "busy", "short interrupted", "short busy"]:
                    with self.subTest(source=source, target=target, faults=faults):
                        (self.directory / target).unlink()
                        result = self.run_faulty(faults, "-q", source, "-o", target)
                        self.assertEqual((result.returncode, result.stderr), (0, ""))
                        self.assertEqual(self.read(target), expected)

    def test_short_and_waiting_calls_on_pipes(self):
        expected = self.good(stdin=COLLAPSED).stdout
        for faults in ["short", "interrupted", "busy"]:
            with self.subTest(faults):
                self.assertEqual(self.run_faulty(faults, stdin=COLLAPSED).stdout, expected)

    def test_a_pipe_that_does_not_wait_is_waited_for(self):
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        with subprocess.Popen([PROFCONV], stdin=reading, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            os.close(reading)
            os.write(writing, b"main;read 1\n")
            self.assertRaises(subprocess.TimeoutExpired, process.wait, 0.3)
            os.write(writing, b"main;read 2\n")
            os.close(writing)
            output, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, output, errors), (0, b"main;read 3\n", b""))

    def test_a_read_that_fails(self):
        said = self.refused_faulty(f"read:2:{errno.EIO}", "-f", "collapsed", "a.folded", "-o", "out.pb.gz")
        self.assertHas(said, "a.folded: cannot read: Input/output error")
        said = self.refused_faulty(f"short read:4:{errno.EIO}", "-f", "dtrace", "-o", "out.pb.gz", stdin=DTRACE)
        self.assertHas(said, "<stdin>: cannot read: Input/output error")

    def test_a_disk_that_is_full_at_any_write(self):
        self.file("out.folded", "the old one")
        for number in range(1, 8):
            with self.subTest(number):
                said = self.refused_faulty(f"short write:{number}:{errno.ENOSPC}", "a.folded", "-o", "out.folded")
                self.assertHas(said, "out.folded: cannot write: No space left on device")

    def test_a_disk_that_says_only_at_last_that_it_is_full(self):
        self.file("out.folded", "the old one")
        said = self.refused_faulty(f"close:1:{errno.EDQUOT}", "-f", "collapsed", "-o", "out.folded", stdin=COLLAPSED)
        self.assertHas(said, "out.folded: cannot write: Disk quota exceeded")

    def test_an_output_that_cannot_be_put_in_its_place(self):
        self.file("out.folded", "the old one")
        said = self.refused_faulty(f"rename:1:{errno.EACCES}", "a.folded", "-o", "out.folded")
        self.assertHas(said, "out.folded: cannot write: Permission denied")

    def test_an_input_that_shrinks_while_it_is_read(self):
        for name in ["a.folded", "a.dtrace", "a.json", "a.folded.gz"]:
            with self.subTest(name):
                content = self.read(name)
                path = self.directory / name
                result = self.run_faulty(f"short truncate:9:{path}", name, "-o", "out.pb.gz")
                self.assertIn(result.returncode, (0, 1), result.stderr)
                if name in ("a.json", "a.folded.gz"):
                    self.assertEqual(result.returncode, 1)
                    self.assertEqual(len(result.stderr.splitlines()), 1)
                    self.assertFalse((self.directory / "out.pb.gz").exists())
                (self.directory / "out.pb.gz").unlink(missing_ok=True)
                self.file(name, content)

    def test_an_input_that_grows_while_it_is_read(self):
        path = self.directory / "a.folded"
        result = self.run_faulty(f"short append:9:{path}", "a.folded")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"late;frame 1000\n", result.stdout)
        self.assertIn(b"main;eval;call;call 100\n", result.stdout)


if __name__ == "__main__":
    unittest.main()
