# SPDX-License-Identifier: Apache-2.0
"""Shapes of Spall's traces."""

import struct

from shapes import Shapes

SHAPES = Shapes("spall")


def header(version=1):
    return struct.pack("<QQdQ", 0x0BADF00D, version, 1.0, 0)


def begin(time, name, thread=1):
    return struct.pack("<BBIIdBB", 3, 0, 1, thread, time, len(name), 0) + name.encode()


def end(time, thread=1):
    return struct.pack("<BIId", 4, 1, thread, time)


def buffer(thread, payload):
    return struct.pack("<IIIQ", len(payload), thread, 1, 0) + payload


@SHAPES.of(2000)
def wide(n):
    return header() + b"".join(begin(3 * i, f"f{i}") + end(3 * i + 2) for i in range(n))


@SHAPES.of(3000)
def deep(n):
    return header() + b"".join(begin(i, f"f{i}") for i in range(n)) + b"".join(end(n + i) for i in range(n))


@SHAPES.of(3000)
def recursive(n):
    return header() + b"".join(begin(i, "f") for i in range(n)) + b"".join(end(n + i) for i in range(n))


@SHAPES.of(2000)
def repeated(n):
    return header() + b"".join(begin(3 * i, "f") + end(3 * i + 2) for i in range(n))


@SHAPES.of(1500)
def threads(n):
    return header() + b"".join(begin(i, "f", i) + end(i + 2, i) for i in range(n))


@SHAPES.of(1500)
def crossing_threads(n):
    """All threads are in a call at one time."""
    return header() + b"".join(begin(i, "f", i) for i in range(n)) + b"".join(end(n + i, i) for i in range(n))


@SHAPES.of(300)
def long_name(n):
    return header() + b"".join(begin(3 * i, f"{i}{'x' * 200}") + end(3 * i + 2) for i in range(n))


@SHAPES.of(3000)
def never_ends(n):
    return header() + b"".join(begin(i, f"f{i}") for i in range(n))


@SHAPES.of(3000)
def never_began(n):
    return header() + b"".join(end(i) for i in range(n)) + begin(n, "f") + end(n + 1)


@SHAPES.of(1500)
def going_back(n):
    """Each call before the one that was written before it."""
    return header() + b"".join(begin(3 * (n - i), "f") + end(3 * (n - i) + 2) for i in range(n))


@SHAPES.of(1000)
def buffers(n):
    calls = [struct.pack("<BQBB", 3, 3 * i, 1, 0) + b"f" + struct.pack("<BQ", 4, 3 * i + 2) for i in range(n)]
    names = [struct.pack("<BB", 9, len(f"t{i}")) + f"t{i}".encode() for i in range(n)]
    return header(3) + b"".join(buffer(i % 50, names[i] + calls[i]) for i in range(n))
