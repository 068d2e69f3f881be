# SPDX-License-Identifier: Apache-2.0
"""The rows of the law: commands, each run on a shape of input at two sizes. Most are made from what the program says that
it can do; flags and options that take words of any kind have theirs here."""

import json
from dataclasses import dataclass, replace
from typing import Callable

from json_shapes import document
from shapes import INPUT, Shape, all_shapes, repeated_fixture

SHAPES = all_shapes()
REQUIRED_SHAPES = {"wide", "deep", "long_name"}  # of every reader that has shapes of its own
DISTRIBUTIONS = ("distributions", "buckets")  # shapes of DTrace's
NEED_SETTINGS = ("program_prints", "blank_line", "words_line")  # shapes that the reader refuses by themselves

PPROF, DTRACE, DHAT, COLLAPSED = SHAPES["pprof"], SHAPES["dtrace"], SHAPES["dhat"], SHAPES["collapsed"]
BPFTRACE = SHAPES["bpftrace"]


def shapes_of(reader):
    """Those of READER_shapes.py; without it a fixture repeated."""
    return SHAPES.get(reader) or {"wide": repeated_fixture(reader)}


@dataclass(frozen=True)
class Row:
    """A command on a shape. Its words may depend on the size."""

    shape: Shape
    words: Callable
    quick: bool = False  # whether it runs in every test
    status: int = 0
    reads_stdin: bool = False
    steep: str = ""  # why it is known to grow faster, as long as nobody mends it

    @property
    def name(self):
        """The words at size 1, and what they are run on."""
        return f"{' '.join(self.words(1))} ({self.shape.reader} {self.shape.name})"


def row(shape, *words, **kept):
    return Row(shape, lambda n: list(words), **kept)


def to(writer, *words):
    return [INPUT, *words, "-t", writer, "--compress", "none"]


def reader_rows(reader):
    """Each reader, and what `info` and `check` make of it."""
    for shape in shapes_of(reader).values():
        if shape.name not in NEED_SETTINGS:
            yield row(shape, "-f", reader, *to("json"), quick=shape.name == "deep")
            yield row(shape, "info", "-f", reader, INPUT)
        yield row(shape, "check", "-f", reader, INPUT, status=None)


def writer_rows(writer):
    distributions = [DTRACE[name] for name in DISTRIBUTIONS]
    shapes = distributions if writer in HISTOGRAMS else [*PPROF.values(), *distributions]
    for shape in shapes:
        if shape.name == "differences" and writer in WITHOUT_NEGATIVE:
            continue
        yield row(shape, *to(writer), quick=shape.name == QUICK_SHAPES.get(writer, "wide"))


HISTOGRAMS = ("hist", "histsvg")  # draw nothing else
QUICK_SHAPES = {"hist": "distributions"}  # of other writers "wide"; histsvg draws what hist lays out
WITHOUT_NEGATIVE = ("chrome", "dhat", "spall")


PAIRWISE = "the prints of a D program are compared with one another; 1,200 of them take 0.4 s"


def option_rows(one):
    """An option that has few values with each but its default, others with those of `VALUES`."""
    for option in one.options:
        name = f"{one.name}.{option['name']}"
        if name in VALUES:
            shape, value = VALUES[name]
            yield Row(shape, setting(one, name, value), steep=PAIRWISE if name == "dtrace.script" else "")
            continue
        choices = option.get("choices") or (["yes", "no"] if option["type"] == "boolean" else [])
        for choice in choices:
            if choice != option["default"]:
                yield Row(shape_for(one), setting(one, name, choice))


def shape_for(one):
    """What shows most of an option."""
    if one.direction == "read":
        return shapes_of(one.name)["wide"]
    return DTRACE["distributions"] if one.name in ("hist", "histsvg") else PPROF["threads"]


def setting(one, name, value):
    writer = one.name if one.direction == "write" else "json"

    def words(n):
        source = ["-f", one.name] if one.direction == "read" else []
        return to(writer, *source, "--set", f"{name}={value(n) if callable(value) else value}")

    return words


