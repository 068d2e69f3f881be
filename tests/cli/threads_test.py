# SPDX-License-Identifier: Apache-2.0
"""A long recording is the same profile from a file and from a pipe, on one processor and on all."""

import os
import unittest

from harness import CommandTest

STACKS = 40_000
DEPTH = 8
TABLE = ("\n  read              \n           value  ------------- Distribution ------------- count    \n"
         "               8 |                                         0        \n"
         "              16 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 3        \n"
         "              32 |                                         0        \n")


def recording():
    """Stacks of some hundred functions, a table behind every thousandth, and a line that something has cut in two."""
    parts = []
    for i in range(STACKS):
        frames = [f"              prog`function_{(i * i + level * i) % (40 + 13 * level)}+0x{level + 1:x}\n"
                  for level in range(DEPTH)]
        if i == 30_000:
            frames[3] = frames[3].replace("+", "done 7\n+")
        parts += ["\n", *frames, f"{i % 97 + 1:17}\n"]
        if i % 1000 == 999:
            parts.append(TABLE)
    return "".join(parts)


def on_one_processor():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


class Threads(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.text = recording()

    def converted(self, *arguments, **options):
        """What comes out, and what is said of it."""
        result = self.good("-f", "dtrace", *arguments, "-t", "json", "-o", "out.json", **options)
        said = result.stderr.replace("<stdin>", "recording.out").replace(" from -", " from recording.out")
        return said, self.read("out.json").replace(b"<stdin>", b"recording.out")

    def test_a_file_and_a_pipe_on_one_processor_and_on_all_make_the_same(self):
        said, profile = self.converted(self.file("recording.out", self.text))
        self.assertHas(said, "was printed within the line of a frame", "printed again: values were added")
        for options in [{}, {"preexec_fn": on_one_processor}]:
            self.assertEqual(self.converted("-", stdin=self.text, **options), (said, profile))

    def test_what_is_wrong_far_down_is_said_with_its_line(self):
        wrong = f"\n              prog`f+0x1\n{' ' + str(2 ** 63 - 1)}\n" * 2
        text = self.text + wrong + self.text
        name = self.file("recording.out", text)
        of_file = self.run_command("-f", "dtrace", name, "-t", "json", "-o", "out.json")
        of_pipe = self.run_command("-f", "dtrace", "-", "-t", "json", "-o", "out.json", stdin=text)
        self.assertHas(of_file.stderr, "recording.out:400247: the sum of samples overflows a 64-bit integer in f")
        self.assertEqual(of_pipe.stderr.replace("<stdin>", name), of_file.stderr)
        self.assertEqual((of_file.returncode, of_pipe.returncode, self.files()), (1, 1, [name]))


if __name__ == "__main__":
    unittest.main()
