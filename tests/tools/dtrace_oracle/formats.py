# SPDX-License-Identifier: Apache-2.0
"""Formats of printa() whose printed text has only one reading, given the format."""
import dataclasses

from .data import STACKS

SEPARATORS = [" ", "  ", ": ", "\t", " | ", " calls=", ", ", " -> ", " TID:", "/"]
LEADS = ["", "", "", "", "NAME:", "  ", "> ", "pid ", "[", "@x = "]
ENDS = ["\n", "\n", "\n", "\n", " total\n", "\n\n", "|\n", " times\n"]


@dataclasses.dataclass
class Part:
    """A piece of a format: literal text, a key (by its index) or a value (by its aggregation)."""
    kind: str  # text, key, value
    written: str
    index: int = 0
    flags: str = ""
    letter: str = "d"


def flagged(rng):
    """Flags and width of a conversion, mostly none."""
    return rng.choice(["", "", "", "8", "-8", "20", "-20", "5", "-33"])


def value_part(rng, aggregations, i):
    aggregation = aggregations[i]
    if aggregation.is_table():
        return Part("value", "%@d", i, "", "d")
    letters = ["d", "d", "d"] + (["u", "u", "x"] if aggregation.function == "count" else [])
    letter = rng.choice(letters)
    flags = rng.choice(["", "", "", "8", "-8", "12", "5"])
    written = rng.choice(["%@" + flags + letter, "%" + flags + "@" + letter])
    return Part("value", written, i, flags, letter)


def key_part(rng, keys, i):
    if keys[i] in STACKS:
        flags = rng.choice(["", "", "", "-8", "-4", "20"])
        return Part("key", "%" + flags + "k", i, flags, "k")
    flags, letter = flagged(rng), "s" if keys[i] == "s" else "d"
    return Part("key", "%" + flags + letter, i, flags, letter)


def can_be_split(parts, aggregations):
    """Whether the printed text has only one reading: no text key may hold what separates it from the next."""
    records = {record for each in aggregations for record in each.pool}
    last, between = None, ""
    for part in parts:
        if part.kind == "text":
            between += part.written
            continue
        text = part.kind == "key" and part.letter == "s"
        if text and any("\n" in record[part.index] or not record[part.index].isascii() for record in records):
            return False
        if text and any(record[part.index] != record[part.index].strip() for record in records):
            return False
        if last is not None and not is_split(last, part, between, records):
            return False
        if text or last is None or part.letter == "k" or part.kind == "value" and aggregations[part.index].is_table():
            last, between = part if text else None, ""
        elif last.letter == "s":
            between += "0"
    return True


def is_split(last, part, between, records):
    """Whether a text ends where `between` begins, in every record."""
    if not between or part.kind == "key" and part.letter == "s" and between.strip() == "":
        texts = [record[last.index] for record in records]
        return bool(between) and not any(" " in text or "\t" in text or not text for text in texts)
    literal = between.split("0")[0]
    return not any(literal.strip() and literal.strip() in record[last.index] for record in records)


def make_format(rng, aggregations):
    """The parts of a format for aggregations that are printed together; None if no format is found."""
    keys = aggregations[0].keys
    small = {"b": 127, "h": 32767}  # above, the default form prints another number than %d
    if "y" in keys or any(record[i] > small[key] for each in aggregations for record in each.pool
                          for i, key in enumerate(keys) if key in small):
        return None
    for _ in range(8):
        parts = draw_format(rng, aggregations, keys)
        if can_be_split(parts, aggregations):
            return parts
    return None


def draw_format(rng, aggregations, keys):
    items = [key_part(rng, keys, i) for i in range(len(keys))]
    at = rng.choice([len(items), len(items), 0, rng.randint(0, len(items))])
    items[at:at] = [value_part(rng, aggregations, i) for i in range(len(aggregations))]
    parts = [Part("text", rng.choice(LEADS).replace("%", "%%"))]
    for i, item in enumerate(items):
        if i:
            parts.append(Part("text", rng.choice(SEPARATORS)))
        if item.kind == "value" and item.letter != "s" and aggregations[item.index].is_table() and i + 1 < len(items):
            item.flags = ""
        parts.append(item)
    parts.append(Part("text", rng.choice(ENDS)))
    return [part for part in parts if part.written]
