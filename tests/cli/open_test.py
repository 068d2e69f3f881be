# SPDX-License-Identifier: Apache-2.0
"""--open: the output is shown by a viewer, here a fake one on PATH, and a viewer that is missing or fails is a warning."""

import os
import signal
import stat
import sys
import time
import unittest

from harness import COLLAPSED, CommandTest

VIEWER = "open" if sys.platform == "darwin" else "xdg-open"
NOTES = 'echo "$1" > "$NOTES/file"; cp "$1" "$NOTES/shown"\n'


class Open(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.folded", COLLAPSED)
        (self.directory / "bin").mkdir()
        self.environment = {**os.environ, "PATH": f"{self.directory}/bin", "NOTES": str(self.directory)}
        self.environment.pop("BROWSER", None)

    def program(self, name, script):
        path = self.directory / "bin" / name
        path.write_text("#!/bin/sh\nPATH=/usr/bin:/bin\n" + script)
        path.chmod(stat.S_IRWXU)

    def opened(self, *arguments, **environment):
        """The warning, where there is one; the exit status is 0 in any case."""
        lines = self.good(*arguments, env={**self.environment, **environment}).stderr.splitlines()
        self.assertLessEqual(len(lines), 1, lines)
        return "".join(lines)

    def noted_file(self):
        return self.read("file").decode().rstrip("\n")

    def test_the_complete_output_is_shown_by_its_absolute_path(self):
        self.program(VIEWER, NOTES)
        self.assertEqual(self.opened("a.folded", "-o", "out.svg", "--open"), "")
        self.assertEqual(self.noted_file(), str(self.directory / "out.svg"))
        self.assertEqual(self.read("shown"), self.read("out.svg"))
        self.assertEqual(self.opened("a.folded", "-o", "-x.svg", "--open"), "")
        self.assertEqual(self.noted_file(), str(self.directory / "-x.svg"))

    def test_a_comparison_is_shown(self):
        self.program(VIEWER, NOTES)
        self.assertEqual(self.opened("diff", "a.folded", "a.folded", "-o", "diff.svg", "--open"), "")
        self.assertEqual(self.read("shown"), self.read("diff.svg"))

    def test_a_viewer_that_stays_is_not_waited_for(self):
        self.program(VIEWER, 'echo $$ > "$NOTES/pid"; exec sleep 600\n')
        start = time.monotonic()
        self.assertEqual(self.opened("a.folded", "-o", "out.svg", "--open"), "")
        self.assertLess(time.monotonic() - start, 30)
        os.kill(int(self.read("pid")), signal.SIGKILL)

    def test_a_viewer_gets_no_stream_and_no_limit(self):
        self.program(VIEWER, 'cat > "$NOTES/input"; echo words; echo more >&2; ulimit -d > "$NOTES/limit"\n')
        result = self.run_command("-", "-f", "collapsed", "-o", "out.svg", "--open", "--max-memory", "2GB",
                                  stdin=COLLAPSED, env=self.environment)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", ""))
        self.assertEqual(self.read("input"), b"")
        self.assertEqual(self.read("limit"), b"unlimited\n")

    def test_without_a_viewer_the_output_stays(self):
        warning = self.opened("a.folded", "-o", "out.svg", "--open", "-q")
        self.assertHas(warning, "profconv: out.svg: warning: written, but not opened", f"{VIEWER}: command not found",
                       "set BROWSER")
        self.assertTrue(self.read("out.svg").endswith(b"</svg>\n"))

    def test_a_format_that_a_page_shows(self):
        self.program(VIEWER, 'echo "$1" > "$NOTES/file"\n')
        for output, page in {"o.trace.json": "https://ui.perfetto.dev", "o.folded": "https://www.speedscope.app",
                             "o.dhat.json": "https://profiler.firefox.com",
                             "o.spall": "https://gravitymoth.com/spall/"}.items():
            with self.subTest(output):
                said = self.good("a.folded", "-q", "-o", output, "--open", env=self.environment).stderr
                self.assertEqual(said, f"profconv: {output}: note: drop the file on {page}\n")
                self.assertEqual(self.noted_file(), page)

    def test_a_format_that_a_command_shows(self):
        self.program(VIEWER, NOTES)
        said = self.good("a.folded", "-q", "-o", "it's.pb.gz", "--open", env=self.environment).stderr
        quoted = f"'{self.directory}/it'\\''s.pb.gz'"
        self.assertEqual(said, f"profconv: it's.pb.gz: note: view it with: go tool pprof -http=: {quoted}\n")
        self.assertNotIn("file", self.files())

    def test_a_viewer_that_fails(self):
        self.program(VIEWER, "exit 3\n")
        self.assertHas(self.opened("a.folded", "-o", "out.svg", "--open"), f"{VIEWER} exited with status 3")

    def test_browsers_come_next(self):
        self.program("browse", 'shift; echo "$1" > "$NOTES/file"\n')
        self.assertEqual(self.opened("a.folded", "-o", "o.svg", "--open", BROWSER="none:browse --new"), "")
        self.assertEqual(self.noted_file(), str(self.directory / "o.svg"))
        self.assertEqual(self.opened("a.folded", "-o", "p.svg", "--open", BROWSER="browse -n --url=%s"), "")
        self.assertEqual(self.noted_file(), f"--url={self.directory / 'p.svg'}")
        self.assertHas(self.opened("a.folded", "-o", "o.svg", "--open", BROWSER=":none --new"),
                       f"{VIEWER}: command not found; none: command not found")

    def test_what_cannot_be_shown_is_refused(self):
        self.program(VIEWER, NOTES)
        (self.directory / "out").mkdir()
        for words in (["-t", "flamegraph"], ["-o", "-"], ["-o", "a.svg", "-o", "b.svg"], ["-o", "out", "-t", "json"],
                      ["-o", "out/", "-t", "json"]):
            with self.subTest(words):
                self.assertHas(self.refused(2, "a.folded", *words, "--open", env=self.environment), "one output file")
        self.assertHas(self.refused(2, "a.folded", "-o", "a.svg", "--open", "--dry-run"), "contradict")

    def test_a_conversion_that_fails_shows_nothing(self):
        self.program(VIEWER, NOTES)
        self.refused(1, "none.folded", "-o", "out.svg", "--open", env=self.environment)
        self.assertNotIn("file", self.files())


if __name__ == "__main__":
    unittest.main()
