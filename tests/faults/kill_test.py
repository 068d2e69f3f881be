# SPDX-License-Identifier: Apache-2.0
"""Killed at any moment, a run leaves the old output whole or the new one, and the next run is not disturbed."""

import random
import re
import subprocess
import time
import unittest

from harness import PROFCONV, CommandTest

KILLS = 200
LEFTOVER = re.compile(r"out\.pb\.gz\.[0-9a-z]{6}")


class Killed(CommandTest):
    def setUp(self):
        super().setUp()
        chance = random.Random(1)
        lines = (f"main;{';'.join(f'f{chance.randrange(300)}' for _ in range(8))} {i}\n" for i in range(12000))
        self.file("a.folded", "".join(lines))

    def timed(self):
        began = time.monotonic()
        self.good("a.folded", "-q", "-o", "out.pb.gz")
        return time.monotonic() - began

    def test_200_times(self):
        usual = min(self.timed() for _ in range(3))
        new = self.read("out.pb.gz")
        old = b"the old one"
        seen = {"old": 0, "new": 0, "left": 0}
        chance = random.Random(2)
        for number in range(KILLS):
            self.file("out.pb.gz", old)
            with subprocess.Popen([PROFCONV, "a.folded", "-q", "-o", "out.pb.gz"], cwd=self.directory) as process:
                time.sleep(chance.uniform(0, 1.1 * usual))
                process.kill()
            content = self.read("out.pb.gz")
            self.assertIn(content, (old, new), f"kill {number}")
            seen["old" if content == old else "new"] += 1
            others = [name for name in self.files() if name not in ("a.folded", "out.pb.gz")]
            for name in others:
                self.assertRegex(name, LEFTOVER)
            seen["left"] = len(others)
        self.assertGreater(seen["old"], KILLS // 10, seen)
        self.assertGreater(seen["left"], 0, "no run was killed while it wrote")
        self.timed()
        self.assertEqual(self.read("out.pb.gz"), new)


if __name__ == "__main__":
    unittest.main()
