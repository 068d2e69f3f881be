# SPDX-License-Identifier: Apache-2.0
"""Pages, help texts and messages use no phrase of phrases.txt."""

import pathlib
import re
import unittest

from pages import ROOT, name_of, pages

# A string literal, with those that follow it: the compiler joins them.
LITERALS = re.compile(r'R"\((.*?)\)"|"((?:\\.|[^"\\\n])*)"((?:\s*"(?:\\.|[^"\\\n])*")*)', re.S)


def phrases():
    rows = (pathlib.Path(__file__).parent / "phrases.txt").read_text().splitlines()
    return [(re.compile(pattern, re.I), instead)
            for pattern, instead in (row.split("\t") for row in rows if not row.startswith("#"))]


def without_code(text):
    """Markdown without code, with as many lines."""
    text = re.sub(r"^```.*?^```$", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S)
    return re.sub(r"`[^`]*`", lambda code: "`" + "\n" * code[0].count("\n") + "`", text)


def texts():
    """(file, first line, text)"""
    for page in pages():
        yield name_of(page), 1, without_code(page.read_text())
    for folder in ("core", "readers", "writers", "tools"):
        for source in sorted((ROOT / folder).rglob("*")):
            if source.suffix not in (".cpp", ".h"):
                continue
            text = source.read_text()
            code = re.sub(r"'(?:\\.|[^'\\\n])'", "0", text)  # '"' is no string
            code = re.sub(r"//[^\"\n]*$|^[ \t]*//.*$|^[ \t]*#include.*$", "", code, flags=re.M)
            for literal in LITERALS.finditer(code):
                joined = re.sub(r'"\s*"', "", literal[0])
                yield name_of(source), code.count("\n", 0, literal.start()) + 1, joined
    for script in ("run", "setup", "test"):
        yield f"tools/{script}", 1, (ROOT / "tools" / script).read_text()


class PhrasesTest(unittest.TestCase):
    def test_no_phrase_is_used(self):
        found = {}
        avoided = phrases()
        self.assertGreater(len(avoided), 10)
        for name, first, text in texts():
            flat = re.sub(r"\s", " ", text)
            for pattern, instead in avoided:
                for match in pattern.finditer(flat):
                    line = first + text.count("\n", 0, match.start())
                    found.setdefault(name, []).append(f"{name}:{line}: '{match[0]}' ({instead})")
        for name, places in found.items():
            with self.subTest(file=name):
                self.fail("\n" + "\n".join(places))


if __name__ == "__main__":
    unittest.main()
