# SPDX-License-Identifier: Apache-2.0
"""Messages: they begin with the name the command was called by, and "error" is the word for what ends it."""

import os
import pathlib
import subprocess
import unittest

from harness import PROFCONV, CommandTest, dhat_json


class OwnNames(CommandTest):
    def run_as(self, name, *arguments, stdin=b"", environment=None):
        link = self.directory / name
        if not link.exists():
            link.symlink_to(pathlib.Path(PROFCONV).resolve())
        return subprocess.run([str(link), *arguments], cwd=self.directory, input=stdin, capture_output=True,
                              timeout=60, check=False, env={**os.environ, **(environment or {})})

    def lines_of(self, status, name, *arguments, **options):
        result = self.run_as(name, *arguments, **options)
        self.assertEqual(result.returncode, status, result.stderr)
        lines = result.stderr.decode().splitlines()
        for line in lines:
            self.assertTrue(line.startswith(name + ": "), line)
        return "\n".join(lines)

    def test_a_drop_in_command_speaks_under_its_own_name(self):
        self.assertHas(self.lines_of(1, "dhat-pprof", "missing.json"), "missing.json")
        self.assertHas(self.lines_of(1, "dtrace2spall", "-o", "out.spall"), "empty")
        self.assertHas(self.lines_of(2, "dtrace2spall", "a.out"), "takes no files")
        self.file("a.json", dhat_json())
        self.assertHas(self.lines_of(0, "dhat-pprof", "a.json", "a.pb.gz"), "note: ")

    def test_it_points_to_its_own_help(self):
        self.assertHas(self.lines_of(2, "dtrace2spall", "--frequency", "9"), "(dtrace2spall --help lists them)")
        self.assertHas(self.lines_of(2, "dhat-pprof", "--output", "x"), "(dhat-pprof --help lists them)")

    def test_as_a_command_of_profconv_it_points_to_that(self):
        self.assertHas(self.refused(2, "dtrace2spall", "--bogus"), "(profconv dtrace2spall --help lists them)")
        self.assertHas(self.refused(2, "dhat-pprof", "--bogus"), "(profconv dhat-pprof --help lists them)")

    def test_every_command_points_to_its_own_help(self):
        self.assertHas(self.refused(2, "--bogus"), "(profconv --help-all lists them)")
        for command in ["info", "top", "diff", "check"]:
            with self.subTest(command):
                self.assertHas(self.refused(2, command, "--bogus"), f"(profconv {command} --help-all lists them)")
        for command in ["formats", "help"]:
            self.assertHas(self.refused(2, command, "--bogus"), f"(profconv {command} --help lists them)")


# Input that is left out, by format.
DAMAGED = {
    "bad.folded": "main;a 1\nno number\nmain;b 2\n",
    "one_of_two.folded": "main;a 1 2\nmain;b 3 4\nmain;c;d 5\nmain;d x\n",
}


class Severities(CommandTest):
    def test_an_error_is_called_one_without_a_terminal_too(self):
        self.assertTrue(self.refused(1, "missing.folded").startswith("profconv: error: missing.folded: "))
        self.assertTrue(self.refused(2, "--bogus").startswith("profconv: error: no such option"))

    def test_input_that_is_left_out_is_a_warning_and_under_strict_the_end(self):
        for name, content in DAMAGED.items():
            with self.subTest(name):
                self.file(name, content)
                result = self.good(name, "-f", "collapsed", "-o", "out.folded")
                self.assertHas(result.stderr, "warning: expected 'frame;frame number")
                self.assertNotIn("error:", result.stderr)
                (self.directory / "out.folded").unlink()
                strict = self.run_command(name, "-f", "collapsed", "-o", "out.folded", "--strict")
                self.assertEqual(strict.returncode, 3, strict.stderr)
                self.assertNotIn("out.folded", self.files())

    def test_one_number_among_lines_of_two_names_the_setting(self):
        self.file("a.folded", "main;a 1 2\n" * 110000 + "main;b 5\n")
        self.assertHas(self.good("a.folded", "-o", "out.folded").stderr, "collapsed.columns=1")

    def test_no_fixture_says_error_and_exits_with_0(self):
        folder = pathlib.Path(__file__).resolve().parents[1] / "data"
        for path in sorted(folder.glob("*/*")):
            if path.suffix in {".golden", ".options", ".d", ".cmd", ".err", ".md"}:
                continue
            with self.subTest(path.name):
                result = self.run_command(str(path), "-f", path.parent.name, "-o", "out.json", "-t", "json")
                if result.returncode == 0:
                    self.assertNotIn("error:", result.stderr)

    def test_a_check_that_finds_an_error_exits_with_1(self):
        self.file("bad.folded", DAMAGED["bad.folded"])
        result = self.run_command("check", "bad.folded")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertHas(result.stdout.decode(), "error: expected 'frame;frame number'")

    def test_info_calls_it_a_warning_too(self):
        self.file("bad.folded", DAMAGED["bad.folded"])
        result = self.good("info", "bad.folded")
        self.assertHas(result.stderr, "warning: expected")
        self.assertNotIn("error:", result.stderr)


if __name__ == "__main__":
    unittest.main()
