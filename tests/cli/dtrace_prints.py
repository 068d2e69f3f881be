# SPDX-License-Identifier: Apache-2.0
"""Makes what dtrace prints of aggregations, line by line, and knows what it counts.

An aggregation's keys are letters: s a string, m one of several words, u a usym(), w an integer of 4 bytes, q one of 8
bytes, K a stack(), U a ustack().
"""
import dataclasses
import random

SHAPES = ["", "s", "m", "w", "q", "u", "sw", "K", "U", "sU", "mU", "uU", "wU", "qU", "sqU", "KU", "UK", "sKU", "Us",
          "Um", "Uw", "Uq", "KUs", "sUw", "UqK"]
FUNCTIONS = ["count", "sum", "min", "max", "avg"]
TABLES = ["quantize", "lquantize", "llquantize"]
STACKS = "KU"
HEADING = "CPU     ID                    FUNCTION:NAME"


@dataclasses.dataclass
class Line:
    text: str
    kind: str  # blank, frame, value (nothing but the value), keys (with or without the value behind), row, other
    print_: int = -1  # of which print of which aggregation
    record: int = -1  # of which record of the file


@dataclasses.dataclass
class Aggregation:
    keys: str
    function: str
    records: list  # of keys, each a text, a number or a list of frames, leaf first


@dataclasses.dataclass
class Recording:
    lines: list
    truth: dict  # (frames from the root, labels) to the sum
    crlf: bool
    options: list
    aggregations: list


