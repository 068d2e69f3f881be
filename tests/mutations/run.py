#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants the bugs of planted.txt, one at a time, in a copy of the sources, and sees whether the tests notice.

A bug that no test notices is a test that is missing. With --list it only sees whether every bug can still be planted.
"""

import argparse
import dataclasses
import pathlib
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
        yield Bug(file, what, side("-"), side("+"))


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


def succeeds(command, folder, seconds):
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=seconds,
                              check=False)
    except subprocess.TimeoutExpired:
        return False, "it does not end"
    failed = [line for line in done.stdout.splitlines() if "FAILED:" in line or "Failed" in line or "***" in line]
    return done.returncode == 0, failed[0].strip() if failed else ""


class House:
    """A copy of the project that bugs are planted in."""

    def __init__(self, folder, jobs):
        self.tree = folder / "tree"
        self.build = folder / "build"
        self.ninja = ["ninja", "-C", str(self.build), "-j", str(jobs)]
        copied_tree(self.tree)
        configure = ["cmake", "-S", str(self.tree), "-B", str(self.build), "-G", "Ninja", "-DPROFCONV_TESTS=ON",
                     "-DPROFCONV_WERROR=OFF", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O1 -g0 -D_GLIBCXX_ASSERTIONS"]
        subprocess.run(configure, check=True, capture_output=True)
        subprocess.run(self.ninja + ["profconv_tests", "profconv"], check=True, stdout=subprocess.DEVNULL)

    def notices(self):
        """Whether a test fails, and which."""
        built = subprocess.run(self.ninja + ["profconv_tests", "profconv"], capture_output=True, check=False)
        if built.returncode != 0:
            sys.exit(built.stdout.decode())
        tests = self.build / "tests"
        passed, where = succeeds([str(tests / "profconv_tests"), "--abort"], tests, 1800)
        if passed:
            passed, where = succeeds(["ctest", "--test-dir", str(self.build), "-L", "cli", "--stop-on-failure"],
                                     self.build, 1800)
        return not passed, where

    def plant(self, bug):
        file = self.tree / bug.file
        sound = file.read_text()
        file.write_text(bug.planted_in(sound))
        try:
            return self.notices()
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
    sound, where = house.notices()
    if sound:
        sys.exit(f"a test fails without any bug: {where}")
    missed = 0
    for bug in chosen:
        begin = time.monotonic()
        noticed, where = house.plant(bug)
        missed += not noticed
        print(f"{'noticed' if noticed else 'MISSED '} {time.monotonic() - begin:4.0f} s  {bug.file}: {bug.what}  {where}",
              flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} bugs noticed")
    sys.exit(missed != 0)


if __name__ == "__main__":
    main()
