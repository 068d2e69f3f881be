# SPDX-License-Identifier: Apache-2.0
"""The rows over real recordings, grown or repeated: what people convert. They need the corpus (PROFCONV_CORPUS)."""

import gzip
import os
import pathlib
import re
import shutil
import sys

from measuring import Command, Failed, in_turn, piped, run
from rows import MEGABYTE, Line, fewer, megabytes, missing

HERE = pathlib.Path(__file__).resolve().parent
KEYED = "large-user-resolved.out.gz"
KEYS = {KEYED: "timestamp, pid, tid", "large-timestamp-many.out.gz": "timestamp, pid, tid",
        "execname-stack-ustack.out": "execname", "rust-legacy-mangling.out": "none"}


def corpus():
    folder = os.environ.get("PROFCONV_CORPUS")
    if not folder:
        raise Failed("PROFCONV_CORPUS is not set: no real recordings")
    return pathlib.Path(folder) / "own"


def grown(bench, name, size, *words, tracer="dtrace"):
    """A recording of the corpus, grown to so many megabytes."""
    path = bench.data / f"{name.partition('.')[0]}.{size}{''.join(words).replace('--', '.')}.{tracer}"
    if not path.exists():
        bench.say(f"making {path}")
        run(Command([sys.executable, HERE / "grow_recording.py", corpus() / tracer / name, "--size", bench.size(size),
                     *words], stdout=f"{path}.part"))
        os.replace(f"{path}.part", path)
    return str(path)


def shape_of(path):
    """"28,000 records of 15 frames, 4,000 different stacks", of a text of stacks below keys."""
    frame = re.compile(rb"^ {6,}\S*(`|0x)|^\t")
    records, frames, stacks, stack = 0, 0, set(), []
    with open(path, "rb") as lines:
        for line in lines:
            if frame.match(line):
                stack.append(line)
            elif stack:
                records, frames = records + 1, frames + len(stack)
                stacks.add(hash(tuple(stack)))
                stack = []
    return f"{records:,} stacks of {frames / max(records, 1):.0f} frames, {len(stacks):,} different"


def title(path, name, output, *words):
    how = "repeated" if words else "grown"
    return f"{name.partition('.')[0]}, {how} to {os.path.getsize(path) / MEGABYTE:,.0f} MB, to {output}"


def collapsed(bench, row, name, size, *words, tracer="dtrace", times_less=6):
    text = grown(bench, name, size, *words, tracer=tracer)
    work = title(text, name, "collapsed", *words)
    keys = f"; keys: {KEYS[name]}" if name in KEYS else ""
    bench.note(row, f"{work}: {shape_of(text)}{keys}")
    inferno = bench.peer(row, f"inferno-collapse-{tracer}")
    if inferno is None:
        return [missing(row, work, f"inferno-collapse-{tracer}")]
    out, theirs = bench.out(f"{row}.folded"), bench.out(f"{row}.theirs")
    peer = Command([inferno, "-n", "1", text], stdout=theirs)
    run(peer)
    run(bench.convert(text, "-o", out))
    bench.agree(row, "totals", out, theirs)
    us, them = in_turn(bench.times, bench.convert(text, "-o", out), peer)
    return [fewer(row, work, "processor time", us.cpu_s, them.cpu_s, times_less, "CPU s")]


def dtrace_with_keys(bench):
    return (collapsed(bench, "r1", KEYED, 100) + collapsed(bench, "r1", KEYED, 100, "--repeat")
            + collapsed(bench, "r1", "large-timestamp-many.out.gz", 100))


def dtrace_of_small_programs(bench):
    return [line for name in ("execname-stack-ustack.out", "rust-legacy-mangling.out")
            for line in collapsed(bench, "r2", name, 60, "--repeat")]


def dtrace_with_times_to_spall(bench):
    text = grown(bench, KEYED, 100)
    work = title(text, KEYED, "Spall")
    peer = bench.peer("r3", "dtrace2spall")
    ours = bench.convert(text, "--freq", "997", "--set", "dtrace.keys=timestamp,pid,tid", "-o", bench.out("r3.spall"))
    if peer is None:
        us, = in_turn(bench.times, ours)
        return [Line("r3", work, f"{us.cpu_s:.2f} CPU s", "no dtrace2spall", "not compared", "", None)]
    theirs = Command([peer, "--freq", "997", "--fields=timestamp,pid,tid", "-o", bench.out("r3.theirs")], stdin=text)
    us, them = in_turn(bench.times, ours, theirs)
    return [fewer("r3", work, "processor time", us.cpu_s, them.cpu_s, 15, "CPU s")]


