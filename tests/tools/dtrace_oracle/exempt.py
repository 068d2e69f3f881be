# SPDX-License-Identifier: Apache-2.0
"""Texts that no reader could read better, since DTrace prints them for other values as well.

docs/dtrace_records.md lists them under "Not detected" and "Whose print is it?".
"""
import collections
import copy
import re

from .data import STACKS
from .judge import compare, plain_blanks
from .session import CLEARED, added, all_rows, has_no_boundary, looks, rows_of_sums, sum_of_stacks, true_rows, without_zeros


def exemption(case):
    """The name of the first exemption that applies to a case, or None."""
    exemptions = {**WHOLE, **EXEMPTIONS} if case.edited else WHOLE
    return next((name for name, applies in exemptions.items() if applies(case)), None)


def kept_and_broken(edited):
    """What a cut leaves and what it takes: lines of both, where a line of a record takes its aggregation along."""
    at, kept, broken = 0, [], []
    for line in edited.lines:
        size = len(line.text.rstrip(" ").encode("utf-8", "surrogateescape"))
        whole = at + size <= edited.cut
        # An empty line that is kept shows nothing of its record, and the values of CPUs are part of one that is whole.
        if (size or not whole) and not line.text.lstrip().startswith("[CPU"):
            (kept if whole else broken).append(line)
        at += len((line.text + edited.end).encode("utf-8", "surrogateescape"))
    return kept, broken


def records(lines):
    return {line.record for line in lines if line.record >= 0}


def stacks_of_actions(case, lines):
    """Those that actions printed, one in each run, of which all frames are among the lines."""
    frames, stacks = sum(line.role == "frame" and line.record < 0 for line in lines), []
    for stack in case.recording.stacks:
        frames -= sum(len(frames_of) for frames_of, _, _ in stack)
        stacks += [stack] if frames >= 0 else []
    return stacks


def truth_of(case, kept, stacks):
    """What is true of these records, and of these stacks of actions."""
    recording = case.recording
    truth = [all_rows(each, kept) for each in recording.program.aggregations]
    if recording.again:
        truth = added(recording, truth, [all_rows(each, kept) for each in recording.again.aggregations])
    return [without_zeros(rows) for rows in truth + sum_of_stacks(stacks)]


def only_stacks_left(case):
    """Without the D program: a cut leaves nothing but stacks, which actions print as well."""
    if case.edited.cut is None or case.script is not None:
        return False
    kept, _ = kept_and_broken(case.edited)
    return not any(line.role in ("value", "row", "keys") for line in kept)


def ends_after_record(case):
    """The file ends after a whole record, or after a line between two."""
    edited = case.edited
    if edited.cut is None:
        return False
    kept, broken = kept_and_broken(edited)
    stacks = stacks_of_actions(case, kept)
    kept, broken = records(kept), records(broken)
    if kept & broken:
        return False
    truth = truth_of(case, kept - broken, stacks)
    return not compare(plain_blanks(truth), plain_blanks(case.verdict.columns))


def twin_cut_away(case):
    """The file ends after a print; another aggregation of equal shape has no line in it, and the last print is read as its."""
    if case.edited.cut is None:
        return False
    kept, broken = kept_and_broken(case.edited)
    if records(kept) & records(broken):
        return False
    shown = {line.aggregation for line in kept}
    lost = {looks(each.keys) for each in aggregations(case, {line.aggregation for line in broken} - shown)}
    truth = []
    for each in aggregations(case, shown):
        prints = [shown for shown in each.prints if shown is CLEARED or any(number in records(kept) for number, *_ in shown)]
        parts = [prints[:-1], prints[-1:]] if looks(each.keys) in lost else [prints]
        truth += [true_rows(printed_only(each, part), records(kept)) for part in parts]
    return bool(lost) and not compare(plain_blanks(truth), plain_blanks(case.verdict.columns))


def printed_only(aggregation, prints):
    """The aggregation with some of its prints."""
    part = copy.copy(aggregation)
    part.prints = prints
    return part


def removed(case, role):
    """The indices of the aggregations whose empty lines of this role were deleted; -1 for lines between records."""
    return {line.aggregation for line in case.edited.removed if line.role == role}


def aggregations(case, indices):
    return [case.recording.program.aggregations[i] for i in indices if i >= 0]


def line_between_stacks(case):
    """Two stacks of a record become one, since printed frames do not show where a stack ends."""
    return any(sum(key in STACKS for key in each.keys) > 1 for each in aggregations(case, removed(case, "stack")))


def line_that_is_an_empty_stack(case):
    """The stack is empty, and one of the empty lines around it is gone."""
    lines = case.edited.lines + case.edited.removed
    with_empty = {line.record for line in lines if line.role == "empty" and line.record >= 0}
    return any(line.record in with_empty for line in case.edited.removed)


def line_between_prints(case):
    """Two prints become one, and their values add or are of one aggregation."""
    return bool(removed(case, "print") | removed(case, "end"))


def line_above_a_keyless_table(case):
    """A number right above the table becomes its key."""
    return any(not each.keys for each in aggregations(case, removed(case, "table")))


