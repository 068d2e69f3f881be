# SPDX-License-Identifier: Apache-2.0
"""What profconv reads of real output of perf script, against a second reader of three regular expressions: of each event
the number of samples, the total of the periods, and the periods of each stack. The recordings are those of
PROFCONV_CORPUS."""
import collections
import gzip
import json
import os
import pathlib
import re
import unittest

from harness import CommandTest

CORPUS = pathlib.Path(os.environ.get("PROFCONV_CORPUS", "/nonexistent")) / "own" / "perf"

HEADING = re.compile(r"^\s*\S.*?\s+\d+(?:/\d+)?\s+(?:\[\d+\] )?\s*\d+\.\d+:\s+(\d+)\s+(\S+):\s*(.*)$")
FRAME = re.compile(r"^\s*[0-9a-f]+ (.*) \((.*)\)$")
OFFSET = re.compile(r"\+0x[0-9a-f]+$")


def name_of(symbol, module):
    """A frame without a symbol is called after its module."""
    if symbol != "[unknown]":
        return OFFSET.sub("", symbol)
    return module if module.startswith("[") else "[" + module.rpartition("/")[2] + "]"


def samples_in(text):
    """(event, period, frames from the root) of each sample."""
    samples = []
    for line in text.splitlines():
        heading = HEADING.match(line) if not line.startswith("\t") else None
        if heading:
            samples.append((heading[2], int(heading[1]), []))
        frame = FRAME.match(heading[3] if heading else line)
        if frame and (heading or line.startswith("\t")):
            samples[-1][2].insert(0, name_of(frame[1], frame[2]))
    return samples


def text_of(path):
    return (gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()).decode()


@unittest.skipUnless(CORPUS.is_dir(), "skipped: PROFCONV_CORPUS names no folder with own/perf")
class Sums(CommandTest):
    def recordings(self):
        paths = sorted([*CORPUS.glob("*.out"), *CORPUS.glob("*.out.gz")])
        self.assertTrue(paths)
        return [(path, samples_in(text_of(path))) for path in paths]

    def test_totals_are_those_of_the_text(self):
        for path, samples in self.recordings():
            expected = collections.defaultdict(lambda: [0, 0])
            for event, period, _ in samples:
                expected[event][0] += 1
                expected[event][1] += period
            profiles = json.loads(self.good("info", "--json", "-q", str(path)).stdout)["profiles"]
            found = {each["name"]: [kind["total"] for kind in each["value_types"]] for each in profiles}
            self.assertEqual(found, dict(expected), path.name)

    def test_stacks_are_those_of_the_text(self):
        for path, samples in self.recordings():
            for event in sorted({event for event, _, _ in samples}):
                expected = collections.Counter()
                for each, period, frames in samples:
                    if each == event:
                        # The collapsed format has no other ';' than those between frames.
                        expected[";".join(frame.replace(";", ":") for frame in frames)] += period
                folded = self.good("-q", str(path), "--only", event, "-t", "collapsed").stdout.decode()
                found = {}
                for line in folded.splitlines():
                    stack, _, value = line.rpartition(" ")
                    found[stack] = int(value)
                self.assertEqual(found, dict(expected), path.name + ": " + event)


if __name__ == "__main__":
    unittest.main()
