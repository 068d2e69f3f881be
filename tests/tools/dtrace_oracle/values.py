# SPDX-License-Identifier: Apache-2.0
"""What aggregating functions compute, and how a distribution is printed."""
import bisect
import math

SCALARS = ["count", "sum", "min", "max", "avg", "stddev"]
TABLES = ["quantize", "lquantize", "llquantize"]
LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
L_BASE, L_LIMIT, L_STEP = 0, 100, 10
TABLE_HEADING = "%16s %41s %-9s" % ("value", "------------- Distribution -------------", "count")


def truncated(dividend, divisor):
    """Division as C does it: towards zero."""
    quotient = abs(dividend) // divisor
    return -quotient if dividend < 0 else quotient


def scalar(function, events):
    """The value of a function after these events. Without events, the value that clear() leaves."""
    if function == "count":
        return len(events)
    if function == "sum":
        return sum(events)
    if function == "min":
        return min(events, default=HIGHEST)
    if function == "max":
        return max(events, default=LOWEST)
    if not events:
        return 0
    mean = truncated(sum(events), len(events))
    if function == "avg":
        return mean
    return math.isqrt(max(0, truncated(sum(e * e for e in events), len(events)) - mean * mean))


def quantize_rows():
    """(label, low inclusive, high exclusive) of each bucket; None where it is open."""
    rows = [(str(-(1 << k)), -(1 << (k + 1)) + 1, -(1 << k) + 1) for k in range(62, -1, -1)]
    return rows + [("0", 0, 1)] + [(str(1 << k), 1 << k, 1 << (k + 1)) for k in range(62)]


def lquantize_rows():
    rows = [("< %d" % L_BASE, None, L_BASE)]
    rows += [(str(low), low, low + L_STEP) for low in range(L_BASE, L_LIMIT, L_STEP)]
    return rows + [(">= %d" % L_LIMIT, L_LIMIT, None)]


def llquantize_rows():
    """Of llquantize(x, 10, 0, 2, 10): steps of 1 up to 10, then of 10 and 100."""
    lows = list(range(1, 10)) + list(range(10, 100, 10)) + list(range(100, 1000, 100))
    highs = lows[1:] + [1000]
    rows = [("<= -1000", None, -999)]
    rows += [(str(-low), -high + 1, -low + 1) for low, high in zip(reversed(lows), reversed(highs))]
    rows += [("0", 0, 1)] + [(str(low), low, high) for low, high in zip(lows, highs)]
    return rows + [(">= 1000", 1000, None)]


ROWS = {"quantize": quantize_rows(), "lquantize": lquantize_rows(), "llquantize": llquantize_rows()}


def buckets(function, events):
    """The counts of all buckets, in the order of ROWS."""
    counts = [0] * len(ROWS[function])
    lows = [low for _, low, _ in ROWS[function][1:]]
    for event in events:
        counts[bisect.bisect_right(lows, event)] += 1
    return counts


def shown(function, counts):
    """The first and last row that DTrace prints: one more than the rows that have counts, on each side."""
    used = [i for i, count in enumerate(counts) if count]
    if used:
        return max(used[0] - 1, 0), min(used[-1] + 1, len(counts) - 1)
    zero = next(i for i, row in enumerate(ROWS[function]) if row[1] == 0)
    return {"quantize": (zero - 1, zero + 1), "lquantize": (0, 2), "llquantize": (zero, zero + 2)}[function]


def table(function, counts):
    """The lines of a distribution, heading first."""
    total = sum(counts) or 1
    first, last = shown(function, counts)
    lines = [TABLE_HEADING]
    for (label, _, _), count in list(zip(ROWS[function], counts))[first:last + 1]:
        bar = "@" * int(count * 40 / total + 0.5)
        lines.append("%16s |%-40s %-9d" % (label, bar, count))
    return lines


def sorted_as(label, low, high):
    """The value that DTrace takes for all of a bucket: what the label says, but one less below the first bucket."""
    if low is None and not label.startswith("<="):
        return high - 1
    return int(label.strip("<>= "))


def sort_value(function, events):
    """What DTrace sorts by: of a distribution, its counts times the buckets' values, then the count of zero."""
    if function in SCALARS:
        return scalar(function, events), 0
    rows = list(zip(ROWS[function], buckets(function, events)))
    total = sum(sorted_as(*row) * count for row, count in rows)
    return total, sum(count for (_, low, _), count in rows if low == 0)
