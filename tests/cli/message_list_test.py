# SPDX-License-Identifier: Apache-2.0
"""Every message of the command in one list, messages.golden, to be read as a whole. BLESS=1 rewrites it.

They are found in the sources: the text of each error, warning and note, with {} for what is filled in."""

import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = pathlib.Path(__file__).with_name("messages.golden")
CALLS = re.compile(r"\b(?:(?:Usage|Read|Write|Limit)Error|(?:messages|context_?)\.(?:error|warning|note|data_loss)|"
                   r"flags\.inputs|"
                   r"Messages\([^()]*\)\.error)\(")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
LONGEST = 120

# Longer messages, and why.
LONG = {
}


def arguments(text, start):
    """The arguments of the call that opened before `start`, split at its commas."""
    parts, depth, at = [""], 1, start
    while depth:
        literal = LITERAL.match(text, at) or re.compile(r"'(?:[^'\\]|\\.)+'").match(text, at)
        token = literal[0] if literal else text[at]
        depth += (token in "([{") - (token in ")]}") if len(token) == 1 else 0
        at += len(token)
        if depth == 1 and token == ",":
            parts.append("")
        elif depth:
            parts[-1] += token
    return parts


def shown(expression):
    """The text of an expression, with {} for what is no literal."""
    pieces, at = [], 0
    for literal in LITERAL.finditer(expression):
        if expression[at:literal.start()].strip():
            pieces.append("{}")
        pieces.append(literal[1].replace('\\"', '"').replace("\\\\", "\\"))
        at = literal.end()
    if expression[at:].strip():
        pieces.append("{}")
    return re.sub(r"(\{\})+", "{}", "".join(pieces))


def messages():
    for folder in ["tools/cli", "tools/lib"]:
        for path in sorted((ROOT / folder).rglob("*.cpp")):
            text = path.read_text()
            for call in CALLS.finditer(text):
                message = shown(arguments(text, call.end())[-1])
                if re.search("[a-z]", message):
                    yield path.relative_to(ROOT).as_posix(), message


class MessageList(unittest.TestCase):
    maxDiff = None

    def test_the_list_is_up_to_date(self):
        listed = "".join(f"{path}: {message}\n" for path, message in sorted(set(messages())))
        if os.environ.get("BLESS"):
            GOLDEN.write_text(listed)
        self.assertEqual(listed.splitlines(), GOLDEN.read_text().splitlines(), "BLESS=1 rewrites the list; read it")

    def test_no_message_is_long_without_a_reason(self):
        self.assertEqual({message for _, message in messages() if len(message) > LONGEST}, set(LONG))


if __name__ == "__main__":
    unittest.main()