class Printer:
    def __init__(self, rng):
        self.rng = rng
        self.names = 0
        self.lines = []
        self.open = ""  # the beginning of a line that is not ended yet
        self.open_kind = "value"
        self.truth = {}
        self.records = 0
        self.print_ = -1

    def name(self):
        self.names += 1
        return f"fn{self.names}"

    def datum(self, letter):
        if letter == "s":
            return "job-" + self.name()
        if letter == "m":
            return f"Google {self.name()} Helper"
        if letter == "u":
            return "a.out`" + self.name()
        if letter == "w":
            self.names += 1
            return 1000 + self.names
        if letter == "q":
            self.names += 1
            return self.rng.choice([5, 1 << 20, 1 << 40]) + self.names
        module = "vmlinux`" if letter == "K" else "a.out`"
        return [f"{module}{self.name()}+0x{self.rng.randint(1, 4095):x}" for _ in range(self.rng.randint(1, 4))]

    def aggregation(self, keys, function):
        # A single record with such a number above a stack could be two that lost a line.
        counts = [2, 3, 5, 8] if "qU" in keys or "qK" in keys else [1, 2, 3, 5, 8] if keys else [1]
        count = self.rng.choice(counts)
        records = []
        for i in range(count):
            record = [self.datum(letter) for letter in keys]
            # What runs in the process has no kernel stack. After a number the first such record of a file looks like two.
            if i == 0 and "K" in keys and "U" in keys and "qK" not in keys and self.rng.random() < 0.3:
                record[keys.index("K")] = []
            records.append(record)
        return Aggregation(keys, function, records)

    # -- printing

    def newline(self, kind=None):
        text, self.open = self.open, ""
        kind = "blank" if not text else kind or self.open_kind
        self.lines.append(Line(text, kind, self.print_, self.records if self.in_record else -1))
        self.open_kind = "value"

    def line(self, text, kind):
        self.open = text
        self.newline(kind)

    def print_key(self, letter, datum):
        if letter in STACKS:
            self.newline("keys")
            for frame in datum:
                self.line(" " * 14 + frame, "frame")
            return
        self.open += {"w": " %8d", "q": " %16d"}.get(letter, "  %-50s") % datum
        self.open_kind = "keys"

    def print_table(self, function):
        rng = self.rng
        self.newline("keys")
        self.line("%16s %41s %-9s" % ("value", "------------- Distribution -------------", "count"), "row")
        low = rng.choice([0, 4, 64])
        bounds = {"quantize": [max(low // 2, -1) if low else -1, low or 0, (low or 0.5) * 2],
                  "lquantize": ["< 0", 0, 10, ">= 20"],
                  "llquantize": ["< 1", 1, 2, 3, ">= 4"]}[function]
        counts = [0] + [rng.randint(1, 50) for _ in bounds[2:]] + [0]
        for bound, count in zip(bounds, counts):
            bar = "@" * (40 * count // max(sum(counts), 1))
            bound = int(bound) if isinstance(bound, float) else bound
            self.line("%16s |%-40s %-9d" % (bound, bar, count), "row")
        return sum(counts)

    def print_record(self, aggregation, record, value):
        self.in_record = True
        for letter, datum in zip(aggregation.keys, record):
            self.print_key(letter, datum)
        if aggregation.function in TABLES:
            value = self.print_table(aggregation.function)
        else:
            self.open += " %16d" % value
        self.newline()
        self.in_record = False
        self.records += 1
        frames = [datum for letter in "KU" for key, datum in zip(aggregation.keys, record) if key == letter]
        stack = tuple(frame.split("+")[0] for part in frames for frame in part)[::-1]
        labels = tuple(str(datum) for key, datum in zip(aggregation.keys, record) if key not in STACKS)
        self.truth[stack, labels] = self.truth.get((stack, labels), 0) + value

    def print_aggregation(self, aggregation):
        self.print_ += 1
        low, high = (-500, 500) if aggregation.function in ("min", "sum") else (1, 1_000_000)
        values = sorted(self.rng.randint(low, high) for _ in aggregation.records)
        records = list(aggregation.records)
        self.rng.shuffle(records)
        for record, value in zip(records, values):
            self.print_record(aggregation, record, value)

    in_record = False


def looks_like_keys_of(keys, earlier):
    """Whether keys and value look like the keys above an empty stack of an earlier aggregation."""
    kinds = [kinds_of(keys), kinds_of(earlier)]
    return kinds[1].startswith(kinds[0] + "qS")


def looks_like_two(keys, earlier):
    """Whether a record looks like two of an earlier aggregation that lost the empty line between."""
    return kinds_of(keys) == kinds_of(earlier) + "q" + kinds_of(earlier)


def kinds_of(keys):
    return keys.translate(str.maketrans("muKU", "ssSS"))


def make(seed, shapes=None, functions=None):
    """A recording; equal for equal seeds."""
    rng = random.Random(seed)
    printer = Printer(rng)
    count = rng.choice([1, 1, 1, 2, 3])
    chosen = shapes or [rng.choice(SHAPES) for _ in range(count)]
    chosen = [keys for i, keys in enumerate(chosen)
              if not any(looks_like_keys_of(keys, each) or looks_like_two(keys, each) for each in chosen[:i])]
    aggregations = [printer.aggregation(keys, rng.choice(functions or FUNCTIONS * 3 + TABLES)) for keys in chosen]
    quiet = rng.random() < 0.5
    ticks = rng.choice([0, 0, 0, 2, 3])
    if not quiet:
        printer.line(HEADING, "other")
    for _ in range(ticks):
        if not quiet:
            printer.open = "%3d %6d %32s " % (1, 3973, ":tick-1s")
        for aggregation in aggregations:
            # printa() begins with a newline.
            printer.newline("other")
            printer.print_aggregation(aggregation)
        if not quiet:
            printer.newline()
    if ticks == 0:
        if not quiet:
            printer.line("%3d %6d %32s " % (1, 3973, ":tick-10s"), "other")
        printer.newline()
        for aggregation in aggregations:
            printer.print_aggregation(aggregation)
    options = ["--set", "dtrace.prints=add"] if ticks else []
    return Recording(printer.lines, printer.truth, rng.random() < 0.2, options, aggregations)


def text_of(recording, lines=None):
    end = "\r\n" if recording.crlf else "\n"
    return "".join(line.text + end for line in (recording.lines if lines is None else lines))
