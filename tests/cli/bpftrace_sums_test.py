# SPDX-License-Identifier: Apache-2.0
"""What profconv reads of bpftrace's output, against a second reader of a few regular expressions: the totals of every
map, and the stacks of those that are keyed by stacks. Recordings of PROFCONV_CORPUS are read too."""
import collections
import json
import os
import pathlib
import re
import unittest

from harness import CommandTest

DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "bpftrace"
CORPUS = pathlib.Path(os.environ.get("PROFCONV_CORPUS", "/nonexistent")) / "own" / "bpftrace"

NUMBER = re.compile(r"^(@\w*)(?:\[((?:(?!\]: ).)*?)\])?: (-?\d+)$", re.MULTILINE | re.DOTALL)
STATS = re.compile(r"^(@\w*)(?:\[[^\n]*\])?: count (\d+), average -?\d+, total (-?\d+)$", re.MULTILINE)
TABLE = re.compile(r"^(@\w*)(?:\[(?:(?!\]: ).)*?\])?: ?\n((?:[\[(][^\n]*\|\n)+)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^[\[(].*[\])] +(\d+) \|", re.MULTILINE)


def totals_of_text(text):
    """Of each map the sums of its columns."""
    totals = collections.defaultdict(lambda: [0, 0])
    for name, _, value in NUMBER.findall(text):
        totals[name][0] += min(int(value), 2**63 - 1)
    for name, count, total in STATS.findall(text):
        totals[name][0] += int(count)
        totals[name][1] += int(total)
    for name, rows in TABLE.findall(text):
        totals[name][0] += sum(map(int, ROW.findall(rows)))
    return dict(totals)


def totals_of_json(text):
    totals = collections.defaultdict(lambda: [0, 0])

    def add(name, value):
        if isinstance(value, list):
            totals[name][0] += sum(bucket["count"] for bucket in value)
        elif isinstance(value, dict) and set(value) == {"count", "average", "total"}:
            totals[name][0] += value["count"]
            totals[name][1] += value["total"]
        elif isinstance(value, dict):
            for each in value.values():
                add(name, each)
        else:
            totals[name][0] += int(value)

    for line in text.splitlines():
        message = json.loads(line or "{}")
        if message.get("type") in ("map", "hist", "stats"):
            for name, value in message["data"].items():
                add(name, value)
    return dict(totals)


def folded_of_text(text, name):
    """The stacks of a map, root first, as collapsed stacks have them."""
    folded = collections.Counter()
    for found, key, value in NUMBER.findall(text):
        if found != name:
            continue
        stacks = [part for part in re.split(r"(?:^|\n), ?|, (?=\n)", key)]
        frames = [line.strip() for part in stacks for line in part.split("\n") if re.match(r"^(    |\t)", line)]
        frames = [re.sub(r"\+\d+$", "", frame) for frame in frames]
        folded[";".join(reversed(frames)) or "[no stack]"] += int(value)
    return folded


class Sums(CommandTest):
    def profiles(self, path, *settings):
        words = [word for setting in settings for word in ("--set", f"bpftrace.{setting}")]
        return json.loads(self.good("info", "--json", "-q", "-f", "bpftrace", str(path), *words).stdout)["profiles"]

    def check_totals(self, path, expected, *settings):
        found = {}
        for profile in self.profiles(path, *settings):
            if profile["name"] != "printf":
                totals = [each["total"] for each in profile["value_types"]]
                found[profile["name"]] = [*totals, 0][:2]
        self.assertEqual(found, expected, path.name)

    def test_totals_are_those_of_the_text(self):
        paths = [*DATA.glob("*.out"), *DATA.glob("*.txt"), *CORPUS.glob("*.out")]
        for path in sorted(paths):
            if path.name in ("totals-that-rise.txt", "newer-json.txt", "printf-ustack.out"):
                continue
            text = path.read_text()
            with self.subTest(str(path)):
                totals = totals_of_json(text) if text.startswith("{") else totals_of_text(text)
                self.assertTrue(totals)
                self.check_totals(path, totals, "prints=add")

    def test_totals_of_newer_json(self):
        # An average has no total, and the rest is in the file: 12 + 3, two numbers, 1 + 1 + 4, and two stats().
        self.check_totals(DATA / "newer-json.txt", {
            "@": [15, 0], "@big": [9223372036854775807, 0], "@scalar": [5, 0], "@h": [6, 0],
            "@s": [2, 11], "@t": [3, 6], "@a": [None, 0]})

    def test_the_last_of_prints_that_rise_counts(self):
        self.check_totals(DATA / "totals-that-rise.txt", {"@": [14, 0], "@bytes": [3, 0], "@total": [14, 0]})
        self.check_totals(DATA / "totals-that-rise.txt", {"@": [35, 0], "@bytes": [7, 0], "@total": [35, 0]},
                          "prints=add")

    def test_stacks_are_those_of_the_text(self):
        paths = ["cpp-names.out", "exited-target-unsymbolized.out", "periodic-print-clear.out", "ustack-count.out",
                 "kstack-ustack.out", "ustack-comm-pid-tid.out"]
        for path in [directory / name for directory in (DATA, CORPUS) for name in paths]:
            if not path.exists():
                continue
            with self.subTest(str(path)):
                name = "@stacks" if "comm-pid" in path.name else "@"
                expected = folded_of_text(path.read_text(), name)
                # kstack comes first in the text, and is at the leaf.
                folded = self.good("-q", "-f", "bpftrace", str(path), "-t", "collapsed").stdout.decode()
                found = {}
                for line in folded.splitlines():
                    stack, _, value = line.rpartition(" ")
                    found[stack] = int(value)
                self.assertEqual(found, expected)


if __name__ == "__main__":
    unittest.main()
