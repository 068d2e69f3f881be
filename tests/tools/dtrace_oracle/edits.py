# SPDX-License-Identifier: Apache-2.0
"""What editors, mail programs and people do to DTrace's output before profconv reads it."""
import re

from .data import OTHER_OUTPUT
from .printing import Line

class Edited:
    """A text and the edits made to it."""

    def __init__(self, lines):
        self.lines = list(lines)
        self.done = []  # names
        self.removed = []  # lines that are gone
        self.end = "\n"
        self.cut = None  # bytes that are kept

    def text(self):
        data = "".join(line.text + self.end for line in self.lines).encode("utf-8", "surrogateescape")
        return data if self.cut is None else data[:self.cut]

    def each(self, change):
        self.lines = [Line(change(line.text), line.role, line.aggregation, line.record) for line in self.lines]


def all_blanks(edited, rng):
    edited.removed += [line for line in edited.lines if not line.text.strip()]
    edited.lines = [line for line in edited.lines if line.text.strip()]


def one_blank(edited, rng):
    blanks = [i for i, line in enumerate(edited.lines) if not line.text.strip()]
    if blanks:
        edited.removed.append(edited.lines.pop(rng.choice(blanks)))


def crlf(edited, rng):
    edited.end = "\r\n"


def unexpand(text):
    """As `unexpand -a`: runs of two and more blanks that end at a tab stop become tabs."""
    out, at = "", 0
    for begin in range(0, len(text), 8):
        cell = text[begin:begin + 8]
        stripped = cell.rstrip(" ")
        out += stripped + "\t" if len(cell) == 8 and len(stripped) < 7 else cell
    return out


def tabs(edited, rng):
    edited.each(unexpand)


def trailing(edited, rng):
    edited.each(lambda text: text.rstrip(" "))


def leading(edited, rng):
    edited.each(lambda text: text.lstrip(" "))


def indent(edited, rng):
    edited.each(lambda text: "    " + text if text or rng.random() < 0.5 else text)


def prefix(edited, rng):
    mark = rng.choice(["> ", "// ", "| ", "# "])
    strip = rng.random() < 0.5
    edited.each(lambda text: (mark + text).rstrip(" ") if strip else mark + text)


def cut(edited, rng):
    size = len(edited.text())
    edited.cut = rng.randint(size // 4, size) if size else 0


def collapse(edited, rng):
    edited.each(lambda text: re.sub(" +", " ", text))


def inside(edited, rng):
    at = rng.randint(0, len(edited.lines))
    edited.lines.insert(at, Line(rng.choice(OTHER_OUTPUT), "noise"))


def interrupt(edited, rng):
    edited.lines.insert(0, Line("^C", "noise"))


def no_end(edited, rng):
    """Drops the last newline, as a paste does."""
    edited.cut = max(len(edited.text()) - len(edited.end), 0)


CUTS = {"cut": cut, "no_end": no_end}
EDITS = {"all_blanks": all_blanks, "one_blank": one_blank, "crlf": crlf, "tabs": tabs, "trailing": trailing,
         "leading": leading, "indent": indent, "prefix": prefix, "cut": cut, "collapse": collapse, "inside": inside,
         "interrupt": interrupt, "no_end": no_end}


def edit(recording, rng, names=None):
    """Makes one edit, or sometimes two; a cut comes last, since it is counted in bytes."""
    edited = Edited(recording.lines)
    order = list(EDITS)
    chosen = names or rng.sample(order, 2 if rng.random() < 0.25 else 1)
    for name in sorted(set(chosen) - set(CUTS), key=order.index):
        EDITS[name](edited, rng)
        edited.done.append(name)
    for name in chosen:
        if name in CUTS and edited.cut is None:
            EDITS[name](edited, rng)
            edited.done.append(name)
    return edited
