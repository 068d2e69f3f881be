#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whatever the program does takes instructions in proportion to its input: four times as much takes four times as many, and
six times as many fail.

    growth_test.py PROFCONV            the rows marked quick; all of them if PROFCONV_FULL is set
    growth_test.py PROFCONV WORD...    the rows whose names have all words
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "bench"))

import gaps  # noqa: E402
import program  # noqa: E402
from judging import FACTOR, Verdict, judged  # noqa: E402
from measuring import Failed, instructions  # noqa: E402
from table import all_rows  # noqa: E402
from shapes import INPUT  # noqa: E402

SKIPPED = 77
ANY_ENDING = range(6)


def counted(profconv, row, size):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, content in row.shape.files(size).items():
            (folder / file).write_bytes(content)
        (folder / "out").mkdir()
        stdin = folder / INPUT if row.reads_stdin else os.devnull
        statuses = ANY_ENDING if row.status is None else [row.status]
        return instructions([profconv, *row.words(size)], stdin, folder, statuses)


def verdict_on(profconv, row, start_up):
    try:
        small = counted(profconv, row, row.shape.size)
        large = counted(profconv, row, FACTOR * row.shape.size)
        return small, large, judged(small, large, start_up, row.steep)
    except Failed as failure:
        return 0, 0, Verdict(0, str(failure))


def without_symbols(profconv, folder):
    """A copy that Valgrind loads in half the time; the program itself where there is no strip."""
    copy = os.path.join(folder, "profconv")
    stripped = shutil.which("strip") and subprocess.run(["strip", "-o", copy, profconv], check=False).returncode == 0
    return copy if stripped else profconv


def run(profconv, rows):
    """Prints every row; how many fail."""
    start_up = instructions([profconv, "formats"])
    failures = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for row, (small, large, verdict) in zip(rows, pool.map(lambda row: verdict_on(profconv, row, start_up), rows)):
            failures += bool(verdict.problem)
            print(f"{small:12,} {large:13,} {verdict.ratio:6.2f}  {row.name[:100]}", flush=True)
            if verdict.problem:
                print(f"    FAILED: {verdict.problem}", flush=True)
    return failures


def main():
    profconv, words = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:]
    formats = program.formats(profconv)
    rows = all_rows(formats)
    flags = {command: program.flags(profconv, command) for command in program.commands(profconv)}
    missing = list(gaps.missing(rows, formats, flags))
    print(*missing, sep="\n")
    if shutil.which("valgrind") is None:
        print("skipped: there is no valgrind on this machine")
        return 1 if missing else SKIPPED
    chosen = [row for row in rows if all(word in row.name for word in words)]
    if not words and not os.environ.get("PROFCONV_FULL"):
        chosen = [row for row in rows if row.quick]
    with tempfile.TemporaryDirectory() as folder:
        failures = run(without_symbols(profconv, folder), chosen)
    print(f"{len(chosen)} of {len(rows)} rows, {failures} fail; {len(missing)} things have no row")
    return 1 if missing or failures else 0


if __name__ == "__main__":
    sys.exit(main())
