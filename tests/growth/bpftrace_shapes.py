# SPDX-License-Identifier: Apache-2.0
"""Shapes of what bpftrace prints."""

import json

from shapes import Shapes

SHAPES = Shapes("bpftrace")
HEADING = "Attaching 1 probe...\n"


def element(names, value, key=""):
    """An element whose key is a stack, leaf first, and more."""
    return "@[\n" + "".join(f"    {name}+{i}\n" for i, name in enumerate(names)) + f"{key}]: {value}\n"


@SHAPES.of(3000)
def wide(n):
    return HEADING + "".join(element([f"f{i}", f"group{i % 7}", "main"], i + 1) for i in range(n))


@SHAPES.of(4000)
def deep(n):
    names = [f"f{i}" for i in range(n)]
    return HEADING + element(names, 1) + element([*names, "main"], 2)


@SHAPES.of(60_000)
def long_name(n):
    return HEADING + element(["x" * n, "main"], 1) + f"@s[{'y' * n}]: 1\n@s[{'(, ' * (n // 3)}x]: 2\n"


@SHAPES.of(2000)
def prints(n):
    """One map, printed again and again."""
    return HEADING + "".join(element(["f"], i + 1) + element(["g"], i + 2) + "tick\n" for i in range(n))


@SHAPES.of(2000)
def prints_in_a_row(n):
    return HEADING + "@c[a]: 1\n@c[b]: 2\n" * n


@SHAPES.of(3000)
def keys(n):
    return HEADING + "".join(f"@k[name{i}, {i}, (a, {i})]: {i + 1}\n" for i in range(n))


@SHAPES.of(3000)
def separators(n):
    """A string that looks like many keys, and frames with many marks of places and modules."""
    return (HEADING + f"@k[a, 1]: 1\n@k[{'b, ' * n}1]: 2\n" +
            element(["f" + "@" * n, "g" + "+1@" * n, "h" + "+1 (" * n + ")"], 3))


@SHAPES.of(2000)
def maps(n):
    return HEADING + "".join(f"@m{i}: {i}\n" for i in range(n))


@SHAPES.of(3000)
def tables(n):
    return HEADING + "".join(f"@h[{i}]: \n[0]        1 |@|\n[1]        1 |@|\n\n" for i in range(n))


@SHAPES.of(3000)
def json_maps(n):
    return json.dumps({"type": "map", "data": {"@": {f"\n    f{i}+1\n    main+2\n,cat": i + 1 for i in range(n)}}}) + "\n"


@SHAPES.of(3000)
def printed_stacks(n):
    return HEADING + "".join(f"{i} wrk\n\n        f{i}+1\n        main+2\n\n" for i in range(n))


@SHAPES.of(3000)
def open_keys(n):
    """Keys that never end."""
    return HEADING + "@a: 1\n" + "@[\n    f+1\n" * n
