# SPDX-License-Identifier: Apache-2.0
"""Runs profconv on a text and compares the rows it read with the true ones."""
import dataclasses
import json
import os
import re
import subprocess
import tempfile


@dataclasses.dataclass
class Verdict:
    outcome: str  # right, refused, warned, silent, crashed
    detail: str  # of silent: added, split, swapped, differs; of others the message's kind
    notes: list
    command: list
    stderr: str
    columns: list  # what was read


def run(profconv, text, script=None, options=(), detect=False):
    """(exit code, standard output, standard error, command) of a conversion to JSON."""
    with tempfile.TemporaryDirectory() as folder:
        command = [profconv, *([] if detect else ["-f", "dtrace"]), "-", "-t", "json", *options]
        if script is not None:
            path = os.path.join(folder, "prog.d")
            with open(path, "w", encoding="utf-8") as file:
                file.write(script)
            command += ["--set", "dtrace.script=" + path]
        result = subprocess.run(command, input=text, capture_output=True, timeout=60)
    return result.returncode, result.stdout, result.stderr.decode(errors="replace"), command


def frame_text(model, frame):
    module = model["mappings"][frame.get("mapping", 0)]
    name = model["functions"][frame["function"]]["name"] if frame.get("function") else "0x%x" % frame.get("address", 0)
    return module["file"] + "`" + name if module else name


def stacks_of(model):
    frames = [None] + [frame_text(model, frame) for frame in model["frames"][1:]]
    stacks = [()]
    for stack in model["stacks"][1:]:
        stacks.append(stacks[stack["parent"]] + (frames[stack["frame"]],))
    return stacks


def labels_of(model, profile, sample):
    """(key and text of each label, bucket). A key that the script names may be the sample's thread or time."""
    texts, low, high, is_bucket = [], None, None, False
    for label in model["label_sets"][sample["labels"]] if sample.get("labels") else []:
        if label["key"] in ("bucket_low", "bucket_high"):
            is_bucket = True
            if label["key"] == "bucket_low":
                low = label["number"]
            else:
                high = label["number"]
        else:
            texts.append((label["key"], str(label.get("text", label.get("number", "")))))
    thread = model["threads"][sample["thread"]] if sample.get("thread") else {}
    texts += [(key, str(value)) for key, value in (thread or {}).items()]
    if "start_ns" in sample:
        start = int(sample["start_ns"]) + int(profile["metadata"].get("start_ns", 0))
        texts.append(("start", str(start)))
    return texts, (low, high) if is_bucket else None


FOLDS = {"min": min, "max": max, "last": lambda old, new: new}  # others add


def columns_of(model, drop_cpu, alone):
    """The rows of each value type of each profile, except CPU time, which repeats the count.

    A printa() of several aggregations shows as 0 what one of them lacks. `alone`: the names of those that are never
    printed so; None: all.
    """
    stacks = stacks_of(model)
    columns = []
    for profile in model["profiles"]:
        types = profile["value_types"]
        found = [{} for _ in types]
        has_absent = alone is not None and profile.get("name", "") not in alone
        for sample in profile["samples"]:
            texts, bucket = labels_of(model, profile, sample)
            if drop_cpu:
                texts = [pair for pair in texts if pair[0] != "cpu"]
            row = stacks[sample.get("stack", 0)], tuple(sorted(text for _, text in texts)), bucket
            for column, kind, value in zip(found, types, sample["values"]):
                value = int(value)
                if has_absent and value == 0 and row in column and kind["aggregation"] in FOLDS:
                    continue
                fold = FOLDS.get(kind["aggregation"], int.__add__)
                column[row] = fold(column[row], value) if row in column else value
        for column, kind in zip(found, types):
            if (kind["type"], kind["unit"]) != ("cpu", "nanoseconds"):
                columns.append({row: value for row, value in column.items() if value})
    return columns


def plain_blanks(columns):
    """The columns with each run of blanks in a label made one blank, for texts whose blanks were edited."""
    found = []
    for column in columns:
        rows = {}
        for (stack, labels, bucket), value in column.items():
            row = stack, tuple(sorted(" ".join(label.split()) for label in labels)), bucket
            rows[row] = rows.get(row, 0) + value
        found.append(rows)
    return found


def total(columns):
    sums = {}
    for column in columns:
        for row, value in column.items():
            sums[row] = sums.get(row, 0) + value
    return {row: value for row, value in sums.items() if value}


def compare(truth, columns):
    """An empty string if each aggregation is a column of its own, else a word for how the columns differ."""
    truth = [each for each in truth if each]
    rest = [each for each in columns if each]
    missing = []
    for each in truth:
        if each in rest:
            rest.remove(each)
        else:
            missing.append(each)
    if not missing and not rest:
        return ""
    if total(missing) == total(rest):
        return "added" if len(rest) < len(missing) else "split" if len(rest) > len(missing) else "swapped"
    if not missing:
        return "more"
    if not rest:
        return "lost"
    return "differs"


def judge(profconv, text, truth, script=None, options=(), detect=False, drop_cpu=False, alone=None):
    code, output, errors, command = run(profconv, text, script, options, detect)
    notes = sorted(set(re.findall(r"note: (.{0,60})", errors)))
    # profconv exits with 0 to 3; sanitizers exit with 1 too, but print what they found.
    if code < 0 or code > 100 or "Sanitizer" in errors or "runtime error:" in errors:
        return Verdict("crashed", str(code), notes, command, errors, [])
    complaints = re.findall(r"(?:warning|error): (.{0,60})", errors)
    if code != 0:
        return Verdict("refused", complaints[0] if complaints else "", notes, command, errors, [])
    columns = columns_of(json.loads(output), drop_cpu, alone)
    detail = compare(truth, columns)
    if complaints:
        return Verdict("warned", complaints[0], notes, command, errors, columns)
    return Verdict("silent" if detail else "right", detail, notes, command, errors, columns)
