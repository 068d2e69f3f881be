# SPDX-License-Identifier: Apache-2.0
"""The rows over generated data: sizes and shapes that no recording at hand has. real_rows.py has those over recordings."""

import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

from measuring import OUTPUTS, Command, Failed, in_turn, instructions, piped, read_from_disk, run

HERE = pathlib.Path(__file__).resolve().parent
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Line:
    """One line of the table. `met` is None where there is nothing to meet; `reached` says how much of the target is."""

    row: int | str
    work: str
    ours: str
    theirs: str
    result: str
    target: str
    met: bool | None
    reached: float | None = None


class Bench:
    """What the rows share: where things are, how large, how often."""

    def __init__(self, profconv, micro, data, peers, factor, times):
        self.profconv, self.micro, self.data = profconv, micro, pathlib.Path(data)
        self.peers, self.factor, self.times = peers, factor, times
        self.data.mkdir(parents=True, exist_ok=True)
        self.notes = []

    def say(self, text):
        print(f"bench: {text}", file=sys.stderr, flush=True)

    def note(self, row, text):
        self.say(f"row {row}: {text}")
        self.notes.append(f"Row {row}: {text}.")

    def size(self, megabytes):
        return int(megabytes * self.factor * MEGABYTE)

    def file(self, name):
        return str(self.data / name)

    def out(self, name):
        (self.data / OUTPUTS).mkdir(exist_ok=True)
        return str(self.data / OUTPUTS / name)

    def made(self, name, *words):
        """The standard output of a generator, made once for each of its arguments."""
        path = self.data / f"{name}.{'_'.join(map(str, words)).replace('-', '')}"
        if not path.exists():
            self.say(f"making {path}")
            run(Command([sys.executable, HERE / f"gen_{name}.py", *words], stdout=f"{path}.part"))
            os.replace(f"{path}.part", path)
        read_from_disk(path)
        return str(path)

    def dtrace(self, megabytes, seed, functions):
        return self.made("dtrace", "--size", self.size(megabytes), "--seed", seed, "--functions", functions)

    def convert(self, *words):
        return Command([self.profconv, "-q", *words])

    def peer(self, row, name):
        path = self.peers.find(name)
        if path is None:
            self.note(row, f"no {name}: {self.peers.missing[name]}")
        return path

    def agree(self, row, how, ours, theirs):
        """Refuses to time what does not do the same work."""
        result = subprocess.run([sys.executable, str(HERE / "agreement.py"), how, ours, theirs], capture_output=True,
                                text=True, check=False)
        if result.returncode != 0:
            raise Failed(f"outputs differ: {(result.stdout or result.stderr).strip()[-400:]}")
        self.note(row, result.stdout.strip())


def fewer(row, work, what, ours, theirs, times_fewer, unit):
    """A line that compares the same of both."""
    ratio = theirs / ours if ours else float("inf")
    return Line(row, work, f"{ours:.2f} {unit}", f"{theirs:.2f} {unit}", f"{ratio:.1f} times as fast by {what}",
                f"{times_fewer} times as fast", ratio >= times_fewer, ratio / times_fewer)


def at_most(row, work, value, most, unit, theirs=""):
    shown = f"{value:.2f}" if value < 10 else f"{value:,.0f}"
    return Line(row, work, f"{shown} {unit}", theirs, "", f"{most} {unit} at most", value <= most, most / value)


def missing(row, work, name):
    return Line(row, work, "", f"no {name}", "not compared", "", None)


def megabytes(taken):
    return taken.peak_bytes / MEGABYTE


def dtrace_to_collapsed(bench):
    work = "DTrace text, 100 MB, to collapsed"
    text, out, theirs = bench.dtrace(100, 2, 20000), bench.out("1.folded"), bench.out("1.theirs")
    ours = bench.convert(text, "-o", out)
    lines = []
    if inferno := bench.peer(1, "inferno-collapse-dtrace"):
        peer = Command([inferno, "-n", "1", text], stdout=theirs)
        run(peer)
        run(bench.convert(text, "-o", out, "--names", "stackcollapse"))
        bench.agree(1, "collapsed", out, theirs)
        us, them = in_turn(bench.times, ours, peer)
        lines.append(fewer(1, work, "processor time", us.cpu_s, them.cpu_s, 5, "CPU s"))
    else:
        lines.append(missing(1, work, "inferno-collapse-dtrace"))
    if shutil.which("valgrind") is None:
        bench.note(1, "no instructions: there is no valgrind on this machine")
        return lines
    counted = instructions(ours.words) / os.path.getsize(text)
    return lines + [at_most(1, work, counted, 10, "instructions a byte")]


