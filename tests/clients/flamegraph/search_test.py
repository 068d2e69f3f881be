# SPDX-License-Identifier: Apache-2.0
"""Search: what is found, how much of the whole it is, and what is said of an expression that is none."""

import re

from case import Case


class Search(Case):
    """Shares against sums of the samples."""

    def found(self, picture):
        return {path for path, frame in picture.paths().items() if "match" in frame["kinds"]}

    def expected(self, expression, flags=0):
        return {path for path in self.usual.paths() if path and re.search(expression, path[-1], flags)}

    def test_shares_count_nested_matches_once(self):
        picture = self.open()
        plain = {frame["fill"] for frame in picture.frames()}
        for expression in ("alloc", "parse", "render|draw", "^main$", r"std::string const&, int\) \(\.cold", "nowhere"):
            with self.subTest(expression=expression):
                picture.search(expression)
                self.assertEqual(picture.text("matched"), f"Matched: {self.usual.matched_share(expression)}")
                self.assertEqual(self.found(picture), self.expected(expression))
                fills = {frame["fill"] for frame in picture.frames() if "match" in frame["kinds"]}
                self.assertEqual(len(fills), 1 if self.expected(expression) else 0)
                self.assertFalse(fills & plain)

    def test_case(self):
        picture = self.open()
        picture.search("alloc")
        strict = self.usual.matched_share("alloc")
        loose = self.usual.matched_share("alloc", re.IGNORECASE)
        self.assertNotEqual(strict, loose)
        pressed = "return document.getElementById('ic').getAttribute('aria-pressed')"
        for how in (lambda: picture.press_button("ic"), lambda: self.browser.press("i", held=("Control",))):
            self.assertEqual((picture.text("matched"), self.browser.run(pressed)), (f"Matched: {strict}", "false"))
            how()
            self.assertEqual((picture.text("matched"), self.browser.run(pressed)), (f"Matched: {loose}", "true"))
            how()
        self.browser.press("i", held=("Control", "Shift"))
        self.assertEqual(self.browser.run(pressed), "false", "that key is the browser's")

    def test_share_is_of_the_whole_when_zoomed(self):
        picture = self.open()
        picture.click("main", "render")
        picture.search("alloc")
        self.assertEqual(picture.text("matched"), f"Matched: {self.usual.matched_share('alloc')}")

    def test_bad_expressions_are_said(self):
        picture = self.open()
        picture.search("alloc")
        picture.search("(")
        self.assertEqual(picture.text("matched"), "Not an expression")
        self.assertRegex(self.browser.run("return document.getElementById('matched').title"), "(?i)unterminated")
        self.assertEqual(self.found(picture), set())
        picture.search("(alloc)")
        self.assertEqual(picture.text("matched"), f"Matched: {self.usual.matched_share('alloc')}")

    def assert_focus(self, picture, name):
        """The keys may come after what asks, on a machine that is busy."""
        picture.wait_for(lambda: picture.focused() == name)
        self.assertEqual(picture.focused(), name)

    def test_keys(self):
        picture = self.open()
        self.browser.press("F3")
        self.assert_focus(picture, "search")
        self.browser.press(*"draw", "Enter")
        self.assert_focus(picture, "draw")
        self.browser.press("f", held=("Control",))
        self.assert_focus(picture, "search")
        self.browser.press("Escape")
        self.assertEqual((picture.text("matched"), self.found(picture)), ("", set()))
        self.assertEqual(self.browser.run("return document.getElementById('search').value"), "")
        self.assert_focus(picture, "draw")

    def test_option(self):
        picture = self.open(search="poll", searchcolor="#00ff7f")
        self.assertEqual(picture.text("matched"), f"Matched: {self.usual.matched_share('poll')}")
        self.assertEqual(picture.frame("worker_thread", "poll")["fill"], "rgb(0, 255, 127)")
        self.browser.press("Tab", "Escape")
        picture.wait_for(lambda: self.browser.address_now().endswith("#"))
        self.browser.reload()
        self.assertEqual(picture.text("matched"), "", "what was cleared stays so")
