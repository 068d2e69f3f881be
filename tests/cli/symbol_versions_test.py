# SPDX-License-Identifier: Apache-2.0
"""profconv --symbols with names that have a version, as libraries give their functions (ld's manual, "VERSION Command"):
some recorders print it, and a stripped library does not have it in its names."""

import unittest

from symbols_kit import SymbolsCase, function_addresses, needs, recording, run, stacks_of

VERSIONS = """
__attribute__((noinline)) int old(int x) { return x * 5; }
__attribute__((noinline)) int now(int x) { volatile int y = x; return y + 3; }
int other(int x) { return now(x) * 7; }
asm(".symver old, work@V_1"); asm(".symver now, work@@V_2"); asm(".symver other, only@@V_2");
"""


class SymbolVersionsTest(SymbolsCase):
    @needs("gcc", "g++", "nm", "strip")
    def test_a_recorder_may_print_the_versions_of_symbols(self):
        library, stripped = self.at / "versions.so", self.at / "stripped.so"
        (self.at / "versions.c").write_text(VERSIONS)
        (self.at / "map").write_text("V_1 { };\nV_2 { } V_1;\n")
        run("gcc", "-O1", "-g", "-shared", "-fPIC", f"-Wl,--version-script={self.at / 'map'}", "-o", library,
            self.at / "versions.c")
        run("strip", "-o", stripped, library)
        symbols = function_addresses(library)
        placed = {"work@V_1": "old", "work@@V_2": "now", "work": "now", "only@@V_2": "other", "only": "other"}
        frames = [{"mapping": 1, "address": symbols[symbol][0], "function": i + 1}
                  for i, symbol in enumerate(placed.values())]
        functions = [{"name": name} for name in placed]
        for file in (library, stripped):
            converted, said = self.convert(recording(frames, [{"file": str(file)}], functions), "--symbols", "auto")
            self.assertNotIn("other functions", said)
            self.assertEqual([stack[0][0] for stack in stacks_of(converted)], list(placed))
        wrong = [{**frames[0], "address": symbols["other"][0]}]
        _, said = self.convert(recording(wrong, [{"file": str(library)}], functions), "--symbols", "auto")
        self.assertIn("has other functions at 1 frame", said)


if __name__ == "__main__":
    unittest.main()
