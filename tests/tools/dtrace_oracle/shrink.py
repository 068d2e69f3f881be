# SPDX-License-Identifier: Apache-2.0
"""Makes a failing program smaller while its outcome stays the same."""
import copy
import itertools

from .data import STACKS
from .session import program_of


def parts_of(program):
    return [program.begin, program.last, program.end] + program.tick


def without_aggregation(program, i):
    gone = program.aggregations.pop(i)
    for part in parts_of(program):
        part[:] = [each for each in part if gone not in each.aggregations]
    program.tick = [part for part in program.tick if part]
    printed = {each for part in parts_of(program) for action in part if action.kind == "printa"
               for each in action.aggregations}
    for each in program.aggregations:
        each.printed = each in printed


def without_action(program, part, i):
    """A printa() stays: without it DTrace prints the aggregation elsewhere."""
    del parts_of(program)[part][i]
    program.tick = [each for each in program.tick if each]


def simple(key, datum, number):
    if key in STACKS:
        return (("vmlinux`k%d" if key == "K" else "a.out`f%d") % number,) if datum else ()
    return datum if key != "s" else "job-%d" % number


def with_simple_records(program, column=None):
    known = {}
    for each in program.aggregations:
        pool = []
        for record in each.pool:
            pool.append(tuple(simple(key, datum, known.setdefault(datum, len(known))) if column in (None, i) else datum
                              for i, (key, datum) in enumerate(zip(each.keys, record))))
        each.pool = sorted(set(pool), key=repr)


def steps(program):
    """Changes to a copy of the program, the boldest first."""
    for i in range(len(program.aggregations)):
        yield lambda copied, i=i: without_aggregation(copied, i)
    yield with_simple_records
    for column in range(4):
        yield lambda copied, column=column: with_simple_records(copied, column)
    for part, actions in enumerate(parts_of(program)):
        for i, action in enumerate(actions):
            if action.kind != "printa":
                yield lambda copied, part=part, i=i: without_action(copied, part, i)
    for option in list(program.options):
        yield lambda copied, option=option: copied.options.pop(option)
    yield lambda copied: setattr(copied, "wrapper", "plain")
    yield lambda copied: setattr(copied, "quiet", True)
    if program.ticks > 2:
        yield lambda copied: setattr(copied, "ticks", 2)
    for i, each in enumerate(program.aggregations):
        for j in range(len(each.pool)):
            yield lambda copied, i=i, j=j: copied.aggregations[i].pool.pop(j)


def size(case):
    """The size of text and program; keys that are not plain count more."""
    aggregations = case.recording.program.aggregations
    odd = sum(not str(datum).startswith("job-") for each in aggregations for record in each.pool for datum in record)
    return len(case.text) + len(case.recording.script) + 20 * odd


def attempt(program, step, make_case):
    """(changed copy, its case), or None where the step does not apply."""
    copied = copy.deepcopy(program)
    try:
        step(copied)
        if not copied.aggregations or not all(each.pool for each in copied.aggregations):
            return None
        return copied, make_case(copy.deepcopy(copied))
    except (IndexError, KeyError, ValueError):
        return None


def shrink(seed, make_case, runs=400):
    program = program_of(seed)
    best = make_case(copy.deepcopy(program))
    outcome, progress = best.outcome(), True
    while progress and runs > 0:
        progress = False
        for i in range(10_000):
            step = next(itertools.islice(steps(program), i, None), None)
            if step is None or runs <= 0:
                break
            runs -= 1
            made = attempt(program, step, make_case)
            if made and made[1].outcome() == outcome and size(made[1]) < size(best):
                (program, best), progress = made, True
    return best
