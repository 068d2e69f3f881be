# SPDX-License-Identifier: Apache-2.0
"""D programs: aggregations, when each is printed, and the text of the script."""
import dataclasses

from .data import STACKS, true_labels, true_stack
from .formats import make_format
from .values import SCALARS, TABLES

SHAPES = ["", "s", "s", "w", "q", "y", "ss", "sw", "ws", "wws", "sq", "qs", "wsw", "bhwq", "sbs", "hq", "sss", "K", "U",
          "U", "sU", "sU", "KU", "sKU", "wU", "qU", "wwU", "sqU", "Us", "Uw", "Uq", "UqK", "KUs", "yU", "swU", "sws"]
EXPRESSIONS = {"s": ["execname", "probefunc", "copyinstr(arg0)", "self->name", "args[0]->name", "curpsinfo->pr_psargs"],
               "y": ["usym(arg1)", "sym(arg0)"], "b": ["(char)arg0", "(uint8_t)self->kind"],
               "h": ["(short)arg1", "(uint16_t)self->port"], "w": ["pid", "tid", "cpu", "uid", "(int)arg2"],
               "q": ["arg0", "self->id", "(int64_t)arg1", "timestamp"], "K": ["stack()", "stack(6)"],
               "U": ["ustack()", "ustack(6)"]}
PROBES = ["syscall::read:entry", "pid$target::malloc:entry", "io:::start", "profile-97", "sched:::on-cpu", "tick-10ms",
          "syscall:::return", "fbt::vfs_read:return"]
NAMES = ["", "a", "b", "reads", "bytes", "calls", "lat", "stacks", "depth"]
HEADINGS = ["data #%d:", "Start tracing...", "%Y", "Totals", "--- %d ---", "bytes by process", "READS",
            "Tracing... Hit Ctrl-C to end.", "  PID    COUNT", "count", "", "t=%d"]
# Text that a printf() leaves open right before a printa(), and lines between prints.
LEADS = ["%Y ", "%Y ", "%d ", "\n%Y\n", "total: ", "%Y: ", "[%d] ", "at %Y\n", "%Y\n---- "]
# Lines that a program prints as it ends, in the clause of exit() or in END.
CLOSINGS = ["done\n", "%d events\n", "end of trace at %Y\n", "bye"]
SEPARATORS = ["----\n", "\n", "== %d ==\n", "12 34\n", "\n\n", "run %d: 7\n"]


@dataclasses.dataclass(eq=False)
class Aggregation:
    name: str
    keys: str
    expressions: list
    function: str
    probe: str
    pool: list = dataclasses.field(default_factory=list)  # of records that may occur, each a tuple of keys
    events: dict = dataclasses.field(default_factory=dict)  # of each record so far
    prints: list = dataclasses.field(default_factory=list)  # what each print showed: record to value
    clears: bool = False
    printed: bool = False  # by the program
    literal: int = None  # the key that each clause of its own writes as a text

    def is_table(self):
        return self.function in TABLES


@dataclasses.dataclass
class Action:
    """printf (text), printa (aggregations and perhaps text), clear, trunc, exit, ustack or stack."""
    kind: str
    aggregations: list = dataclasses.field(default_factory=list)
    text: str = None
    parts: list = None  # of a format
    every: int = 0  # of a clear() in a clause of its own: at each second tick only, if 2


@dataclasses.dataclass
class Program:
    aggregations: list
    begin: list
    tick: list  # lists of actions, one for each clause
    ticks: int
    last: list  # of the clause that exits
    end: list
    quiet: bool
    options: dict
    wrapper: str = "plain"
    clears: list = dataclasses.field(default_factory=list)  # clauses of each tick that come after the others


def draw_expressions(rng, keys):
    """An expression for each key, no two alike."""
    found = []
    for key in keys:
        choices = [each for each in EXPRESSIONS[key] if each not in found]
        found.append(rng.choice(choices or EXPRESSIONS[key]))
    return found


def possible(rng, expression, datum):
    """A datum that the expression can have."""
    if expression in ("pid", "tid"):
        return abs(datum) or 1
    if expression == "timestamp":
        return rng.randint(1 << 40, 1 << 41)
    if expression == "execname":
        return datum[:15].strip() or "sh"
    return rng.randint(0, 3) if expression == "cpu" else abs(datum) if expression == "uid" else datum


