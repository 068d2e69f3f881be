#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants the bugs of planted.txt, one at a time, in a copy of the sources, and sees whether the tests notice.

A bug that no test notices is a test that is missing. The test that planted.txt names for a bug runs first, and all others
if it does not notice; BLESS=1 writes down the tests that did. --list only sees whether every bug can still be planted.
"""

import argparse
import dataclasses
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


@dataclasses.dataclass
class Bug:
    file: str
    what: str
    test: str
    goes: str
    comes: str

    def planted_in(self, text):
        """The text with the bug. Raises ValueError where it has no place, or several."""
        if text.count(self.goes) != 1:
            raise ValueError(f"{self.file}: {text.count(self.goes)} places, expected one, for: {self.goes}")
        return text.replace(self.goes, self.comes)


def bugs():
    for block in (HERE / "planted.txt").read_text().split("\n\n")[1:]:
        file, what, *change = block.strip("\n").split("\n")
        side = lambda sign: "\n".join(line[2:] for line in change if line.startswith(sign))
        yield Bug(file, what, side("="), side("-"), side("+"))


def copied_tree(folder):
    """The files that git knows, as they are now; those that did not change keep their times."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    names = {name for name in listed.split("\0") if (ROOT / name).is_file() and not (ROOT / name).is_symlink()}
    for copy in folder.rglob("*"):
        if copy.is_file() and str(copy.relative_to(folder)) not in names:
            copy.unlink()
    for name in names:
        source, copy = ROOT / name, folder / name
        if not copy.exists() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)


def write_down(noticed_by):
    """Writes the tests that noticed, by what the bugs do, into planted.txt."""
    listed = HERE / "planted.txt"
    blocks = listed.read_text().split("\n\n")
    for i, block in enumerate(blocks[1:], 1):
        file, what, *change = block.rstrip("\n").split("\n")
        test = noticed_by.get((file, what))
        if test:
            blocks[i] = "\n".join([file, what, "= " + test] + [line for line in change if not line.startswith("=")])
    listed.write_text("\n\n".join(blocks).rstrip("\n") + "\n")


def test_that_fails(command, folder, name_of_failed, missing="one without a name"):
    """The name of the last test of those that ran before a failure; nothing where all pass."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=1800,
                              check=False)
    except subprocess.TimeoutExpired:
        return "one that does not end"
    if done.returncode == 0:
        return ""
    found = re.findall(name_of_failed, done.stdout)
    return html.unescape(found[-1]) if found else missing


class House:
    """A copy of the project that bugs are planted in."""

    def __init__(self, folder, jobs):
        self.tree = folder / "tree"
        self.build = folder / "build"
        self.ninja = ["ninja", "-C", str(self.build), "-j", str(jobs)]
        copied_tree(self.tree)
        configure = ["cmake", "-S", str(self.tree), "-B", str(self.build), "-G", "Ninja", "-DPROFCONV_TESTS=ON",
                     "-DPROFCONV_WERROR=OFF", "-DPROFCONV_UNITE=OFF", "-DCMAKE_BUILD_TYPE=None",
                     "-DCMAKE_CXX_FLAGS=-O1 -g0 -D_GLIBCXX_ASSERTIONS"]
        subprocess.run(configure, check=True, capture_output=True)
        subprocess.run(self.ninja + ["profconv_tests", "profconv"], check=True, stdout=subprocess.DEVNULL)

    def unit_test(self, name=""):
        tests = self.build / "tests"
        command = [str(tests / "profconv_tests"), "--abort", "--reporter", "xml"]
        if not name:
            return test_that_fails(command, tests, '<TestCase name="(.*?)"')
        escaped = re.sub(r'([\\,\["*])', r"\\\1", name)
        return test_that_fails([*command, escaped], tests, '<TestCase name="(.*?)"', missing="")

    def cli_test(self, *choice):
        command = ["ctest", "--test-dir", str(self.build), "--stop-on-failure", *choice]
        return test_that_fails(command, self.build, r"\d+/\d+ Test +#\d+: (\S+) .*(?:Failed|Timeout|Exception)")

    def noticed_by(self, test=""):
        """The test that fails, that of this name before all others; nothing where all pass."""
        built = subprocess.run(self.ninja + ["profconv_tests", "profconv"], capture_output=True, check=False)
        if built.returncode != 0:
            sys.exit(built.stdout.decode())
        if test.startswith("cli_") and self.cli_test("-R", f"^{test}$"):
            return test
        if test and self.unit_test(test):
            return test
        return self.unit_test() or self.cli_test("-L", "cli")

    def plant(self, bug):
        file = self.tree / bug.file
        sound = file.read_text()
        file.write_text(bug.planted_in(sound))
        try:
            return self.noticed_by(bug.test)
        finally:
            file.write_text(sound)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="only see whether the bugs have their places")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "mutations")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="bugs whose file or words contain this")
    given = parser.parse_args()
    chosen = [bug for bug in bugs() if given.only in bug.file or given.only in bug.what]
    for bug in chosen:
        bug.planted_in((ROOT / bug.file).read_text())
    if given.list:
        print(f"{len(chosen)} bugs can be planted")
        return
    house = House(given.folder, given.jobs)
    failed = house.noticed_by()
    if failed:
        sys.exit(f"a test fails without any bug: {failed}")
    noticed = {}
    for bug in chosen:
        begin = time.monotonic()
        test = house.plant(bug)
        if test:
            noticed[bug.file, bug.what] = test
        seconds = time.monotonic() - begin
        print(f"{'noticed' if test else 'MISSED '} {seconds:4.0f} s  {bug.file}: {bug.what}; {test}", flush=True)
        if test and bug.test not in ("", test):
            print(f"  the test that planted.txt names did not: {bug.test}", flush=True)
        if os.environ.get("BLESS"):
            write_down(noticed)
    print(f"{len(noticed)} of {len(chosen)} bugs noticed")
    sys.exit(len(noticed) != len(chosen))


if __name__ == "__main__":
    main()