def listed(what, between=","):
    return lambda n: between.join(what(i) for i in range(n))


VALUES = {
    "bpftrace.keys": (BPFTRACE["keys"], "comm,pid,-"),
    "bpftrace.functions": (BPFTRACE["maps"], listed(lambda i: f"@m{i}=sum")),
    "bpftrace.units": (BPFTRACE["maps"], listed(lambda i: f"@m{i}=bytes")),
    "collapsed.type": (COLLAPSED["wide"], lambda n: "t" * n),
    "collapsed.unit": (COLLAPSED["wide"], lambda n: "u" * n),
    "collapsed.columns": (COLLAPSED["differences"], 2),
    "dtrace.keys": (DTRACE["keys"], "name,-"),
    "dtrace.aggregations": (DTRACE["aggregations"], listed(lambda i: "sum")),
    "dtrace.units": (DTRACE["aggregations"], listed(lambda i: "bytes")),
    "dtrace.names": (DTRACE["aggregations"], listed(lambda i: f"name {i}")),
    "dtrace.script": (DTRACE["program"], "prog.d"),
    "dtrace.printa": (DTRACE["blank_line"], "%s %s %s %@d\\n"),
    "flamegraph.title": (PPROF["wide"], lambda n: "t" * n),
    "flamegraph.source": (PPROF["wide"], lambda n: "t" * n),
    "flamegraph.subtitle": (PPROF["wide"], lambda n: "t" * n),
    "flamegraph.notes": (PPROF["wide"], lambda n: "t" * n),
    "flamegraph.width": (PPROF["wide"], lambda n: n),
    "flamegraph.height": (PPROF["wide"], 20),
    "flamegraph.fontsize": (PPROF["wide"], 14),
    "flamegraph.fonttype": (PPROF["wide"], lambda n: "t" * n),
    "flamegraph.fontwidth": (PPROF["wide"], "0.5"),
    "flamegraph.minwidth": (PPROF["wide"], "0"),
    "flamegraph.countname": (PPROF["wide"], "things"),
    "flamegraph.nametype": (PPROF["wide"], lambda n: "t" * n),
    "flamegraph.bgcolors": (PPROF["wide"], "blue"),
    "flamegraph.seed": (PPROF["wide"], 7),
    "flamegraph.palette": (PPROF["wide"], "palette.map"),
    "flamegraph.search": (PPROF["wide"], lambda n: "t" * n),
    "flamegraph.searchcolor": (PPROF["wide"], "#ff0000"),
    "flamegraph.uicolor": (PPROF["wide"], "#ff0000"),
    "flamegraph.strokecolor": (PPROF["wide"], "#ff0000"),
    "flamegraph.nameattr": (PPROF["wide"], "/dev/null"),
    "flamegraph.factor": (PPROF["wide"], 3),
    "flamegraph.total": (PPROF["wide"], 100_000_000),
    "flamegraph.base": (PPROF["deep"], listed(lambda i: f"f{i}")),
    "hist.columns": (DTRACE["distributions"], 1),
    "hist.width": (DTRACE["distributions"], 200),
    "hist.frames": (DTRACE["distributions"], 0),
    "histsvg.source": (DTRACE["distributions"], lambda n: "t" * n),
    "histsvg.columns": (DTRACE["distributions"], 1),
    "histsvg.width": (DTRACE["distributions"], 2000),
    "histsvg.frames": (DTRACE["distributions"], 0),
    "top.n": (PPROF["wide"], 0),
    "top.per": (PPROF["threads"], "thread"),
    "top.least": (PPROF["wide"], 0),
}


def repeated(flag, value):
    """Words that give a flag as often as the size says."""
    return lambda n: [word for i in range(n) for word in (flag, value(i))]


def growing(shape, words, quick=False, **kept):
    """A conversion to JSON with words that grow with the input."""
    return Row(shape, lambda n: to("json", *words(n)), quick=quick, **kept)


def filtered(shape, *words, **kept):
    return row(shape, *to("json", *words), **kept)


