# SPDX-License-Identifier: Apache-2.0
"""Compares the spans that a viewer shows with a case's truth."""
from collections import Counter
from dataclasses import replace

# Viewers keep times as doubles, in micro- or milliseconds: that far a sum of them may be off.
RELATIVE_ERROR = 1e-12
ROUNDED_NS = 0.51  # of a time that is told with fewer digits
MOST_PER_THREAD = 3


def self_times(spans):
    """Nanoseconds by stack; and how many spans each has. Parents are the spans around, one deeper each time."""
    times, counts = Counter(), Counter()
    for span in spans:
        length = span.end - span.begin
        times[span.stack] += length
        counts[span.stack] += 1
        if len(span.stack) > 1:
            times[span.stack[:-1]] -= length
    return times, counts


def by_name(stacks):
    """Sums over stacks for the name of the innermost."""
    sums = Counter()
    for stack, value in stacks.items():
        sums[stack[-1:]] += value
    return sums


def total_times(self_ns):
    """How long the spans of each name last, each with what it calls."""
    sums = Counter()
    for stack, value in self_ns.items():
        for name in stack:
            sums[name,] += value
    return sums


def differences(what, shown, expected, tolerance):
    """In words, the stacks whose values are further apart than `tolerance`."""
    for stack in sorted(shown.keys() | expected.keys()):
        got, want = shown.get(stack, 0), expected.get(stack, 0)
        if abs(got - want) > tolerance:
            yield f"{what} of {';'.join(stack)[:200]}: {got:.10g} shown, {want} true"


def over_threads(shown):
    """The spans of all threads, with names as collapsed stacks have them."""
    def plain(name):
        return "".join(":" if c == ";" else " " if c < " " or c == "\x7f" else c for c in name)
    return {None: [replace(span, stack=tuple(map(plain, span.stack))) for spans in shown.values() for span in spans]}


def faults(shown, case, nested=True):
    """Everything that a viewer shows otherwise. Where it knows no nesting, names are compared instead of stacks."""
    if None in case.self_ns:
        shown = over_threads(shown)
    if shown.keys() != case.self_ns.keys():
        yield f"threads {sorted(shown.keys() ^ case.self_ns.keys())[:5]} are only in one of the two"
    for key in sorted(shown.keys() & case.self_ns.keys(), key=str):
        found = list(thread_faults(shown[key], case, key, nested))
        yield from (f"thread {key}: {fault}" for fault in found[:MOST_PER_THREAD])


def thread_faults(spans, case, key, nested):
    """What one thread shows otherwise."""
    times, counts = self_times(spans)
    expected = case.self_ns[key] if nested else total_times(case.self_ns[key])
    latest = max((span.end for span in spans), default=0)
    slack = max(0.01, latest * RELATIVE_ERROR) if nested else ROUNDED_NS
    slack *= 2 * max(counts.values(), default=0)
    yield from differences("ns", times, expected, case.tolerance_ns + slack)
    if case.spans is not None:
        yield from differences("spans", counts, case.spans[key] if nested else by_name(case.spans[key]), 0)
