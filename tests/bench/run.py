#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures profconv against its peers, on this machine and in turn, and says which targets are met: first on real
recordings (rows r1, r2, ...; they need the corpus, PROFCONV_CORPUS), then on generated data. The worst row is first.

Data and peers are made or fetched once, and kept in build/bench. Before anything is timed the outputs are compared.
docs/performance.md is rewritten with --markdown docs/performance.md.
"""

import argparse
import datetime
import os
import pathlib
import platform
import subprocess
import sys

import peers
import real_rows
import rows
import symbol_rows
from measuring import Failed

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = {**real_rows.ROWS, **{str(number): row for number, row in rows.ROWS.items()},
        str(symbol_rows.ROW): symbol_rows.addresses_to_symbols}
BEGIN, END = "<!-- tests/bench/run.py writes from here -->", "<!-- to here -->"
HEADINGS = ["#", "work", "profconv", "peer", "result", "target", "met"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default=",".join(ROWS), help="which rows, such as r1,4 (all)")
    parser.add_argument("--times", type=int, default=5, help="how often each program runs; medians are compared (5)")
    parser.add_argument("--size-factor", type=float, default=1.0, help="of the sizes that the rows name (1)")
    parser.add_argument("--quick", action="store_true", help="a fiftieth of the sizes, twice: does everything work?")
    parser.add_argument("--profconv", type=pathlib.Path, default=ROOT / "build/release/tools/cli/profconv")
    parser.add_argument("--micro", type=pathlib.Path, default=ROOT / "build/release/tests/bench/profconv_micro")
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / "build/bench/data")
    parser.add_argument("--peers", type=pathlib.Path, default=ROOT / "build/bench/peers")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PATH", help="a peer that is there already")
    parser.add_argument("--no-fetch", action="store_true", help="ask no registry for peers")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE", help="write the table into this file too")
    given = parser.parse_args()
    if given.quick:
        given.size_factor, given.times = 0.02, 2
    return given


def measured(given):
    """Lines and notes of all rows; a row that fails says so and stops no other."""
    named = dict(pair.split("=", 1) for pair in given.peer)
    bench = rows.Bench(given.profconv.resolve(), given.micro, given.data, peers.Peers(given.peers, named, not given.no_fetch),
                       given.size_factor, given.times)
    lines = []
    for name in given.rows.split(","):
        words = ROWS[name].__name__.replace("_", " ")
        bench.say(f"row {name}: {words}")
        try:
            lines += ROWS[name](bench)
        except (Failed, OSError, subprocess.CalledProcessError) as error:
            bench.note(name, f"failed: {error}")
            lines.append(rows.Line(name, words, "", "", "failed", "", False, 0))
    return sorted(lines, key=place), bench.notes


def place(line):
    """Real recordings first, and of each kind the row that is furthest from its target."""
    is_generated = str(line.row) not in real_rows.ROWS
    return is_generated, line.reached if line.reached is not None else sys.maxsize


def cells(line):
    met = {True: "yes", False: "no", None: ""}[line.met]
    return [str(line.row), line.work, line.ours, line.theirs, line.result, line.target, met]


def in_columns(table):
    widths = [max(len(row[column]) for row in table) for column in range(len(HEADINGS))]
    return "\n".join("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in table)


def as_markdown(table, notes, given):
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8")
                if line.startswith("model name")), platform.machine())
    load = os.getloadavg()[0]
    text = (f"Measured on {datetime.date.today()}: {cpu}, {os.cpu_count()} cores, {platform.system()} "
            f"{platform.release()}, load {load:.1f} at the end, medians of {given.times} runs"
            + (f", sizes times {given.size_factor}" if given.size_factor != 1 else "") + ".\n\n")
    real = [row for row in table[1:] if row[0] in real_rows.ROWS]
    made = [row for row in table[1:] if row[0] not in real_rows.ROWS]
    for heading, rows_of_kind in (("Real recordings", real), ("Generated text", made)):
        if rows_of_kind:
            numbers = {row[0] for row in rows_of_kind}
            text += markdown_section(heading, rows_of_kind, [note for note in notes if row_of(note) in numbers])
    return text


def row_of(note):
    """The row of "Row r1: sums of ..."."""
    return note.split(":")[0].removeprefix("Row ")


def markdown_section(heading, rows_of_kind, notes):
    text = f"## {heading}\n\n| " + " | ".join(HEADINGS) + " |\n" + "|-" * len(HEADINGS) + "|\n"
    text += "".join("| " + " | ".join(row) + " |\n" for row in rows_of_kind)
    return text + "\n" + "".join(f"- {note}\n" for note in notes) + "\n"


def write_markdown(path, text):
    page = path.read_text(encoding="utf-8") if path.exists() else f"{BEGIN}\n{END}\n"
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"run.py: {path}: has no place for the table; put these two lines there: {BEGIN} and {END}")
    path.write_text(f"{before}{BEGIN}\n{text}{END}{after}", encoding="utf-8")


def main():
    given = arguments()
    if not given.profconv.exists():
        sys.exit(f"run.py: {given.profconv}: not there; build it first (tools/run --help), or name it with --profconv")
    lines, notes = measured(given)
    table = [HEADINGS] + [cells(line) for line in lines]
    print(in_columns(table))
    print("\n" + "\n".join(notes))
    if given.markdown:
        write_markdown(given.markdown, as_markdown(table, notes, given))
    return any(line.met is False for line in lines)


if __name__ == "__main__":
    sys.exit(main())