def many_inputs(n):
    return {f"{i}.folded": f"main;f{i} {i + 1}\n".encode() for i in range(n)}


def one_stack(types, source, start, last=0):
    """A recording of a stack, with so many value types."""
    values = [*range(1, types), types + last]
    of = json.loads(document(["main"], [{"parent": 0, "frame": 1}], [{"stack": 1, "values": values}]))
    of["profiles"][0] |= {
        "value_types": [{"type": f"t{i}", "unit": "count", "aggregation": "sum", "scale": 0} for i in range(types)],
        "metadata": {"clock": "relative", "source_format": source, "start_ns": start}}
    return json.dumps(of).encode()


def many_equal_inputs(n):
    return {f"{i}.json": one_stack(1, ("pprof", "dhat")[i % 2], i + 1) for i in range(n)}


def two_inputs_of_many_types(n):
    return {"0.json": one_stack(n, "pprof", 1), "1.json": one_stack(n, "dhat", 2)}


def inputs_that_differ_in_one_type(n):
    """Their start is the same, so that each is compared with all others."""
    return {f"{i}.json": one_stack(n, "pprof", 1, last=i) for i in range(20)}


INPUTS = Shape("collapsed", "many inputs", many_inputs, 100)
EQUAL_INPUTS = Shape("json", "many equal inputs", many_equal_inputs, 200)
ONE_DIFFERS = Shape("json", "inputs that differ in one of many types", inputs_that_differ_in_one_type, 100)
TYPES_TWICE = Shape("json", "two inputs of many types", two_inputs_of_many_types, 1000)

APART = ["-f", "dtrace", "--set", "dtrace.prints=apart"]  # a profile for each print