def dtrace_of_a_gigabyte(bench):
    work = "DTrace text, 1 GB, to collapsed, two cores"
    text, out, theirs = bench.dtrace(1000, 3, 60000), bench.out("2.folded"), bench.out("2.theirs")
    ours = bench.convert(text, "-o", out)
    inferno = bench.peer(2, "inferno-collapse-dtrace")
    if inferno is None:
        return [missing(2, work, "inferno-collapse-dtrace"),
                at_most(2, work, megabytes(in_turn(1, ours)[0]), 128, "MB of memory")]
    peer = Command([inferno, "-n", "2", text], stdout=theirs)
    run(peer)
    run(ours)
    bench.agree(2, "totals", out, theirs)
    us, them = in_turn(bench.times, ours, peer)
    return [fewer(2, work, "wall time", us.wall_s, them.wall_s, 6, "s"),
            at_most(2, work, megabytes(us), 128, "MB of memory", f"{megabytes(them):,.0f} MB")]


def dtrace_from_a_pipe(bench):
    work = "DTrace text from a pipe, 10 GB"
    distinct = bench.size(100)
    taken = []
    for megabytes_piped in (2500, 5000, 10000):
        size = bench.size(megabytes_piped)
        producer = [sys.executable, HERE / "gen_dtrace.py", "--size", size, "--distinct", distinct, "--functions", 20000]
        bench.say(f"row 3: {size / MEGABYTE:,.0f} MB through a pipe")
        taken.append((size, piped(producer, [bench.profconv, "-q", "-o", bench.out("3.folded")])))
    (small, first), (large, last) = taken[0], taken[-1]
    time_growth = (last.cpu_s / large) / (first.cpu_s / small)
    memory_growth = last.peak_bytes / first.peak_bytes
    shown = f"{last.cpu_s:.1f} CPU s, {last.wall_s:.1f} s with the generator, {megabytes(last):,.0f} MB"
    return [Line(3, work, shown, "", f"time a byte: {time_growth:.2f} of that of a quarter", "1.1 at most",
                 time_growth <= 1.1),
            Line(3, work, f"{megabytes(last):,.0f} MB", "", f"memory: {memory_growth:.2f} of that of a quarter",
                 "1.1 at most", memory_growth <= 1.1)]


def dtrace_to_spall(bench):
    work = "DTrace text, 100 MB, to Spall"
    text, out = bench.dtrace(100, 2, 20000), bench.out("4.spall")
    ours = bench.convert(text, "--freq", "997", "-o", out)
    run(ours)
    # Of the peer's trace that could not be said: it shifts every stack's time to the next, and loses the last.
    run(bench.convert(out, "-o", bench.out("4.spall.folded")))
    run(bench.convert(text, "--freq", "997", "--type", "cpu", "-o", bench.out("4.folded")))
    bench.agree(4, "totals", bench.out("4.spall.folded"), bench.out("4.folded"))
    peer = bench.peer(4, "dtrace2spall")
    if peer is None:
        us, = in_turn(bench.times, ours)
        return [Line(4, work, f"{us.cpu_s:.2f} CPU s", "no dtrace2spall", "not compared", "", None)]
    us, them = in_turn(bench.times, ours, Command([peer, "--freq", "997", "-o", bench.out("4.theirs")], stdin=text))
    return [fewer(4, work, "processor time", us.cpu_s, them.cpu_s, 15, "CPU s")]


