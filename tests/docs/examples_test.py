# SPDX-License-Identifier: Apache-2.0
"""A page that links an example right above a block of code shows that example, without the comment at its top.

BLESS=1 copies the examples into the pages."""

import os
import re
import unittest

from pages import ROOT, blocks, name_of, pages

LINK = re.compile(r"\]\((examples/(?:library/[^)]+\.(?:cpp|c|rs)|plugins/[^)]*hits[^)]*))\)")
KINDS = {".cpp": "cpp", ".c": "c", ".rs": "rust", "": "python"}


def shown(path):
    """The lines of an example after its comment."""
    lines = path.read_text().splitlines()
    return lines[lines.index("") + 1:]


def examples(lines, page):
    """(path, first, end) of each block that shows an example."""
    for kind in KINDS.values():
        for first, end in blocks(lines, kind):
            above = next((line for line in reversed(lines[:first - 1]) if line), "")
            links = LINK.findall(above)
            if links:
                yield page.parent / links[-1], first, end


class ExamplesTest(unittest.TestCase):
    maxDiff = None

    def test_pages_show_their_examples(self):
        seen = set()
        for page in pages():
            lines = page.read_text().splitlines()
            for path, first, end in sorted(examples(lines, page), key=lambda each: -each[1]):
                seen.add(path)
                with self.subTest(page=name_of(page), example=path.name):
                    if os.environ.get("BLESS"):
                        lines[first:end] = shown(path)
                        page.write_text("\n".join(lines) + "\n")
                        continue
                    self.assertEqual(lines[first:end], shown(path))
        folder = ROOT / "docs" / "examples" / "library"
        files = [*folder.glob("*.*"), *folder.glob("rust/examples/*"), *(ROOT / "docs" / "examples" / "plugins").glob("*hits*")]
        self.assertEqual(seen, {path for path in files if path.suffix in KINDS})


if __name__ == "__main__":
    unittest.main()
