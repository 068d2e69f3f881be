# SPDX-License-Identifier: Apache-2.0
"""Every command shown in a ```console block prints what the page shows.

The commands of a page run in order in one empty directory that has the project's docs/ and a tools/run. What they write to standard output
and standard error is compared; a line `...` stands for any number of lines. BLESS=1 rewrites the pages."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from pages import ROOT, blocks, name_of, pages

PROFCONV = pathlib.Path(os.environ.get("PROFCONV", "profconv")).resolve()
REST = "..."


def commands(lines):
    """(command, first, end): a command of a console block and the lines of its output."""
    for first, end in blocks(lines, "console"):
        number = first
        while number < end:
            command = lines[number].removeprefix("$ ")
            assert command != lines[number], f"line {number + 1}: a console block begins with a command"
            number += 1
            while command.endswith("\\"):
                command += "\n" + lines[number]
                number += 1
            output = number
            while number < end and not lines[number].startswith("$ "):
                number += 1
            yield command, output, number


def as_shown(printed, shown):
    """What was printed, shortened where the page shortens it."""
    if REST not in shown:
        return printed
    head = shown.index(REST)
    tail = shown[head + 1:]
    if len(printed) < head + len(tail):
        return printed
    return printed[:head] + [REST] + printed[len(printed) - len(tail):]


def run(command, directory):
    environment = {**os.environ, "PATH": f"{directory}/.bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", command], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    return [line.rstrip() for line in done.stdout.decode().splitlines()]


def rerun(page):
    """The lines of the page, and what they are once its commands have run again."""
    lines = page.read_text().splitlines()
    shown = list(commands(lines))
    made, copied = [], 0
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        (directory / ".bin").mkdir()
        (directory / ".bin" / "profconv").symlink_to(PROFCONV)
        (directory / "docs").symlink_to(ROOT / "docs")
        (directory / "tools").mkdir()
        (directory / "tools" / "run").symlink_to(PROFCONV)
        for command, first, end in shown:
            made += lines[copied:first] + as_shown(run(command, directory), [line.rstrip() for line in lines[first:end]])
            copied = end
    return lines, made + lines[copied:], len(shown)


class CommandsTest(unittest.TestCase):
    maxDiff = None

    def test_pages_show_what_their_commands_print(self):
        count = 0
        for page in pages():
            with self.subTest(page=name_of(page)):
                lines, made, number = rerun(page)
                count += number
                if os.environ.get("BLESS") and lines != made:
                    page.write_text("\n".join(made) + "\n")
                    continue
                self.assertEqual(lines, made)
        self.assertGreater(count, 30)


if __name__ == "__main__":
    unittest.main()
