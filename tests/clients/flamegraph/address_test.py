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
        self.assertEqual({name: state[name] for name in ("x", "y", "ic")}, {"x": str(frame["x"]), "y": frame["y"], "ic": "1"})
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
