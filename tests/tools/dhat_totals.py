#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sums of DHAT files, worked out without profconv.

dhat_totals.py FILE.json[.gz]...

Prints one line a file: the sum of every counter, the number of stacks that differ, and of entries that were inlined.
Where FILE.stderr stands beside a file, the totals printed there by Valgrind or the dhat crate must equal the sums; the
exit status is 1 where they do not. A sum above 2^64-1 is compared as it wraps, since that is what is printed.
"""
import gzip
import json
import os
import re
import sys

COUNTERS = ["tb", "tbk", "tl", "gb", "gbk", "eb", "ebk", "rb", "wb"]
PRINTED = {
    "Total": ("tb", "tbk"),
    "At t-gmax": ("gb", "gbk"),
    "At t-end": ("eb", "ebk"),
    "Reads": ("rb",),
    "Writes": ("wb",),
}


def load(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as file:
        return json.loads(file.read().decode("utf-8", "replace"))


def sums(data):
    """Every counter that the points have, added up."""
    keys = [key for key in COUNTERS if any(key in point for point in data["pps"])]
    return {key: sum(point[key] for point in data["pps"]) for key in keys}


def inlined_entries(data):
    """How many entries of stacks share the address of the entry behind them, which is another function.

    Within a run of one address the physical frame ends a chain. A recursion repeats the whole chain, so the run is
    split by trying every length that divides it.
    """
    address = [re.match(r"0x[0-9A-Fa-f]+(?=: )", text) for text in data["ftbl"]]
    address = [found.group(0).lower() if found else None for found in address]
    count = 0
    for point in data["pps"]:
        stack = point["fs"]
        begin = 0
        while begin < len(stack):
            end = begin + 1
            while end < len(stack) and address[stack[begin]] and address[stack[end]] == address[stack[begin]]:
                end += 1
            run = stack[begin:end]
            length = next(n for n in range(1, len(run) + 1) if len(run) % n == 0 and run == run[:n] * (len(run) // n))
            count += len(run) - len(run) // length
            begin = end
    return count


def printed_totals(path):
    """What the recorder said, by counter."""
    totals = {}
    with open(path, errors="replace") as file:
        for line in file:
            for name, keys in PRINTED.items():
                found = re.search(r"(?:==\d+==|dhat:) " + name + r": +([\d,]+) \w+(?: in ([\d,]+) \w+)?$", line.strip())
                if found:
                    totals.update({k: int(n.replace(",", "")) for k, n in zip(keys, found.groups()) if n})
    return totals


def main(paths):
    failed = False
    for path in paths:
        data = load(path)
        total = sums(data)
        stacks = len({tuple(point["fs"]) for point in data["pps"]})
        words = [f"{key}={value}" for key, value in total.items()]
        verdict = ""
        oracle = re.sub(r"\.json(\.gz)?$", ".stderr", path)
        if os.path.exists(oracle):
            wrong = {k: n for k, n in printed_totals(oracle).items() if total.get(k, 0) % 2**64 != n}
            verdict = f" DIFFERS from {wrong}" if wrong else " as printed"
            failed = failed or bool(wrong)
        print(f"{os.path.basename(path)}: {' '.join(words)} stacks={stacks} inlined={inlined_entries(data)}{verdict}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