def without_mirrored(keys, records):
    """Drops records that differ from another only in the order of labels, which the judge ignores."""
    seen = {}
    for record in records:
        labels = tuple(datum for key, datum in zip(keys, record) if key not in STACKS)
        seen.setdefault((true_stack(keys, record), true_labels(keys, record)), labels)
    return [record for record in records if seen[true_stack(keys, record), true_labels(keys, record)]
            == tuple(datum for key, datum in zip(keys, record) if key not in STACKS)]


def make_aggregation(rng, pool, earlier):
    name = rng.choice([each for each in NAMES if each not in [other.name for other in earlier]])
    function = rng.choice(SCALARS + ["count", "count", "sum"] + TABLES)
    twin = rng.choice(earlier) if earlier and rng.random() < 0.5 else None
    keys = twin.keys if twin else rng.choice(SHAPES)
    expressions = list(twin.expressions) if twin else draw_expressions(rng, keys)
    made = Aggregation(name, keys, expressions, function, rng.choice(PROBES))
    if made.probe == "profile-97" and function != "count":
        made.probe = "sched:::on-cpu"
    records = set(twin.pool) if twin and rng.random() < 0.7 else set()
    kinds = [pool.kinds + ["plain"] if rng.random() < 0.6 else ["plain"] for _ in keys]
    for _ in range(rng.choice([1, 2, 3, 5, 8]) if keys else 1):
        records.add(tuple(possible(rng, each, pool.datum(key, kind))
                          for key, kind, each in zip(keys, kinds, expressions)))
    made.pool = without_mirrored(keys, sorted(records, key=repr))
    return made


def printing_actions(rng, aggregation, others):
    """A heading perhaps, and a printa()."""
    actions = []
    if rng.random() < 0.35:
        heading = rng.choice(HEADINGS)
        actions.append(Action("printf", text=heading + "\n"))
    elif rng.random() < 0.2:
        actions.append(Action("printf", text=rng.choice(LEADS)))
    together = [aggregation] + others
    parts = make_format(rng, together) if rng.random() < 0.4 else None
    actions.append(Action("printa", together, parts=parts))
    for each in together:
        each.printed = True
    if rng.random() < 0.1:
        actions.append(Action("printf", text=rng.choice(SEPARATORS)))
    return actions


def partner_of(rng, aggregation, free):
    """Aggregations to print together with one: of the same keys."""
    # DTrace 2.0.7 aborts where it compares a stddev() of nothing: a missing one, or one that was cleared.
    partners = [each for each in free if each is not aggregation and each.expressions == aggregation.expressions
                and "stddev" not in (each.function, aggregation.function)]
    return [rng.choice(partners)] if partners and rng.random() < 0.5 else []


def add_prints(rng, program):
    """Decides where each aggregation is printed: at every tick, when the program exits, in END, or by dtrace."""
    free = list(program.aggregations)
    rng.shuffle(free)
    clears_all = rng.random() < 0.5
    while free:
        aggregation = free.pop()
        place = rng.choice(["tick", "tick", "last", "end", "default", "default", "default"])
        if place == "default" or (place == "tick" and not program.ticks):
            continue
        others = partner_of(rng, aggregation, free)
        free = [each for each in free if each not in others]
        actions = printing_actions(rng, aggregation, others)
        if place == "tick":
            if clears_all:
                kind = rng.choice(["clear", "trunc"]) if aggregation.function != "stddev" else "trunc"
                add_clears(rng, program, actions, [Action(kind, [each]) for each in [aggregation] + others])
            if program.tick and rng.random() < 0.6:
                program.tick[-1] += actions
            else:
                program.tick.append(actions)
        else:
            {"last": program.last, "end": program.end}[place].extend(actions)


def add_clears(rng, program, actions, clears):
    """Right behind the print, or in a clause of its own, at every tick or at some."""
    if rng.random() < 0.7:
        actions += clears
        return
    every = rng.choice([1, 2])
    for each in clears:
        each.every = every
    program.clears.append(clears)


