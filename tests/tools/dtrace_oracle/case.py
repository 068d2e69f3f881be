# SPDX-License-Identifier: Apache-2.0
"""One seed: the recording, the edited text, what profconv read, and the outcome.

right            all values are where they belong, and nothing is reported
warned, refused  a warning or an error; of a whole text read with its script it is noisy:warned or noisy:refused
silent:KIND      wrong, and no warning: the kind of difference, with +WORD where a note names a doubt
silent-if-whole  edited, and already wrong without a warning before the edit
exempt:NAME      wrong without a warning, and no reader could know (exempt.py): DTrace prints the same for other values
crashed          ended by a signal
"""
import dataclasses
import random

from .edits import edit
from .exempt import exemption
from .judge import compare, judge, plain_blanks
from .session import make, printed_alone, text_of

# Words of the notes that name a doubt: which aggregation or print a record is of, what was left out, what has no value.
DOUBTS = {"+note": ("printed again:", "the same keys stand here again", "the order of the values begins",
                    "the numbers before each value"),
          "+left-out": ("text that is not part",), "+events": ("no value, as those",)}


@dataclasses.dataclass
class Settings:
    """How all cases of a run are made and read."""
    profconv: str
    script: bool = True  # give it the D program
    edits: bool = False  # edit each text
    edit: list = None  # names of edits; only these
    noise: bool = False  # print other output between clauses
    detect: bool = False  # always without -f dtrace
    appended: bool = False  # two runs of each program in one file


def bytes_of(lines):
    return text_of(lines).encode("utf-8", "surrogateescape")


class Case:
    """A text and how it was read."""

    def __init__(self, settings, seed, program=None):
        """`program`, if given, is used in place of that of the seed, and used up."""
        self.recording = make(seed, settings.noise, program, settings.appended)
        self.profconv = settings.profconv
        self.script = self.recording.script if settings.script else None
        rng = random.Random(seed + 1)
        self.edited = edit(self.recording, rng, settings.edit) if settings.edits or settings.edit else None
        self.text = self.edited.text() if self.edited else bytes_of(self.recording.lines)
        self.detect = settings.detect or rng.random() < 0.1
        self.verdict = self.judged(self.text)
        self.exemption = None
        if self.verdict.outcome == "silent":
            self.exemption = self.exemption_of_edits() if self.edited else exemption(self)

    def judged(self, text):
        program = self.recording.program
        return judge(self.profconv, text, self.recording.truth, self.script, detect=self.detect,
                     drop_cpu="aggpercpu" in program.options, alone=printed_alone(program))

    def exemption_of_edits(self):
        """Why a wrong reading of an edited text counts for less; corrects the verdict where only blanks differ."""
        if not compare(plain_blanks(self.recording.truth), plain_blanks(self.verdict.columns)):
            self.verdict.outcome = "right"
            return None
        exempt = exemption(self)
        if not exempt and self.judged(bytes_of(self.recording.lines)).outcome == "silent":
            return "whole"
        return exempt

    def outcome(self):
        """The outcome as described at the top of this file."""
        if self.exemption:
            return "silent-if-whole" if self.exemption == "whole" else "exempt:" + self.exemption
        whole = self.edited is None and self.script is not None
        if whole and self.verdict.outcome in ("warned", "refused"):
            return "noisy:" + self.verdict.outcome
        if self.verdict.outcome != "silent":
            return self.verdict.outcome
        doubt = next((name for name, words in DOUBTS.items()
                      if any(word in note for note in self.verdict.notes for word in words)), "")
        return "silent:" + self.verdict.detail + doubt
