# SPDX-License-Identifier: Apache-2.0
"""The pictures that the README and the tutorial show are what the command draws and prints. BLESS=1 draws them anew."""

import os
import pathlib
import shlex
import shutil
import unittest

from harness import CommandTest
from terminal_svg import draw

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


# What the terminal of the README shows, in a folder with the examples.
COMMANDS = ["profconv rust.out -o rust.svg -o rust.pb.gz", "profconv top rust.out --set n=5",
            "profconv diff before.out after.out --top 2", "profconv check rust.out"]
INPUTS = ["rust.out", "diff/before.out", "diff/after.out"]


class PictureTest(CommandTest):
    def compare(self, name, drawn):
        """Compares a picture of the documentation, or replaces it."""
        picture = DOCS / "pictures" / name
        if os.environ.get("BLESS"):
            picture.write_bytes(drawn)
        self.assertEqual(drawn, picture.read_bytes())

    def test_the_flame_graph_of_the_readme(self):
        self.good(DOCS / "examples/rust.out", "-q", "-o", "rust.svg", "--set", "modules=no", "--set", "interactive=no",
                  "--set", "width=1200", "--set", "bgcolors=#ffffff", "--set", "title=A Rust program, sampled by DTrace")
        self.compare("rust.svg", self.read("rust.svg"))

    def test_the_terminal_of_the_readme(self):
        for name in INPUTS:
            shutil.copy(DOCS / "examples" / name, self.directory)
        printed = []
        for command in COMMANDS:
            result = self.good(*shlex.split(command)[1:])
            printed.append((command, result.stdout.decode() + result.stderr))
        self.compare("terminal.svg", draw("profconv in a terminal", printed, 116).encode())


if __name__ == "__main__":
    unittest.main()
