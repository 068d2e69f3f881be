# SPDX-License-Identifier: Apache-2.0
"""Shapes of collapsed stacks."""

from shapes import Shapes

SHAPES = Shapes("collapsed")


@SHAPES.of(3000)
def wide(n):
    return "".join(f"main;group{i % 7};f{i} {i + 1}\n" for i in range(n))


@SHAPES.of(6000)
def deep(n):
    return ";".join(f"f{i}" for i in range(n)) + " 1\nmain;" + ";".join(f"f{i}" for i in range(n)) + " 2\n"


@SHAPES.of(6000)
def recursive(n):
    return ";".join(["f"] * n) + " 1\n" + ";".join(["f", "g"] * (n // 2)) + " 2\n"


@SHAPES.of(6000)
def repeated(n):
    return "main;f;g 1\nmain;h 2\n" * n


@SHAPES.of(60_000)
def long_name(n):
    return f"main;{'x' * n} 1\n"


@SHAPES.of(60_000)
def brackets(n):
    """What demanglers and shorteners of names look into."""
    return f"main;f{'<' * n}{'>' * n} 1\nmain;f{'(' * n} 1\nmain;_ZN{'1a' * n}E 2\nmain;{'operator<' * (n // 9)} 3\n"


@SHAPES.of(3000)
def differences(n):
    return "".join(f"main;f{i} {i} {n - i}\n" for i in range(n))


@SHAPES.of(3000)
def skipped(n):
    """Lines without a number, of which each is reported."""
    return "".join(f"main;f{i} {i + 1}\nno number {i}\n" for i in range(n))


@SHAPES.of(2000)
def modules(n):
    return "".join(f"main;module{i}`f_[k];module{i}`g{i % 9}_[i] 1\n" for i in range(n))
