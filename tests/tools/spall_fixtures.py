#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""spall_fixtures.py FOLDER: writes the Spall traces of tests/data/spall. Shares nothing with the reader or the writer."""

import pathlib
import struct
import sys


def header(version, unit):
    return struct.pack("<QQdQ", 0x0BADF00D, version, unit, 0)


def begin1(time, name, pid=1, tid=1, args=b""):
    return struct.pack("<BBIIdBB", 3, 0, pid, tid, time, len(name), len(args)) + name + args


def end1(time, pid=1, tid=1):
    return struct.pack("<BIId", 4, pid, tid, time)


def begin3(time, name, args=b""):
    return struct.pack("<BQBB", 3, time, len(name), len(args)) + name + args


def end3(time):
    return struct.pack("<BQ", 4, time)


def name3(kind, name):
    return struct.pack("<BB", kind, len(name)) + name


def pad(size):
    return struct.pack("<BI", 7, size) + b"\xaa" * size


def buffer3(tid, pid, payload, first=0):
    return struct.pack("<IIIQ", len(payload), tid, pid, first) + payload


def buffer_auto(tid, first, payload):
    return struct.pack("<IIQI", len(payload), tid, first, 8) + payload


def micro_begin(growth, address, caller):
    """Sizes of 1, 4 and 4 bytes; the addresses are XORed with the ones before."""
    return struct.pack("<BBII", 0x00 | 0 << 4 | 2 << 2 | 2, growth, address, caller)


FIXTURES = {
    # Two calls of one function side by side, a caller with time of its own, two threads that interleave.
    "calls": header(1, 1.0)
    + begin1(10, b"main") + begin1(12, b"parse") + begin1(11, b"work", tid=2) + end1(15)
    + begin1(15, b"parse") + end1(19) + end1(31, tid=2) + end1(20) + begin1(25, b"main") + end1(26),
    # A tick is a sample at 997 Hz.
    "rate_997": header(1, 1e9 / (997 * 1000)) + begin1(0, b"main") + begin1(3, b"f") + end1(1000) + end1(1002),
    # A tick of a third of a nanosecond, and times with fractions of a microsecond.
    "fine_ticks": header(3, 1 / 3) + buffer3(1, 1, begin3(3_000_000_000, b"a") + begin3(3_000_000_001, b"b")
                                             + end3(3_000_000_002) + end3(3_000_000_301)),
    "fractions": header(1, 1.0) + begin1(0.25, b"a") + begin1(1.5, b"b") + end1(2.7501) + end1(3.0),
    # Names that come late, of processes and threads; a call that spans buffers; padding; arguments.
    "names_v3": header(3, 1.0)
    + buffer3(7, 5, begin3(100, b"main", b"--fast") + begin3(100, b"load") + end3(140))
    + buffer3(8, 5, name3(9, b"worker") + pad(9) + begin3(90, b"idle", b"n=1") + begin3(90, b"x") + end3(95) + end3(95))
    + buffer3(7, 5, name3(8, b"server") + name3(9, b"loop") + end3(150)),
    # Functions by address, a named span, two buffers.
    "automatic": struct.pack("<QQdQH", 0xABADF00D, 3, 0.5, 0x400000, 8) + b"/bin/app"
    + buffer_auto(9, 1000, micro_begin(0, 0x401000, 0x402000) + micro_begin(4, 0x401000 ^ 0x401200, 0x2010)
                  + b"\x40\x06" + b"\x90\x02\x04\x01spanq" + b"\x40\x08")
    + buffer_auto(9, 1100, b"\x50\x10\x00"),
    # What writers do wrong: ends without begins, begins without ends, times that go back or are none, no names.
    "odd": header(1, 0.001)
    + end1(5) + begin1(10, b"never_ends") + begin1(20, b"") + begin1(15, b"back") + end1(30) + end1(float("nan"))
    + begin1(40, b"no_time") + end1(40) + begin1(50, b"x" * 255) + end1(60) + begin1(70, b"[no stack]", tid=0)
    + end1(71, tid=0) + pad(3) + end1(80, tid=3),
    # An event of a type without a layout; in version 3 its buffer says where to go on.
    "unknown_v1": header(1, 1.0) + begin1(0, b"a") + end1(3) + b"\x05rest",
    "unknown_v3": header(3, 1.0) + buffer3(1, 1, begin3(0, b"a") + end3(3) + b"\x06rest")
    + buffer3(1, 1, begin3(5, b"b") + end3(6)) + buffer3(2, 1, begin3(5, b"c") + end3(6) + b"\x03too short")
    + buffer3(2, 1, b""),
    "cut": (header(3, 1.0) + buffer3(1, 1, begin3(0, b"main") + begin3(2, b"f") + end3(9) + end3(10)))[:-5],
    "header_only": header(1, 1000.0),
}

folder = pathlib.Path(sys.argv[1])
for case, content in FIXTURES.items():
    (folder / f"{case}.spall").write_bytes(content)
