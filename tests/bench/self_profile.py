#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws where profconv's own instructions go while it converts: a flame graph of ourselves, by ourselves.

    self_profile.py OUTPUT.svg [--profconv PATH] -- ARGUMENTS OF PROFCONV...

Valgrind's callgrind counts instructions for each chain of callers (--separate-callers), which is a stack. A Release build
with -g1 knows more names than one without.
"""

import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def stack_of(chain):
    """Callgrind writes the callee first, a ' between two, and a recursion with its level behind another '."""
    frames = [frame for frame in reversed(chain.split("'")) if not frame.isdigit()]
    frames = frames[frames.index("main"):] if "main" in frames else ["before and after main"]
    return ";".join(frame.replace(";", ":") for frame in frames)


def self_costs(lines):
    """Instructions of each chain itself: a line that follows "calls=" is what was called, and counted there."""
    costs = collections.Counter()
    chain, is_called = "", False
    for line in lines:
        if line.startswith("fn="):
            chain = line[3:].strip()
        elif line.startswith("calls="):
            is_called = True
        elif line[0].isdigit() or line[0] in "+-*":
            if not is_called and chain:
                costs[stack_of(chain)] += int(line.split()[-1])
            is_called = False
    return costs


def profiled(profconv, words, folder):
    out = folder / "callgrind.out"
    result = subprocess.run(["valgrind", "--tool=callgrind", "--separate-callers=40", "--compress-strings=no",
                             "--compress-pos=no", f"--callgrind-out-file={out}", profconv, *words],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if result.returncode != 0:
        sys.exit(f"self_profile: valgrind: {result.stderr[-300:].decode(errors='replace')}")
    with open(out, encoding="utf-8", errors="replace") as lines:
        return self_costs(line for line in lines if line.strip())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("words", nargs="+", metavar="ARGUMENT")
    parser.add_argument("--profconv", default=ROOT / "build/release/tools/cli/profconv")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        costs = profiled(given.profconv, given.words, folder)
        stacks = folder / "self.folded"
        stacks.write_text("".join(f"{stack} {cost}\n" for stack, cost in sorted(costs.items()) if stack and cost),
                          encoding="utf-8")
        shown = " ".join(pathlib.Path(word).name for word in given.words)
        subprocess.run([given.profconv, "-q", stacks, "-t", "flamegraph", "-o", given.output, "--set",
                        f"title=profconv {shown}", "--set", "countname=instructions", "--set", "minwidth=0.5%",
                        "--names", "no-args"], check=True)


if __name__ == "__main__":
    main()
