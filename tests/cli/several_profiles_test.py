# SPDX-License-Identifier: Apache-2.0
"""Several profiles in one input: a choice where an output holds one, and a file for each in a directory."""

import os
import pathlib
import shlex
import subprocess
import unittest

from harness import COLLAPSED, PROFCONV, CommandTest

TWO = pathlib.Path(__file__).resolve().parents[1] / "data/dtrace/malloc-bytes-ustack.out"


class Several(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("two.out", TWO.read_bytes())
        self.file("a.folded", COLLAPSED)

    def choices(self, *arguments):
        result = self.run_command(*arguments)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(self.files(), ["a.folded", "two.out"])
        return result.stderr.splitlines()

    def test_the_profiles_are_listed_with_the_commands(self):
        error, head, one, two, for_one, for_all = self.choices("two.out", "-o", "two.svg", "--names", "short")
        self.assertEqual(error, "profconv: error: two.out: has 2 profiles, and flamegraph holds one; choose with --only")
        self.assertEqual(head.split(), ["number", "name", "value", "type", "samples", "share"])
        self.assertEqual(one.split()[0], "1")
        self.assertRegex(two, r"^ +2  COUNT +\S+ \(\S+\) +\d+ +\d+%$")
        self.assertRegex(for_one, r"^one: profconv two.out -o two.svg --names short --only [12]$")
        self.assertEqual(for_all, "all: profconv two.out --names short -o profiles/ -t flamegraph")

    def test_a_setting_that_holds_all_is_shown(self):
        lines = self.choices("two.out", "-o", "two.pb.gz")
        self.assertEqual(lines[-2], "all: profconv two.out -o profiles/ -t pprof")
        self.assertEqual(lines[-1], "all: profconv two.out -o two.pb.gz --set pprof.profiles=all")
        self.good(*shlex.split(lines[-1])[2:])

    def test_the_commands_work(self):
        lines = self.choices("two.out", "-q", "-t", "collapsed")
        for line in lines[-2:]:
            words = shlex.split(line.split(": ", 1)[1])
            subprocess.run([PROFCONV, *words[1:]], cwd=self.directory, check=True, stdout=subprocess.DEVNULL, timeout=60)
        self.assertEqual(len(os.listdir(self.directory / "profiles")), 2)

    def test_a_comparison_has_no_directory(self):
        self.assertNotIn("all: ", "\n".join(self.choices("diff", "two.out", "two.out", "-o", "d.svg")))

    def test_a_directory_takes_a_file_for_each_profile(self):
        self.good("two.out", "a.folded", "-q", "-o", "out/", "-t", "collapsed")
        written = sorted(os.listdir(self.directory / "out"))
        self.assertEqual(written[0], "a.folded")
        self.assertEqual([name[:6] for name in written[1:]], ["two-1-", "two-2-"])
        self.assertEqual(written[2], "two-2-COUNT.folded")
        for number, name in enumerate(written[1:], 1):
            alone = self.good("two.out", "-q", "-t", "collapsed", "--only", str(number)).stdout
            self.assertEqual(self.read(f"out/{name}"), alone)
        before = {name: self.read(f"out/{name}") for name in written}
        self.good("two.out", "a.folded", "-q", "-o", "out/", "-t", "collapsed")
        self.assertEqual({name: self.read(f"out/{name}") for name in sorted(os.listdir(self.directory / "out"))}, before)

    def test_a_format_of_several_profiles_takes_them_in_one_file(self):
        self.good("two.out", "-q", "-o", "out/", "-t", "json")
        self.assertEqual(os.listdir(self.directory / "out"), ["two.profconv.json"])

    def test_names_are_safe_and_do_not_collide(self):
        for names in ["../../x,../../x", "x/y,x:y", ".., ", "-a,a b"]:
            self.good("two.out", "-q", "-o", "odd/", "-t", "collapsed", "--set", f"dtrace.names={names}")
        for path in (self.directory / "odd").iterdir():
            self.assertRegex(path.name, r"^two-[12](-[A-Za-z0-9._-]+)?\.folded$")
        self.assertIn("two-1-.._.._x.folded", os.listdir(self.directory / "odd"))
        self.assertEqual(self.files(), ["a.folded", "odd", "two.out"])

    def test_an_input_is_not_replaced_by_a_profile(self):
        self.file("two-2-COUNT.folded", COLLAPSED)
        self.file("x.folded", COLLAPSED)
        said = self.refused(2, "two.out", "two-2-COUNT.folded", "-q", "-o", ".", "-t", "collapsed")
        self.assertIn("two-2-COUNT.folded", said)
        self.assertEqual(self.read("two-2-COUNT.folded"), COLLAPSED.encode())

    def test_nothing_is_made_if_nothing_is_written(self):
        self.assertEqual(self.run_command("two.out", "-o", "out/", "-t", "collapsed", "--dry-run").returncode, 0)
        self.assertEqual(self.run_command("two.out", "-o", "out/", "-t", "spall", "--strict").returncode, 3)
        self.assertEqual(self.files(), ["a.folded", "two.out"])


if __name__ == "__main__":
    unittest.main()
