# SPDX-License-Identifier: Apache-2.0
"""Names that would like to be markup, script or something else than names."""

import json
import re
from urllib.parse import quote

from case import Case
from picture import Refused, draw

NAMES = (
    "</script><script>alert(1)</script>", "</title></g></svg><script>alert(1)</script>", '"onload="alert(1)',
    "' onmouseover='alert(1)' '", "<img src=x onerror=alert(1)>", '"><a href="javascript:alert(1)">x</a>', "]]>",
    "]]><script>", "<!--", "-->", "<![CDATA[", "&nosuch", "<?xml?>", "line\u2028separator\u2029here",
    "right\u202eto left", "\u05e9\u05dc\u05d5\u05dd", "javascript:alert(1)", "${alert(1)}", "`alert(1)`",
    "\\u003cscript>",
    "__proto__", "constructor", "operator()(int) (.cold)", "looks (1,234 samples, 5.67%)", 'say "hi"', "it's", "a  b",
    "\U0001f525\U0001f468\u200d\U0001f469\u200d\U0001f467", "a\u0301\u0302\u0303", "\ufeffmark", "x" * 5000, "%s%n",
    "..", "'", "&",
)
# These cannot stand in collapsed stacks.
ENTITIES = ("&lt;", "&amp;amp;", "&#x3c;b>", "&#0;", "&lt;script>alert(1)&lt;/script>")
VALUE = 1000
# Characters that steer the text around them are shown as what cannot be shown.
STEERING = re.compile("[\u2028\u2029\u202e\ufeff]")


def readable(name):
    return STEERING.sub("\ufffd", name)


