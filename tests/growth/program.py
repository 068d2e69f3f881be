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
    """The names in the usage of the first one, which has none; and the drop-in ones behind them."""
    usage = output_of(profconv, "--help").split("\n\n")[0]
    drop_ins = re.search(r"^ +((?:[a-z0-9-]+, )*[a-z0-9-]+)  ", usage, re.MULTILINE)
    return ["convert", *re.findall(r"^ +profconv ([a-z]+) ", usage, re.MULTILINE), *drop_ins[1].split(", ")]


def flags(profconv, command):
    """The long names of a command's flags."""
    return re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", output_of(profconv, command, "--help"), re.MULTILINE)
