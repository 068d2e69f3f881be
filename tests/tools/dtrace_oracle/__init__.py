# SPDX-License-Identifier: Apache-2.0
"""Makes up D programs, prints what DTrace would print of them, and compares what profconv reads with the truth.

    data      keys and frames, from everyday to hostile
    values    what aggregating functions compute, and how tables are printed
    formats   formats of printa()
    program   D programs: aggregations, when they are printed, and the text of the script
    printing  DTrace's printed form, line by line
    session   a program at work: events, prints, and the truth
    edits     what editors, mail programs and people do to a text
    judge     runs profconv and compares its rows with the true ones
    exempt    edits that no reader could notice
    case      one seed from the program to its outcome
    shrink    makes a failing program smaller
    real      compares the printed form with a real dtrace

It knows DTrace and nothing of profconv's code. Equal seeds give equal cases on every machine.
`python3 -m dtrace_oracle --help` in tests/tools runs it by hand.
"""
