# SPDX-License-Identifier: Apache-2.0
"""Random recordings, each with the spans or the self times that a viewer must show.

A case is a file for profconv, the options to convert it with, and the truth: nanoseconds by (pid, tid) and stack (names,
root first), and, for traces of spans, how many spans each stack has.
"""
import struct
from collections import Counter, defaultdict
from dataclasses import dataclass, field

NAMES = ("main", "a", "b", "x", "f")
ODD_NAMES = ("a b", "it's", 'quo"te', "back\\slash", "sémicolon", "operator()(int)", "<T>", "x{}")
ALL_THREADS = None  # in place of (pid, tid): sums over all threads


@dataclass
class Case:
    """What to convert, and what every viewer must show of it."""
    path: object
    options: tuple
    self_ns: dict = field(default_factory=lambda: defaultdict(Counter))  # by (pid, tid): ns by stack
    spans: dict = None  # by (pid, tid): number of spans by stack; None where the layout decides it
    tolerance_ns: int = 0  # of the self time of one stack
    name: str = ""


class SpanWriter:
    """Writes Spall traces of version 3 and keeps the truth."""

    def __init__(self, random, names):
        self.random = random
        self.names = names
        self.data = [struct.pack("<QQdQ", 0x0BADF00D, 3, 1.0, 0)]
        self.self_ns = defaultdict(Counter)
        self.spans = defaultdict(Counter)

    def thread(self, pid, tid, begin, length, depth):
        self.key = (pid, tid)
        self.events = []
        self._fill((), begin, begin + length, depth)
        payload = b"".join(self.events)
        self.data.append(struct.pack("<IIIQ", len(payload), tid, pid, 0) + payload)

    def _span(self, stack, begin, end, depth):
        name = stack[-1].encode()
        self.spans[self.key][stack] += 1
        self.events.append(struct.pack("<BQBB", 3, begin, len(name), 0) + name)
        own = end - begin - (self._fill(stack, begin, end, depth - 1) if depth > 1 else 0)
        if own:
            self.self_ns[self.key][stack] += own
        self.events.append(struct.pack("<BQ", 4, end))

    def _fill(self, stack, begin, end, depth):
        """Calls of the innermost span of `stack`: touching or apart, often of equal names. Returns how long they last."""
        random = self.random
        cuts = sorted({begin, end, *(random.randint(begin, end) for _ in range(random.randrange(4)))})
        covered = 0
        for left, right in zip(cuts, cuts[1:]):
            if random.random() < (0.25 if stack else 0.1):
                continue
            # A span is open for a time of its own, so that no two spans are one span.
            self._span((*stack, random.choice(self.names)), left, right, depth)
            covered += right - left
        return covered


def spans(random, path, threads, max_length, max_depth, names=NAMES):
    """Calls that touch, repeat and recur, on many threads."""
    writer = SpanWriter(random, names)
    for number in range(threads):
        begin = random.choice((0, random.randrange(10_000), random.randrange(10**12)))
        writer.thread(1 + number % 7, 1 + number // 7, begin, random.randint(1, max_length), random.randint(1, max_depth))
    path.write_bytes(b"".join(writer.data))
    return Case(path, (), writer.self_ns, writer.spans)


def samples(random, path, threads, rate, names=NAMES, layout="merged"):
    """Stacks of sampled threads without times, as DTrace prints them."""
    case = Case(path, ("-f", "dtrace", "--set", "dtrace.keys=pid,tid", "--set", "dtrace.aggregations=count", "--freq",
                       str(rate), "--set", f"chrome.layout={layout}", "--set", "chrome.modules=no"),
                tolerance_ns=0 if 10**9 % rate == 0 else 2)
    text = ["CPU     ID                    FUNCTION:NAME", "  0      1                              :END "]
    for number in range(threads):
        key = (1 + number % 5, 1 + number // 5)
        stacks = {tuple(random.choice(names) for _ in range(random.randint(1, 6))) for _ in range(random.randint(1, 8))}
        for stack in sorted(stacks, key=lambda _: random.random()):
            count = random.randint(1, 30)
            case.self_ns[key][stack] += round(count * 10**9 / rate)
            text += ["", f"    {key[0]:5}    {key[1]:5}", *(f"              a.out`{name}+0x1" for name in reversed(stack)),
                     f"{count:17}"]
    path.write_text("\n".join(text) + "\n")
    return case


def named(random, path):
    """Processes and threads with names."""
    case = spans(random, path, 12, 1000, 4)
    names = [struct.pack("<IIIQ", 2 + len(name), tid, pid, 0) + struct.pack("<BB", 8 + (number % 2), len(name)) + name
             for number, (pid, tid) in enumerate(case.self_ns) for name in [f"a (b), c {number}".encode()]]
    path.write_bytes(path.read_bytes() + b"".join(names))
    return case


def at(random, path, begins, length):
    """Threads that begin at given times."""
    writer = SpanWriter(random, NAMES)
    for tid, begin in enumerate(begins, 1):
        writer.thread(9, tid, begin, length, 4)
    path.write_bytes(b"".join(writer.data))
    return Case(path, (), writer.self_ns, writer.spans)


def deep(path, depth):
    """A recursion, then calls that take turns."""
    stacks = [("f",) * depth, ("f",) * (depth - 1) + ("g",), tuple("fg"[i % 2] for i in range(depth))]
    path.write_text("".join(f"{';'.join(stack)} {number}\n" for number, stack in enumerate(stacks, 1)))
    times = {stack: number * 10**6 for number, stack in enumerate(stacks, 1)}
    return Case(path, ("--freq", "1000"), {ALL_THREADS: times})


def issue(path):
    """The smallest stacks that speedscope read wrongly: an end and a begin of one name at one time."""
    path.write_text("main;a;x 10\nmain;x 20\n")
    return Case(path, ("--freq", "1000"), {ALL_THREADS: {("main", "a", "x"): 10**7, ("main", "x"): 2 * 10**7}})


def cases(random, folder):
    """What pages are shown: they take many threads at a time."""
    made = {
        "stacks that meet": issue(folder / "issue.folded"),
        "short calls": spans(random, folder / "short.spall", 250, 40, 5),
        "long calls": spans(random, folder / "long.spall", 250, 10**9, 8),
        "names to escape": spans(random, folder / "odd.spall", 100, 10**6, 4, ODD_NAMES),
        "names of threads": named(random, folder / "named.spall"),
        "an hour": at(random, folder / "hour.spall", (0, 3600 * 10**9, 3601 * 10**9), 10**6),
        "a month": at(random, folder / "month.spall", (0, 0, 0), 30 * 86400 * 10**9),
        "deep stacks": deep(folder / "deep.folded", 300),
        "deeper stacks": deep(folder / "deeper.folded", 600),
        "samples": samples(random, folder / "samples.out", 200, 1000),
        "samples at a rate with fractions": samples(random, folder / "fractions.out", 200, 997),
        "samples in their order": samples(random, folder / "order.out", 200, 1000, layout="input"),
    }
    yield from named_cases(made)


def small_cases(random, folder):
    """What Firefox Profiler is shown, which is asked thread by thread."""
    yield from named_cases({
        "calls of a few threads": spans(random, folder / "few.spall", 5, 10**6, 5),
        "samples of a few threads": samples(random, folder / "few.out", 5, 1000),
    })


def named_cases(made):
    for name, case in made.items():
        case.name = name
        yield case
