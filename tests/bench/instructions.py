#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports how the instructions of conversions of about a megabyte changed since instructions.tsv was written. Fails if one
takes more than its percentage above its figure; fewer instructions never fail.

    instructions.py PROFCONV COMPILER     BLESS=1 writes the new figures

Instructions do not depend on what else a machine does. They depend on the compiler, so the test is skipped for any but that
of the figures; and on what the libraries choose for a processor, which is therefore fixed.
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
    """The compiler of the figures; of each case its instructions, and by how many percent they may exceed them."""
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
    """Prints every case; false if one takes too many."""
    verdicts = []
    for case, count in counts.items():
        before, percent = figures.get(case, (0, 5))
        change = 100 * (count - before) / before if before else float("inf")
        verdicts.append("slower" if change > percent else "faster" if change < -percent else "unchanged")
        print(f"{case:26} {count:14,} instructions, {before:14,} before, {change:+6.1f} %: {verdicts[-1]}")
    if verdicts.count("unchanged") != len(verdicts):
        print("BLESS=1 ctest --test-dir build/release -R '^instructions' writes these figures to "
              "tests/bench/instructions.tsv; commit them and say why they changed")
    return "slower" not in verdicts


def main():
    profconv, compiler = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]
    bless = bool(os.environ.get("BLESS"))
    if shutil.which("valgrind") is None:
        skip("valgrind, which counts instructions, is not installed")
    figures_of, figures = known() if FIGURES.exists() else ("", {})
    if figures_of != compiler and not bless:
        skip(f"tests/bench/instructions.tsv has the figures of {figures_of}; this program was compiled by {compiler}")
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
