#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a DTrace recording holds, told by the shape of its lines alone: the oracle that dtrace_real.tsv was made with.

Prints for each file one line of JSON: the records whose value is a number ("scalars"), those whose value is a table
("tables", the sum is that of all buckets), how many of both have a stack for a key and how many stacks differ, and the
stacks printed without any value ("actions"). A row of numbers ends in its value; the numbers before it are keys.
Repeated prints of one aggregation add up. Knows neither the D program nor profconv.
"""
import functools
import gzip
import json
import re
import sys

INT = re.compile(r"-?\d+")
ENDS_IN_INT = re.compile(r" *\S.* -?\d+$")
TABLE = re.compile(r" *value +-+ Distribution -+ count$")
TABLE_ROW = re.compile(r" *(?:[<>]=? *|abs\(\) < )?-?\d+ +[^|0-9A-Za-z]*\|[^|0-9]*?(-?\d+)$")
HISTOGRAM = re.compile(r" *key +-+ Distribution -+ count$")
HISTOGRAM_ROW = re.compile(r" *\S.*\|[^|0-9]*?(-?\d+)$")
PACKED = re.compile(r" *(?:key +)?min \.-+\. max +\| count$")
PACKED_ROW = re.compile(r" *\S.* :.*: .*\| (-?\d+)$")
PER_CPU = re.compile(r" {4}\[CPU \d+\]")
NOISE = re.compile(r"dtrace: |CPU +(ID +)?FUNCTION| *\d+ +\d+ +\S*:| *\d+ +(=>|<=|\|) ?\S|\^C$|[^ ]*# dtrace ")
HEX_BLOCK = re.compile(r" +0  1  2  3  4| +[0-9a-f]+:(?: [0-9a-f]{2})+ ")
ELISION = re.compile(r" *(\[\.\.\..*\]|\.\.\.)$")
OFFSET = re.compile(r"(?<=.)\+0x[0-9a-f]+$")
NAMED_VALUE = re.compile(r"@\w* = (-?\d+)$")
COUNT_BEFORE = re.compile(r".*\bCOUNT:(\d+)$")


def indent_of(line):
    return len(line) - len(line.lstrip(" "))


def value_width(line):
    """The columns of the last number with the blanks before it: 17 and more in DTrace's own form."""
    found = re.search(r" *-?\d+$", line)
    return len(found.group()) if found else 0


class Lines:
    """The lines of a file without the damage of pasting: blanks at the end, tabs, comment signs."""

    def __init__(self, path):
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
            text = file.read().decode("utf-8", "surrogateescape")
        self.raw = [line.rstrip("\r") for line in text.removesuffix("\n").split("\n")]
        self.text = [re.sub(r"^(// |\t+)", " " if line.startswith("/") else "", line).rstrip(" ") for line in self.raw]

    def __getitem__(self, at):
        return self.text[at] if 0 <= at < len(self.text) else ""

    def starts_stack(self, at):
        """Whether a line can be the first frame of a stack."""
        line = self[at]
        indent, text = indent_of(line), line.lstrip(" ")
        if not text or INT.fullmatch(text) or TABLE.match(self[at + 1]) or (indent == 2 and len(self.raw[at]) >= 52):
            return False
        if ENDS_IN_INT.match(line) and "`" not in text.split(" ")[-1]:
            return False
        if indent == 0 and " " in text:
            return False
        named = re.fullmatch(r"[^`]*[^` ]`[^ `].*", text) and "  " not in text and not text.endswith(".")
        return bool(named or (indent and re.fullmatch(r"(.+:)?0x[0-9a-f]+", text)) or indent == 14)

    def mended_frame(self, at):
        """The frame of line `at`, of which a program's own output pushed the offset into the next line."""
        line = self[at]
        for end in range(len(line), 0, -1):
            if line[:end] + self[at + 1] in self.known:
                return line[:end]
        return line

    @functools.cached_property
    def known(self):
        return set(self.text)


