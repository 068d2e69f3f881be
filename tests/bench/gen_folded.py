#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes collapsed stacks, all different, to standard output: calls at random, so that their root ends soon part.

Equal arguments give equal bytes.
"""

import argparse
import itertools
import random
import sys

import names


def function_names(made, count):
    """Shorter ones than DTrace has, and each once."""
    known = {"main": None}
    while len(known) < count:
        kind = made.random.random()
        name = made.words(2) if kind < 0.85 else f"{made.words(1)}::{made.words(1)}<{made.type_name()}>"
        known[name if kind > 0.1 else f"{made.random.choice(names.MODULES)}`{name}"] = None
    return list(known)


def stacks(given):
    numbers = random.Random(given.seed)
    functions = function_names(names.Names(numbers), given.functions)
    # A callee's place in the list is how likely it is: the first half of the time, the second a quarter, ...
    callees = []
    for _ in functions:
        some = [numbers.randrange(1, len(functions)) for _ in range(numbers.randint(3, 8))]
        callees.append([some[min(rank, len(some) - 1)] for rank in (0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7)])
    seen = set()
    while len(seen) < given.stacks:
        function = 0
        names_of_stack = [functions[0]]
        for _ in range(numbers.randint(9, 59)):
            function = callees[function][int(12 * numbers.random())]
            names_of_stack.append(functions[function])
        text = ";".join(names_of_stack)
        if (key := hash(text)) not in seen:
            seen.add(key)
            yield f"{text} {int(numbers.paretovariate(1.2) * 10)}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stacks", type=int, default=200_000)
    parser.add_argument("--functions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    lines = stacks(parser.parse_args())
    while block := "".join(itertools.islice(lines, 2000)):
        sys.stdout.write(block)


if __name__ == "__main__":
    main()
