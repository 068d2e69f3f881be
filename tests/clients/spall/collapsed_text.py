# SPDX-License-Identifier: Apache-2.0
"""Collapsed stacks, and how a name of a Spall trace is written in them."""
import functools

LONGEST_NAME = 255
KEPT_OF_LONG = 237
LINE_BYTES = bytes(b":"[0] if c == b";"[0] else b" "[0] if c < 32 or c == 127 else c for c in range(256))


def read(text):
    """Values by stack, a tuple of names, root first."""
    values = {}
    for line in text.split(b"\n"):
        if not line:
            continue
        stack, _, value = line.rpartition(b" ")
        frames = tuple(map(spall_name, stack.split(b";")))
        values[frames] = values.get(frames, 0) + int(value)
    return values


@functools.lru_cache(maxsize=None)
def line_name(name):
    """A name as it stands in a line of collapsed stacks, where ';' and line ends separate."""
    return name.translate(LINE_BYTES)


@functools.lru_cache(maxsize=None)
def spall_name(name):
    """A name of a collapsed stack as Spall holds it: UTF-8, 255 bytes at most."""
    name = name.decode("utf-8", "replace").encode()
    if len(name) <= LONGEST_NAME:
        return name
    kept = name[:KEPT_OF_LONG].decode("utf-8", "ignore").encode()
    return kept + b"~" + fnv1a(name)


def fnv1a(name):
    value = 0xCBF29CE484222325
    for c in name:
        value = ((value ^ c) * 0x100000001B3) % (1 << 64)
    return b"%016x" % value
