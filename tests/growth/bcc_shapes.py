# SPDX-License-Identifier: Apache-2.0
"""Shapes of what bcc's tools print."""

from shapes import Shapes

SHAPES = Shapes("bcc")
HEADING = "Sampling at 99 Hertz of all threads by user + kernel stack for 1 secs.\n\n"


def stack(names, owner, value):
    return "".join(f"    {name}\n" for name in names) + f"    -                {owner}\n        {value}\n\n"


@SHAPES.of(3000)
def wide(n):
    return HEADING + "".join(stack([f"f{i}", f"group{i % 7}", "--", "main"], f"wrk-{i} ({i})", i + 1) for i in range(n))


@SHAPES.of(4000)
def deep(n):
    names = [f"f{i}" for i in range(n)]
    return HEADING + stack(names, "a (1)", 1) + stack([*names, "main"], "a (1)", 2)


@SHAPES.of(60_000)
def long_name(n):
    return HEADING + stack(["x" * n, "main"], "a" * n + " (1)", 1)


@SHAPES.of(3000)
def open_stacks(n):
    """Stacks without a number."""
    return HEADING + stack(["main"], "a (1)", 1) + "    f\n\n" * (n // 10) + stack(["main"], "a (1)", 1) * n


@SHAPES.of(2000)
def reports(n):
    """One report of memleak after another."""
    leak = "\t{} bytes in 1 allocations from stack\n\t\t0x00000000004011{:02x}\tf+0x{:x} [a]\n"
    return "".join("[11:16:33] Top 100 stacks with outstanding allocations:\n" +
                   "".join(leak.format(i, j, j) for j in range(3)) for i in range(n))
