# SPDX-License-Identifier: Apache-2.0
"""A flame graph in a browser: how it is drawn, what is seen of it, and hands for it."""

import json
import os
import pathlib
import subprocess
import time

# What a user sees of each frame, as text: WebDriver looks for elements in anything else. A name is what stands before the last parenthesis of the title.
SEEN = """
return JSON.stringify(Array.from(document.querySelectorAll('#frames g'), (g) => {
  const rect = g.querySelector('rect');
  const text = g.querySelector('text');
  const box = rect.getBoundingClientRect();
  const label = text && text.textContent ? text.getBoundingClientRect() : null;
  const title = g.querySelector('title').textContent;
  return {
    title, name: title.slice(0, title.lastIndexOf(' (')), kinds: Array.from(g.classList),
    x: Number(rect.dataset.x), w: Number(rect.dataset.w), y: rect.getAttribute('y'),
    left: box.left, right: box.right, top: box.top, bottom: box.bottom,
    fill: getComputedStyle(rect).fill, opacity: Number(getComputedStyle(rect).opacity),
    ink: text ? getComputedStyle(text).fill : '', label: text ? text.textContent : '',
    labelLeft: label ? label.left : 0, labelRight: label ? label.right : 0, isSeen: box.width > 0 && box.bottom > 0,
    isHidden: g.closest('[aria-hidden="true"]') !== null,
    link: g.closest('a') ? g.closest('a').getAttribute('href') : null
  };
}));
"""
# The boxes of all that is not a frame and holds something, and of all frames together.
BOXES = """
const boxes = {};
const put = (name, element) => {
  const box = element.getBoundingClientRect();
  const holds = element.localName === 'input' || element.textContent.trim() !== '';
  if (holds && box.width > 0) boxes[name] = [box.left, box.top, box.right, box.bottom];
};
for (const id of ['heading', 'subtitle', 'change', 'legend', 'details', 'pruned', 'provenance', 'functions']) {
  const element = document.getElementById(id);
  if (element) put(id, element);
}
for (const element of document.querySelectorAll('#controls div > *')) put(element.id, element);
const frames = Array.from(document.querySelectorAll('#frames g rect'), (rect) => rect.getBoundingClientRect())
  .filter((box) => box.width > 0 && box.bottom > 0);
boxes.frames = [Math.min(...frames.map((box) => box.left)), Math.min(...frames.map((box) => box.top)),
  Math.max(...frames.map((box) => box.right)), Math.max(...frames.map((box) => box.bottom))];
return boxes;
"""


class Refused(Exception):
    """profconv would not draw, in its words."""


def draw(stacks, output, *arguments, **options):
    """Lets profconv draw collapsed stacks, given as bytes; returns the path of the picture."""
    source = pathlib.Path(output).with_suffix(".folded")
    source.write_bytes(stacks)
    settings = [word for name, value in options.items() for word in ("--set", f"flamegraph.{name}={value}")]
    made = subprocess.run([os.environ["PROFCONV"], "-q", source, "-o", output, *arguments, *settings],
                          capture_output=True, timeout=120, check=False)
    if made.returncode != 0:
        raise Refused(made.stderr.decode(errors="replace"))
    return output


class Picture:
    """One picture, opened as a document of its own: at the address of the one before it would only be moved in."""

    def __init__(self, browser, path, suffix=""):
        self.browser = browser
        self.address = pathlib.Path(path).as_uri()
        if browser.address_now().partition("#")[0] == (self.address + suffix).partition("#")[0]:
            browser.open("about:blank")
        browser.requests()
        browser.console()
        browser.open(self.address + suffix)
        browser.wait_for_picture()

    def frames(self):
        return json.loads(self.browser.run(SEEN))

    def paths(self):
        """Frames by the names that lead to them, told by where they lie; the root is the empty path."""
        frames = self.frames()
        root = float(frames[0]["y"])
        rows = sorted({float(frame["y"]) for frame in frames}, key=lambda y: abs(y - root))
        found = {(): frames[0]}
        levels = {0: [((), frames[0])]}
        for frame in frames[1:]:
            depth = rows.index(float(frame["y"]))
            parent = next(path for path, above in levels[depth - 1]
                          if above["x"] <= frame["x"] and frame["x"] + frame["w"] <= above["x"] + above["w"])
            path = parent + (frame["name"],)
            levels.setdefault(depth, []).append((path, frame))
            found[path] = frame
        return found

    def frame(self, *path):
        return self.paths()[path]

    def click(self, *path, held=()):
        frame = self.frame(*path)
        self.browser.point((frame["left"] + frame["right"]) / 2, (frame["top"] + frame["bottom"]) / 2, held=held)

    def hover(self, frame):
        self.browser.point((frame["left"] + frame["right"]) / 2, (frame["top"] + frame["bottom"]) / 2, click=False)

    def press_button(self, name):
        left, top, right, bottom = self.boxes()[name]
        self.browser.point((left + right) / 2, (top + bottom) / 2)

    def search(self, text):
        if self.focused() != "search":
            self.browser.press("f", held=("Control",))
        self.browser.press("a", held=("Control",))
        self.browser.press("Backspace", *text)

    def boxes(self):
        return self.browser.run(BOXES)

    def text(self, name):
        """What stands in an element that is not a frame; empty where there is none."""
        return self.browser.run("const e = document.getElementById(arguments[0]); return e ? e.textContent : '';", name)

    def style(self, selector, name):
        element, *part = selector.split("::")
        script = "return getComputedStyle(document.querySelector(arguments[0]), arguments[1])[arguments[2]];"
        return self.browser.run(script, element, "::" + part[0] if part else None, name)

    def focused(self):
        """The name of the frame that has the focus, the id of what else has it, or None."""
        return self.browser.run("""
            const active = document.activeElement;
            const title = active && active.localName === 'g' ? active.querySelector('title').textContent : null;
            return title ? title.slice(0, title.lastIndexOf(' (')) : active && active.id || null;""")

    def state(self):
        """The fields of the fragment."""
        _, _, fragment = self.browser.address_now().partition("#")
        return dict(field.partition("=")[::2] for field in fragment.split("&") if field)

    def wait_for(self, condition, seconds=5):
        """What a condition says as soon as it is true, or at last."""
        end = time.monotonic() + seconds
        while not (said := condition()) and time.monotonic() < end:
            time.sleep(0.05)
        return said