class Oracle:
    """Walks over the lines once; `frames` and `keys` are those of the record that is being read."""

    def __init__(self, lines):
        self.lines = lines
        self.scalars, self.tables = [], []
        self.stack_records, self.stacks, self.actions = 0, set(), 0
        self.frames, self.indent, self.keys, self.count_before = [], None, None, None
        self.last, self.blanks = None, 0
        self.keyed_stacks = any(
            self.ends_wide(at) and " " in line.strip() and lines.starts_stack(at + 1)
            for at, line in enumerate(lines.text)
        )

    def ends_wide(self, at):
        return bool(ENDS_IN_INT.match(self.lines[at])) and value_width(self.lines[at]) >= 17

    def end(self, into, value, with_stack=None):
        """A record is complete."""
        with_stack = bool(self.frames) if with_stack is None else with_stack
        into.append(value)
        if with_stack:
            self.stack_records += 1
            self.stacks.add("\n".join(self.frames))
        self.last = ("keyed " if self.keys is not None else "") + ("stack" if with_stack else "plain")
        self.frames, self.keys, self.count_before = [], None, None

    def give_up_stack(self, cut=False):
        """A stack that no value followed: an action, or a record whose value stood in a format before the stack."""
        if self.frames and self.count_before is not None:
            self.end(self.scalars, self.count_before)
        elif self.frames and not cut:
            self.actions += 1
        self.frames, self.keys, self.count_before = [], None, None

    def table(self, at):
        """Reads the rows from `at` on; returns their sum and the line behind them."""
        total = 0
        while found := TABLE_ROW.match(self.lines[at]):
            total += int(found.group(1))
            at += 1
        return total, at

    def block(self, at):
        """Tables and their kin, which have a heading of their own; returns the line behind it or None."""
        line = self.lines[at]
        if PER_CPU.match(line):
            return self.table(at + 2)[1] if TABLE.match(self.lines[at + 1]) else at + 1
        if TABLE.match(line):
            total, at = self.table(at + 1)
            self.end(self.tables, total)
            if INT.fullmatch(self.lines[at].strip()) and value_width(self.lines[at]) >= 17:
                self.end(self.scalars, int(self.lines[at]), False)
                at += 1
            return at
        if HISTOGRAM.match(line):
            at += 1
            while found := HISTOGRAM_ROW.match(self.lines[at]):
                self.end(self.scalars, int(found.group(1)), False)
                at += 1
            return at
        if PACKED.match(line):
            return at + 1
        if found := PACKED_ROW.match(line):
            self.end(self.scalars, int(found.group(1)), False)
            return at + 1
        return None

    def in_stack(self, at):
        """A line while frames are pending; returns whether it was theirs."""
        line = self.lines[at]
        text, indent = line.strip(), indent_of(line)
        if INT.fullmatch(text):
            self.end(self.scalars, int(text))
        elif re.fullmatch(r"\+0x[0-9a-f]+", line):
            self.frames[-1] = self.lines.mended_frame(at - 1).strip()
        elif text.startswith("[ ") and indent > self.indent:
            self.frames.append(text)
        elif indent == self.indent and (indent or (" " not in text and re.match(r"0x|[^`]+`", text))):
            self.frames.append(OFFSET.sub("", text))
        elif TABLE.match(self.lines[at + 1]):
            return True
        elif (found := re.fullmatch(r".*[ |](-?\d+)", line)) and (indent or re.fullmatch(r"[-|\d ]+", line)):
            self.end(self.scalars, int(found.group(1)))
        else:
            return False
        return True

    def number_alone(self, at):
        """A number that stands alone, with no frames before it."""
        line = self.lines[at]
        wide = value_width(line) >= 17
        if TABLE.match(self.lines[at + 1]):
            self.keys = line
        elif self.keys is not None and wide:
            self.end(self.scalars, int(line), True)
        elif self.keys is not None and ENDS_IN_INT.match(self.keys):
            self.end(self.scalars, int(line), False)
        elif wide and self.lines.starts_stack(at + 1) and self.blanks == 0:
            self.keys = line
        elif wide:
            in_stacks = self.blanks > 0 and self.last == "stack"
            self.end(self.scalars, int(line), in_stacks or (self.blanks >= 2 and self.last is None))
        else:
            self.keys = line if indent_of(line) else None

    def formatted_row(self, at):
        """A text and one number, and a row of the same kind before or behind it: a printa format with columns."""
        row = re.compile(r" +[^ \d]\S*(?: \S+)*  +\d+$")
        return any(row.match(self.lines[at]) and row.match(self.lines[near]) for near in (at - 1, at + 1))

    def row(self, at):
        """A line with text, or with several numbers, and no frames before it."""
        line = self.lines[at]
        if found := NAMED_VALUE.match(line):
            self.end(self.scalars, int(found.group(1)), False)
        elif found := COUNT_BEFORE.match(line):
            self.count_before = int(found.group(1))
        elif TABLE.match(self.lines[at + 1]) or self.lines.starts_stack(at + 1):
            self.keys = line
        elif self.ends_wide(at) and (line.startswith(" ") or self.keys is not None):
            alone = INT.fullmatch(self.lines[at + 1].strip()) and value_width(self.lines[at + 1]) >= 17
            if alone and self.keyed_stacks:
                self.keys = line
            else:
                self.end(self.scalars, int(line.split()[-1]), False)
        elif self.formatted_row(at):
            self.end(self.scalars, int(line.split()[-1]), False)
        else:
            self.keys = line if line.startswith(" ") else None

    def walk(self):
        at = 0
        while at < len(self.lines.text):
            line = self.lines[at]
            behind = self.block(at)
            if behind is not None:
                at, self.blanks = behind, 0
                continue
            if not line:
                self.blanks += 1
            elif HEX_BLOCK.match(line):
                pass
            elif NOISE.match(line):
                if not line.startswith("dtrace: "):
                    self.give_up_stack()
            elif ELISION.match(line):
                self.give_up_stack(cut=self.blanks == 0)
            elif not (self.frames and self.in_stack(at)):
                self.outside(at)
            if line:
                self.blanks = 0
            at += 1
        self.give_up_stack(cut=self.blanks == 0 and self.last is not None)
        return self

    def outside(self, at):
        """A line that is not of the stack before it, if there is one."""
        line = self.lines[at]
        if self.frames:
            self.give_up_stack()
        if self.lines.starts_stack(at):
            self.indent = indent_of(line)
            self.frames = [OFFSET.sub("", line.strip())]
        elif INT.fullmatch(line.strip()):
            self.number_alone(at)
        else:
            self.row(at)

    def result(self, path):
        return {
            "file": path.rsplit("/", 1)[-1],
            "scalars": {"records": len(self.scalars), "sum": sum(self.scalars)},
            "tables": {"records": len(self.tables), "sum": sum(self.tables)},
            "stacks": {"records": self.stack_records, "distinct": len(self.stacks)},
            "actions": {"records": self.actions},
        }


def main(names):
    if not names:
        sys.exit("usage: dtrace_expected.py FILE...   (.gz too)")
    for name in names:
        try:
            lines = Lines(name)
        except OSError as error:
            sys.exit(f"dtrace_expected.py: {error}")
        print(json.dumps(Oracle(lines).walk().result(name)))


if __name__ == "__main__":
    main(sys.argv[1:])
