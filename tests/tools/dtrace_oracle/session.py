# SPDX-License-Identifier: Apache-2.0
"""A program at work: events arrive, clauses print, and the truth is kept."""
import copy
import dataclasses
import random
import re

from .data import OTHER_OUTPUT, POOLS, STACKS, WIDTHS, Pool, true_labels, true_stack
from .printing import Printer, key_order, print_aggregations
from .program import make_program, program_text
from .values import ROWS, TABLES, buckets, scalar, sort_value


@dataclasses.dataclass
class Recording:
    seed: int
    program: object
    script: str
    lines: list
    truth: list  # one dict for each aggregation: row to value
    noise: int = 0  # lines of other output
    again: object = None  # the program of a second run, appended
    stacks: list = dataclasses.field(default_factory=list)  # of each run the stack that an action printed, if any


def arrive(rng, aggregation, is_first):
    """Events of one tick. Min, max, sum and avg may be negative; small numbers make ties."""
    low, high = aggregation.range
    for record in aggregation.pool:
        chance = 1 if is_first and record is aggregation.pool[0] else 0.8
        if rng.random() < chance:
            some = [rng.randint(low, high) for _ in range(rng.choice([1, 1, 2, 3, 9, 60]))]
            aggregation.events.setdefault(record, []).extend(some)


CLEARED = ()  # in the place of a print


def choose_range(rng, aggregation):
    if aggregation.is_table():
        return rng.choice([(0, 10), (0, 200), (1, 5000)] + ([(-40, 40)] if aggregation.function != "lquantize" else []))
    return rng.choice([(0, 3), (1, 1000), (-50, 50), (4096, 1 << 32), (1, 1), (-3, 0)])


def clear(aggregation, kind):
    aggregation.prints.append(CLEARED)
    if kind == "trunc":
        aggregation.events = {}
    else:
        aggregation.events = {record: [] for record in aggregation.events}


