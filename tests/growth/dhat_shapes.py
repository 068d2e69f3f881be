# SPDX-License-Identifier: Apache-2.0
"""Shapes of DHAT's files."""

import json

from shapes import Shapes

SHAPES = Shapes("dhat")


def point(frames, i=1):
    return {"tb": 1000 + i, "tbk": 7, "tl": 5000, "mb": 900, "mbk": 6, "gb": 800, "gbk": 5, "eb": 0, "ebk": 0, "rb": 3,
            "wb": 4, "fs": frames}


def frame(i, name="f", file="prog.c"):
    return f"0x{4096 + i:X}: {name} ({file}:{i + 1})"


def document(points, frames):
    return json.dumps({"dhatFileVersion": 2, "mode": "heap", "verb": "Allocated", "bklt": True, "bkacc": False,
                       "tu": "instrs", "Mtu": "Minstr", "tuth": 500, "cmd": "./prog --fast", "pid": 4711, "te": 9000,
                       "tg": 6000, "pps": points, "ftbl": ["[root]", *frames]})


@SHAPES.of(1500)
def wide(n):
    return document([point([i + 1, 1], i) for i in range(n)], [frame(i, f"f{i}") for i in range(n)])


@SHAPES.of(4000)
def deep(n):
    names = [frame(i, f"f{i}") for i in range(n)]
    return document([point(list(range(1, n + 1))), point(list(range(n, 0, -1)))], names)


@SHAPES.of(2000)
def repeated(n):
    return document([point([1, 2])] * n, [frame(0), frame(1, "main")])


@SHAPES.of(60_000)
def long_name(n):
    return document([point([1])], [frame(0, "x" * n)])


@SHAPES.of(2000)
def modules(n):
    return document([point([i + 1]) for i in range(n)], [f"0x{i + 1:X}: ??? (in /lib/lib{i}.so)" for i in range(n)])


@SHAPES.of(1500)
def inlined(n):
    """Frames at one address, which are one call's inlined functions."""
    return document([point(list(range(1, n + 1)))], [f"0x4096: f{i} (prog.c:{i + 1})" for i in range(n)])


@SHAPES.of(3000)
def accesses(n):
    """Counts of accesses, byte by byte."""
    counts = [-min(n, 1024), 5] + [i % 9 for i in range(n)]
    return document([point([1]) | {"acc": counts}], [frame(0)])


@SHAPES.of(3000)
def unused_frames(n):
    return document([point([1])], [frame(i, f"f{i}") for i in range(n)])
