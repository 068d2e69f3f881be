# SPDX-License-Identifier: Apache-2.0
"""What profconv reads of the output of made-up D programs (tests/tools/dtrace_oracle), whole, edited and of two
runs, with and without the script. A wrong reading without a warning is the worst outcome. With PROFCONV_FULL there are
twice as many programs, of the same kinds."""
import collections
import os
import pathlib
import sys
import unittest

from harness import PROFCONV

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))

from dtrace_oracle.case import Case, Settings  # noqa: E402

# With sanitizers profconv takes several times as long.
IS_SLOW = b"libasan" in pathlib.Path(PROFCONV).read_bytes()
IS_FULL = bool(os.environ.get("PROFCONV_FULL"))
SEEDS = int(os.environ.get("DTRACE_ORACLE_SEEDS", "100" if IS_SLOW else "500" if IS_FULL else "250"))

# Wrong without a warning, of 1,000 seeds, though a reader could know: edits, appended, script, and how many at most.
# These numbers may only fall: lower them when the reader gets better.
LIMITS = [
    (False, False, True, 0),
    (False, False, False, 0),
    (True, False, True, 0),
    (True, False, False, 0),
    (False, True, True, 1),
    (False, True, False, 0),
]


def outcomes(settings):
    """The seeds of each outcome."""
    found = collections.defaultdict(list)
    for seed in range(SEEDS):
        found[Case(settings, seed).outcome()].append(seed)
    return found


def table(title, found):
    rows = [f"{len(seeds):6} {outcome}" for outcome, seeds in sorted(found.items())]
    return "\n".join([f"{title}, {SEEDS} seeds", *rows])


class Outputs(unittest.TestCase):
    def test_no_output_is_read_wrong_without_a_warning(self):
        for edits, appended, script, limit in LIMITS:
            title = ("edited" if edits else "whole") + (", two runs" if appended else "") + \
                (", with script" if script else ", without script")
            with self.subTest(title):
                found = outcomes(Settings(PROFCONV, script=script, edits=edits, appended=appended))
                if "-v" in sys.argv:
                    print(table(title, found), file=sys.stderr)
                self.assertEqual(found.get("crashed", []), [], title)
                silent = [seed for outcome, seeds in found.items() if outcome.startswith("silent:") for seed in seeds]
                self.assertLessEqual(len(silent), limit, f"{table(title, found)}\n{sorted(silent)}")


class Oracle(unittest.TestCase):
    def test_equal_seeds_make_equal_cases(self):
        for seed in range(20):
            one, two = (Case(Settings(PROFCONV, edits=True), seed) for _ in range(2))
            self.assertEqual((one.text, one.script, one.recording.truth, one.outcome()),
                             (two.text, two.script, two.recording.truth, two.outcome()))


if __name__ == "__main__":
    unittest.main()
