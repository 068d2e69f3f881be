# SPDX-License-Identifier: Apache-2.0
"""The row over addresses: 100,000 of a program with debug information, looked up by profconv and by its peers."""

import json
import os
import random
import re
import shutil
import subprocess

from measuring import Command, in_turn, run
from rows import MEGABYTE, Line, at_most, megabytes, missing

ROW = 11
MOST_SECONDS, MOST_MEGABYTES = 10, 500


def code_of(program):
    """First address and size of .text."""
    sections = subprocess.run(["readelf", "-SW", program], capture_output=True, text=True, check=True).stdout
    found = re.search(r" \.text +PROGBITS +([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+)", sections)
    return int(found[1], 16), int(found[2], 16)


def recording(program, addresses):
    """One sample at each address, as profconv/1."""
    return {"schema": "profconv/1", "mappings": [None, {"file": str(program)}], "functions": [None],
            "frames": [None, *({"mapping": 1, "address": address} for address in addresses)],
            "stacks": [None, *({"parent": 0, "frame": i + 1} for i in range(len(addresses)))],
            "threads": [None], "label_sets": [None],
            "profiles": [{"value_types": [{"type": "samples", "unit": "count", "aggregation": "sum", "scale": 0}],
                          "metadata": {"source_format": "perf", "clock": "relative"},
                          "samples": [{"stack": i + 1, "values": [1]} for i in range(len(addresses))]}]}


def addresses_to_symbols(bench):
    program = bench.profconv.parents[3] / "sanitized" / "tests" / "profconv_tests"
    if not program.exists():
        return [missing(ROW, "addresses to functions, lines and inlined functions", "program: run tools/test")]
    start, size = code_of(program)
    count = max(100, int(100_000 * bench.factor))
    addresses = random.Random(1).sample(range(start, start + size), min(count, size))
    profile, listed = bench.file("symbols.profconv.json"), bench.file("symbols.addresses")
    with open(profile, "w", encoding="utf-8") as file:
        json.dump(recording(program, addresses), file)
    with open(listed, "w", encoding="utf-8") as file:
        file.writelines(f"{address:#x}\n" for address in addresses)
    work = (f"{len(addresses):,} addresses of a program of {os.path.getsize(program) / MEGABYTE:,.0f} MB (-g1) to "
            "functions, lines and inlined functions")
    ours = bench.convert(profile, "--symbols", "auto", "-o", bench.out("symbols.pb.gz"))
    run(ours)
    lines = []
    for peer, words in (("addr2line", ["-i", "-f"]), ("llvm-symbolizer", ["--inlines"])):
        if shutil.which(peer) is None:
            lines.append(missing(ROW, f"{work}; {peer}", peer))
            continue
        us, them = in_turn(bench.times, ours, Command([peer, "-e", program, *words], stdin=listed))
        lines.append(Line(ROW, f"{work}; {peer}", f"{us.cpu_s:.2f} CPU s, {megabytes(us):,.0f} MB",
                          f"{them.cpu_s:.2f} CPU s, {megabytes(them):,.0f} MB",
                          f"{them.cpu_s / us.cpu_s:.1f} times as fast by processor time", "", None))
    us, = in_turn(bench.times, ours)
    return [at_most(ROW, work, us.cpu_s, MOST_SECONDS, "CPU s"),
            at_most(ROW, "the same", megabytes(us), MOST_MEGABYTES, "MB"), *lines]
