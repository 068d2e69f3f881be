# SPDX-License-Identifier: Apache-2.0
"""Compares flame graphs with those of inferno-flamegraph, frame by frame.

    check.py PROFCONV INFERNO DATA

Both draw the same collapsed stacks, 1200 pixels wide. Every frame must have the same name, depth and numbers, and lie at
the same place within a pixel. inferno sorts whole lines, which tears a frame apart where a sibling's name goes on from
its own (`f;g 1` stands between `f 1` and `f+;h 1`): such inputs it gets sorted frame by frame, as a flame chart, which
keeps an order. It draws flame charts from the last line to the first, and is given them so.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

LINE = re.compile(r"^(\S.*?) (\d+)(?: (\d+))?$")
MARK = re.compile(r"_\[[kijw]\]$")
TITLE = re.compile(r"^(.*) \(([0-9,]+) samples, ([0-9.]+)%(.*)\)$", re.DOTALL)
SVG = "{http://www.w3.org/2000/svg}"
FRAME_HEIGHT = 16
MOST_FAULTS = 20
LEAST_STACKS = 2


class Fault(Exception):
    """Something that should not be."""


def run(command, text):
    result = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                            check=False)
    if result.returncode != 0:
        raise Fault(f"{' '.join(map(str, command))}: {result.stderr.decode(errors='replace').strip()}")
    return result.stdout.decode()


def stacks_of(path):
    """The stacks of a file and their numbers, as both commands understand them: without marks and empty names."""
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError:
        return []
    found = []
    for line in text.splitlines():
        match = LINE.match(line.strip())
        if not match:
            continue
        names = [MARK.sub("", name) for name in match[1].split(";")]
        if not all(name and name == name.strip() and name.isprintable() for name in names) or names[0].startswith("#"):
            continue
        numbers = tuple(int(number) for number in match.groups()[1:] if number is not None)
        if 0 < numbers[-1] < 2**40:
            found.append((tuple(names), numbers))
    columns = {len(numbers) for _, numbers in found}
    return found if len(columns) == 1 else []


def merged(stacks):
    """Each stack once, by the names of its frames."""
    sums = {}
    for names, numbers in stacks:
        before = sums.get(names, (0,) * len(numbers))
        sums[names] = tuple(map(sum, zip(before, numbers)))
    return sorted(sums.items(), key=lambda item: [name.encode() for name in item[0]])


def lines_of(stacks):
    return "".join(f"{';'.join(names)} {' '.join(map(str, numbers))}\n" for names, numbers in stacks)


def is_torn(stacks):
    """Whether lines in the order of their bytes part what belongs to one frame."""
    lines = sorted(stacks, key=lambda item: lines_of([item]).encode())
    return [names for names, _ in lines] != [names for names, _ in merged(stacks)]


class Frame:
    """One rectangle."""

    def __init__(self, group, root_y, places):
        title = group.find(SVG + "title").text
        match = TITLE.match(title)
        if not match:
            raise Fault(f"no title of a frame: {title!r}")
        rect = group.find(SVG + "rect")
        self.name = match[1]
        self.count = match[2]
        self.percent = float(match[3])
        self.depth = abs(int(float(rect.get("y"))) - root_y) // FRAME_HEIGHT
        self.x, self.width = (float(rect.get(key).rstrip("%")) * 11.8 for key in ("x", "width"))
        self.values = tuple(int(rect.get(key)) for key in places)
        self.fill = rect.get("fill")

    def __str__(self):
        return f"{self.name[:60]!r} at depth {self.depth}, x {self.x:.2f}, width {self.width:.2f}, {self.count} samples"


def frames_of(svg, places):
    groups = [group for group in xml.fromstring(svg).iter(SVG + "g")]
    if not groups:
        raise Fault("a picture without frames")
    root = max(groups, key=lambda group: int(group.find(SVG + "rect").get(places[1])) * 1000 +
               (group.find(SVG + "title").text or "").startswith("all ("))
    root_y = int(float(root.find(SVG + "rect").get("y")))
    frames = [Frame(group, root_y, places) for group in groups]
    return sorted(frames, key=lambda frame: (frame.depth, frame.values, frame.name))


OURS = ("data-x", "data-w")
THEIRS = ("{http://github.com/jonhoo/inferno}x", "{http://github.com/jonhoo/inferno}w")


def color_of(fill):
    if fill.startswith("#"):
        digits = fill[1:] if len(fill) == 7 else "".join(2 * digit for digit in fill[1:])
        return tuple(int(digits[i:i + 2], 16) for i in (0, 2, 4))
    return tuple(map(int, re.findall(r"\d+", fill)))


class Checker:
    """Draws with both commands and compares."""

    def __init__(self, profconv, inferno):
        self.profconv = profconv
        self.inferno = inferno
        self.pictures = 0
        self.frames = 0
        self.faults = []

    def draw(self, stacks, options):
        columns = str(len(stacks[0][1]))
        settings = [part for option in (*options, "colors=hot", "width=1200", "widths=new") for part in ("--set", option)]
        svg = run([self.profconv, "-", "-q", "-f", "collapsed", "--no-demangle", "--set", "columns=" + columns, "-t",
                   "flamegraph", *settings], lines_of(stacks))
        return frames_of(svg, OURS)

    def draw_theirs(self, stacks, flags):
        return frames_of(run([self.inferno, "--quiet", "--width", "1200", *flags], lines_of(stacks)), THEIRS)

    def compare(self, what, stacks, options, their_stacks, flags, colors=False):
        try:
            ours = self.draw(stacks, options)
            theirs = self.draw_theirs(their_stacks, flags)
        except Fault as fault:
            self.faults.append(f"{what}: {fault}")
            return
        self.pictures += 1
        self.frames += len(ours)
        if len(ours) != len(theirs):
            self.faults.append(f"{what}: {len(ours)} frames, inferno has {len(theirs)}")
        for one, other in zip(ours, theirs):
            near = abs(one.x - other.x) < 1 and abs(one.width - other.width) < 1
            same = (one.name, one.depth, one.count, one.values) == (other.name, other.depth, other.count, other.values)
            alike = not colors or all(abs(a - b) <= 2 for a, b in zip(color_of(one.fill), color_of(other.fill)))
            if not near or not same or abs(one.percent - other.percent) > 0.011 or (one.depth != 0 and not alike):
                self.faults.append(f"{what}: {one} {one.fill}; inferno: {other} {other.fill}")
                break

    def check(self, name, stacks):
        ordered = merged(stacks)
        turned = [(names[::-1], numbers) for names, numbers in stacks]
        differential = len(stacks[0][1]) == 2
        as_lines = [(key, tuple(numbers)) for key, numbers in ordered]
        by_frame = as_lines[::-1]
        self.compare(f"{name}: plain", stacks, (), by_frame, ("--flamechart",), differential)
        self.compare(f"{name}: inverted", stacks, ("inverted=yes",), by_frame, ("--flamechart", "--inverted"))
        self.compare(f"{name}: reverse", stacks, ("reverse=yes",), merged(turned)[::-1], ("--flamechart",))
        self.compare(f"{name}: minwidth", stacks, ("minwidth=2%",), by_frame, ("--flamechart", "--minwidth", "2"))
        self.compare(f"{name}: all frames", stacks, ("minwidth=0",), by_frame, ("--flamechart", "--minwidth", "0"))
        self.compare(f"{name}: factor", stacks, ("factor=3",), by_frame, ("--flamechart", "--factor", "3"))
        self.compare(f"{name}: flame chart", stacks, ("flamechart=yes",), stacks[::-1], ("--flamechart",))
        if not is_torn(as_lines):
            self.compare(f"{name}: sorted", stacks, (), as_lines, (), differential)
        if not is_torn(merged(turned)):
            self.compare(f"{name}: reversed", stacks, ("reverse=yes",), as_lines, ("--reverse",))
        base = next((names[1] for names, _ in stacks if len(names) > 2), None)
        # inferno loses stacks whose base is the root, and finds none that is a leaf.
        if base and all(base not in (names[0], names[-1]) for names, _ in stacks):
            cut = [(names[len(names) - 1 - names[::-1].index(base):], numbers) for names, numbers in stacks if base in names]
            if not is_torn(merged(cut)):
                self.compare(f"{name}: base", stacks, ("base=" + base,), as_lines, ("--base", base))


def inputs(data):
    """Folded stacks of the repository and, where there is one, of the corpus."""
    yield from sorted((pathlib.Path(data) / "collapsed").glob("*.folded"))
    corpus = os.environ.get("PROFCONV_CORPUS")
    if not corpus:
        print("inferno: stacks outside of the repository skipped: PROFCONV_CORPUS is not set")
        return
    for folder in ("own", "public/collapse"):
        root = pathlib.Path(corpus) / folder
        yield from sorted(path for path in root.rglob("*") if path.suffix in (".folded", ".txt") and path.is_file())


def main(profconv, inferno, data):
    checker = Checker(profconv, inferno)
    files = 0
    seen = set()
    for path in inputs(data):
        stacks = stacks_of(path)
        text = lines_of(stacks)
        if len(stacks) < LEAST_STACKS or text in seen:
            continue
        seen.add(text)
        files += 1
        checker.check(path.name, stacks)
    for fault in checker.faults[:MOST_FAULTS]:
        print(f"inferno: {fault}")
    print(f"inferno: {files} files, {checker.pictures} pictures, {checker.frames} frames compared, "
          f"{len(checker.faults)} faults")
    return 1 if checker.faults or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
