#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes many small pprof files, as one program leaves them behind that is profiled again and again.

All runs are of one program: its functions, its call sites and its stacks. Each run has seen some of its stacks, most
of all the hot ones, and has its own tables, numbered as it went. One seed gives the same bytes everywhere.

    gen_runs.py DIRECTORY [--files 10000] [--seed 1]
"""
import argparse
import gzip
import pathlib
import random

FUNCTIONS, STACKS, CALL_SITES = 1500, 20000, 4
SAMPLES = (10, 150)
DEPTH = (12, 48)
PERIOD_NS = 10_000_000
START_NS = 1_700_000_000_000_000_000
PACKAGES = ["runtime", "net/http", "encoding/json", "example.org/shop/cart", "example.org/shop/internal/store",
            "example.org/shop/internal/store/index", "database/sql", "bufio", "compress/flate", "example.org/rpc"]
TYPES = ["Reader", "Writer", "Conn", "Index", "Server", "Cache", "Pool", "Row"]
VERBS = ["read", "write", "find", "sort", "merge", "flush", "encode", "decode", "lock", "send", "parse", "copy"]


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


VARINTS = [varint(number) for number in range(1 << 14)]


def number_field(field, number):
    return VARINTS[field << 3] + (VARINTS[number] if number < len(VARINTS) else varint(number)) if number else b""


def bytes_field(field, data):
    return VARINTS[field << 3 | 2] + varint(len(data)) + data


class Program:
    """What all runs have in common."""

    def __init__(self, dice):
        self.functions = []
        for number in range(FUNCTIONS):
            package = dice.choice(PACKAGES)
            name = f"{package}.(*{dice.choice(TYPES)}).{dice.choice(VERBS)}{number}"
            file = f"/src/{package}/{dice.choice(VERBS)}_{number % 90}.go"
            self.functions.append((name, file, dice.randrange(10, 900)))
        self.sites = []
        for function in range(FUNCTIONS):
            for _ in range(CALL_SITES):
                line = self.functions[function][2] + dice.randrange(60)
                self.sites.append((function, 0x400000 + len(self.sites) * 64 + dice.randrange(64), line))
        self.callees = [[dice.randrange(FUNCTIONS) for _ in range(6)] for _ in range(FUNCTIONS)]
        self.stacks = [[dice.randrange(8) * CALL_SITES]]
        while len(self.stacks) < STACKS:
            self.stacks.append(self.branch(dice, self.stacks[int(len(self.stacks) * dice.random() ** 2)]))

    def branch(self, dice, stack):
        """A stack that has its callers in common with another one. Root first."""
        branch = stack[:max(1, len(stack) - min(dice.randrange(8), dice.randrange(16)))]
        function = branch[-1] // CALL_SITES
        while len(branch) < DEPTH[0] or (len(branch) < DEPTH[1] and dice.random() < 0.7):
            function = dice.choice(self.callees[function])
            branch.append(function * CALL_SITES + dice.randrange(CALL_SITES))
        return branch


class Run:
    """One file on its way: its strings, functions and locations by first use."""

    def __init__(self, program):
        self.program = program
        self.strings, self.functions, self.locations = {"": 0}, {}, {}
        self.parts = []

    def string(self, text):
        return self.strings.setdefault(text, len(self.strings))

    def location(self, site):
        if site not in self.locations:
            self.functions.setdefault(self.program.sites[site][0], len(self.functions) + 1)
        return self.locations.setdefault(site, len(self.locations) + 1)

    def value_type(self, field, name, unit):
        self.parts.append(bytes_field(field, number_field(1, self.string(name)) + number_field(2, self.string(unit))))

    def sample(self, stack, count):
        ids = b"".join([VARINTS[self.location(site)] for site in reversed(stack)])
        values = varint(count) + varint(count * PERIOD_NS)
        self.parts.append(bytes_field(2, bytes_field(1, ids) + bytes_field(2, values)))

    def tables(self):
        self.parts.append(bytes_field(3, number_field(1, 1) + number_field(2, 0x400000) + number_field(3, 0x800000) +
                                      number_field(5, self.string("/srv/shop")) + number_field(7, 1)))
        for site, number in self.locations.items():
            function, address, line = self.program.sites[site]
            lines = bytes_field(4, number_field(1, self.functions[function]) + number_field(2, line))
            self.parts.append(bytes_field(4, number_field(1, number) + number_field(2, 1) + number_field(3, address) +
                                          lines))
        for function, number in self.functions.items():
            name, file, line = self.program.functions[function]
            index = self.string(name)
            self.parts.append(bytes_field(5, number_field(1, number) + number_field(2, index) + number_field(3, index) +
                                          number_field(4, self.string(file)) + number_field(5, line)))

    def finish(self, start_ns, duration_ns):
        self.tables()
        header = number_field(9, start_ns) + number_field(10, duration_ns)
        self.value_type(11, "cpu", "nanoseconds")
        texts = [bytes_field(6, text.encode()) for text in self.strings]
        return b"".join(self.parts + texts) + header + number_field(12, PERIOD_NS)


def profile(program, dice, number):
    run = Run(program)
    run.value_type(1, "samples", "count")
    run.value_type(1, "cpu", "nanoseconds")
    samples = 0
    seen = {int(STACKS * dice.random() ** 3) for _ in range(dice.randint(*SAMPLES))}
    for stack in sorted(seen):
        count = dice.randint(1, 20)
        samples += count
        run.sample(program.stacks[stack], count)
    return run.finish(START_NS + number * 60_000_000_000, samples * PERIOD_NS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    dice = random.Random(arguments.seed)
    program = Program(dice)
    for number in range(arguments.files):
        data = gzip.compress(profile(program, dice, number), mtime=0)
        (arguments.directory / f"run{number:06}.pb.gz").write_bytes(data)


if __name__ == "__main__":
    main()
