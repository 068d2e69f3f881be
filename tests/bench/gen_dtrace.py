#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what DTrace would print of @[ustack(100)] = count(), to standard output: as many bytes as are asked for.

A made-up program calls its functions; its stack is looked at again and again. Like a real one it goes on from where it
was, so stacks share their root ends, and is met at many addresses of one function, so that stacks which differ become
equal without their offsets. Beyond --distinct bytes the stacks are printed again, shuffled, with other counts, the way
several prints of one aggregation are. Equal arguments give equal bytes.
"""

import argparse
import random
import sys

BLANKS = " " * 14
MOST_FRAMES = 100
RECORD_BYTES = 19  # beside the stack
HEADER = b"CPU     ID                    FUNCTION:NAME\n"
PRINT_HEADER = b"  0  52231                       :tick-60s \n\n"


def size_of(text):
    units = {"K": 2**10, "M": 2**20, "G": 2**30}
    return int(float(text[:-1]) * units[text[-1]]) if text[-1] in units else int(text)


class Program:
    """Functions that call each other, and the stack that is sampled."""

    def __init__(self, seed, functions, names):
        self.random = random.Random(seed)
        made = names.Names(self.random)
        self.functions = [made.function() for _ in range(functions)]
        # Some functions are called from everywhere, most from few places.
        self.callees = [[int(functions * self.random.random() ** 1.6) for _ in range(5)] for _ in range(functions)]
        self.call_sites = {}
        self.leaves = {}
        self.stack = [0]
        self.lines = [self.call_site(0, 0)]

    def line(self, function, offset):
        name = self.functions[function]
        has_offset = offset != 0 and "0x" not in name[-14:]
        return f"{BLANKS}{name}+0x{offset:x}\n" if has_offset else f"{BLANKS}{name}\n"

    def call_site(self, function, callee):
        """The line of a caller: its offset says from where it called."""
        key = (function, callee)
        if key not in self.call_sites:
            self.call_sites[key] = self.line(function, self.random.randrange(1, 0x1000)).encode()
        return self.call_sites[key]

    def leaf(self, function):
        """The line of the function that is running, at one of some fifty addresses; often at the same few."""
        if function not in self.leaves:
            offsets = [0, 0] + [self.random.randrange(1, 0x1000) for _ in range(46)]
            self.leaves[function] = [self.line(function, offset).encode() for offset in offsets]
        return self.leaves[function][int(48 * self.random.random() ** 1.4)]

    def move(self):
        """Returns to some caller, and calls on from there to another depth."""
        depth = min(MOST_FRAMES, 2 + int(self.random.lognormvariate(3.2, 0.5)))
        kept = 1 + int(self.random.random() * min(depth, len(self.stack)))
        del self.stack[kept:]
        del self.lines[kept - 1:]
        while len(self.stack) < depth:
            caller = self.stack[-1]
            # Mostly the usual callee: what a program does it does again.
            callee = 0 if self.random.random() < 0.8 else int(5 * self.random.random())
            self.lines.append(self.call_site(caller, callee))
            self.stack.append(self.callees[caller][callee])

    def stacks(self):
        """Stacks as printed, leaf first, without end and each once."""
        seen = set()
        while True:
            self.move()
            callers = b"".join(reversed(self.lines))
            for _ in range(self.random.randint(1, 3)):
                text = self.leaf(self.stack[-1]) + callers
                if (key := hash(text)) not in seen:
                    seen.add(key)
                    yield text


class Printer:
    """Writes records in ascending order of their counts, as DTrace does, until enough bytes are written."""

    def __init__(self, size):
        self.left = size
        self.out = sys.stdout.buffer
        self.write(HEADER)

    def write(self, text):
        self.out.write(text)
        self.left -= len(text)

    def print(self, stacks, size):
        """Prints about as many bytes as `size` says."""
        self.write(PRINT_HEADER)
        end = self.left - size
        for stack in stacks:
            if self.left <= 0:
                break
            # Few stacks are hot, most are met once.
            rank = max(2000, self.left - end) / size
            self.write(b"\n%b %16d\n" % (stack, int(rank ** -1.3)))
        self.write(b"\n")


def main():
    import names

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="10M", help="bytes to print: 500K, 100M, 1G (10M)")
    parser.add_argument("--distinct", help="bytes of different stacks, printed again and again (all of them)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--functions", type=int, default=4000)
    given = parser.parse_args()
    size = size_of(given.size)
    distinct = min(size, size_of(given.distinct)) if given.distinct else size
    program = Program(given.seed, given.functions, names)
    printer = Printer(size)
    stacks = program.stacks()
    if distinct == size:
        printer.print(stacks, size)
        return
    pool, sum_of_pool = [], 0
    while sum_of_pool < distinct:
        pool.append(next(stacks))
        sum_of_pool += len(pool[-1]) + RECORD_BYTES
    while printer.left > 0:
        printer.print(pool, sum_of_pool)
        program.random.shuffle(pool)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