def make_program(rng, pool):
    aggregations = []
    for _ in range(rng.choice([1, 1, 2, 2, 3, 4])):
        aggregations.append(make_aggregation(rng, pool, aggregations))
    options = {}
    if rng.random() < 0.15:
        options["aggsortkey"] = None
    if rng.random() < 0.1:
        options["aggsortrev"] = None
    if rng.random() < 0.06:
        options["aggpercpu"] = None
        for each in aggregations:  # the judge ignores labels called cpu
            each.expressions = ["(int)arg3" if key == "cpu" else key for key in each.expressions]
    program = Program(aggregations, [], [], rng.choice([0, 2, 3]), [], [], rng.random() < 0.5, options)
    add_prints(rng, program)
    if not program.tick:
        program.ticks = 0
    if rng.random() < 0.2:
        program.begin.append(Action("printf", text=rng.choice(HEADINGS[1:2] + HEADINGS[7:8]) + "\n"))
    if rng.random() < 0.08:
        rng.choice([program.last, program.end]).append(Action(rng.choice(["ustack", "stack"])))
    if rng.random() < 0.1:
        actions = rng.choice([program.last, program.end])
        actions.insert(rng.choice([0, len(actions)]), Action("printf", text=rng.choice(CLOSINGS)))
    program.wrapper = rng.choice(["plain", "shebang", "shell", "shell-variable", "plain"])
    for each in aggregations:
        if rng.random() < 0.2:
            each.literal = literal_key(each)
    return program


def literal_key(aggregation):
    """The first text key whose few values could be written in the program, or None."""
    for i, key in enumerate(aggregation.keys):
        texts = {record[i] for record in aggregation.pool}
        if key == "s" and len(texts) <= 4 and all(each and each.isascii() and each.isprintable() for each in texts):
            return i
    return None


# -- the text of the program

def calls(aggregation):
    """One assignment, or one for each text that a key has."""
    if aggregation.literal is None:
        return [call(aggregation, aggregation.expressions)]
    i = aggregation.literal
    texts = sorted({record[i] for record in aggregation.pool})
    return [call(aggregation, aggregation.expressions[:i] + [quoted(text)] + aggregation.expressions[i + 1:])
            for text in texts]


def call(aggregation, expressions):
    arguments = {"count": "", "lquantize": "arg2, 0, 100, 10", "llquantize": "arg2, 10, 0, 2, 10"}
    keys = "[" + ", ".join(expressions) + "]" if aggregation.keys else ""
    return "@%s%s = %s(%s);" % (aggregation.name, keys, aggregation.function,
                                arguments.get(aggregation.function, "arg2"))


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def action_text(action):
    names = ", ".join("@" + each.name for each in action.aggregations)
    if action.kind == "printf":
        argument = ", walltimestamp" if "%Y" in action.text else ", timestamp" if "%d" in action.text else ""
        return "printf(%s%s);" % (quoted(action.text), argument)
    if action.kind == "printa":
        form = quoted("".join(part.written for part in action.parts)) + ", " if action.parts else ""
        return "printa(%s%s);" % (form, names)
    return "%s(%s);" % (action.kind, {"exit": "0"}.get(action.kind, names))


def clause(probe, actions):
    if actions[0].every == 2:
        probe += "\n/n++ % 2/"
    return probe + "\n{\n" + "".join("\t" + action_text(each) + "\n" for each in actions) + "}\n"


def program_text(program):
    text = "#pragma D option quiet\n" if program.quiet else ""
    if "shell" not in program.wrapper:
        text += "".join("#pragma D option %s\n" % each for each in program.options)
    if program.begin:
        text += clause("dtrace:::BEGIN", program.begin)
    for aggregation in program.aggregations:
        for assignment in calls(aggregation):
            text += "%s\n{\n\t%s\n}\n" % (aggregation.probe, assignment)
    for actions in program.tick + program.clears:
        text += clause("profile:::tick-1s", actions)
    text += clause("tick-%ds" % max(program.ticks, 1), program.last + [Action("exit")])
    if program.end:
        text += clause("dtrace:::END", program.end)
    return wrapped(program, text)


def wrapped(program, text):
    """The program as users keep it: alone, or in a shell script."""
    options = "".join(" -x " + each for each in program.options)
    if program.wrapper == "shebang":
        return "#!/usr/sbin/dtrace -s\n" + text
    if program.wrapper == "shell":
        quiet = "-qn" if program.quiet else "-n"
        return "#!/bin/sh\n# traces\ndtrace%s %s '\n%s'\n" % (options, quiet, text.replace("'", "'\\''"))
    if program.wrapper == "shell-variable":
        return '#!/bin/bash\nDTRACE=/usr/sbin/dtrace\nsudo "$DTRACE"%s -n \'\n%s\' -p "$1"\n' % (
            options, text.replace("'", "'\\''"))
    return text