def repeat(once, many, size):
    """Writes a file again and again, about so many bytes. Nothing of it stays in memory, which would count as a child's."""
    lines = pathlib.Path(once).read_bytes()
    with open(many, "wb") as file:
        for _ in range(max(1, round(size / len(lines)))):
            file.write(lines)


def collapsed_to_flame_graph(bench):
    """The collapsed stacks of a recording, each line as often as makes 16 MB: as of that many hosts."""
    text = grown(bench, KEYED, 100, "--repeat")
    once, many = bench.out("r4.once.folded"), bench.data / "r4.folded"
    run(bench.convert(text, "-o", once))
    repeat(once, many, bench.size(16))
    work = f"collapsed, {many.stat().st_size / MEGABYTE:,.0f} MB, to a flame graph"
    inferno = bench.peer("r4", "inferno-flamegraph")
    if inferno is None:
        return [missing("r4", work, "inferno-flamegraph")]
    us, them = in_turn(bench.times, bench.convert(many, "-o", bench.out("r4.svg")),
                       Command([inferno, many], stdout=bench.out("r4.theirs.svg")))
    return [fewer("r4", work, "processor time", us.cpu_s, them.cpu_s, 3, "CPU s"),
            Line("r4", work, f"{megabytes(us):,.0f} MB of memory", f"{megabytes(them):,.0f} MB", "", "less than peer",
                 us.peak_bytes < them.peak_bytes, them.peak_bytes / us.peak_bytes)]


def heap(bench, name):
    """A DHAT file of the corpus, unpacked."""
    source = corpus() / "dhat" / name
    if source.suffix != ".gz":
        return source
    path = bench.data / source.stem
    if not path.exists():
        with gzip.open(source) as packed, open(path, "wb") as plain:
            shutil.copyfileobj(packed, plain)
    return path


def dhat_to_pprof(bench):
    lines = []
    for name, target in (("vg-cc1plus40.json.gz", 6), ("rs-heap-nodebug.json", 1.5), ("vg-ls-R.json", 1.5)):
        path = heap(bench, name)
        work = f"DHAT, {path.name.partition('.')[0]}, {path.stat().st_size / 1000:,.0f} KB, to pprof"
        peer = bench.peer("r5", "dhat-pprof")
        times = bench.times if target == 6 else 20 * bench.times
        ours = bench.convert(path, "-o", bench.out("r5.pb.gz"))
        if peer is None:
            us, = in_turn(times, ours)
            lines.append(Line("r5", work, f"{1000 * us.cpu_s:.1f} CPU ms", "no dhat-pprof", "not compared", "", None))
            continue
        us, them = in_turn(times, ours, Command([peer, path, bench.out("r5.theirs")]))
        ratio = them.cpu_s / us.cpu_s if us.cpu_s else float("inf")
        lines.append(Line("r5", work, f"{1000 * us.cpu_s:.1f} CPU ms", f"{1000 * them.cpu_s:.1f} CPU ms",
                          f"{ratio:.1f} times as fast by processor time", f"{target} times as fast", ratio >= target,
                          ratio / target))
    return lines


def perf_to_collapsed(bench):
    return [line for name in ("deep-fp-default.out.gz", "deep-dwarf.out", "node-jit-perfmap.out.gz")
            for line in collapsed(bench, "r6", name, 100, tracer="perf", times_less=5)]


def perf_from_a_pipe(bench):
    """perf script text whose times move on; what is written of it has no times."""
    recording, work = corpus() / "perf" / "deep-fp-default.out.gz", "perf script text from a pipe, 1 GB, to collapsed"
    taken = []
    for megabytes_piped in (250, 1000):
        size = bench.size(megabytes_piped)
        producer = [sys.executable, HERE / "grow_recording.py", recording, "--size", size]
        taken.append(piped(producer, [bench.profconv, "-q", "-", "-o", bench.out("r7.folded")]))
    first, last = taken
    growth = last.peak_bytes / first.peak_bytes
    return [Line("r7", work, f"{megabytes(last):,.0f} MB, {last.cpu_s:.1f} CPU s", "",
                 f"memory: {growth:.2f} of that of a quarter", "1.1 at most", growth <= 1.1)]


ROWS = {"r1": dtrace_with_keys, "r2": dtrace_of_small_programs, "r3": dtrace_with_times_to_spall,
        "r4": collapsed_to_flame_graph, "r5": dhat_to_pprof, "r6": perf_to_collapsed,
        "r7": perf_from_a_pipe}
