# SPDX-License-Identifier: Apache-2.0
"""DTrace's output of which lines were lost: either the sums are still right, or a line near the loss is reported.

What no reader can see is left out of the losses, and listed in docs/dtrace_records.md.
"""
import collections
import gzip
import json
import os
import random
import re
import unittest

from dtrace_prints import make, text_of
from harness import CommandTest

SEEDS = int(os.environ.get("DTRACE_SEEDS", "150"))
NEAR = 30  # lines; the longest record has fewer
STACKS = set("KU")


def read_rows(text):
    """The sum of each (frames, labels); stacks of one record that became one keep their frames."""
    model = json.loads(text)
    names = [None]
    for frame in model["frames"][1:]:
        module = model["mappings"][frame["mapping"]]["file"] + "`" if frame.get("mapping") else ""
        names.append(module + model["functions"][frame["function"]]["name"])
    stacks = [()]
    for stack in model["stacks"][1:]:
        stacks.append(stacks[stack["parent"]] + (names[stack["frame"]],))
    sums = collections.Counter()
    for profile in model["profiles"]:
        for sample in profile["samples"]:
            labels = model["label_sets"][sample["labels"]] if sample.get("labels") else []
            texts = tuple(str(label.get("text", label.get("number"))) for label in labels
                          if not label["key"].startswith("bucket"))
            sums[tuple(sorted(stacks[sample.get("stack", 0)])), texts] += sample["values"][0]
    return {row: value for row, value in sums.items() if value}, len(model["profiles"])


def true_rows(truth):
    sums = collections.Counter()
    for (frames, labels), value in truth.items():
        sums[tuple(sorted(frames)), labels] += value
    return {row: value for row, value in sums.items() if value}


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data):
    """(number, integer or bytes) of each field of a message of protobuf."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        value, at = varint(data, at)
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
        yield key >> 3, value


def pprof_total(data):
    """The sum of all samples' first values."""
    total = 0
    for number, sample in fields(gzip.decompress(data)):
        if number != 2:
            continue
        value = next(value for field, value in fields(sample) if field == 2)
        value = varint(value, 0)[0] if isinstance(value, bytes) else value
        total += value - (1 << 64) if value >> 63 else value
    return total


def heads_keyless_table(lines, i):
    return i + 1 < len(lines) and lines[i].kind == "blank" and lines[i + 1].kind == "row" and (
        i == 0 or lines[i - 1].record != lines[i + 1].record)


class Losses:
    """Which lines of a recording are lost, each time in another way."""

    def __init__(self, recording, rng):
        self.lines = recording.lines
        self.rng = rng
        self.aggregations = recording.aggregations
        self.prints = {line.record: line.print_ for line in self.lines if line.record >= 0}

    def blanks(self):
        # A table without keys may as well have the number above for its key.
        return [i for i, line in enumerate(self.lines)
                if line.kind == "blank" and not heads_keyless_table(self.lines, i)]

    def one_blank(self):
        return self.one(self.blanks())

    def all_blanks(self):
        return self.blanks()

    def all_blanks_of_a_print(self):
        chosen = self.rng.choice(sorted(set(self.prints.values())))
        return [i for i in self.blanks() if self.lines[i].print_ == chosen]

    def value(self):
        return self.one([i for i in self.of_stacks({"value"}) if self.is_between_others(self.lines[i].record)])

    def keys(self):
        """Not of tables, which then are another aggregation's with the same sum."""
        tables = {line.record for line in self.lines if line.kind == "row"}
        return self.one([i for i in self.of_stacks({"keys"})
                         if self.is_between_others(self.lines[i].record) and self.lines[i].record not in tables])

    def frame(self):
        """One of several of a stack: without its only one a stack is empty, or no stack."""
        kinds = [line.kind for line in self.lines]
        return self.one([i for i in range(1, len(kinds) - 1)
                         if kinds[i] == "frame" and "frame" in (kinds[i - 1], kinds[i + 1])])

    def end(self):
        """From below a frame on, after a stack with a value: after whole records nothing seems to be missing, a key alone
        could be any text, and stacks without values are what actions print."""
        lines = self.lines
        first = next((i for i, line in enumerate(lines) if line.kind == "value" and lines[i - 1].kind == "frame"), None)
        within = [i for i in range(1, len(lines)) if lines[i - 1].kind == "frame"
                  and first is not None and i > first]
        return list(range(self.rng.choice(within), len(lines))) if within else []

    def one(self, candidates):
        return [self.rng.choice(candidates)] if candidates else []

    def of_stacks(self, kinds):
        """Lines of records that keep a stack without them, and have no empty one."""
        with_frames = {line.record for line in self.lines if line.kind == "frame"}
        with_empty = {line.record for i, line in enumerate(self.lines[1:])
                      if line.kind != "frame" and self.lines[i].kind == "blank" and self.lines[i].record == line.record}
        return [i for i, line in enumerate(self.lines)
                if line.kind in kinds and line.record in with_frames - with_empty]

    def is_between_others(self, record):
        """Whether two records of the same print stand before and two behind: what differs from them stands out."""
        return all(self.prints.get(other) == self.prints[record] for other in range(record - 2, record + 3))


LOSSES = ("one_blank", "all_blanks", "all_blanks_of_a_print", "value", "keys", "end")


