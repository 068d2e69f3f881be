# SPDX-License-Identifier: Apache-2.0
"""Walking by keys, and what a screen reader is told."""

from case import Case
from webdriver import ELEMENT


class Keys(Case):
    """The focus, where it goes and how it is seen."""

    def ring(self):
        return self.browser.run("""
            const ring = document.getElementById('cursor').getBoundingClientRect();
            return ring.width > 0 ? [ring.left, ring.top, ring.right, ring.bottom].map(Math.round) : null;""")

    def enter(self, picture):
        """Goes to the frames by the Tab key alone, past the controls."""
        stops = []
        for _ in range(4):
            self.browser.press("Tab")
            stops.append(picture.focused())
        self.assertEqual(stops, ["search", "ic", "table", "all"])

    def assert_at(self, picture, *path):
        name = path[-1] if path else "all"
        self.assertEqual(picture.focused(), name)
        frame = picture.frame(*path)
        self.assertEqual(self.ring(), [round(frame[side]) for side in ("left", "top", "right", "bottom")])
        self.assertIn(frame["title"], picture.text("details"))
        self.assertEqual(self.browser.run("return document.querySelectorAll('#frames g[tabindex]').length"), 1)

    def test_walk(self):
        picture = self.open()
        self.enter(picture)
        self.assert_at(picture)
        steps = (("Up", ("main",)), ("Right", ("worker_thread",)), ("Right", ("worker_thread",)), ("Left", ("main",)),
                 ("Up", ("main", "render")), ("Up", ("main", "render", "draw")), ("Up", ("main", "render", "draw")),
                 ("Right", ("main", "render", "layout")), ("Down", ("main", "render")), ("Left", ("main", "read_file")),
                 ("Home", ()), ("Down", ()))
        for key, path in steps:
            with self.subTest(key=key, path=path):
                self.browser.press(key)
                self.assert_at(picture, *path)

    def test_walk_with_the_root_on_top(self):
        picture = self.open(inverted="yes")
        self.enter(picture)
        for key, path in (("Down", ("main",)), ("Down", ("main", "render")), ("Up", ("main",)), ("Up", ())):
            self.browser.press(key)
            self.assert_at(picture, *path)

    def test_links_are_no_stops_of_their_own(self):
        attributes = self.folder / "attributes.txt"
        attributes.write_text("main\thref=linked.svg\nrender\thref=linked.svg\n", encoding="utf-8")
        picture = self.open(nameattr=attributes)
        self.enter(picture)
        self.browser.press("Tab")
        self.assertIsNone(self.browser.run("return document.activeElement && document.activeElement.closest('a')"))

    def test_zoom_and_reset(self):
        picture = self.open()
        self.enter(picture)
        self.browser.press("Up", "Up", "Enter")
        self.assert_at(picture, "main", "render")
        self.assertFalse(picture.frame("main", "read_file")["isSeen"])
        self.browser.press("Left")
        self.assert_at(picture, "main", "render")
        self.browser.press("Escape")
        self.assertTrue(picture.frame("main", "read_file")["isSeen"])
        self.assert_at(picture, "main", "render")

    def test_a_hidden_frame_has_no_focus(self):
        picture = self.open()
        self.enter(picture)
        self.browser.press("Up", "Up", "Enter", "Escape", "Home", "Up", "Right", "Enter")
        self.assert_at(picture, "worker_thread")
        self.browser.run("history.back()")
        self.browser.run("history.back()")
        picture.wait_for(lambda: not picture.frame("worker_thread")["isSeen"])
        shown = self.browser.run("return document.querySelector('#frames g[tabindex] title').textContent")
        self.assertTrue(shown.startswith("render ("), shown)

    def test_the_mouse_shows_no_ring(self):
        picture = self.open()
        picture.click("main")
        self.assertEqual(picture.focused(), "main")
        self.assertIsNone(self.ring())
        self.browser.press("Up")
        self.assert_at(picture, "main", "render")

    def test_hover_shows_details(self):
        picture = self.open(nametype="Routine:")
        frame = picture.frame("worker_thread", "poll")
        picture.hover(frame)
        self.assertEqual(picture.text("details"), "Routine: " + frame["title"])
        self.browser.point(600, 3, click=False)
        self.assertEqual(picture.text("details"), "")

    def test_what_a_screen_reader_reads(self):
        picture = self.open()
        self.enter(picture)
        self.browser.press("Up")
        active = self.browser.get("/element/active")[ELEMENT]
        self.assertEqual(self.browser.get(f"/element/{active}/computedrole"), "button")
        self.assertEqual(self.browser.get(f"/element/{active}/computedlabel"), picture.frame("main")["title"])
        self.browser.press("f", held=("Control",))
        active = self.browser.get("/element/active")[ELEMENT]
        self.assertEqual(self.browser.get(f"/element/{active}/computedrole"), "searchbox")
        self.assertEqual(self.browser.get(f"/element/{active}/computedlabel"), "Search by regular expression")