def many_pprof_files(bench):
    count = max(20, int(10000 * bench.factor))
    work = f"{count:,} pprof files merged"
    folder = bench.data / f"runs{count}"
    if not folder.exists():
        bench.say(f"making {folder}")
        subprocess.run([sys.executable, str(HERE / "gen_runs.py"), f"{folder}.part", "--files", str(count)], check=True)
        os.replace(f"{folder}.part", folder)
    runs = sorted(str(path) for path in folder.rglob("*.pb.gz"))
    out, theirs = bench.out("5.pb.gz"), bench.out("5.theirs.pb.gz")
    ours = bench.convert(*runs, "-o", out)
    few, = in_turn(1, bench.convert(*runs[:count // 4], "-o", out))
    lines = []
    if pprof := bench.peer(5, "pprof"):
        peer = Command([pprof, "-proto", "-symbolize=none", "-output", theirs, *runs])
        run(ours)
        run(peer)
        for path in (out, theirs):
            run(bench.convert(path, "-o", f"{path}.folded"))
        bench.agree(5, "totals", f"{out}.folded", f"{theirs}.folded")
        us, them = in_turn(bench.times, ours, peer)
        lines.append(fewer(5, work, "wall time", us.wall_s, them.wall_s, 5, "s"))
    else:
        us, = in_turn(bench.times, ours)
        lines.append(missing(5, work, "pprof"))
    growth = us.peak_bytes / few.peak_bytes
    return lines + [Line(5, work, f"{megabytes(us):,.0f} MB", "", f"memory: {growth:.2f} of that of a quarter of them",
                         "1.5 at most", growth <= 1.5)]


def dhat_to_pprof(bench):
    lines = []
    for size in (17.5, 70.9):
        work = f"DHAT, {size} MB, to pprof"
        functions = max(10, int(1500 * bench.factor))
        heap = bench.made("dhat", "--size", bench.size(size), "--functions", functions)
        out = bench.out("6.pb.gz")
        ours = bench.convert("-f", "dhat", heap, "-o", out)
        run(bench.convert("-f", "dhat", heap, "--type", "alloc_space", "-o", bench.out("6.folded")))
        name = "dhat-pprof" if bench.peer(6, "dhat-pprof") else "dhat-to-flamegraph"
        path = bench.peer(6, name)
        if path is None:
            us, = in_turn(bench.times, ours)
            lines.append(Line(6, work, f"{us.wall_s:.2f} s", f"no {name}", "not compared", "", None))
        else:
            theirs = bench.out("6.theirs")
            if name == "dhat-pprof":
                peer = Command([path, heap, theirs])
                run(peer)
                run(bench.convert("-f", "pprof", theirs, "--type", "alloc_space", "-o", f"{theirs}.folded"))
            else:
                peer = Command([path, "--format", "folded", "-m", "total", "-u", "bytes", heap, "-o", f"{theirs}.folded"])
                run(peer)
            bench.agree(6, "totals", bench.out("6.folded"), f"{theirs}.folded")
            us, them = in_turn(bench.times, ours, peer)
            lines.append(fewer(6, f"{work} ({name})", "wall time", us.wall_s, them.wall_s, 5, "s"))
    return lines + [at_most(6, work, megabytes(us), 240, "MB of memory")]


def collapsed_to_pprof(bench):
    text = bench.made("folded", "--stacks", max(100, int(200_000 * bench.factor)))
    work = f"collapsed, {os.path.getsize(text) / MEGABYTE:,.0f} MB, to pprof"
    plain = bench.convert(text, "-o", bench.out("7.pb"), "--compress", "none")
    packed = bench.convert(text, "-o", bench.out("7.pb.gz"))
    us, compressed = in_turn(bench.times, plain, packed)
    lines = [at_most(7, work, us.cpu_s, 0.4, "CPU s"), at_most(7, work, megabytes(us), 100, "MB of memory"),
             at_most(7, f"{work}: compression", compressed.wall_s - us.wall_s, 0.3, "s more")]
    if path := bench.peer(7, "pprofutils"):
        theirs = bench.out("7.theirs.pb.gz")
        them, = in_turn(1, Command([path, "folded", text, theirs]))
        for pprof in (bench.out("7.pb.gz"), theirs):
            run(bench.convert(pprof, "-o", f"{pprof}.folded"))
        bench.agree(7, "totals", f"{bench.out('7.pb.gz')}.folded", f"{theirs}.folded")
        lines.append(Line(7, work, f"{compressed.cpu_s:.2f} CPU s, {megabytes(compressed):,.0f} MB",
                          f"{them.cpu_s:.2f} CPU s, {megabytes(them):,.0f} MB",
                          f"{them.cpu_s / compressed.cpu_s:.1f} times as fast by processor time", "", None))
    return lines


def dtrace_to_flame_graph(bench):
    work = "DTrace text, 100 MB, to a flame graph"
    text, out, theirs = bench.dtrace(100, 2, 20000), bench.out("8.svg"), bench.out("8.theirs.svg")
    ours = bench.convert(text, "-o", out)
    collapse, draw = bench.peer(8, "inferno-collapse-dtrace"), bench.peer(8, "inferno-flamegraph")
    if collapse is None or draw is None:
        return [missing(8, work, "inferno")]
    folded = bench.out("8.folded")
    peer = Command(["sh", "-c", f"'{collapse}' -n 1 '{text}' >'{folded}' && '{draw}' '{folded}'", folded], stdout=theirs)
    run(peer)
    run(bench.convert(text, "-o", bench.out("8.ours.folded")))
    bench.agree(8, "totals", bench.out("8.ours.folded"), folded)
    us, them = in_turn(bench.times, ours, peer)
    ours_bytes, their_bytes = os.path.getsize(out), os.path.getsize(theirs)
    return [fewer(8, work, "processor time", us.cpu_s, them.cpu_s, 4, "CPU s"),
            Line(8, work, f"{ours_bytes / MEGABYTE:.2f} MB of SVG", f"{their_bytes / MEGABYTE:.2f} MB",
                 f"{ours_bytes / their_bytes:.2f} of the size", "no larger", ours_bytes <= their_bytes)]


def milliseconds(bench, *words):
    """The median of many runs: one alone is lost in what else the machine does."""
    walls = []
    for _ in range(40):
        start = time.monotonic()
        subprocess.run([bench.profconv, *map(str, words)], stdout=subprocess.DEVNULL, check=True)
        walls.append(time.monotonic() - start)
    return 1000 * statistics.median(walls)


def small_things(bench):
    heap = bench.made("dhat", "--size", 10_000, "--functions", 10)
    lines = [at_most(9, "profconv --version", milliseconds(bench, "--version"), 3, "ms"),
             at_most(9, "DHAT, 10 KB, to pprof", milliseconds(bench, "-q", "-f", "dhat", heap, "-o", bench.out("9.pb.gz")),
                     5, "ms")]
    if not bench.micro.exists():
        bench.note(9, f"no {bench.micro}: build it with -DPROFCONV_BENCHMARKS=ON (Debian: libbenchmark-dev)")
        return lines
    result = subprocess.run([str(bench.micro), "--benchmark_filter=^dhat_27k", "--benchmark_format=csv",
                             "--benchmark_repetitions=5", "--benchmark_report_aggregates_only=true"],
                            capture_output=True, text=True, check=True)
    for fields in (line.replace('"', "").split(",") for line in result.stdout.splitlines()):
        if not fields[0].endswith("_median"):
            continue
        part, microseconds = fields[0].split("/")[-1].removesuffix("_median"), float(fields[3]) / 1000
        if part == "whole":
            lines.append(at_most(9, "DHAT, 27 KB, to pprof, in process", microseconds, 60, "us"))
        else:
            lines.append(Line(9, f"of that, {part}", f"{microseconds:.1f} us", "", "", "", None))
    return lines


def collapsed_by_a_plugin(bench):
    """The built-in reader and the same one as a plugin, tests/plugins/collapsed.c."""
    text = bench.made("folded", "--stacks", max(100, int(200_000 * bench.factor)))
    work = f"collapsed, {os.path.getsize(text) / MEGABYTE:,.0f} MB, to collapsed: by a plugin, and built in"
    plugin = bench.profconv.parents[2] / "tests" / "plugins" / "collapsed-c.so"
    if not plugin.exists():
        return [missing(10, work, "plugin: build the tests")]
    built_in = bench.convert("-j", "1", "-f", "collapsed", text, "-o", bench.out("10.folded"))
    ours = bench.convert("-j", "1", "--plugin", plugin, "-f", "collapsed-c", text, "-o", bench.out("10.plugin.folded"))
    run(built_in)
    run(ours)
    bench.agree(10, "collapsed", bench.out("10.folded"), bench.out("10.plugin.folded"))
    us, them = in_turn(bench.times, ours, built_in)
    ratio = us.cpu_s / them.cpu_s
    return [Line(10, work, f"{us.cpu_s:.2f} CPU s", f"{them.cpu_s:.2f} CPU s", f"{ratio:.2f} times the processor time",
                 "1.25 times at most", ratio <= 1.25, 1.25 / ratio)]


ROWS = {1: dtrace_to_collapsed, 2: dtrace_of_a_gigabyte, 3: dtrace_from_a_pipe, 4: dtrace_to_spall, 5: many_pprof_files,
        6: dhat_to_pprof, 7: collapsed_to_pprof, 8: dtrace_to_flame_graph, 9: small_things, 10: collapsed_by_a_plugin}
