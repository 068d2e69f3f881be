#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Conversions of about a megabyte take the instructions that instructions.tsv says, give or take what it allows.

    instructions.py PROFCONV COMPILER     BLESS=1 writes the new figures

Instructions do not depend on what else a machine does. They do on the compiler, so that other compilers than that of the
figures are let off; and on what the libraries choose for a processor, which is therefore fixed.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from measuring import instructions

HERE = pathlib.Path(__file__).resolve().parent
FIGURES = HERE / "instructions.tsv"
FIXED_CHOICES = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-BMI2,-ERMS,-RTM"}
SKIPPED = 77

GENERATED = {"dtrace.txt": ["dtrace", "--size", "1M", "--functions", "1000"],
             "stacks.folded": ["folded", "--stacks", "2000", "--functions", "500"],
             "heap.json": ["dhat", "--size", "1M", "--functions", "200"]}

CASES = {"dtrace to collapsed": ["dtrace.txt", "-o", "1.folded"],
         "dtrace to spall": ["dtrace.txt", "--freq", "997", "-o", "2.spall"],
         "dtrace to flame graph": ["dtrace.txt", "-o", "3.svg"],
         "collapsed to pprof": ["stacks.folded", "-o", "4.pb", "--compress", "none"],
         "collapsed to pprof, gzip": ["stacks.folded", "-o", "stacks.pb.gz"],
         "pprof to collapsed": ["stacks.pb.gz", "-o", "5.folded"],
         "two merged to pprof": ["stacks.pb.gz", "dtrace.txt", "-o", "6.pb.gz"],
         "dhat to pprof": ["-f", "dhat", "heap.json", "-o", "7.pb.gz"]}


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def known():
    """The compiler of the figures; of each case its instructions, and by how many percent they may differ."""
    compiler, figures = "", {}
    for line in FIGURES.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            compiler = line.removeprefix("# ")
        elif line:
            case, count, percent = line.split("\t")
            figures[case] = (int(count), float(percent))
    return compiler, figures


def counted(profconv, folder):
    for name, words in GENERATED.items():
        with open(folder / name, "wb") as file:
            subprocess.run([sys.executable, "-B", str(HERE / f"gen_{words[0]}.py"), *words[1:]], stdout=file, check=True)
    os.chdir(folder)
    return {case: instructions([profconv, "-q", *words]) for case, words in CASES.items()}


def judge(counts, figures):
    """Prints every case; false where one is out of its bounds."""
    fine = True
    for case, count in counts.items():
        before, percent = figures.get(case, (0, 5))
        change = 100 * (count - before) / before if before else float("inf")
        verdict = "too many" if change > percent else "fewer: write it down" if change < -percent else "as known"
        fine = fine and verdict == "as known"
        print(f"{case:26} {count:14,} instructions, {before:14,} known, {change:+6.1f} %: {verdict}")
    if not fine:
        print(f"If that is meant: BLESS=1 with the same command writes {FIGURES}")
    return fine


def main():
    profconv, compiler = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]
    bless = bool(os.environ.get("BLESS"))
    if shutil.which("valgrind") is None:
        skip("there is no valgrind on this machine")
    figures_of, figures = known() if FIGURES.exists() else ("", {})
    if figures_of != compiler and not bless:
        skip(f"the figures are of {figures_of}, and this is {compiler}")
    os.environ.update(FIXED_CHOICES)
    with tempfile.TemporaryDirectory() as folder:
        counts = counted(profconv, pathlib.Path(folder))
        os.chdir(HERE)
    if bless:
        lines = [f"{case}\t{count}\t{figures.get(case, (0, 5.0))[1]:g}\n" for case, count in counts.items()]
        FIGURES.write_text(f"# {compiler}\n" + "".join(lines), encoding="utf-8")
        return 0
    return 0 if judge(counts, figures) else 1


if __name__ == "__main__":
    sys.exit(main())