def line_of_few_records(case):
    """No other record shows how the aggregation's records look."""
    touched = aggregations(case, {line.aggregation for line in case.edited.removed})
    return any(len(shown) <= 2 for each in touched for shown in each.prints if shown is not CLEARED)


def record_alone(case):
    """Without the D program: aggregations of one or two records that no other record shows the shape of."""
    recording = case.recording
    read = [column for column in case.verdict.columns if column]
    misread = [each for each, rows in zip(recording.program.aggregations, recording.truth) if rows not in read]
    return case.script is None and bool(misread) and all(
        len(shown) <= 2 for each in misread for shown in each.prints if shown is not CLEARED)


def boundary_unseen(case):
    """Without the D program: two aggregations of equal shape, whose values go on rising, and no key is seen twice."""
    runs = [each for each in (case.recording.program, case.recording.again) if each]
    return case.script is None and any(has_no_boundary(each) for each in runs)


def function_unseen(case):
    """Without the D program: records whose stacks differ in offsets only are added, and are not of count() or sum()."""
    recording = case.recording
    truth = [rows_of_sums(each) for each in recording.program.aggregations]
    truth += recording.truth[len(truth):]
    return case.script is None and recording.again is None and not compare(truth, case.verdict.columns)


def empty_stacks_alone(case):
    """Without the D program: an aggregation's only record has empty stacks alone, as one more of another could have."""
    truth = case.recording.truth
    for i, rows in enumerate(truth):
        if case.script is not None or list(rows) != [((), (), None)]:
            continue
        others = truth[:i] + truth[i + 1:]
        if any(not compare(with_rows(others, k, rows), case.verdict.columns) for k in range(len(others))):
            return True
    return False


def keys_like_values(case):
    """Without the D program: all records of an aggregation are an integer of eight bytes and an empty stack, which print as
    two values without keys."""
    if case.script is not None:
        return False
    for each in case.recording.program.aggregations:
        records = {record for shown in each.prints if shown is not CLEARED for _, record, _ in shown}
        if looks(each.keys) == ("q", "S") and records and all(record[1] == () for record in records):
            return True
    return False


def output_like_a_record(case):
    """A line of the traced program has the form of a record of one of the printa() formats."""
    outputs = [line.text.strip() for line in case.recording.lines if line.role == "noise"]
    if not outputs:
        return False
    program = case.recording.program
    actions = [action for actions in program.tick + [program.last, program.end] for action in actions]
    patterns = [pattern_of(action.parts) for action in actions if action.parts]
    return any(pattern and re.fullmatch(pattern, output) for pattern in patterns for output in outputs)


def appended_twins(case):
    """Two recordings without a line between them, of a program that clears an aggregation at intervals and prints another
    of equal shape as it ends: its print looks like one of those at intervals."""
    program = case.recording.program
    if case.recording.again is None or not program.quiet:
        return False
    cleared = {each for actions in program.tick + program.clears for action in actions if action.kind in ("clear", "trunc")
               for each in action.aggregations}
    repeated = {each for actions in program.tick for each in printed_bare(actions)} & cleared
    last = {each for each in program.aggregations if not each.printed}
    last.update(each for actions in (program.last, program.end) for each in printed_bare(actions))
    return any(looks(one.keys) == looks(two.keys) and one.is_table() == two.is_table() for one in repeated for two in last)


def printed_bare(actions):
    """What a clause prints alone and in default form, without text right above."""
    return [action.aggregations[0] for above, action in zip([None] + actions, actions)
            if action.kind == "printa" and not action.parts and len(action.aggregations) == 1
            and (above is None or above.kind != "printf")]


def pattern_of(parts):
    """The records of a format whose keys and values are in one line; None if they are in several."""
    if any(part.letter == "k" for part in parts) or "\n" in "".join(part.written for part in parts).strip():
        return None
    return "".join(" *-?[0-9a-fx]+ *" if part.kind == "value" or part.letter != "s" and part.kind == "key" else
                   ".*" if part.kind == "key" else re.escape(part.written.replace("%%", "%").rstrip("\n"))
                   for part in parts).strip(" ")


def with_rows(truth, place, rows):
    """The rows of aggregations, with some more in that at a place."""
    joined = collections.Counter(truth[place])
    joined.update(rows)
    return truth[:place] + [dict(joined)] + truth[place + 1:]


WHOLE = {"record-alone": record_alone, "boundary-unseen": boundary_unseen, "function-unseen": function_unseen,
         "empty-stacks-alone": empty_stacks_alone, "output-like-a-record": output_like_a_record,
         "appended-twins": appended_twins, "keys-like-values": keys_like_values}
EXEMPTIONS = {
    "ends-after-record": ends_after_record,
    "only-stacks-left": only_stacks_left,
    "twin-cut-away": twin_cut_away,
    "line-between-stacks": line_between_stacks,
    "empty-stack": line_that_is_an_empty_stack,
    "line-between-prints": line_between_prints,
    "line-above-keyless-table": line_above_a_keyless_table,
    "one-or-two-records": line_of_few_records,
}
