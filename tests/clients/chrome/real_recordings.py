# SPDX-License-Identifier: Apache-2.0
"""Real DTrace recordings from PROFCONV_CORPUS; the truth is what they count, as collapsed stacks. Time lines draw a sample a
millisecond long at 1000 Hz, and a value that is not a time as nanoseconds."""
import os
import subprocess
from collections import Counter
from pathlib import Path

from recordings import ALL_THREADS, Case

RECORDINGS = {
    "agg-drops.out": ("--freq", "1000"),
    "execname-stack-ustack.out": ("--freq", "1000"),
    "malloc-bytes-ustack.out": ("--set", "dtrace.aggregations=sum", "--set", "dtrace.units=bytes"),
    "pid-tid-ustack.out": ("--freq", "1000", "--set", "dtrace.keys=pid,tid"),
    "rust-legacy-mangling.out": ("--freq", "1000"),
    "timestamp-pid-tid-ustack.out": ("--freq", "97", "--set", "dtrace.keys=timestamp,pid,tid"),
    "timestamp-sortkeypos.out": ("--freq", "97", "--set", "dtrace.keys=timestamp,pid,tid"),
    "ustack-count.out": ("--freq", "1000"),
}


def collapsed(profconv, path, options):
    """Values by stack."""
    done = subprocess.run([profconv, "-q", str(path), "-t", "collapsed", *options], stdin=subprocess.DEVNULL,
                          capture_output=True, check=True)
    values = Counter()
    for line in done.stdout.decode().splitlines():
        stack, _, value = line.rpartition(" ")
        values[tuple(stack.split(";"))] += int(value)
    return values


def cases(profconv):
    corpus = os.environ.get("PROFCONV_CORPUS")
    if not corpus:
        print("chrome: real recordings skipped: PROFCONV_CORPUS is not set")
        return
    for name, settings in RECORDINGS.items():
        path = Path(corpus, "own", "dtrace", name)
        options = ("-f", "dtrace", "--only", "1", "--no-demangle", *settings)
        yield Case(path, options, {ALL_THREADS: collapsed(profconv, path, options)}, name=name)