class Session:
    def __init__(self, seed, with_noise, program):
        self.rng = rng = random.Random(seed + 1_000_003)
        self.program = program
        self.printer = Printer(self.program.quiet)
        self.noise = rng.choice([0.0, 0.3]) if with_noise else 0.0
        self.noises = 0
        self.number = 0
        for aggregation in self.program.aggregations:
            aggregation.range = choose_range(rng, aggregation)

    def other_output(self):
        if self.rng.random() < self.noise and not self.printer.open:
            self.printer.write(self.rng.choice(OTHER_OUTPUT) + "\n", "noise")
            self.noises += 1

    def act(self, action):
        printer, rng = self.printer, self.rng
        if action.kind == "printf":
            self.number += 1 + self.rng.randint(0, 99)
            text = action.text.replace("%Y", "2024 May  3 %02d:%02d:%02d" % (self.number // 3600, self.number // 60 % 60, self.number % 60))
            printer.write(text.replace("%d", str(self.number)), "text")
        elif action.kind == "printa":
            indices = [self.program.aggregations.index(each) for each in action.aggregations]
            if not action.parts:
                printer.write("\n", "print")
            print_aggregations(printer, action.aggregations, indices, action.parts, self.program.options)
        elif action.kind in ("clear", "trunc"):
            clear(action.aggregations[0], action.kind)
        elif action.kind in ("ustack", "stack"):
            self.action_stack = Pool(rng).stack("K" if action.kind == "stack" else "U", False)
            printer.key("K", self.action_stack)

    def clause(self, probe, actions):
        if not actions or all(each.kind in ("clear", "trunc") for each in actions):
            for action in actions:
                self.act(action)
            return
        self.other_output()
        self.printer.begin_clause(probe)
        for action in actions:
            self.act(action)
        self.printer.end_clause()

    def run(self):
        program = self.program
        self.action_stack = None
        self.clause(":BEGIN", program.begin)
        for tick in range(max(program.ticks, 1)):
            for aggregation in program.aggregations:
                arrive(self.rng, aggregation, tick == 0)
            for actions in program.tick:
                self.clause(":tick-1s", actions)
            for actions in program.clears:
                if actions[0].every == 1 or tick % 2:
                    self.clause(":tick-1s", actions)
        self.clause_of_exit()
        self.clause(":END", program.end)
        self.print_rest()

    def print_rest(self):
        """What dtrace prints when it ends: all that the program never printed."""
        program = self.program
        self.printer.write("\n", "end")
        order = program.aggregations[::-1] if "aggsortrev" in program.options else program.aggregations
        for aggregation in order:
            if not aggregation.printed:
                index = program.aggregations.index(aggregation)
                print_aggregations(self.printer, [aggregation], [index], None, program.options)

    def clause_of_exit(self):
        """exit() prints nothing, but its clause has a probe line."""
        probe = ":tick-%ds" % max(self.program.ticks, 1)
        self.printer.begin_clause(probe)
        for action in self.program.last:
            self.act(action)
        self.printer.end_clause()

    def truth(self):
        return [all_rows(each) for each in self.program.aggregations]

    def stacks(self):
        """The stack that an action printed, if any, as a column."""
        return [] if self.action_stack is None else [{(true_stack("U", [self.action_stack]), (), None): 1}]


def merged(function, old, new):
    if function == "min":
        return min(old, new)
    if function == "max":
        return max(old, new)
    return old + new if function in ("count", "sum") else new


def last_prints(aggregation, kept):
    """The last print before each clear(), and at the end."""
    runs = [[]]
    for shown in aggregation.prints:
        if shown is CLEARED:
            runs.append([])
            continue
        left = [each for each in shown if kept is None or each[0] in kept]
        runs[-1] += [left] if left or kept is None else []
    return [run[-1] for run in runs if run]


def all_rows(aggregation, kept=None, merged=merged):
    """What the aggregation holds: the sum of its prints if the program clears in between, else the last print.

    `kept` are the numbers of the records that are still in the text; `merged` merges the values of two records.
    """
    function, keys = aggregation.function, aggregation.keys
    prints = last_prints(aggregation, kept)
    rows = {}
    for shown in prints:
        this = {}  # records that print alike are one
        for _, record, events in shown:
            where = true_stack(keys, record), true_labels(keys, record)
            if function in TABLES:
                for (_, low, high), count in zip(ROWS[function], buckets(function, events)):
                    if count:
                        row = (*where, (low, high))
                        this[row] = this.get(row, 0) + count
                continue
            value, row = scalar(function, events), (*where, None)
            this[row] = merged(function, this[row], value) if row in this else value
        for row, value in this.items():
            rows[row] = (rows[row] + value if function in TABLES else merged(function, rows[row], value)) \
                if row in rows else value
    return rows


def without_zeros(rows):
    """A reader leaves out what is 0."""
    return {row: value for row, value in rows.items() if value}


def true_rows(aggregation, kept=None):
    return without_zeros(all_rows(aggregation, kept))


def rows_of_sums(aggregation):
    """What it would hold if its function were sum()."""
    return without_zeros(all_rows(aggregation, merged=lambda function, old, new: old + new))


def program_of(seed):
    rng = random.Random(seed)
    return make_program(rng, Pool(rng))


def added(recording, truth, more):
    """The truth of two runs, of which `more` is the second's; averages are those of the last."""
    functions = [each.function for each in recording.program.aggregations]
    truth = [dict(rows) for rows in truth]
    for rows, later_rows, function in zip(truth, more, functions):
        for row, value in later_rows.items():
            rows[row] = (rows[row] + value if function in TABLES else merged(function, rows[row], value)) \
                if row in rows else value
    return truth


def sum_of_stacks(stacks):
    """The truth of what actions printed: nothing, or one column."""
    column = {}
    for stack in stacks:
        for row, value in stack.items():
            column[row] = column.get(row, 0) + value
    return [column] if stacks else []


def make(seed, with_noise=False, program=None, appended=False):
    """The recording of a seed, or of a program in its place, which is used up. `appended`: of two runs of the program, as
    dtrace -o appends them."""
    program = program or program_of(seed)
    again = later(copy.deepcopy(program)) if appended else None
    session = Session(seed, with_noise, program)
    session.run()
    recording = Recording(seed, program, program_text(program), session.printer.lines, session.truth(), session.noises,
                          stacks=session.stacks())
    if appended:
        second = Session(seed + 2_000_003, with_noise, again)
        second.printer.records = session.printer.records
        append(recording, second)
    recording.truth = [without_zeros(rows) for rows in recording.truth + sum_of_stacks(recording.stacks)]
    return recording


def later(program):
    """The program with other timestamps: those of a second run are larger than those of the first."""
    for aggregation in program.aggregations:
        aggregation.pool = [tuple(datum + (1 << 42) if expression == "timestamp" else datum
                                  for expression, datum in zip(aggregation.expressions, record))
                            for record in aggregation.pool]
    return program


def append(recording, session):
    """Adds a second run to a recording."""
    session.run()
    recording.again = session.program
    recording.lines += session.printer.lines
    recording.noise += session.noises
    recording.truth = added(recording, recording.truth, session.truth())
    recording.stacks += session.stacks()


def looks(keys):
    """What keys look like: stacks of the kernel and of programs alike, symbols and texts, too."""
    return tuple("S" if key in STACKS else key if key in WIDTHS else "t" for key in keys)


def in_order(places):
    return places == sorted(places)


def has_no_boundary(program):
    """Whether dtrace prints two aggregations of equal shape one after the other, and nothing shows where the second
    begins: it goes on in the order of the first, and no key is seen twice. No reader can know then, whatever the
    program says."""
    at_end = [each for each in program.aggregations if not each.printed and each.prints]
    def printed(each):
        """The records' places by key and by value, in the order in which they are printed."""
        shown = [(key_order(each.keys, record), sort_value(each.function, events)[0])
                 for _, record, events in each.prints[-1]]
        return sorted(shown, key=lambda place: place[::-1] if "aggsortkey" not in program.options else place,
                      reverse="aggsortrev" in program.options)

    def goes_on(one, two):
        pair = printed(two) + printed(one) if "aggsortrev" in program.options else printed(one) + printed(two)
        orders = [[place[0] for place in pair], [place[1] for place in pair]]
        return any(in_order(order) or in_order(order[::-1]) for order in orders)

    for one, two in zip(at_end, at_end[1:]):
        if looks(one.keys) != looks(two.keys) or not one.prints[-1] or not two.prints[-1] or not one.keys:
            continue
        shared = {record for _, record, _ in one.prints[-1]} & {record for _, record, _ in two.prints[-1]}
        if one.is_table() == two.is_table() and goes_on(one, two) and not shared:
            return True
    return False


def printed_alone(program):
    """The names of the aggregations that no printa() prints with another; None if all are."""
    actions = [each for part in program.tick for each in part] + program.last + program.end
    together = {aggregation.name for each in actions if each.kind == "printa" and each.aggregations[1:]
                for aggregation in each.aggregations}
    return {each.name for each in program.aggregations} - together if together else None


def features(program):
    """Words for what a program has, which show what failures have in common."""
    found = sorted(program.options) + (["quiet"] if program.quiet else [])
    found += [program.wrapper] if "shell" in program.wrapper else []
    shapes = [each.keys for each in program.aggregations]
    at_end = [each.keys for each in program.aggregations if not each.printed]
    if len(set(shapes)) < len(shapes):
        found.append("twins-at-end" if len(set(at_end)) < len(at_end) else "twins")
    if has_no_boundary(program):
        found.append("no-boundary")
    actions = [("tick", each) for part in program.tick for each in part]
    actions += [("once", each) for each in program.last + program.end]
    for where, action in actions:
        if action.kind == "printa":
            found.append(where + ("-format" if action.parts else "") + ("-together" if action.aggregations[1:] else ""))
            if any(each.is_table() for each in action.aggregations):
                found.append("table-" + found[-1])
            if any(re.match("%[-0-9]+@", part.written) for part in action.parts or []):
                found.append("width-before-@")
            if any(part.letter == "x" for part in action.parts or []):
                found.append("hex-value")
        elif action.kind in ("stack", "ustack", "clear", "trunc"):
            found.append(action.kind)
    for aggregation in program.aggregations:
        found += ["literals"] if aggregation.literal is not None else []
        texts = [datum for record in aggregation.pool for key, datum in zip(aggregation.keys, record) if key == "s"]
        found += [kind for kind, pool in POOLS.items() if kind != "plain" and any(text in pool for text in texts)]
        found += ["empty-stack"] if any(datum == () for record in aggregation.pool for datum in record) else []
    return sorted(set(found))


def text_of(lines):
    return "".join(line.text + "\n" for line in lines)
