#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a heap profile as Valgrind's DHAT does, of a given size, the same for the same arguments.

Its shape is that of a compiler: stacks that are mostly as deep as Valgrind follows them, few frames in many of them, points
that share their callers with the point before, one inlined call a stack, and access counts at nearly every point.

    gen_dhat.py --size 17.5M -o heap.json
"""
import argparse
import random
import sys

WORDS = ("parse tree build fold expr type decl stmt token scope lookup resolve emit gimple visit walk hash insert alloc "
         "grow vec node list cache template instantiate overload convert copy mangle").split()
CALL_SITES_PER_FUNCTION = 5
ROOT_CALLS = 8


def parse_size(text):
    factor = {"K": 1e3, "M": 1e6, "G": 1e9}.get(text[-1].upper())
    return int(float(text[:-1]) * factor) if factor else int(text)


def function_name(rng):
    name = "_".join(rng.choices(WORDS, k=rng.randint(2, 4)))
    if rng.random() < 0.6:
        arguments = ", ".join(rng.choice(("tree_node*", "unsigned int", "bool", "std::vector<int> const&"))
                              for _ in range(rng.randint(1, 3)))
        name += f"({arguments})"
    return name


class Program:
    """Functions, the calls in them, and one frame (an entry of the table) for each call."""

    def __init__(self, rng, functions):
        self.frames = ["[root]"]
        self.calls = []  # of each function: (frames of the call, leaf first; function called)
        self.weights = [1 / (rank + 1)**3 for rank in range(CALL_SITES_PER_FUNCTION)]
        names = [function_name(rng) for _ in range(functions)]
        for function, name in enumerate(names):
            file = f"{rng.choice(WORDS)}-{rng.choice(WORDS)}.cc"
            calls = []
            for _ in range(CALL_SITES_PER_FUNCTION):
                address = f"0x{rng.randrange(0x400000, 0x2400000):X}"
                frames = [self.add_frame(f"{address}: {name} ({file}:{rng.randint(20, 9000)})")]
                if rng.random() < 0.04:
                    inlined = names[rng.randrange(functions)].split("(")[0]
                    frames.insert(0, self.add_frame(f"{address}: {inlined} ({file}:{rng.randint(20, 9000)})"))
                # A few functions are called from everywhere.
                calls.append((frames, int(functions * rng.random()**3)))
            self.calls.append(calls)
        self.leaves = [self.allocation(rng, name) for name in ("malloc", "calloc", "realloc") * 10]
        self.leaf_weights = [1 / (rank + 1) for rank in range(len(self.leaves))]

    def allocation(self, rng, name):
        """Frames through which memory is asked for, leaf first."""
        address = {"malloc": "0x4840B4", "calloc": "0x4845D1", "realloc": "0x4847A9"}[name]
        frames = [self.add_frame(f"{address}{rng.randrange(256):02X}: {name} "
                                 "(in /usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so)")]
        for _ in range(rng.randint(0, 3)):
            frames.append(self.add_frame(f"0x{rng.randrange(0x400000, 0x2400000):X}: {function_name(rng)} "
                                         f"(alloc.cc:{rng.randint(20, 900)})"))
        return frames

    def add_frame(self, text):
        self.frames.append(text)
        return len(self.frames) - 1


class Walk:
    """Goes through the program, deeper and back."""

    def __init__(self, rng, program):
        self.rng = rng
        self.program = program
        self.path = []  # root first: (frames of the call, function called)

    def call(self):
        function = self.path[-1][1] if self.path else 0
        calls = self.program.calls[function]
        first = len(self.path) < ROOT_CALLS
        self.path.append(calls[0] if first else self.rng.choices(calls, self.program.weights)[0])

    def stack(self, callers):
        """The stack of the next point, leaf first."""
        rng = self.rng
        depth = max(ROOT_CALLS, len(self.path) - min(int(rng.expovariate(1 / 8)), 60))
        del self.path[depth:]
        wanted = int(rng.triangular(6, callers * 1.2, callers * 0.9))
        while len(self.path) < wanted:
            self.call()
        stack = list(rng.choices(self.program.leaves, self.program.leaf_weights)[0])
        for frames, _ in reversed(self.path[len(stack) - callers:]):
            stack.extend(frames)
        return stack


def log_uniform(rng, low, high):
    return int(low * (high / low) ** rng.random())


def histogram(rng, size):
    counts = []
    while size > 0 and len(counts) < 80:
        run = min(size, rng.choice((1, 4, 8, 8, 16, 24)))
        if run > 1:
            counts.append(-run)
        counts.append(log_uniform(rng, 1, 300) - 1)
        size -= run
    return counts


def point(rng, stack):
    blocks = 1 if rng.random() < 0.6 else log_uniform(rng, 1, 5000)
    size = log_uniform(rng, 8, 2000)
    lives = rng.random() < 0.22
    held = (size, 1) if lives else (0, 0)
    maximum = (size, 1) if rng.random() < 0.04 else (0, 0)
    text = (f'{{"tb":{size * blocks},"tbk":{blocks}\n  ,"tl":{log_uniform(rng, 400, 10**10) * blocks}\n'
            f'  ,"mb":{maximum[0]},"mbk":{maximum[1]}\n  ,"gb":{held[0]},"gbk":{held[1]}\n'
            f'  ,"eb":{held[0]},"ebk":{held[1]}\n'
            f'  ,"rb":{log_uniform(rng, 8, 9000) * blocks},"wb":{log_uniform(rng, 8, 4000) * blocks}\n')
    if rng.random() < 0.93:
        text += f'  ,"acc":[{",".join(map(str, histogram(rng, min(size, 250))))}]\n'
    return text + f'  ,"fs":[{",".join(map(str, stack))}]\n  }}\n'


def write(out, size, callers, functions, seed):
    rng = random.Random(seed)
    program = Program(rng, functions)
    walk = Walk(rng, program)
    end = '"\n  ,"'.join(program.frames)
    end = f' ]\n,"ftbl":\n ["{end}"\n ]\n}}\n'
    written = out.write('{"dhatFileVersion":2\n,"mode":"heap","verb":"Allocated"\n,"bklt":true,"bkacc":true\n'
                        ',"tu":"instrs","Mtu":"Minstr"\n,"tuth":500\n,"cmd":"cc1plus -quiet big.cpp -o big.s"\n'
                        ',"pid":4242\n\n,"te":90000000000\n,"tg":80000000000\n,"pps":\n ')
    seen = set()
    while not seen or written + len(end) < size:
        stack = walk.stack(callers)
        if tuple(stack) in seen:
            continue
        written += out.write((" ," if seen else "[") + point(rng, stack))
        seen.add(tuple(stack))
    out.write(end)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=parse_size, default=parse_size("17.5M"), help="bytes of the file (17.5M)")
    parser.add_argument("--callers", type=int, default=40, help="the deepest stack (40)")
    parser.add_argument("--functions", type=int, default=1500, help="each with five calls (1500)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", help="instead of standard output")
    given = parser.parse_args()
    if given.output:
        with open(given.output, "w", encoding="ascii") as out:
            write(out, given.size, given.callers, given.functions, given.seed)
    else:
        write(sys.stdout, given.size, given.callers, given.functions, given.seed)


if __name__ == "__main__":
    main()
