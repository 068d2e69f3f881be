# SPDX-License-Identifier: Apache-2.0
"""Compares the generator's printed form with that of a real dtrace, byte for byte.

    sudo python3 -m dtrace_oracle.real /usr/sbin/dtrace 0 100

runs the programs of seeds 0 to 99 (by default 20 from 0) and shows each that prints otherwise. It needs root, and DTrace
2.0 on Linux. A program is left out if it has stacks or symbols, or -x aggpercpu; of the others, keys and events are
constants in BEGIN, and what they print is printed in END.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

from .program import action_text, quoted
from .session import Session, program_of, text_of

CASTS = {"b": "(char)%d", "h": "(short)%d", "w": "(int)%d", "q": "(int64_t)%d"}
ARGUMENTS = {"lquantize": ", 0, 100, 10", "llquantize": ", 10, 0, 2, 10"}


def constant(letter, datum):
    if letter == "s":
        return quoted(datum)
    small = {"b": 256, "h": 65536}.get(letter)  # printed unsigned, but signed in D
    return CASTS[letter] % (datum - small if small and datum >= small // 2 else datum)


def statement(aggregation, record, event):
    keys = ", ".join(constant(letter, datum) for letter, datum in zip(aggregation.keys, record))
    value = "" if aggregation.function == "count" else "(int64_t)%d" % event + ARGUMENTS.get(aggregation.function, "")
    return "@%s%s = %s(%s);" % (aggregation.name, "[%s]" % keys if keys else "", aggregation.function, value)


def prepared(seed):
    """(session, D program) of a program whose events all arrive in BEGIN; None if it is left out."""
    program = program_of(seed)
    keys = "".join(each.keys for each in program.aggregations)
    if any(key in "KUy" for key in keys) or "aggpercpu" in program.options:
        return None
    session = Session(seed, False, program)
    rng = random.Random(seed)
    text = ""
    for aggregation in program.aggregations:
        for record in aggregation.pool:
            events = [rng.randint(*aggregation.range) for _ in range(rng.choice([1, 1, 2, 3]))]
            aggregation.events[record] = events
            text += "".join("BEGIN { %s }\n" % statement(aggregation, record, event) for event in events)
    actions = [each for part in program.tick for each in part] + program.last + program.end
    program.end = [each for each in actions if each.kind in ("printa", "clear", "trunc")
                   or each.kind == "printf" and "%" not in each.text]
    program.begin, program.tick, program.last = [], [], []
    text += "BEGIN { exit(0); }\n"
    if program.end:
        text += "END {\n" + "\n".join(action_text(each) for each in program.end) + "\n}\n"
    options = "".join("#pragma D option %s\n" % each for each in [*program.options, "quiet", "strsize=256"])
    program.quiet = session.printer.quiet = session.printer.headed = True
    return session, options + text


def printed(session):
    """What the generator prints."""
    session.action_stack = None
    session.clause(":END", session.program.end)
    session.print_rest()
    return text_of(session.printer.lines)


def run(dtrace, text):
    """The finished process of a D program."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "prog.d")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return subprocess.run([dtrace, "-s", path], capture_output=True, timeout=60)


def compare(dtrace, seed):
    """"alike", "differs", "failed", or None for a program that is left out."""
    made = prepared(seed)
    if not made:
        return None
    session, text = made
    result = run(dtrace, text)
    if result.returncode:
        print(seed, "failed:", result.stderr.decode()[:300])
        return "failed"
    expected, real = printed(session), result.stdout.decode("utf-8", "replace")
    if real == expected:
        return "alike"
    print("==", seed, "differs\n" + text + "-- real\n" + real + "-- made\n" + expected)
    return "differs"


def main():
    dtrace, first, count = (sys.argv + ["0", "20"][len(sys.argv) - 2:])[1:4]
    outcomes = [compare(dtrace, int(first) + i) for i in range(int(count))]
    print(*(f"{outcomes.count(each)} {each}" for each in ("alike", "differs", "failed")))


if __name__ == "__main__":
    main()
