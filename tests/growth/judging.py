# SPDX-License-Identifier: Apache-2.0
"""Whether what a row took at two sizes grows with the size."""

from dataclasses import dataclass

FACTOR = 4  # of the sizes
MOST = 6  # times the instructions; 4 of what is linear, 16 of what is quadratic
LEAST = 500_000  # instructions above the start-up: less tells nothing


@dataclass(frozen=True)
class Verdict:
    ratio: float
    problem: str  # empty: none


def judged(small, large, start_up, steep=""):
    """`steep` is why a row is known to grow faster, which it then must."""
    if small - start_up < LEAST:
        if large - start_up < FACTOR * LEAST:
            return Verdict(0, "")
        small = start_up + LEAST
    ratio = (large - start_up) / (small - start_up)
    if steep:
        return Verdict(ratio, "" if ratio > MOST else f"is no longer steep ({steep}): remove the mark")
    return Verdict(ratio, f"grows to {ratio:.1f} times the instructions" if ratio > MOST else "")