class LostLines(CommandTest):
    def convert(self, text, options):
        return self.run_command("-f", "dtrace", "-", "-t", "json", *options, stdin=text)

    def test_whole_recordings_are_read_right_and_without_a_lost_line(self):
        for seed in range(SEEDS):
            with self.subTest(seed=seed):
                recording = make(seed)
                result = self.convert(text_of(recording), recording.options)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertNotRegex(result.stderr, "missing|left out|may be lost")
                rows, profiles = read_rows(result.stdout)
                self.assertEqual(rows, true_rows(recording.truth))
                if profiles == 1:
                    self.check_totals(text_of(recording), recording)

    def check_totals(self, text, recording):
        """What the writers that show sums make of it."""
        total = sum(recording.truth.values())
        arguments = ["-f", "dtrace", "-", *recording.options, "-q", "-t"]
        self.assertEqual(pprof_total(self.good(*arguments, "pprof", "-o", "-", stdin=text).stdout), total)
        if min(recording.truth.values()) > 0 and all(frames for frames, _ in recording.truth):
            collapsed = self.good(*arguments, "collapsed", stdin=text).stdout.decode()
            self.assertEqual(sum(int(line.rsplit(" ", 1)[1]) for line in collapsed.splitlines()), total)

    def test_lost_lines_are_never_read_wrong_in_silence(self):
        seen = collections.Counter()
        for seed in range(SEEDS):
            recording = make(seed)
            losses = Losses(recording, random.Random(seed + 1))
            for kind in LOSSES:
                lost = getattr(losses, kind)()
                if lost:
                    with self.subTest(seed=seed, kind=kind, lost=lost[0] + 1):
                        seen[kind, self.outcome(recording, lost)] += 1
        # Each of them was tried, the warnings among them.
        for kind in LOSSES:
            self.assertGreater(seen[kind, "reported"], 0, kind)
        self.assertGreater(seen["all_blanks", "right"], 0)
        # Where an aggregation has one record or two, nothing tells how the others look.
        self.assertLessEqual(sum(count for (_, outcome), count in seen.items() if outcome == "unseen") * 200,
                             sum(seen.values()), seen)

    def outcome(self, recording, lost):
        gone = set(lost)
        text = text_of(recording, [line for i, line in enumerate(recording.lines) if i not in gone])
        result = self.convert(text, recording.options)
        is_right = result.returncode == 0 and read_rows(result.stdout)[0] == true_rows(recording.truth)
        if is_right and "warning" not in result.stderr:
            return "right"
        if result.returncode == 0 and "warning" not in result.stderr:
            self.assertLessEqual(min(len(each.records) for each in recording.aggregations), 2, result.stderr)
            return "unseen"
        if is_right:
            return "reported"
        self.check_names_a_line_near(text, recording, lost)
        return "reported"

    def check_names_a_line_near(self, text, recording, lost):
        result = self.run_command("check", "-f", "dtrace", "-", *recording.options, stdin=text)
        output = result.stdout.decode() + result.stderr
        lines = [int(line) for line in re.findall(r":(\d+): (?:warning|error)", output)]
        self.assertTrue(lines, output)
        # A lost line moves those behind it up.
        places = [i + 1 - count for count, i in enumerate(lost)]
        distance = min(abs(line - place) for line in lines for place in places)
        self.assertLessEqual(distance, NEAR, output)

    def test_a_lost_frame_leaves_another_stack_and_the_same_total(self):
        for seed in range(SEEDS):
            recording = make(seed)
            lost = Losses(recording, random.Random(seed)).frame()
            if not lost:
                continue
            with self.subTest(seed=seed, lost=lost[0] + 1):
                text = text_of(recording, [line for i, line in enumerate(recording.lines) if i != lost[0]])
                result = self.convert(text, recording.options)
                if result.returncode == 0 and "warning" not in result.stderr:
                    self.assertEqual(sum(read_rows(result.stdout)[0].values()), sum(recording.truth.values()))

    def test_samples_of_a_recording_without_empty_lines_are_counted(self):
        text = "".join(f"              a.out`fn{i}+0x1f\n              a.out`main+0x2c\n{i:17}\n" for i in range(1, 17))
        result = self.good("-f", "dtrace", "-", "-t", "collapsed", stdin=text)
        sums = [int(line.rsplit(" ", 1)[1]) for line in result.stdout.decode().splitlines()]
        self.assertEqual(sorted(sums), list(range(1, 17)))
        self.assertIn(":4: warning: an empty line is missing before this frame", result.stderr)

    def test_the_program_tells_two_records_from_keys_between_stacks(self):
        text = ("\n              vmlinux`read\n                5\n              a.out`main\n                9\n")
        self.assertIn("may be missing", self.good("-f", "dtrace", "-", "-t", "collapsed", stdin=text).stderr)
        for program, expected in (("@[stack()] = count()", b"a.out`main 9\nvmlinux`read 5\n"),
                                  ("@[stack(), (uint64_t)arg0, ustack()] = count()", b"a.out`main;vmlinux`read 9\n")):
            script = self.file("prog.d", "syscall:::entry { " + program + "; }\n")
            result = self.good("-f", "dtrace", "-", "-t", "collapsed", "--set", f"dtrace.script={script}", stdin=text)
            self.assertEqual(result.stdout, expected)


if __name__ == "__main__":
    unittest.main()
