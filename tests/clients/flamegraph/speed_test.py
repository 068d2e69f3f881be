# SPDX-License-Identifier: Apache-2.0
"""Many frames: where a zoom puts them, and how long it keeps the browser from answering."""

import json

from case import Case
from stacks import Stacks

COLUMNS, ROWS = 400, 50
MAIN = 2
MOST_MS = 200
ZOOM = """
const frame = document.querySelectorAll('#frames g')[arguments[0]];
frame.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
return frame.getBoundingClientRect().width;
"""
# Of what Picture.frames has, what a zoom changes: colours and labels would take seconds.
PLACES = """
return JSON.stringify(Array.from(document.querySelectorAll('#frames g'), (g) => {
  const rect = g.querySelector('rect');
  const box = rect.getBoundingClientRect();
  return {
    title: g.querySelector('title').textContent, x: Number(rect.dataset.x), w: Number(rect.dataset.w),
    y: rect.getAttribute('y'), left: box.left, right: box.right, isSeen: box.width > 0 && box.bottom > 0,
    isHidden: g.closest('[aria-hidden="true"]') !== null, isFaded: g.classList.contains('faded')
  };
}));
"""


class Speed(Case):
    """Twenty thousand frames."""

    stacks = Stacks("\n".join(
        "main;" + ";".join(f"column_{column}_row_{row}" for row in range(ROWS)) + f" {column % 7 + 5}"
        for column in range(COLUMNS)) + "\nanother 500\n")

    def spent_ms(self):
        """Of the page's own time on the processor: other programs do not count."""
        metrics = {entry["name"]: entry["value"] for entry in self.browser.cdp("Performance.getMetrics")["metrics"]}
        return 1000 * sum(metrics[name] for name in ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration"))

    def frames(self):
        return json.loads(self.browser.run(PLACES))

    def assert_zoomed(self, at):
        """Every frame is where the integers of the zoomed one put it, or out of sight."""
        frames = self.frames()
        zoomed = frames[at]
        pixels = 1180 / zoomed["w"]
        for frame in frames:
            is_around = frame["x"] <= zoomed["x"] and zoomed["x"] + zoomed["w"] <= frame["x"] + frame["w"]
            is_caller = is_around and float(frame["y"]) > float(zoomed["y"])
            is_within = zoomed["x"] <= frame["x"] < zoomed["x"] + zoomed["w"]
            is_wanted = is_caller or (is_within and float(frame["y"]) <= float(zoomed["y"]))
            seen = (frame["isSeen"], frame["isHidden"], frame["isFaded"])
            self.assertEqual(seen, (is_wanted, not is_wanted, is_caller), frame["title"])
            if is_wanted:
                left = 10 if is_caller else 10 + (frame["x"] - zoomed["x"]) * pixels
                self.assertAlmostEqual(frame["left"], left, delta=0.6, msg=frame["title"])
                self.assertAlmostEqual(frame["right"], left + (1180 if is_caller else frame["w"] * pixels), delta=0.6)

    def test_zooms(self):
        self.browser.cdp("Performance.enable", timeDomain="threadTicks")
        self.open(self.stacks)
        frames = self.frames()
        self.assertEqual(len(frames), COLUMNS * ROWS + 3)
        column = next(at for at, frame in enumerate(frames) if frame["title"].startswith("column_200_row_10 ("))
        times = []
        for at in (0, MAIN, column, MAIN, 0, column, 0):
            before = self.spent_ms()
            width = self.browser.run(ZOOM, at)
            times += [self.spent_ms() - before] if at != column else []
            self.assertAlmostEqual(width, 1180, delta=1)
            self.assert_zoomed(at)
        self.assertLess(sorted(times)[len(times) // 2], MOST_MS, f"milliseconds of each zoom: {times}")
