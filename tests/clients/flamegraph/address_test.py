# SPDX-License-Identifier: Apache-2.0
"""What the address keeps of a picture that is a file, and where links lead."""

from case import Case
from picture import draw


class Address(Case):
    """Zoom and search in the fragment, and in the query that other flame graphs use."""

    def assert_zoomed(self, picture, *path):
        frame = picture.frame(*path)
        self.assertAlmostEqual(frame["right"] - frame["left"], 1180, delta=0.6)
        self.assertNotIn("faded", frame["kinds"])

    def test_reload(self):
        picture = self.open()
        picture.click("main", "render")
        picture.search("d[r]aw|x&y=%")
        self.browser.press("i", held=("Control",))
        frame = picture.frame("main", "render")
        state = picture.state()
        expected = {"x": str(frame["x"]), "y": frame["y"], "ic": "1"}
        self.assertEqual({name: state[name] for name in expected}, expected)
        seen = picture.frames(), picture.text("matched")
        self.browser.reload()
        self.assertEqual((picture.frames(), picture.text("matched")), seen)
        self.assert_zoomed(picture, "main", "render")
        self.assertEqual(self.browser.run("return document.getElementById('search').value"), "d[r]aw|x&y=%")
        picture.press_button("reset")
        self.browser.press("Escape")
        self.assertTrue(picture.wait_for(lambda: picture.state() == {"ic": "1"}), picture.state())

    def test_query(self):
        picture = self.open()
        frame = picture.frame("main", "render")
        picture = self.open(suffix=f"?x={frame['x']}&y={frame['y']}&s=draw")
        self.assert_zoomed(picture, "main", "render")
        self.assertEqual(picture.text("matched"), f"Matched: {self.usual.matched_share('draw')}")
        picture.press_button("reset")
        self.browser.press("Escape")
        picture.wait_for(lambda: self.browser.address_now().endswith("#"))
        self.browser.reload()
        self.assert_zoomed(picture)
        self.assertEqual(picture.text("matched"), "")

    def test_nothing_is_there(self):
        self.assert_zoomed(self.open(suffix="#x=99999&y=1"))

    def test_history(self):
        picture = self.open()
        picture.click("main")
        picture.click("main", "render")
        picture.search("draw")
        picture.wait_for(lambda: "s" in picture.state())
        steps = (("back", ("main",)), ("back", ()), ("forward", ("main",)), ("forward", ("main", "render")))
        for way, path in steps:
            self.browser.run(f"history.{way}()")
            picture.wait_for(lambda at=path: picture.frame(*at)["right"] - picture.frame(*at)["left"] > 1179
                             and "faded" not in picture.frame(*at)["kinds"])
            self.assert_zoomed(picture, *path)
        self.assertEqual(picture.text("matched"), f"Matched: {self.usual.matched_share('draw')}")

    def test_links(self):
        linked = draw(b"linked 1\n", self.folder / "linked.svg")
        self.expected_requests.add(linked.as_uri())
        attributes = self.folder / "attributes.txt"
        attributes.write_text("render\thref=linked.svg\ttarget=_self\n", encoding="utf-8")
        picture = self.open(nameattr=attributes)
        self.assertEqual(picture.frame("main", "render")["link"], "linked.svg")
        self.assertIsNone(picture.frame("main")["link"])
        picture.click("main", "render", held=("Control",))
        self.assert_zoomed(picture, "main", "render")
        self.assertTrue(self.browser.address_now().startswith(picture.address))
        picture.press_button("reset")
        picture.click("main", "render")
        picture.wait_for(lambda: self.browser.address_now() == linked.as_uri())
        self.assertEqual(self.browser.address_now(), linked.as_uri())

    def test_links_by_keys(self):
        linked = draw(b"linked 1\n", self.folder / "linked.svg")
        self.expected_requests.add(linked.as_uri())
        attributes = self.folder / "attributes.txt"
        attributes.write_text("render\thref=linked.svg\ttarget=_self\n", encoding="utf-8")
        picture = self.open(nameattr=attributes)
        picture.click("main")
        self.browser.press("Up", "Enter")
        self.assert_zoomed(picture, "main", "render")
        self.browser.press("Enter", held=("Control",))
        picture.wait_for(lambda: self.browser.address_now() == linked.as_uri())
        self.assertEqual(self.browser.address_now(), linked.as_uri())

    def test_inside_another_page(self):
        """Two pictures in one page: each is its own, and the address is the page's."""
        drawn = draw(self.usual.text.encode(), self.folder / "picture.svg").read_text(encoding="utf-8")
        page = self.folder / "page.html"
        page.write_text(f"<!doctype html><meta charset=utf-8>{drawn}{drawn}", encoding="utf-8")
        picture = self.open_again(page, "#chapter")
        widths = """return Array.from(document.querySelectorAll('svg[id=frames]'), (frames) => Array.from(
            frames.querySelectorAll('g'), (g) => Math.round(g.querySelector('rect').getBoundingClientRect().width)));"""
        before = self.browser.run(widths)
        self.assertEqual(before[0], before[1])
        place = self.browser.run("""
            const second = document.querySelectorAll('svg[id=frames]')[1];
            const box = second.querySelectorAll('rect')[1].getBoundingClientRect();
            return [box.left + 5, box.top + 5];""")
        self.browser.point(*place)
        after = self.browser.run(widths)
        self.assertEqual(after[0], before[0])
        self.assertEqual(after[1][1], before[1][0])
        self.assertEqual(self.browser.address_now(), picture.address + "#chapter")
        self.browser.run("location.hash = 'other'")
        self.assertEqual(self.browser.run(widths), after)
        self.browser.press("Escape")
        self.assertEqual(self.browser.run(widths), before)
