# SPDX-License-Identifier: Apache-2.0
"""Judges how profconv reads DTrace's output of made-up programs.

    python3 -m dtrace_oracle PROFCONV --count 1000 --quiet        counts the outcomes of whole texts
    python3 -m dtrace_oracle PROFCONV --edits --no-script         lists the seeds that fail
    python3 -m dtrace_oracle PROFCONV --edits --shrink 17         shows why seed 17 fails, as small as it can be
"""
import argparse
import collections
import sys

from .case import Case, Settings
from .edits import EDITS
from .session import features, program_of
from .shrink import shrink

UNREMARKABLE = ("right", "exempt", "silent-if-whole")
FAILURES = ("silent", "noisy", "crashed")


def arguments():
    parser = argparse.ArgumentParser(prog="dtrace_oracle", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("profconv")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="how many seeds")
    parser.add_argument("--edits", action="store_true", help="edit each text")
    parser.add_argument("--edit", action="append", choices=EDITS, help="use only this edit")
    parser.add_argument("--no-script", action="store_true", help="read without the D program")
    parser.add_argument("--noise", action="store_true", help="print other output between clauses")
    parser.add_argument("--append", action="store_true", help="put two runs of each program into one file")
    parser.add_argument("--detect", action="store_true", help="read without -f dtrace")
    parser.add_argument("--only", metavar="OUTCOME",
                        help="list only seeds whose outcome begins with this, as silent or silent:added")
    parser.add_argument("--without", action="append", default=[], metavar="FEATURE", help="skip programs that have it")
    parser.add_argument("--show", type=int, metavar="SEED", help="show the text, the truth and what was read")
    parser.add_argument("--shrink", type=int, metavar="SEED",
                        help="as --show, for the smallest program found with the same outcome")
    parser.add_argument("--quiet", action="store_true", help="print only the table")
    return parser.parse_args()


def print_rows(title, columns):
    print("----", title)
    for i, column in enumerate(columns):
        for (stack, labels, bucket), value in column.items():
            print(i, ";".join(stack), labels, "" if bucket is None else bucket, "=", value)


def show(case):
    print(case.recording.script)
    print("---- text", case.edited.done if case.edited else "")
    sys.stdout.flush()
    sys.stdout.buffer.write(case.text)
    print_rows("only true", [each for each in case.recording.truth if each not in case.verdict.columns])
    print_rows("only read", [each for each in case.verdict.columns if each not in case.recording.truth])
    print("----", case.outcome(), " ".join(case.verdict.command))
    print(case.verdict.stderr)


def print_seed(seed, case, outcome):
    edits = "+".join(case.edited.done) if case.edited else ""
    print(seed, outcome, edits, *features(case.recording.program), "|", case.verdict.detail[:40], "|",
          ", ".join(note[:30] for note in case.verdict.notes), flush=True)


def count(options, settings):
    """How often each outcome came."""
    counts = collections.Counter()
    for seed in range(options.seed, options.seed + options.count):
        if set(options.without) & set(features(program_of(seed))):
            continue
        case = Case(settings, seed)
        outcome = case.outcome()
        counts[outcome] += 1
        wanted = outcome.startswith(options.only) if options.only else outcome.split(":")[0] not in UNREMARKABLE
        if wanted and not options.quiet:
            print_seed(seed, case, outcome)
    return counts


def main():
    options = arguments()
    settings = Settings(options.profconv, not options.no_script, options.edits, options.edit, options.noise,
                        options.detect, options.append)
    if options.show is not None:
        return show(Case(settings, options.show))
    if options.shrink is not None:
        return show(shrink(options.shrink, lambda program: Case(settings, options.shrink, program)))
    counts = count(options, settings)
    for outcome, times in sorted(counts.items()):
        print("%6d %s" % (times, outcome))
    sys.exit(any(outcome.split(":")[0] in FAILURES for outcome in counts))


if __name__ == "__main__":
    main()
