#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether two outputs say the same, as far as their programs mean the same; one line says what was compared.

    agreement.py collapsed OURS THEIRS    stacks and counts, names cut where either of them cuts
    agreement.py totals OURS THEIRS       sums of the counts alone

A process of its own: what it needs of memory is not to be counted for what is measured.
"""

import collections
import functools
import re
import sys


@functools.lru_cache(maxsize=None)
def bare(frame):
    """A name without arguments, which inferno cuts in the middle, and without the underscore it leaves before closures."""
    return re.sub(r"(?<=[:\w])[(<].*", "", frame.replace("::_{{closure}}", "::{{closure}}"))


def counted_lines(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            stack, _, count = line.rstrip("\n").rpartition(" ")
            yield stack, int(count)


def stacks(path):
    counts = collections.Counter()
    lines = 0
    for stack, count in counted_lines(path):
        lines += 1
        counts[hash(";".join(map(bare, stack.split(";"))))] += count
    return counts, lines


def main():
    how, ours, theirs = sys.argv[1:]
    if how == "totals":
        sums = [sum(count for _, count in counted_lines(path)) for path in (ours, theirs)]
        print(f"sums of counts: {sums[0]:,} and {sums[1]:,}")
        return sums[0] != sums[1]
    (left, left_lines), (right, right_lines) = stacks(ours), stacks(theirs)
    apart = sum(1 for stack in left.keys() | right.keys() if left[stack] != right[stack])
    print(f"sums of counts: {sum(left.values()):,} and {sum(right.values()):,}; lines: {left_lines:,} and "
          f"{right_lines:,}; without arguments {len(left):,} stacks, of which {apart:,} have other counts")
    return apart != 0


if __name__ == "__main__":
    sys.exit(main())
