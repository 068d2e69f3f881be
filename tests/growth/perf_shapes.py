# SPDX-License-Identifier: Apache-2.0
"""Shapes of what perf script prints."""

from shapes import Shapes

SHAPES = Shapes("perf")


def head(i, thread="prog", tid=7, event="cycles"):
    return f"{thread} {tid} [000] {i // 1000}.{i % 1000:06d}:         10 {event}: \n"


def frame(i, name="f"):
    return f"\t{4096 + i:16x} {name}+0x1 (/bin/prog)\n"


@SHAPES.of(2000)
def wide(n):
    return "".join(head(i) + frame(i, f"f{i}") + "\n" for i in range(n))


@SHAPES.of(4000)
def deep(n):
    return head(1) + "".join(frame(i, f"f{i}") for i in range(n)) + "\n"


@SHAPES.of(60_000)
def long_name(n):
    return head(1) + frame(1, "x" * n) + "\n"


@SHAPES.of(3000)
def threads(n):
    return "".join(head(i, f"t{i}", i) + frame(1) + "\n" for i in range(n))


@SHAPES.of(1000)
def events(n):
    return "".join(head(i, event=f"e{i}") + frame(1) + "\n" for i in range(n))


@SHAPES.of(3000)
def inlined(n):
    return head(1) + "".join(f"\t{4096:16x} f{i}+0x1 (inlined)\n" for i in range(n)) + frame(0, "main") + "\n"


@SHAPES.of(1500)
def maps(n):
    """Mapped files of one process, with a frame in each."""
    text = "".join(f"prog 7 0.000001: PERF_RECORD_MMAP2 7/7: [0x{i + 1:x}000(0x1000) @ 0 fe:00 1 2]: r-xp /lib/{i}.so\n"
                   for i in range(n))
    return text + head(1) + "".join(f"\t{16:16x} f (/lib/{i}.so)\n" for i in range(n)) + "\n"


@SHAPES.of(3000)
def switches(n):
    return head(1) + frame(1) + "\n" + "".join(
        f"prog 7 [000] 5.{2 * i:06d}: PERF_RECORD_SWITCH OUT \nprog 7 [000] 5.{2 * i + 1:06d}: PERF_RECORD_SWITCH IN \n"
        for i in range(n))


@SHAPES.of(3000)
def skipped(n):
    return head(1) + frame(1) + "\n" + "".join(f"no sample {i}\n" for i in range(n))