class Hostile(Case):
    """A name is shown as it is, and does nothing."""

    def open_names(self, names, **options):
        stacks = b"".join(name + f" {VALUE}\n".encode() for name in names)
        path = draw(stacks, self.folder / "hostile.svg", "-f", "collapsed", "--no-demangle", **options)
        return self.open_again(path)

    def test_names(self):
        picture = self.open_names([name.encode() for name in NAMES])
        frames = {frame["name"]: frame for frame in picture.frames()}
        self.assertEqual(set(frames), {"all", *map(readable, NAMES)})
        self.assertEqual(self.browser.run("return document.querySelectorAll('script').length"), 1)
        other = "#frames g > *:not(title):not(rect):not(text)"
        self.assertEqual(self.browser.run("return document.querySelectorAll(arguments[0]).length", other), 0)
        for name, frame in frames.items():
            if len(name) > 100:
                continue
            with self.subTest(name=name):
                picture.hover(frame)
                self.assertIn(name, picture.text("details"))
                picture.search(f"^{re.escape(name)}$")
                self.assertEqual([f["name"] for f in picture.frames() if "match" in f["kinds"]], [name])

    def test_entities(self):
        points = [{"tb": VALUE, "tbk": 1, "fs": [at]} for at in range(1, len(ENTITIES) + 1)]
        table = ["[root]"] + [f"0x{at}: {name} (a.c:1)" for at, name in enumerate(ENTITIES, 1)]
        heap = {"dhatFileVersion": 2, "mode": "ad-hoc", "verb": "Counted", "bklt": False, "bkacc": False, "bu": "unit",
                "bsu": "units", "bksu": "events", "tu": "instrs", "Mtu": "Minstr", "cmd": "a", "pid": 1, "te": 1,
                "pps": points, "ftbl": table}
        path = draw(json.dumps(heap).encode(), self.folder / "entities.svg")
        picture = self.open_again(path)
        self.assertEqual({frame["name"] for frame in picture.frames()}, {"all", *ENTITIES})

    def test_a_long_name_that_is_written_once_is_whole_in_every_frame(self):
        name = "std::map<" + "k" * 600 + ">::find(int)"
        stacks = b"".join(f"{caller};{name};{leaf} {VALUE}\n".encode() for caller in "ab" for leaf in ("", "leaf"))
        path = draw(stacks, self.folder / "long.svg", "-f", "collapsed", "--no-demangle")
        self.assertEqual(path.read_text(encoding="utf-8").count("k" * 600), 1)
        picture = self.open_again(path)
        whole = "return Array.from(document.querySelectorAll('#frames title'), (t) => t.textContent)"
        frames = [frame for frame in picture.frames() if frame["name"].startswith("std::map")]
        self.assertEqual(len(frames), 2)
        for frame in frames:
            picture.hover(frame)
            self.assertTrue(picture.text("details").startswith("Function: std::map<kkk"), picture.text("details"))
            self.assertTrue(picture.text("details").endswith(" (2,000 samples, 50.00%)"), picture.text("details"))
        self.assertEqual(self.browser.run(whole).count(f"{name} (2,000 samples, 50.00%)"), 2)
        picture.search("k>::find")
        matching = [frame["name"] for frame in picture.frames() if "match" in frame["kinds"]]
        self.assertEqual(matching, [name, name])
        self.assertEqual(picture.text("matched"), "Matched: 100.00%")

    def test_zoomed_names_are_shown_whole(self):
        picture = self.open_names([name.encode() for name in NAMES])
        widths = {}
        for name in map(readable, NAMES):
            if len(name) > 100:
                continue
            with self.subTest(name=name):
                picture.click(name)
                self.assertEqual(picture.frame(name)["label"], name)
                widths[name] = picture.frame(name)["labelRight"] - picture.frame(name)["labelLeft"]
                picture.press_button("reset")
        self.assertAlmostEqual(widths["a  b"], widths["it's"], delta=0.1, msg="blanks are as wide as letters")

    def test_bytes_that_are_no_text(self):
        picture = self.open_names((b"bad \xff byte", b"cut \xe2\x82", b"control \x01\x1b[31m"))
        names = [frame["name"] for frame in picture.frames()]
        self.assertIn("bad \ufffd byte", names)
        self.assertRegex(names[names.index("bad \ufffd byte") + 2], r"cut \ufffd+$")
        control = next(name for name in names if name.startswith("control "))
        self.assertNotRegex(control, "[\x00-\x1f]")

    def test_texts_around_the_frames(self):
        for nasty in NAMES[:14] + ENTITIES:
            with self.subTest(text=nasty):
                texts = ("title", "subtitle", "notes", "nametype", "countname", "search", "fonttype")
                picture = self.open(**{name: nasty for name in texts})
                self.assertEqual(self.browser.run("return document.querySelectorAll('script').length"), 1)
                title = self.browser.run("return document.querySelector('svg > title').textContent")
                self.assertEqual(title, readable(nasty))
                picture.hover(picture.frame("main"))
                self.assertTrue(picture.text("details").startswith(readable(nasty)))

    def test_addresses(self):
        for sign in "?#":
            for nasty in ("alert(1)", "javascript:alert(1)", *NAMES[:6], "x=1&y", "%", "%ff", "(?<n>", "*"):
                with self.subTest(sign=sign, text=nasty):
                    fields = "&".join(f"{name}={quote(nasty)}" for name in ("x", "y", "s", "ic"))
                    picture = self.open(suffix=sign + fields)
                    self.assertEqual(self.browser.run("return document.getElementById('search').value"), nasty)
                    self.assertEqual(self.browser.run("return document.querySelectorAll('script').length"), 1)
                    self.assertTrue(picture.frame("worker_thread")["isSeen"])
            self.open(suffix=sign + "s=%ff%&&x=%E0%A4%A&=&y")

    def test_links_and_attributes(self):
        attributes = self.folder / "nasty.txt"
        for nasty in ("href=javascript:alert(1)", "href= JaVaScRiPt:alert(1)", "href=java\u0001script:alert(1)",
                      "href=data:text/html,<script>alert(1)</script>", "href=vbscript:alert(1)", "onclick=alert(1)",
                      'class=x" onclick="alert(1)', "style=background:url(http://127.0.0.1:9/)"):
            with self.subTest(attribute=nasty):
                attributes.write_text(f"main\t{nasty}\n", encoding="utf-8")
                try:
                    picture = self.open(nameattr=attributes)
                except Refused as refused:
                    self.assertIn("nasty.txt:1", str(refused))
                    continue
                self.assertEqual(self.browser.run(
                    "return document.querySelectorAll('[onclick], [href^=javascript], [href^=data]').length"), 0)
                picture.click("main")
                self.assertIsNone(self.browser.dialog())
                self.assertTrue(self.browser.address_now().startswith("file:"))

    def test_distributions(self):
        row = "{:>16} |{:<40} {:<9}\n"
        table = f"{'value':>16}  ------------- Distribution ------------- count    \n"
        table += row.format(0, "", 0) + row.format(1, "@" * 40, 4)
        keys = [name for name in NAMES if len(name) < 100 and name == name.strip()]
        text = "".join(f"\n  {name:<80}\n{table}" for name in keys)
        path = draw(text.encode(), self.folder / "keys.svg", "-f", "dtrace", "-t", "histsvg")
        self.open_again(path)
        active = "return document.querySelectorAll('script, a, img, foreignObject').length"
        self.assertEqual(self.browser.run(active), 0)
        shown = self.browser.run("return document.documentElement.textContent")
        for name in keys:
            with self.subTest(name=name):
                self.assertIn(re.sub(" +", " ", readable(name)), re.sub(" +", " ", shown))
