# SPDX-License-Identifier: Apache-2.0
"""The row over addresses: 100,000 of a program with debug information, looked up by profconv and by its peers."""

import json
import os
import random
import re
import shutil
import subprocess

import perf_data_file
from measuring import Command, in_turn, run
from rows import MEGABYTE, Line, at_most, megabytes, missing

ROW = 11
MOST_SECONDS, MOST_MEGABYTES = 10, 500
OF_PERF = 50  # perf script takes 0.2 s for an address of a large program


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


def code_segment(program):
    """Address, size and offset in the file of what is loaded as code."""
    segments = subprocess.run(["readelf", "-lW", program], capture_output=True, text=True, check=True).stdout
    found = re.search(r"LOAD +0x([0-9a-f]+) 0x([0-9a-f]+) 0x[0-9a-f]+ 0x([0-9a-f]+) 0x[0-9a-f]+ R E", segments)
    offset, address, size = (int(word, 16) for word in found.groups())
    return address, size, offset


def perf_script(bench, program, addresses):
    """A recording of few samples: both run perf script, and perf asks addr2line."""
    work = f"perf.data of {len(addresses)} samples of the same program; perf script --inline"
    if shutil.which("perf") is None:
        return missing(ROW, work, "perf")
    address, size, offset = code_segment(program)
    base = 0x555555554000  # where Linux loads programs
    data = bench.file("symbols.perf.data")
    perf_data_file.write(data, program, (base + address, size, offset), [base + place for place in addresses])
    us, them = in_turn(bench.times, bench.convert(data, "--symbols", "auto", "-o", bench.out("symbols_perf.pb.gz")),
                       Command(["perf", "script", "--inline", "-F", "ip,sym,srcline", "-i", data]))
    return Line(ROW, work, f"{us.cpu_s:.2f} CPU s, {megabytes(us):,.0f} MB", f"{them.cpu_s:.2f} CPU s, {megabytes(them):,.0f} MB",
                f"{them.cpu_s / us.cpu_s:.1f} times as fast by processor time", "", None)


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
    lines.append(perf_script(bench, program, addresses[:OF_PERF]))
    us, = in_turn(bench.times, ours)
    return [at_most(ROW, work, us.cpu_s, MOST_SECONDS, "CPU s"),
            at_most(ROW, "the same", megabytes(us), MOST_MEGABYTES, "MB"), *lines]
