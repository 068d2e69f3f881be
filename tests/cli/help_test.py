# SPDX-License-Identifier: Apache-2.0
"""Help, the man page and completions, which are made from one table of options."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from harness import COLLAPSED, PROFCONV, CommandTest

COMMANDS = ["info", "top", "diff", "record", "check", "formats", "plugins", "plugin-test", "help", "dtrace2spall", "dhat-pprof"]


class Help(CommandTest):
    def text(self, *arguments):
        return self.good(*arguments).stdout.decode()

    def test_help_is_one_screen(self):
        text = self.text("--help")
        self.assertLessEqual(text.count("\n"), 60)
        self.assertEqual(text, self.text("-h"))
        self.assertEqual(text, self.text("help"))
        self.assertHas(text, "Commands:\n", "Formats:\n", "Examples:\n", "Options:\n", "--help-all` lists all")
        self.assertLess(text.index("Examples:"), text.index("Options:"))
        for name in COMMANDS:
            self.assertRegex(text, rf"\n  (profconv )?{name}\b")

    def test_no_help_is_wider_than_80_columns(self):
        for command in [[], *([name] for name in COMMANDS)]:
            for flag in ["--help", "--help-all"]:
                for line in self.text(*command, flag).splitlines():
                    self.assertLessEqual(len(line), 80, line)

    def test_all_options_are_in_help_all(self):
        text = self.text("--help-all")
        for flag in ["--max-memory BYTES", "--granularity address|line|function|file|module", "-V, --version"]:
            self.assertIn(flag, text)
        self.assertHas(self.text("info", "--help-all"), "--max-line", "--trim-leaf")

    def test_help_explains_topics(self):
        for command in COMMANDS:
            if command != "formats":
                self.assertEqual(self.text("help", command), self.text(command, "--help-all"))
        self.assertHas(self.text("help", "formats"), "usage: profconv formats", "flamegraph  written")
        self.assertHas(self.text("help", "limits"), "Limits", "--max-memory")
        self.assertHas(self.text("help", "filters"), "Filters", "--focus")
        self.assertNotIn("--max-memory", self.text("help", "filters"))
        self.assertHas(self.refused(2, "help", "dif"), "did you mean diff?")
        self.assertHas(self.refused(2, "help", "nonsense"), "topics: ")

    def test_a_topic_is_never_a_file(self):
        self.file("diff", COLLAPSED)
        self.assertHas(self.text("help", "diff"), "usage: profconv diff")

    def test_version(self):
        for words in [["-V"], ["--version"], ["info", "-V"], ["dtrace2spall", "--version"]]:
            self.assertRegex(self.text(*words), r"^profconv \d+\.\d+\.\d+\n$")


class ManPage(CommandTest):
    def test_it_has_every_command_option_and_format(self):
        page = self.good("help", "--man").stdout.decode()
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "FORMATS", "EXIT STATUS", "EXAMPLES"]:
            self.assertIn(f".SH {section}\n", page)
        plain = page.replace("\\-", "-")
        for command in [[], *([name] for name in COMMANDS)]:
            for flag in re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", self.good(*command, "--help-all").stdout.decode(), re.M):
                self.assertIn(flag + "\\fR", plain)
        for card in map(json.loads, self.good("formats", "--json").stdout.decode().splitlines()):
            for option in card["options"]:
                self.assertIn(f"{card['format']}.{option['name']}\\fR", plain)

    @unittest.skipUnless(shutil.which("man") or shutil.which("mandoc"), "there is no man and no mandoc")
    def test_it_is_sound(self):
        name = self.directory / "profconv.1"
        name.write_bytes(self.good("help", "--man").stdout)
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80"}
        if shutil.which("man"):
            result = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(name)], env=environment,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60, check=False)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
        if shutil.which("mandoc"):
            result = subprocess.run(["mandoc", "-Tlint", "-Wwarning", str(name)], stdout=subprocess.PIPE, timeout=60,
                                    check=False)
            self.assertEqual([line for line in result.stdout.decode().splitlines() if "missing date" not in line], [])


class Completions(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("profile.out", COLLAPSED)

    def script(self, shell):
        name = self.directory / f"completion.{shell}"
        name.write_bytes(self.good("help", "--completion", shell).stdout)
        return name

    def completed(self, *words):
        """What bash offers for the last word."""
        listed = " ".join(f"'{word}'" for word in words)
        test = (f"source {self.script('bash')}; COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}; "
                f"_profconv {words[0]}; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
        result = subprocess.run(["bash", "--norc", "-c", test], cwd=self.directory, capture_output=True, timeout=60,
                                check=True)
        self.assertEqual(result.stderr, b"")
        return result.stdout.decode().split()

    @unittest.skipUnless(shutil.which("bash"), "there is no bash")
    def test_bash(self):
        self.assertEqual(self.completed("profconv", "inf"), ["info"])
        self.assertEqual(self.completed("profconv", "prof"), ["profile.out"])
        self.assertEqual(self.completed("profconv", "info", "profile"), ["profile.out"])
        self.assertEqual(self.completed("profconv", "--dry"), ["--dry-run"])
        self.assertEqual(self.completed("profconv", "diff", "--fail-if-g"), ["--fail-if-grew"])
        self.assertEqual(self.completed("profconv", "info", "--fail"), [])
        self.assertEqual(self.completed("profconv", "-t", "fl"), ["flamegraph"])
        self.assertEqual(self.completed("profconv", "--to", "=", "fl"), ["flamegraph"])
        self.assertEqual(self.completed("profconv", "--color", "a"), ["auto", "always"])
        self.assertEqual(self.completed("profconv", "--color", "="), ["auto", "always", "never"])
        self.assertEqual(self.completed("profconv", "--set", "spall.v"), ["spall.version="])
        self.assertEqual(self.completed("profconv", "--focus", "pro"), [])
        self.assertEqual(self.completed("profconv", "-o", "prof"), ["profile.out"])
        self.assertEqual(self.completed("profconv", "help", "fil"), ["filters"])
        self.assertEqual(self.completed("profconv", "formats", "dt"), ["dtrace"])
        self.assertEqual(self.completed("dtrace2spall", "--pass"), ["--passthrough"])
        self.assertEqual(self.completed("dtrace2spall", "inf"), [])

    def test_other_shells_accept_their_scripts(self):
        for shell in ["zsh", "fish"]:
            with self.subTest(shell):
                script = self.script(shell)
                self.assertHas(script.read_text(), "dry-run", "flamegraph", "dtrace2spall")
                if shutil.which(shell):
                    subprocess.run([shell, "-n", str(script)], check=True, timeout=60)

    def test_other_shells_are_refused(self):
        self.assertHas(self.refused(2, "help", "--completion", "tcsh"), "bash, zsh or fish")


class Color(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.folded", COLLAPSED)

    def test_color_is_forced_and_refused(self):
        self.assertIn(b"\x1b[", self.good("top", "a.folded", "--color=always").stdout)
        self.assertIn(b"\x1b[", self.good("top", "a.folded", "--color=always", env={**os.environ, "NO_COLOR": "1"}).stdout)
        for choice in ["auto", "never"]:
            self.assertNotIn(b"\x1b[", self.good("top", "a.folded", "--color", choice).stdout)
        self.assertIn("\x1b[1;31merror:", self.run_command("none.folded", "--color=always").stderr)
        self.assertHas(self.refused(2, "a.folded", "--color=often"), "auto, always or never", "often")


class Top(CommandTest):
    def test_it_is_a_conversion_to_top(self):
        self.file("a.folded", COLLAPSED)
        table = self.good("top", "a.folded").stdout
        self.assertEqual(table, self.good("a.folded", "-t", "top").stdout)
        self.assertEqual(table, self.good("top", stdin=COLLAPSED).stdout)
        self.assertEqual(self.good("top", "a.folded", "--focus", "eval").stderr.count("\n"), 1)
        self.assertHas(self.refused(2, "top", "a.folded", "-t", "json"), "leave out `top`")


class Installed(CommandTest):
    """Beside the command the build leaves its man page and completions, to be installed."""

    def test_the_build_makes_them(self):
        folder = pathlib.Path(PROFCONV).resolve().parent
        for name, words in {"profconv.1": ["--man"], "profconv.bash": ["--completion", "bash"],
                            "_profconv": ["--completion", "zsh"], "profconv.fish": ["--completion", "fish"]}.items():
            if (folder / "CMakeFiles").is_dir():
                self.assertEqual((folder / name).read_bytes(), self.good("help", *words).stdout, name)


if __name__ == "__main__":
    unittest.main()
