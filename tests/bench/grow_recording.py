#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a long recording of DTrace, or text of perf script, of a short real one.

    grow_recording.py RECORDING --size BYTES [--repeat]

The recording (plain or .gz) is written again and again until the size is reached. Each time, the numbers of nine digits
or more that begin a line of keys move on by the time the recording took, as they do in a longer run: stacks, names,
widths and values stay as dtrace printed them. The times of perf's samples ("2884.341324:") move on likewise. With --repeat
nothing moves: the same keys come again.
"""

import argparse
import gzip
import re
import sys

TIME_FIRST = re.compile(rb"^( +)(\d{9,})(?=(?: +\S.*)?$)", re.MULTILINE)
PERF_TIME = re.compile(rb"^(\S[^\n]*? )(\d+)\.(\d{6})(?=: )", re.MULTILINE)


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        return file.read()


def moved(recording, by):
    """The recording with its times later by so much; a time that needs another digit takes a blank before it."""
    def later(match):
        return str(int(match[2]) + by).encode().rjust(len(match[1]) + len(match[2]))
    return TIME_FIRST.sub(later, recording)


def microseconds(match):
    return int(match[2]) * 1_000_000 + int(match[3])


def moved_samples(recording, by):
    def later(match):
        return match[1] + b"%d.%06d" % divmod(microseconds(match) + by, 1_000_000)
    return PERF_TIME.sub(later, recording)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recording")
    parser.add_argument("--size", type=int, required=True, help="bytes, at least")
    parser.add_argument("--repeat", action="store_true", help="move no times")
    given = parser.parse_args()
    recording = read(given.recording)
    times, move = [int(match[2]) for match in TIME_FIRST.finditer(recording)], moved
    if not times:
        times, move = [microseconds(match) for match in PERF_TIME.finditer(recording)], moved_samples
    step = max(times) - min(times) + 1_000_003 if times and not given.repeat else 0
    written, turn = 0, 0
    while written < given.size:
        written += sys.stdout.buffer.write(move(recording, turn * step) if turn and step else recording)
        turn += 1


if __name__ == "__main__":
    main()
