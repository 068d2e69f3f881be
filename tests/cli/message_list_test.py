# SPDX-License-Identifier: Apache-2.0
"""Every message of profconv in one list, messages.golden, to be read as a whole. BLESS=1 rewrites it.

They are found in the sources: the text of each error, warning and note, with {} for what is filled in."""

import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = pathlib.Path(__file__).with_name("messages.golden")
FOLDERS = ["core", "readers", "writers", "tools/lib", "tools/cli"]
# What takes the text of a message as its last argument.
CALLS = re.compile(r"\b(?:(?:Usage|Read|Write|Limit|Overflow|Record)Error|Refusal|\w*(?:messages|report_?|context_?)(?:\(\))?(?:\.|->)"
                   r"(?:error|warning|note|data_loss|fail|skip)|fail|refuse|bad_lines\.add|flags\.inputs|"
                   r"Messages\([^()]*\)\.error)\(")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
CHARACTER = re.compile(r"'(?:[^'\\]|\\.)+'")
LONGEST = 120

# Longer messages, and why.
LONG = {
}


def parts_at(text, separators, at=0):
    """The text up to the bracket that closes it, or its end, in parts between the separators outside of brackets."""
    parts, depth = [""], 0
    while at < len(text) and depth >= 0:
        quoted = LITERAL.match(text, at) or CHARACTER.match(text, at)
        token = quoted[0] if quoted else text[at]
        at += len(token)
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        is_colon_of_name = token == ":" and ":" in (text[at - 2:at - 1], text[at:at + 1])
        if depth == 0 and token in separators and not is_colon_of_name:
            parts.append("")
        elif depth >= 0:
            parts[-1] += token
    return [part.strip() for part in parts]


def shown(expression):
    """The texts that an expression can be, with {} for what is no literal."""
    condition, *choices = parts_at(expression, "?")
    if choices:
        return [text for choice in parts_at(expression[len(condition) + 2:], ":") for text in shown(choice)]
    if len(terms := parts_at(expression, "+")) > 1:
        return ["".join(max(shown(term), key=len) for term in terms)]
    if expression.startswith("(") and expression.endswith(")"):
        return shown(expression[1:-1])
    literals = LITERAL.findall(expression)
    if literals and not LITERAL.sub("", expression).replace("std::string()", "").strip():
        return ["".join(literals).replace('\\"', '"').replace("\\\\", "\\")]
    return ["{}"]


def messages():
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.cpp")):
        text = path.read_text()
        for call in CALLS.finditer(text):
            for message in shown(parts_at(text, ",", call.end())[-1]):
                message = re.sub(r"(\{\})+", "{}", message)
                if re.search("[a-z]{3}", message):
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
