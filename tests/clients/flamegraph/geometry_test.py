# SPDX-License-Identifier: Apache-2.0
"""Where frames lie, before and after a zoom, and whether their labels stay inside."""

from case import Case
from stacks import Stacks

MARGIN = 10
ZOOMED = ("main", "read_file", "parse")


class Geometry(Case):
    """Frames in pixels against sums of the samples."""

    def assert_lies(self, frame, left, right):
        self.assertAlmostEqual(frame["left"], left, delta=0.6, msg=frame["title"])
        self.assertAlmostEqual(frame["right"], right, delta=0.6, msg=frame["title"])

    def assert_whole(self, picture, width):
        """Every frame is where its sum puts it, and nothing is faded."""
        frames = picture.paths()
        self.assertEqual(set(frames), self.usual.paths())
        pixels = (width - 2 * MARGIN) / self.usual.total
        for path, frame in frames.items():
            left = MARGIN + self.usual.offset(path) * pixels
            self.assert_lies(frame, left, left + self.usual.sum_below(path) * pixels)
            self.assertNotIn("faded", frame["kinds"])
            self.assertFalse(frame["isHidden"])

    def test_whole(self):
        picture = self.open()
        self.assert_whole(picture, 1200)
        titles = {path: frame["title"] for path, frame in picture.paths().items()}
        share = 100 * self.usual.sum_below(ZOOMED) / self.usual.total
        self.assertEqual(titles[ZOOMED], f"parse (198 samples, {share:.2f}%)")

    def test_zoom_and_reset(self):
        picture = self.open()
        self.assertNotIn("reset", picture.boxes())
        picture.click(*ZOOMED)
        begin, whole = self.usual.offset(ZOOMED), self.usual.sum_below(ZOOMED)
        for path, frame in picture.paths().items():
            with self.subTest(path=path):
                if path[:len(ZOOMED)] == ZOOMED:
                    left = MARGIN + (self.usual.offset(path) - begin) * 1180 / whole
                    self.assert_lies(frame, left, left + self.usual.sum_below(path) * 1180 / whole)
                    self.assertNotIn("faded", frame["kinds"])
                elif ZOOMED[:len(path)] == path:
                    self.assert_lies(frame, MARGIN, 1190)
                    self.assertIn("faded", frame["kinds"])
                else:
                    self.assertFalse(frame["isSeen"])
                    self.assertTrue(frame["isHidden"], "screen readers are told of it")
                    continue
                self.assertFalse(frame["isHidden"])
        self.assertLess(float(picture.style("#frames .faded rect", "opacity")), 0.8)
        picture.press_button("reset")
        self.assert_whole(picture, 1200)
        self.assertNotIn("reset", picture.boxes())

    def test_zoom_to_an_ancestor(self):
        picture = self.open()
        picture.click(*ZOOMED)
        picture.click("main")
        frames = picture.paths()
        self.assertTrue(frames[("main", "render")]["isSeen"])
        self.assertFalse(frames[("worker_thread",)]["isSeen"])

    def test_root_on_top(self):
        picture = self.open(inverted="yes")
        frames = picture.paths()
        self.assertLess(frames[()]["top"], frames[("main",)]["top"])
        self.assert_whole(picture, 1200)

    def test_fluid_and_fixed_width(self):
        picture = self.open()
        for width in (1600, 640, 400):
            self.browser.resize(width)
            self.assert_whole(picture, width)
        self.browser.resize(700)
        for width in (1000, 400):
            self.assert_whole(self.open(width=width), width)

    def test_labels_stay_inside(self):
        wide = "main;\u540d\u524d\u306e\u9577\u3044\u95a2\u6570 40\n"
        stacks = Stacks(self.usual.text + wide + "main;e\u0301te\u0301_combine\u0301 30\n")
        for options in ({}, {"truncate": "left"}, {"fonttype": "DejaVu Sans"}, {"fontsize": 17, "height": 22}):
            picture = self.open(stacks, **options)
            for width in (1200, 777, 400):
                self.browser.resize(width)
                with self.subTest(width=width, **options):
                    self.assert_labels(picture, options.get("truncate") == "left")
            picture.click("main", "read_file", "parse")
            self.assert_labels(picture, options.get("truncate") == "left")

    def assert_labels(self, picture, cuts_left):
        shown = 0
        for frame in picture.frames():
            label, name = frame["label"], frame["name"]
            if not label:
                self.assertLess(frame["right"] - frame["left"], 60, frame["title"])
                continue
            shown += 1
            self.assertGreaterEqual(frame["labelLeft"], frame["left"], label)
            self.assertLessEqual(frame["labelRight"], frame["right"] + 0.1, label)
            if label != name:
                kept = label[2:] if cuts_left else label[:-2]
                self.assertEqual(label, ".." + kept if cuts_left else kept + "..")
                self.assertTrue(kept and (name.endswith(kept) if cuts_left else name.startswith(kept)), label)
                wider = (frame["labelRight"] - frame["labelLeft"]) / len(label) * 2
                self.assertGreater(frame["labelRight"] + wider + 6, frame["right"], f"{label} leaves too much room")
        self.assertGreater(shown, 3)

    def test_static(self):
        picture = self.open(interactive="no")
        self.assertEqual(self.browser.run("return document.querySelectorAll('script, foreignObject').length"), 0)
        self.assertEqual(picture.style("#frames g", "cursor"), "auto")
        before = picture.frames()
        picture.click("main")
        self.assertEqual(picture.frames(), before)
