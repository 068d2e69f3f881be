# SPDX-License-Identifier: Apache-2.0
"""Shapes of input: each function makes the files of one, of a size n, in the time that writing them takes."""

import importlib
import pathlib
from dataclasses import dataclass
from typing import Callable

HERE = pathlib.Path(__file__).resolve().parent
NOT_INPUTS = {".golden", ".options", ".md"}  # what is beside an input in tests/data

INPUT = "input"  # the name of the file that a command reads


@dataclass(frozen=True)
class Shape:
    """What grows in an input, and the smaller of the two sizes at which it is read."""

    reader: str
    name: str
    make: Callable  # of a size: the file's bytes, or all files by name
    size: int

    def files(self, size):
        made = self.make(size)
        if isinstance(made, dict):
            return made
        return {INPUT: made.encode() if isinstance(made, str) else made}


class Shapes:
    """The shapes of one reader, in the order in which they are declared."""

    def __init__(self, reader):
        self.reader = reader
        self.all = {}

    def of(self, size):
        """Declares a function as a shape; its name is the shape's."""
        def declare(make):
            name = make.__name__.strip("_")
            self.all[name] = Shape(self.reader, name, make, size)
            return make
        return declare


def all_shapes():
    """Of each reader with a file READER_shapes.py its shapes, by name."""
    modules = sorted(HERE.glob("?*_shapes.py"))
    return {shapes.reader: shapes.all for shapes in (importlib.import_module(module.stem).SHAPES for module in modules)}


def repeated_fixture(reader):
    """The reader's first fixture, over and over."""
    fixture = min(path for path in (HERE.parent / "data" / reader).iterdir() if path.suffix not in NOT_INPUTS)
    content = fixture.read_bytes()
    return Shape(reader, "wide", lambda n: content * n, 1 + 100_000 // max(1, len(content)))
