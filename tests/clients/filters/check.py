# SPDX-License-Identifier: Apache-2.0
"""Compares filters with those of `go tool pprof`.

    check.py PROFCONV DATA

Each input is written to pprof twice: whole (unless it is such a file), and filtered by profconv. `pprof -top` with its own
filter on the first and without on the second must show the same names with the same values, of their own and in total.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LINE = re.compile(r"^ *(-?[0-9.]+)\S* +\S+% +\S+% +(-?[0-9.]+)\S* +\S+%  (.*)$")

# An input, the arguments it is read with, and what to look for in its labels.
INPUTS = (
    ("collapsed/plain.folded", (), ()),
    ("dhat/valgrind_inline_chains.json", (), ()),
    ("dhat/valgrind_three_sites.json", (), ()),
    ("dhat/rust_heap.json", (), ()),
    ("dtrace/kernel-and-user.txt", (), ()),
    ("dtrace/threads.out", ("--set", "dtrace.keys=timestamp,pid,tid"), ("pid=1:", "tid=:22317", "tid=22319", "22316:")),
    ("pprof/go_cpu.pb.gz", (), ("request=GET", "shard=5,7", "shard:7", "request:,7")),
    ("pprof/go_heap.pb", (), ("bytes=1kb:64kb", "bytes=:4096b", "16kb:", "bytes=128b", "bytes=128", "128",
                                  ":32kb", "1kb:64kb", "bytes=:4096", "1kb:64", "bytes=1:64kb", "bytes=1kb:64ms",
                                  "bytes=1kb:1mb", "bytes=1MB:", "0:", "bytes=128foo")),
    ("pprof/labels.pb", (), ("request=POST", "pid=12", "app", "pid=1:5", "12", "1:5", "pid=12kb", "12ms:")),
    ("pprof/perf_threads.pb", (), ("comm=app", "thread_comm=worker", "tid=101", "pid=1:", "swapper")),
)
MOST_NAMES = 3
MOST_FAULTS = 20
NO_STACK = "[no stack]"  # what the writer calls the frame of a sample that has none


class Fault(Exception):
    """Something that should not be."""


def run(*command, **options):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False, **options)
    if result.returncode != 0:
        raise Fault(f"{' '.join(command)}: {result.stderr.decode(errors='replace').strip()}")
    return result.stdout.decode(errors="replace")


class Checker:
    """Runs both commands on files of one folder."""

    def __init__(self, profconv, folder):
        self.profconv = profconv
        self.pprof = run("go", "tool", "-n", "pprof").strip()
        self.folder = folder
        self.compared = 0
        self.faults = []
        self.inlined = set()

    def convert(self, source, name, *arguments):
        path = str(self.folder / name)
        run(self.profconv, source, "-o", path, "-q", "--no-demangle", *arguments)
        return path

    def top(self, path, value_type, *flags):
        """Own and total value by name; names without a value are left out."""
        text = run(self.pprof, "-top", "-symbolize=none", "-trim=false", f"-sample_index={value_type['type']}",
                   f"-unit={value_type['unit']}", *flags, path,
                   env={**os.environ, "PPROF_TMPDIR": str(self.folder)})
        if "inline)" in text:
            self.inlined.add(path)
        table = {}
        for line in text.splitlines():
            match = LINE.match(line)
            if match and not float(match[1]) == float(match[2]) == 0:
                table[re.sub(r" \((partial-)?inline\)$", "", match[3])] = (float(match[1]), float(match[2]))
        return table

    def compare(self, source, whole, arguments, value_type, flags, shown=(), shown_by_pprof=None):
        """flags: pairs of an option's name and its value; shown: how pprof shows both tables."""
        ours = [f"--{name.replace('_', '-')}={value}" for name, value in flags]
        theirs = [f"-{name}={value}" for name, value in flags] if shown_by_pprof is None else list(shown_by_pprof)
        what = f"{source} {value_type['type']} {' '.join(ours)}"
        try:
            expected = self.top(whole, value_type, *theirs, *shown)
            got = self.top(self.convert(source, "filtered.pb.gz", *arguments, *ours), value_type, *shown)
        except Fault as fault:
            self.faults.append(f"{what}: {fault}")
            return
        self.compared += 1
        if expected != got:
            names = [name for name in sorted(expected.keys() | got.keys()) if expected.get(name) != got.get(name)]
            self.faults.append(f"{what}: {names[0]}: pprof has {expected.get(names[0])}, ours {got.get(names[0])}, "
                               f"and {len(names) - 1} more differ")

    def check_type(self, source, arguments, tags, whole, value_type):
        names = [name for name in self.top(whole, value_type) if name != NO_STACK]
        step = max(1, len(names) // MOST_NAMES)
        expressions = [f"^{re.escape(name)}$".replace(r"\ ", " ") for name in names[::step]][:MOST_NAMES]
        expressions += ["[a-m]e", "\\.(c|go|rs)$|lib"]
        for expression in expressions:
            for option in ("focus", "ignore", "hide", "show", "show_from"):
                # pprof then loses callers that were inlined, also below the frame that is shown from.
                if option == "show_from" and whole in self.inlined:
                    continue
                # pprof never shows a frame without a name, also where its module matches.
                if option == "show" and any(name.startswith("[") for name in names):
                    continue
                self.compare(source, whole, arguments, value_type, [(option, expression)])
        every = [("focus", "^[^[].*[aeiou]"), ("ignore", expressions[0]), ("hide", expressions[1 % len(expressions)]),
                 ("show_from", "[a-z]")]
        self.compare(source, whole, arguments, value_type, every)
        for tag in tags:
            for option in ("tagfocus", "tagignore"):
                self.compare(source, whole, arguments, value_type, [(option, tag)])
        # Frames without a function: the writer has to name them, and so they would be told apart by address.
        if any("0x" in name for name in names) or any(name.startswith("[") for name in names):
            return
        self.compare(source, whole, arguments, value_type, [("granularity", "line")], ("-lines",), ())
        self.compare(source, whole, arguments, value_type, [("granularity", "function")], (), ("-functions",))

    def check(self, source, arguments, tags):
        info = json.loads(run(self.profconv, "info", source, "--json", "-q", *arguments))
        profile = info["profiles"][0]
        arguments = (*arguments, "--only", "1")
        whole = self.convert(source, "whole.pb.gz", *arguments)
        # The source itself is the better witness, unless it has frames without a name, which the writer gives one.
        if info["format"] == "pprof" and self.top(source, profile["value_types"][0]).keys() == self.top(
                whole, profile["value_types"][0]).keys():
            whole = source
        for value_type in profile["value_types"][:1]:
            if value_type["aggregation"] == "sum":
                self.check_type(source, arguments, tags, whole, value_type)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: check.py PROFCONV DATA")
    with tempfile.TemporaryDirectory(prefix="profconv-filters-") as folder:
        checker = Checker(os.path.realpath(sys.argv[1]), pathlib.Path(folder))
        for name, arguments, tags in INPUTS:
            checker.check(str(pathlib.Path(sys.argv[2]) / name), arguments, tags)
        for fault in checker.faults[:MOST_FAULTS]:
            print("filters:", fault)
        print(f"filters: {len(INPUTS)} inputs, {checker.compared} tables of pprof -top compared, "
              f"{len(checker.faults)} faults")
        sys.exit(1 if checker.faults or not checker.compared else 0)


if __name__ == "__main__":
    main()
