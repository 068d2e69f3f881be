# SPDX-License-Identifier: Apache-2.0
"""Collapsed stacks against those of stackcollapse.pl and inferno-collapse-dtrace on the same DTrace outputs: the same
lines, but for the differences that docs/dev/collapse_peers.md lists, each of which its causes must explain in full."""

import collections
import csv
import functools
import gzip
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from harness import PROFCONV

CORPUS = pathlib.Path(os.environ.get("PROFCONV_CORPUS", "/nonexistent")) / "public" / "collapse"
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "dev" / "collapse_peers.md"
ESCAPES = {"SP": "@", "BP": "*", "RF": "&", "LT": "<", "GT": ">", "LP": "(", "RP": ")", "C": ","}


@functools.lru_cache(maxsize=None)
def data(name):
    """A file of the corpus; the large ones are gzipped, whatever the index calls them."""
    for path in [CORPUS / name, CORPUS / (name + ".gz")]:
        if path.exists():
            return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    raise FileNotFoundError(name)


def counted(lines):
    stacks = collections.Counter()
    for line in lines:
        stack, value = line.rsplit(" ", 1)
        stacks[stack] += int(value)
    return stacks


@functools.lru_cache(maxsize=None)
def first_word(name):
    return data(name).split(maxsplit=1)[0]


@functools.lru_cache(maxsize=None)
def converted(name, skipped_lines, *options):
    """profconv's stacks."""
    lines = data(name).split(b"\n")[skipped_lines:]
    command = [PROFCONV, "-f", "dtrace", "-t", "collapsed", "-q", *options]
    with tempfile.TemporaryFile() as source:  # Python feeds a pipe four kilobytes at a time
        source.write(b"\n".join(lines))
        source.seek(0)
        result = subprocess.run(command, stdin=source, capture_output=True, timeout=300, check=False)
    return counted(result.stdout.decode("utf-8", "replace").splitlines())


def changed(stacks, change):
    """Stacks with their list of frames changed, and those that became equal added up."""
    result = collections.Counter()
    for stack, value in stacks.items():
        result[";".join(change(stack.split(";")))] += value
    return result


@functools.lru_cache(maxsize=None)
def cut(frame):
    return re.sub(r"(::.*)[(<].*", r"\1", frame)


@functools.lru_cache(maxsize=None)
def repair_rust(frame, keeps_underscore):
    """inferno's reading of legacy Rust."""
    module, tick, name = frame.rpartition("`")
    found = re.fullmatch(r"(.*)::h[0-9a-f]{16} ?(?:\(\.llvm\.\d+\))?(.*)", name)
    if not found:
        return frame
    path = re.sub(r"^_\$", "$", found[1])
    path = path if keeps_underscore else path.replace("::_$", "::$")
    path = re.sub(r"\$(SP|BP|RF|LT|GT|LP|RP|C|u[0-9a-f]+)\$",
                  lambda escape: ESCAPES.get(escape[1]) or chr(int(escape[1][1:], 16)), path)
    return module + tick + path.replace("..", "::") + found[2]


def without_offset(frame):
    return frame.rpartition("+")[0] if "+" in frame else frame


class Pair:
    """One input, one peer, and whether offsets are shown."""

    def __init__(self, row):
        self.input = row["input"].removesuffix(".gz")
        self.peer = "stackcollapse.pl" if row["tool"] == "stackcollapse.pl" else "inferno"
        self.offsets = "offset" in row["options"]
        self.theirs = data(row["expected"].removesuffix(".gz")).decode("utf-8", "replace").splitlines()

    def key(self):
        return pathlib.Path(self.input).stem, self.peer, "yes" if self.offsets else "no"

    def ours(self):
        """With the options that the page gives for this peer; where offsets are shown, without those of leaves."""
        options = ["--names=stackcollapse"]
        options += ["--no-demangle"] if self.peer == "stackcollapse.pl" else []
        options += ["--set=dtrace.offsets=keep"] if self.offsets else []
        stacks = converted(self.input, 0, *options)
        if self.offsets:
            stacks = changed(stacks, lambda frames: frames[:-1] + [without_offset(frames[-1])])
        return sorted(f"{stack} {value}" for stack, value in stacks.items())

    def theirs_by(self, causes):
        """What the peer prints, made of what profconv reads and these habits of the peer."""
        options = ["--no-demangle", "--names=full" if "cut" in causes else "--names=stackcollapse"]
        options += ["--tagleaf=key1,key2,key3"] if "keys" in causes else []
        options += ["--set=dtrace.offsets=keep"] if self.offsets else []
        loses_frame = "header" in causes and "keys" not in causes
        stacks = converted(self.input, 3 if loses_frame else 0, *options)
        stacks = changed(stacks, lambda frames: self.frames_by(causes, frames))
        return sorted(f"{stack} {value}" for stack, value in stacks.items())

    def frames_by(self, causes, frames):
        if "keys" in causes:
            is_first = frames[-3].encode() == first_word(self.input)
            frames = frames[:-3] + ["%s %8s %16s" % tuple(frames[-3:])]
            frames = frames[:-2] if is_first and "header" in causes else frames
        if "arrow" in causes:
            frames = [part for frame in frames for part in re.sub(r"->(.*)", r";\1_[i]", frame).split(";")]
        if self.offsets and "trim" not in causes:
            frames = frames[:-1] + [without_offset(frames[-1])]
        if "cut" in causes:
            frames = [cut(frame) for frame in frames]
        if self.peer == "inferno":
            frames = [repair_rust(frame, "escape" in causes) for frame in frames]
        return without_offset(";".join(frames)).split(";") if "trim" in causes else frames


def documented():
    """(input, peer, offsets) -> (lines, causes), from the page's table of differences."""
    rows = {}
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        if len(cells) == 6 and cells[3].isdigit():
            rows[tuple(cells[:3])] = (int(cells[3]), re.findall(r"\w+", cells[4]))
    return rows


@unittest.skipUnless((CORPUS / "INDEX.tsv").exists(), "skipped: PROFCONV_CORPUS names no folder with public/collapse")
class Peers(unittest.TestCase):
    def setUp(self):
        with open(CORPUS / "INDEX.tsv", encoding="utf-8", newline="") as index:
            rows = list(csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE))
        self.pairs = [Pair(row) for row in rows if row["kind"] == "dtrace"]
        self.assertEqual(len(self.pairs), 40)

    def test_the_lines_that_differ_are_those_that_the_page_lists(self):
        found = {}
        for pair in self.pairs:
            differing = collections.Counter(pair.theirs) - collections.Counter(pair.ours())
            if differing or sorted(pair.theirs) != pair.ours():
                found[pair.key()] = sum(differing.values())
        self.assertEqual(found, {key: lines for key, (lines, _) in documented().items()})

    def test_the_causes_explain_every_difference_and_each_is_needed(self):
        pages = documented()
        for pair in self.pairs:
            _, causes = pages.get(pair.key(), (0, []))
            with self.subTest(pair.key()):
                # Never assertEqual: what it would show of thousands of long lines takes hours.
                self.assertTrue(pair.theirs_by(causes) == sorted(pair.theirs), causes)
                for cause in causes:
                    others = [other for other in causes if other != cause]
                    self.assertFalse(pair.theirs_by(others) == sorted(pair.theirs), f"{cause} explains nothing")


if __name__ == "__main__":
    unittest.main()
