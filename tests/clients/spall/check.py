# SPDX-License-Identifier: Apache-2.0
"""check.py PROFCONV DATA: converts everything in DATA to Spall and to collapsed stacks, and compares the two."""
import gzip
import itertools
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import collapsed_text
import timed_text
from spall_trace import Trace, TraceError

READERS = ("collapsed", "dhat", "dtrace")
REFUSALS = ("negative values", "do not add up", "longer; use", "longer than 2^63 ticks")
COMPARED = ((3, "merged"), (1, "input"))  # versions, layouts
if os.environ.get("PROFCONV_FULL"):
    COMPARED = tuple(itertools.product((1, 3), ("merged", "input")))
ASSUMED_PERIOD_NS = 1_000_000
TIMED = "dtrace.keys=timestamp,pid,tid"
FIXTURE_RECORDED_AT = 97
RECORDED_AT = {
    "timestamp-pid-tid-ustack.out": 97,
    "timestamp-sortkeypos.out": 97,
    "large-timestamp-many.out.gz": 997,
    "large-user-resolved.out.gz": 1999,
}


class Checker:
    def __init__(self, profconv, folder):
        self.profconv = profconv
        self.folder = Path(folder)
        self.faults = []
        self.compared = 0
        self.refused = 0

    def convert(self, path, target, *arguments):
        """The bytes of the conversion, or None and what was said."""
        output = self.folder / "output"
        output.unlink(missing_ok=True)
        command = [self.profconv, str(path), "-t", target, "-o", str(output), *arguments]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        said = done.stderr.decode("utf-8", "replace").strip()
        if done.returncode < 0:
            self.faults.append(f"{path}: {command} died of signal {-done.returncode}")
        return (output.read_bytes() if done.returncode == 0 else None), said

    def trace(self, path, version, *arguments):
        data, said = self.convert(path, "spall", "--set", f"spall.version={version}", *arguments)
        if data is None:
            if any(words in said for words in REFUSALS):
                self.refused += 1
            else:
                self.faults.append(f"{path}: no trace of version {version}: {said}")
            return None
        try:
            return Trace(data)
        except (TraceError, UnicodeDecodeError, IndexError, struct.error) as error:
            self.faults.append(f"{path} as version {version}: {error}")
            return None

    def compare(self, path, *arguments):
        """Each profile of an input, in each version and each layout, or in each version with each layout."""
        for number in range(1, 100):
            only = ("--only", str(number), *arguments)
            text, _ = self.convert(path, "collapsed", *only)
            if text is None:
                return
            expected = collapsed_text.read(text)
            for version, layout in COMPARED:
                self.compare_one(path, expected, version, *only, "--set", f"spall.layout={layout}")

    def compare_one(self, path, expected, version, *arguments):
        trace = self.trace(path, version, *arguments)
        if trace is None:
            return
        shown = {}
        for (_, stack), ticks in trace.self_times().items():
            names = tuple(map(collapsed_text.line_name, stack))
            shown[names] = shown.get(names, 0) + ticks
        shown = {stack: without_fraction(ticks, trace.tick_ns) for stack, ticks in shown.items()}
        self.compared += 1
        different = [stack for stack in shown.keys() | expected.keys() if shown.get(stack, 0) != expected.get(stack, 0)]
        for stack in sorted(different)[:3]:
            words = b";".join(stack).decode("utf-8", "replace")
            self.faults.append(
                f"{path} as version {version} {arguments}: {words[:300]} is shown for {shown.get(stack, 0)} ticks "
                f"and counted {expected.get(stack, 0)} times"
            )

    def check_times(self, path, rate):
        """A recording with timestamps: every sample stands at its time, on its thread."""
        raw = Path(path).read_bytes()
        text = (gzip.decompress(raw) if str(path).endswith(".gz") else raw).decode("utf-8", "replace")
        threads = timed_text.read(text)
        period = round(1e9 / rate)
        for version in (1, 3):
            trace = self.trace(path, version, "-f", "dtrace", "--no-demangle", "--set", TIMED, "--freq", str(rate))
            if trace is None:
                continue
            self.compared += 1
            if abs(trace.tick_ns - 1) > 1e-9:
                self.faults.append(f"{path} as version {version}: a tick is {trace.tick_ns} ns")
            found = timed_text.faults(threads, trace, period)
            self.faults += [f"{path} as version {version}: {fault}" for fault in found[:3]]


def without_fraction(ticks, tick_ns):
    """Samples with fractions are drawn in ticks of a tenth, a hundredth ... of a sample; collapsed stacks round them."""
    is_fraction = tick_ns < ASSUMED_PERIOD_NS and tick_ns != 1
    parts = round(ASSUMED_PERIOD_NS / tick_ns) if is_fraction else 1
    return (2 * ticks + parts) // (2 * parts)


def inputs(data):
    for reader in READERS:
        for path in sorted((data / reader).glob("*")):
            if path.suffix not in (".golden", ".options", ".md"):
                options = path.with_suffix(".options")
                lines = options.read_text().split("\n") if options.exists() else []
                settings = [word for line in lines if line for word in ("--set", f"{reader}.{line}")]
                yield path, ["-f", reader, *settings]


def main():
    profconv, data = sys.argv[1], Path(sys.argv[2])
    corpus = os.environ.get("PROFCONV_CORPUS")
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(profconv, folder)
        for path, arguments in inputs(data):
            if TIMED in arguments:
                checker.check_times(path, FIXTURE_RECORDED_AT)
            else:
                checker.compare(path, *arguments)
        example = Path(folder, "example.out")
        example.write_text(timed_text.example(1, 97, round(1e9 / 97)))
        checker.check_times(example, 97)
        if corpus:
            for name, rate in RECORDED_AT.items():
                checker.check_times(Path(corpus, "own", "dtrace", name), rate)
            for reader in ("dtrace", "dhat"):
                for path in sorted(Path(corpus, "own", reader).glob("*.out*" if reader == "dtrace" else "*.json*")):
                    checker.compare(path, "-f", reader)
        else:
            print("skipped: PROFCONV_CORPUS is not set, so no real recordings were compared")
    for fault in checker.faults:
        print(f"spall: {fault}")
    print(
        f"spall: {checker.compared} traces compared with what was counted, {checker.refused} refused in words, "
        f"{len(checker.faults)} faults"
    )
    return 1 if checker.faults or not checker.compared else 0


if __name__ == "__main__":
    sys.exit(main())
