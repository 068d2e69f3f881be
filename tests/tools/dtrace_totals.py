#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Totals of stack aggregations in DTrace's output, told by the shape of the text alone: a value line ends a record.

Prints for each block of stack records one line: records, sum, distinct stacks and the line it begins in. A block ends
where the kind of the keys changes or where text stands between. Knows nothing of profconv.
"""
import gzip
import re
import sys

VALUE = re.compile(rb"^(?=.{17}) *-?\d+$")
NUMBERS_AND_VALUE = re.compile(rb"^ .*(?<= )-?\d+$")
ROW = re.compile(rb"^ +[<>=abs() ]*-?\d+ [@ ]*\|[@ ]* -?\d+ *$")
PROBE = re.compile(rb"^ *\d+ +\d+ +\S*:")
TABLE = b"- Distribution -"


def is_frame(line, indents):
    text = line.lstrip(b" ")
    indent = len(line) - len(text)
    if not text or text.startswith(b"[ "):
        return False
    shaped = re.match(rb"^([^`]*[^ `]`[^ ].*|0x[0-9a-f]+|.+:0x[0-9a-f]+)$", text) and not re.search(rb"  +-?\d+$", text)
    return bool(shaped) or indent in indents


def without_offset(line):
    return re.sub(rb"(?<=.)\+0x[0-9a-f]+$", b"", line.strip(b" "))


def lines_of(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        return [line.rstrip(b"\n").rstrip(b"\r") for line in file.read().split(b"\n")]


def blocks(path):
    """Yields (records, sum, stacks, line)."""
    lines = lines_of(path)
    # The indentation of frames is that of the first line with a backtick and nothing behind the name.
    indents = {14}
    for line in lines:
        if re.match(rb"^ +[^ `]+`[^ ]+$", line):
            indents.add(len(line) - len(line.lstrip(b" ")))
            break
    known = set(lines)
    stack, keys, found, current = [], None, [], None
    for number, line in enumerate(lines, 1):
        if not line or line.startswith(b"dtrace: ") or line.startswith(b"    [CPU "):
            continue
        if PROBE.match(line):
            stack, keys, current = [], None, None
            continue
        if ROW.match(line):
            continue
        if line.startswith(b"+0x") and stack:
            # A program printed into the line above; a line that is whole elsewhere says where.
            above = lines[number - 2]
            whole = [above[:end] + line for end in range(len(above), 0, -1) if above[:end] + line in known]
            stack[-1] = without_offset(whole[0]) if whole else stack[-1]
            continue
        end = VALUE.match(line) or (stack and NUMBERS_AND_VALUE.match(line) and len(line) >= 17)
        if (stack or (keys and VALUE.match(line))) and end and (VALUE.match(line) or not is_frame(line, indents)):
            kind = (keys is not None, bool(VALUE.match(line)))
            if current is None or current["kind"] != kind:
                current = {"kind": kind, "records": 0, "sum": 0, "stacks": set(), "line": number}
                found.append(current)
            current["records"] += 1
            current["sum"] += int(line.split()[-1])
            current["stacks"].add(b";".join(stack))
            stack, keys = [], None
        elif is_frame(line, indents) and not VALUE.match(line):
            stack.append(without_offset(line))
        elif TABLE in line:
            stack, keys = [], None
        elif not stack and line.startswith(b" "):
            keys = line
        elif not stack:
            current, keys = None, None
    return [(b["records"], b["sum"], len(b["stacks"]), b["line"]) for b in found]


if __name__ == "__main__":
    for path in sys.argv[1:]:
        for block in blocks(path):
            print(path.rsplit("/", 1)[-1], *block)
