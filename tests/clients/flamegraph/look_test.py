# SPDX-License-Identifier: Apache-2.0
"""How a picture looks: in little room, by day and by night, and where it compares."""

import itertools
import re

from case import Case
from picture import draw
from stacks import Stacks

LONG = "The flame graph of a program whose name is far longer than any window is wide, as they are"
WHOLE = "const matched = document.getElementById('matched'); return matched.scrollWidth <= matched.clientWidth"
LONG_FRAME = "measure_text(std::string const&, int) (.cold)"
TEXTS = ("#heading", "#subtitle", "#details", "#pruned", "#provenance", "#controls button", "#controls input",
         "#controls input::placeholder", "#matched")


def parts_of(colour):
    return [int(part) for part in re.findall(r"\d+", colour)[:3]]


def seen_through(colour, opacity, page):
    """What a colour comes to that lets some of the page through."""
    mixed = (round(opacity * c + (1 - opacity) * p) for c, p in zip(parts_of(colour), parts_of(page)))
    return f"rgb({', '.join(map(str, mixed))})"


def luminance(colour):
    """As https://www.w3.org/TR/WCAG21/#dfn-relative-luminance has it."""
    parts = [part / 255 for part in parts_of(colour)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


class Look(Case):
    """Boxes that do not meet, and colours that can be told apart."""

    def assert_tidy(self, picture, width):
        boxes = picture.boxes()
        height = self.browser.run("return document.documentElement.getBoundingClientRect().height")
        for name, (left, top, right, bottom) in boxes.items():
            self.assertGreaterEqual(left, 0, name)
            self.assertGreaterEqual(top, 0, name)
            self.assertLessEqual(right, width, name)
            self.assertLessEqual(bottom, height, name)
        for (one, a), (other, b) in itertools.combinations(boxes.items(), 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            self.assertTrue(apart, f"{one} {a} and {other} {b} overlap at {width} pixels")
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)

    def test_room(self):
        narrow = Stacks(self.usual.text + "main;too_narrow_to_draw 1\n")
        wanted = {"heading", "details", "pruned", "search", "ic", "matched", "reset", "frames"}
        for options in ({}, {"subtitle": "of a Monday"}, {"title": LONG, "subtitle": LONG}, {"inverted": "yes"}):
            picture = self.open(narrow, minwidth="0.2%", **options)
            picture.search("alloc")
            picture.click("main", "render", "layout")
            picture.click("main", "render", "layout", LONG_FRAME)
            for width in (1200, 800, 560, 400):
                self.browser.resize(width)
                with self.subTest(width=width, **options):
                    self.assertLessEqual(wanted, set(picture.boxes()))
                    self.assert_tidy(picture, width)
                    self.assertIn("%)", picture.text("details"))
                    self.assertTrue(self.browser.run(WHOLE), "the share is cut")

    def test_room_for_a_complaint(self):
        picture = self.open()
        self.browser.resize(400)
        picture.click("main")
        picture.search("(")
        self.assert_tidy(picture, 400)
        self.assertTrue(self.browser.run(WHOLE), "the complaint is cut")

    def test_room_of_a_fixed_width(self):
        self.browser.resize(400)
        picture = self.open(width=400, title="A heading and controls")
        before = picture.boxes()["heading"]
        picture.click("main")
        self.assert_tidy(picture, 400)
        self.assertLess(before[1], 12)

    def test_day_and_night(self):
        for colors in ("auto", "hot", "red", "blue"):
            with self.subTest(colors=colors):
                self.browser.colour_scheme("light")
                picture = self.open(subtitle="of a Monday", colors=colors)
                picture.click("main", "read_file", "parse")
                picture.search("alloc")
                day = self.assert_legible(picture)
                self.assertGreater(min(map(luminance, day)), 0.5)
                self.browser.colour_scheme("dark")
                night = self.assert_legible(picture)
                self.assertLess(max(map(luminance, night)), 0.1)

    def test_a_chosen_page_is_the_same_at_night(self):
        for colour in ("yellow", "#ffffff", "#808080", "#102030"):
            picture = self.open(bgcolors=colour)
            picture.click("main")
            picture.search("alloc")
            day = self.assert_legible(picture)
            self.browser.colour_scheme("dark")
            self.assertEqual(self.assert_legible(picture), day)
            self.browser.colour_scheme("light")

    def pages(self, picture):
        """The colours of the page: one, or those that it runs between."""
        page = picture.style("#background", "fill")
        if not page.startswith("url"):
            return [page]
        return self.browser.run("""
            return Array.from(document.querySelectorAll('#page stop'), (stop) => getComputedStyle(stop).stopColor);""")

    def assert_legible(self, picture):
        """Returns the colours of the page."""
        pages = self.pages(picture)
        for selector in TEXTS:
            is_html = selector.startswith(("#controls", "#matched"))
            ink = picture.style(selector, "color" if is_html else "fill")
            for page in pages:
                self.assertGreater(contrast(ink, page), 4.5, f"{selector}: {ink} on {page}")
        labelled = [frame for frame in picture.frames() if frame["label"]]
        self.assertIn("faded", [kind for frame in labelled for kind in frame["kinds"]])
        for frame, page in itertools.product(labelled, pages):
            fill = seen_through(frame["fill"], frame["opacity"], page)
            self.assertGreater(contrast(frame["ink"], fill), 4.5, f"{frame['title']}: {frame['ink']} on {fill}")
        return pages

    def test_comparison(self):
        path = draw(b"main;gone_for_good 300 0\nmain;stays 200 200\nmain;shrinks 100 40\nmain;quite_new 0 250\n",
                    self.folder / "comparison.svg")
        picture = self.open_again(path)
        frames = {frame["name"]: frame for frame in picture.frames()}
        kinds = {name: set(frame["kinds"]) & {"gone", "new"} for name, frame in frames.items()}
        self.assertEqual({name: kind for name, kind in kinds.items() if kind},
                         {"gone_for_good": {"gone"}, "quite_new": {"new"}})
        gone = frames["gone_for_good"]
        self.assertAlmostEqual(gone["right"] - gone["left"], 1180 * 300 / 850, delta=0.6)
        self.assertIn("; gone", gone["title"])
        self.assertIn("; new", frames["quite_new"]["title"])
        self.assertNotEqual(picture.style("#frames .gone rect", "strokeDasharray"), "none")
        self.assertNotEqual(picture.style("#frames .new rect", "stroke"), "none")
        picture.hover(gone)
        self.assertIn("gone_for_good", picture.text("details"))
        picture.search("gone")
        self.assertEqual(picture.text("matched"), f"Matched: {100 * 300 / 850:.2f}%")
        picture.click("main", "gone_for_good")
        self.assertAlmostEqual(picture.frame("main", "gone_for_good")["left"], 10, delta=0.6)