FLAG_ROWS = [
    row(PPROF["wide"], INPUT, "-o", "out.folded", "-o", "out.svg", "--force"),
    row(DTRACE["aggregations"], *to("json", "--only", "1", *APART)),
    row(DTRACE["aggregations"], *to("json", *APART)),
    row(DTRACE["aggregations"], *to("pprof", *APART, "--set", "pprof.profiles=all")),
    growing(PPROF["types"], repeated("--type", lambda i: f"type{i}"), quick=True),
    growing(PPROF["types"], lambda n: ["--default-type", f"type{n - 1}"]),
    row(DTRACE["wide"], *to("spall", "--freq", "997")),
    row(DTRACE["wide"], *to("json", "--symbols", "auto")),
    row(PPROF["wide"], *to("json", "--symbols", "auto"), quick=True),
    row(PPROF["deep"], *to("json", "--symbols", "auto")),
    row(SHAPES["perf"]["wide"], *to("json", "--symbols", "auto")),
    filtered(COLLAPSED["brackets"], "--names", "short"),
    filtered(COLLAPSED["brackets"], "--names", "no-args"),
    filtered(COLLAPSED["brackets"], "--names", "no-templates"),
    filtered(COLLAPSED["brackets"], "--names", "stackcollapse"),
    filtered(COLLAPSED["brackets"], "--no-demangle"),
    filtered(PPROF["label_values"], "--tagroot", "key"),
    filtered(PPROF["label_values"], "--tagleaf", "key"),
    filtered(PPROF["threads"], "--tagroot", "thread,pid,tid"),
    growing(PPROF["labels_of_one"], lambda n: ["--tagleaf", ",".join(f"key{i}" for i in range(n))]),
    filtered(PPROF["labels_of_one"], "--tagroot", "key"),
    filtered(PPROF["wide"], "--strict", status=None),
    filtered(PPROF["wide"], "--dry-run"),
    growing(PPROF["wide"], repeated("--set", lambda i: f"title{i}=1"), status=None),
    filtered(PPROF["wide"], "--quiet"),
    filtered(PPROF["wide"], "--jobs", "2"),
    filtered(PPROF["wide"], "--verbose"),
    filtered(PPROF["wide"], "--progress", "json"),
    filtered(PPROF["times"], "--time", "10%-50%"),
    growing(PPROF["processes"], repeated("--pid", lambda i: str(i + 1)), quick=True),
    growing(PPROF["processes"], lambda n: ["--pid", ",".join(str(i + 1) for i in range(n))]),
    filtered(PPROF["threads"], "--thread", "thread"),
    *(filtered(PPROF[shape], flag, what) for flag in ("--tagfocus", "--tagignore")
      for shape, what in [("label_values", "key=value[0-4]"), ("label_numbers", "bytes=100:200"), ("label_keys", "value"),
                          ("labels_of_one", "key=value7"), ("threads", "thread=7")]),
    filtered(PPROF["label_keys"], "--tagfocus", "nokey=7", status=None),
    growing(PPROF["label_values"], lambda n: ["--tagfocus", ",".join(f"value{i}$" for i in range(n))]),
    *(filtered(PPROF[shape], flag, "f[1-4]") for shape in ("wide", "deep", "modules")
      for flag in ("--focus", "--ignore", "--hide", "--show", "--show-from", "--trim-root", "--trim-leaf")),
    growing(PPROF["wide"], lambda n: ["--focus", "|".join(f"f{i}$" for i in range(n))]),
    *(filtered(PPROF[shape], "--granularity", what) for shape in ("wide", "deep", "modules")
      for what in ("address", "line", "function", "file", "module")),
    filtered(PPROF["recursive"], "--collapse-recursion"),
    filtered(PPROF["deep"], "--collapse-recursion"),
    growing(PPROF["deep"], lambda n: ["--max-depth", str(n // 2 + 1)]),
    filtered(replace(PPROF["types"], size=3000), "--hide", "5"),
    filtered(PPROF["wide"], "--scale", "1/3"),
    growing(PPROF["types"], repeated("--scale", lambda i: f"type{i}=1/3"), quick=True),
    *(filtered(shape, "--anonymize") for shape in (PPROF["wide"], PPROF["deep"], PPROF["label_keys"],
                                                   PPROF["labels_of_one"], PPROF["modules"], PPROF["threads"])),
    # Files and profiles without number, and words that no option has.
    Row(INPUTS, lambda n: [*map("{}.folded".format, range(n)), "-t", "json"]),
    Row(INPUTS, lambda n: [*map("{}.folded".format, range(n)), "-o", "out/", "-t", "json"]),
    Row(INPUTS, lambda n: ["info", *map("{}.folded".format, range(n))]),
    Row(EQUAL_INPUTS, lambda n: [*map("{}.json".format, range(n)), "-t", "json"], quick=True),
    row(ONE_DIFFERS, *map("{}.json".format, range(20)), "-t", "json", quick=True),
    row(TYPES_TWICE, "0.json", "1.json", "-t", "json", quick=True),
    row(PPROF["wide"], INPUT, INPUT, "-t", "json"),
    Row(PPROF["wide"], lambda n: [INPUT, "--" + "x" * n], status=2),
    Row(PPROF["wide"], lambda n: [INPUT, "--set", "x" * n + "=1", "-t", "json"], status=2),
    Row(PPROF["wide"], lambda n: [INPUT, "-t", "x" * n], status=2),
    row(DTRACE["program_prints"], *to("json", "-f", "dtrace", "--set", "dtrace.script=prog.d"), steep=PAIRWISE),
    row(DTRACE["truncated_prints"], *to("json", "-f", "dtrace", "--set", "dtrace.script=prog.d")),
    row(DTRACE["words_line"], *to("json", "-f", "dtrace", "--set", "dtrace.printa=%s %s %s %@d\\n")),
    Row(DTRACE["aggregations"], lambda n: to("json", "--set", "dtrace.printa=" + "\\n".join(["%s %@d"] * n)), status=None),
    *(row(PPROF[shape], *to("top", "--set", f"top.per={per}", "--set", f"top.view={view}"))
      for shape, per in [("threads", "thread"), ("processes", "process"), ("label_values", "key"), ("label_keys", "key7")]
      for view in ("table", "tree")),
    row(PPROF["recursive"], *to("flamegraph", "--set", "flamegraph.base=f")),
]

OLD_AND_NEW = {"--fail-if-grew": "900%", "--fail-if-function-grew": "900%", "--min-growth": "1%", "--top": "0"}

COMMAND_ROWS = [
    *(row(shape, "diff", INPUT, INPUT) for shape in PPROF.values() if shape.name != "differences"),
    row(DTRACE["aggregations"], "diff", INPUT, INPUT, "-t", "json", *APART, quick=True),
    row(DTRACE["aggregations"], "info", INPUT, *APART),
    row(DTRACE["program"], "info", "-f", "dtrace", "--set", "dtrace.script=prog.d", INPUT, steep=PAIRWISE),
    *(row(PPROF["wide"], "diff", INPUT, INPUT, flag, value, status=None) for flag, value in OLD_AND_NEW.items()),
    *(row(PPROF["wide"], "diff", INPUT, INPUT, flag) for flag in ("--normalize", "--json", "--verbose")),
    row(PPROF["wide"], "diff", INPUT, INPUT, "-t", "flamegraph"),
    row(PPROF["wide"], "info", "--json", INPUT, "--jobs", "2"),
    row(PPROF["wide"], "top", INPUT),
    Row(INPUTS, lambda n: ["help", "x" * n], status=2),
    row(COLLAPSED["skipped"], "check", "--json", "--most", "1000000", "--jobs", "2", INPUT, status=None),
    Row(INPUTS, lambda n: ["check", *map("{}.folded".format, range(n))]),
    Row(INPUTS, lambda n: ["formats", "x" * n, "--json"], status=2),
    Row(INPUTS, lambda n: ["plugins", "--explain", "x" * n], status=2),
    Row(INPUTS, lambda n: ["plugin-test", "x" * n], status=2),
    Row(INPUTS, lambda n: ["record", "--show-script", "--script", "x/" * n + "a.d", "--backend", "dtrace"], status=1),
    Row(INPUTS, lambda n: ["record", "-d", "1", "--", *["x"] * n], status=1),
    Row(INPUTS, lambda n: ["record", "--live=" + "9" * n, "--", "x"], status=2),
    row(DTRACE["wide"], "dtrace2spall", "--freq", "997", reads_stdin=True),
    row(DTRACE["threads"], "dtrace2spall", "--fields", "pid,tid,execname", "--json", reads_stdin=True),
    row(DTRACE["wide"], "dtrace2spall", "--passthrough", "--out", "out.spall", reads_stdin=True),
    row(DTRACE["aggregations"], "dtrace2spall", "--only", "1", "--set", "offsets=keep", reads_stdin=True),
    row(DHAT["wide"], "dhat-pprof", INPUT, "-"),
]

LIMITS = "a limit: it is compared with a count"
NEEDS_NONE = {
    "--help-all": "prints a text of its own", "--man": "prints a text of its own", "--color": "colors what other rows write",
    "--completion": "prints a text of its own",
    "--deadline": "stops other programs", "--plugin": "loads code of others before anything is read",
    **{flag: "part of a tracer's program, whose output other rows read" for flag in (
        "--frequency", "--duration", "--process", "--all", "--kernel", "--off-cpu", "--frames", "--buffer")},
    "--open": "starts another program when all is done",
    "--help": "prints a text of its own", "--version": "prints a text of its own",
    "--from": "every reader's rows have it, as -f", "--to": "every writer's rows have it, as -t",
    "--output": "rows have it as -o", "--compress": "rows of writers have it",
    **{f"--max-{what}": LIMITS for what in ("input", "output", "line", "string", "nesting", "stack-depth", "frames",
                                            "stacks", "samples", "profiles", "memory")},
}


def all_rows(formats):
    made = [*FLAG_ROWS, *COMMAND_ROWS]
    for one in formats:
        made += reader_rows(one.name) if one.direction == "read" else []
        made += writer_rows(one.name) if one.direction == "write" else []
        made += option_rows(one)
    return made
