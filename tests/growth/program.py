# SPDX-License-Identifier: Apache-2.0
"""What the program can do, as it says itself: formats with their options, commands with their flags."""

import json
import re
import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Format:
    direction: str
    name: str
    options: list  # as `profconv formats --json` has them


def output_of(*words):
    return subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True,
                          encoding="utf-8").stdout


def formats(profconv):
    cards = map(json.loads, output_of(profconv, "formats", "--json").splitlines())
    return [Format(card["direction"], card["format"], card["options"]) for card in cards]


def commands(profconv):
    """The conversion, which has no name, and the names that the help lists."""
    text = output_of(profconv, "--help")
    listed = re.search(r"^Commands:\n(.*?)\n\n", text, re.MULTILINE | re.DOTALL)[1]
    named = re.findall(r"^  (?:profconv )?([a-z][a-z0-9-]*) ", listed, re.MULTILINE)
    return ["convert", *(name for name in named if name != "profconv")]


def flags(profconv, command):
    """The long names of a command's flags."""
    return re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", output_of(profconv, command, "--help-all"), re.MULTILINE)
