# SPDX-License-Identifier: Apache-2.0
"""The command's output depends on its inputs alone: not on locale, time zone, addresses in memory or the number of cores."""

import os
import pathlib
import shutil
import subprocess
import unittest

from harness import PROFCONV, CommandTest

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"

FILES = [
    "collapsed/fractions.folded", "collapsed/plain.folded", "dhat/valgrind_inline_chains.json", "dhat/rust_heap.json",
    "dtrace/kernel-and-user.txt", "dtrace/llquantize.txt", "dtrace/malloc-bytes-ustack.out", "pprof/go_cpu.pb.gz",
    "pprof/labels.pb", "spall/calls.spall", "spall/automatic.spall"]
WRITERS = ["chrome", "collapsed", "dhat", "flamegraph", "hist", "histsvg", "json", "pprof", "spall", "top"]


def outcome(prefix, arguments, environment):
    """Status, output and messages."""
    done = subprocess.run([*prefix, PROFCONV, *arguments], env={**os.environ, **environment}, capture_output=True,
                          timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def conversions():
    """Each file in each format, all of them as one, and what is said of them."""
    paths = [str(DATA / name) for name in FILES]
    for path in paths:
        for writer in WRITERS:
            yield [path, "-t", writer, "-o", "-", "--only", "1"]
        yield ["info", path]
        yield ["check", path]
    yield [path for path in paths if "/pprof/" in path or "/collapsed/" in path] + ["-t", "json", "-o", "-"]
    yield ["diff", paths[0], paths[1]]
    yield [paths[7], "-t", "top", "-o", "-", "--scale", "0.5", "--freq", "99.5"]


class SurroundingsTest(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.arguments = list(conversions())
        cls.plain = [outcome([], arguments, {"LC_ALL": "C", "TZ": "UTC"}) for arguments in cls.arguments]

    def check_same(self, prefix=(), **environment):
        for arguments, before in zip(self.arguments, self.plain):
            with self.subTest(arguments=arguments, environment=environment):
                self.assertEqual(outcome(prefix, arguments, environment), before)

    def test_most_of_it_converts(self):
        good = sum(status == 0 and bool(text) for status, text, _ in self.plain)
        self.assertGreater(good, len(self.plain) * 2 / 3)

    def test_decimal_comma(self):
        """In a locale made here, so that none has to be installed."""
        made = shutil.which("localedef") and subprocess.run(
            ["localedef", "-i", "de_DE", "-f", "UTF-8", str(self.directory / "de_DE.UTF-8")],
            capture_output=True, check=False).returncode <= 1 and (self.directory / "de_DE.UTF-8").is_dir()
        if not made:
            self.skipTest("localedef cannot make de_DE.UTF-8 (Debian: package locales)")
        self.check_same(LC_ALL="de_DE.UTF-8", LOCPATH=str(self.directory))

    def test_time_zone(self):
        self.check_same(TZ="Asia/Kathmandu")
        self.check_same(TZ="<-09>9<-08>,M3.2.0,M11.1.0")

    def test_addresses(self):
        """Tables that order or hash by address give another output in every run."""
        self.check_same(MALLOC_PERTURB_="165", MALLOC_ARENA_MAX="1")
        if shutil.which("setarch") and subprocess.run(["setarch", "-R", "true"], capture_output=True,
                                                      check=False).returncode == 0:
            self.check_same(prefix=["setarch", "-R"])

    def test_cores(self):
        if not shutil.which("taskset"):
            self.skipTest("there is no taskset")
        first = min(os.sched_getaffinity(0))
        self.check_same(prefix=["taskset", "-c", str(first)])


if __name__ == "__main__":
    unittest.main()
