# SPDX-License-Identifier: Apache-2.0
"""The pages of the documentation as the tests see them: headings with anchors, links, and commands with their output."""

import pathlib
import re
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]

LINK = re.compile(r"!?\[(?:[^\[\]]|!?\[[^\]]*\](?:\([^)]*\))?)*\]\(([^)\s]+)\)")


def pages():
    """README.md and every page in docs."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def name_of(page):
    return page.relative_to(ROOT).as_posix()


def prose(text):
    """The text without code blocks, with as many lines."""
    kept, fence = [], False
    for line in text.splitlines():
        is_fence = line.lstrip().startswith("```")
        fence ^= is_fence
        kept.append("" if fence or is_fence else line)
    return "\n".join(kept)


def anchors(text):
    """The anchors that GitHub makes of headings."""
    found = set()
    for line in prose(text).splitlines():
        heading = re.match(r"#{1,6} +(.*)", line)
        if not heading:
            continue
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).strip().lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        number, unique = 0, anchor
        while unique in found:
            number += 1
            unique = f"{anchor}-{number}"
        found.add(unique)
    return found


def links(page):
    """(line, path or None, anchor) of each link to a file of the project; path None is an address of the web."""
    text = re.sub(r"`[^`\n]*`", lambda code: " " * len(code[0]), prose(page.read_text()))
    for match in LINK.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        inner = LINK.search(match[0][1:])  # a picture in a link
        for target in {match[1], *([inner[1]] if inner else [])}:
            address = urllib.parse.urlparse(target)
            if address.scheme:
                yield line, None, ""
                continue
            path = (page.parent / urllib.parse.unquote(address.path)).resolve() if address.path else page
            yield line, path, address.fragment


def blocks(lines, kind):
    """(first, end) of the lines within each fenced block of this kind."""
    first = None
    for number, line in enumerate(lines):
        if first is None and line == f"```{kind}":
            first = number + 1
        elif first is not None and line == "```":
            yield first, number
            first = None
