# SPDX-License-Identifier: Apache-2.0
"""The picture that the README shows is what the command draws. BLESS=1 draws it anew."""

import os
import pathlib
import unittest

from harness import CommandTest

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


class PictureTest(CommandTest):
    def test_the_picture_of_the_readme(self):
        self.good(DOCS / "examples/rust.out", "-q", "-o", "rust.svg", "--set", "modules=no", "--set", "interactive=no",
                  "--set", "width=1200", "--set", "bgcolors=#ffffff", "--set", "title=A Rust program, sampled by DTrace")
        picture = DOCS / "pictures/rust.svg"
        if os.environ.get("BLESS"):
            picture.write_bytes(self.read("rust.svg"))
        self.assertEqual(self.read("rust.svg"), picture.read_bytes())


if __name__ == "__main__":
    unittest.main()
