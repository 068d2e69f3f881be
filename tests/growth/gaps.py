# SPDX-License-Identifier: Apache-2.0
"""What the program can do and no row runs."""

from table import NEEDS_NONE, REQUIRED_SHAPES, SHAPES


def command_of(words, commands):
    return words[0] if words[0] in commands else "convert"


def flags_of(rows, commands):
    """Of each command the flags that a row has."""
    found = {command: set() for command in commands}
    for row in rows:
        words = row.words(1)
        found[command_of(words, commands)].update(word.split("=")[0] for word in words if word.startswith("--"))
    return found


def settings_of(rows):
    return {word.split("=")[0] for row in rows for flag, word in zip(row.words(1), row.words(1)[1:]) if flag == "--set"}


def missing(rows, formats, flags):
    """Sentences; `flags` are those of each command."""
    run = flags_of(rows, list(flags))
    used = {command_of(row.words(1), list(flags)) for row in rows}
    for command, its_flags in flags.items():
        if command not in used:
            yield f"the command {command} has no row"
        # What commands share is one piece of code.
        known = run[command] | run["convert"] | set(NEEDS_NONE)
        yield from (f"the flag {flag} of {command} has no row" for flag in its_flags if flag not in known)
    settings = settings_of(rows)
    for one in formats:
        shapes = SHAPES.get(one.name, REQUIRED_SHAPES) if one.direction == "read" else REQUIRED_SHAPES
        if absent := REQUIRED_SHAPES - set(shapes):
            yield f"tests/growth/{one.name}_shapes.py lacks shapes: {', '.join(sorted(absent))}"
        for option in one.options:
            name = f"{one.name}.{option['name']}"
            if name not in settings:
                yield f'the option {name} has no row: add "{name}": (shape, value) to VALUES in tests/growth/table.py'
