# SPDX-License-Identifier: Apache-2.0
"""Watches recordings in a browser as people do, and compares what is seen with what the tracer prints and profconv writes."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

import webdriver
from case import the_browser

HERE = pathlib.Path(__file__).parent
SAMPLES = """0 main;render;draw
0 main;render;draw
0 main;render;shade
1 main;read_file;parse
"""
FRAMES = """
return Array.from(document.querySelectorAll('#frames g'), (g) => {
  const box = g.querySelector('rect').getBoundingClientRect();
  return {title: g.querySelector('title').textContent, left: box.left, right: box.right, top: box.top, bottom: box.bottom,
          kinds: Array.from(g.classList)};
});
"""


class Live(unittest.TestCase):
    """One recording, its page in a browser, and the rule that the page is quiet and asks for nothing else."""

    @classmethod
    def setUpClass(cls):
        cls.browser = the_browser()

    def begin(self, samples=SAMPLES):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "samples").write_text(samples, encoding="utf-8")
        environment = {**os.environ, "PATH": f"{HERE / 'tracer'}{os.pathsep}{os.environ['PATH']}"}
        self.process = subprocess.Popen(
            [os.environ["PROFCONV"], "record", "--backend", "bpftrace", "--live", "-o", "out.folded", "--", sys.executable, "-c",
             "import sys; sys.stdin.read()"], cwd=self.folder, env=environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.process.stderr.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.addCleanup(self.process.stdin.close)
        self.address = re.search(r"http\S*", self.process.stderr.readline())[0]
        self.browser.open("about:blank")
        self.browser.requests()
        self.browser.console()
        self.browser.resize(1200)
        self.browser.colour_scheme("light")
        self.browser.open(self.address)
        self.wait_for(lambda: self.titles())

    def end(self):
        self.process.stdin.close()
        self.assertEqual(self.process.wait(timeout=30), 0, self.process.stderr.read())

    def tearDown(self):
        self.assertIsNone(self.browser.dialog())
        self.assertEqual(self.browser.console(), [])
        asked = [address for address in self.browser.requests() if address not in ("about:blank", "data:,")]
        self.assertEqual([address for address in asked if not address.startswith(self.address)], [])

    def wait_for(self, condition, seconds=15):
        end = time.monotonic() + seconds
        while not (said := condition()):
            self.assertLess(time.monotonic(), end, "it did not happen")
            time.sleep(0.05)
        return said

    def text(self, name):
        return self.browser.run("return document.getElementById(arguments[0]).textContent", name)

    def value(self, name):
        return self.browser.run("return document.getElementById(arguments[0]).value", name)

    def focused(self):
        return self.browser.run("return document.activeElement.id || document.activeElement.value || document.activeElement.localName")

    def samples(self):
        found = re.search(r"([\d,]+) samples", self.text("standing"))
        return int(found[1].replace(",", "")) if found else 0

    def frames(self):
        return {frame["title"].rsplit(" (", 1)[0]: frame for frame in self.browser.run(FRAMES)}

    def titles(self):
        return list(self.frames())

    def total(self, name="all"):
        return int(re.search(r" \(([\d,]+) ", self.frames()[name]["title"])[1].replace(",", ""))

    def click_frame(self, name):
        frame = self.frames()[name]
        self.browser.point((frame["left"] + frame["right"]) / 2, (frame["top"] + frame["bottom"]) / 2)

    def click(self, selector):
        left, top = self.browser.run("""const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];""", selector)
        self.browser.point(left, top)

    def after_next_event(self, count=1):
        for _ in range(count):
            before = self.samples()
            self.wait_for(lambda at=before: self.samples() > at)

    def width(self, name):
        frame = self.frames()[name]
        return frame["right"] - frame["left"]


class Growing(Live):
    """What is seen while samples come."""

    def test_the_picture_is_of_all_samples(self):
        self.begin()
        before = self.total()
        self.after_next_event()
        self.assertGreater(self.total(), before)
        self.assertAlmostEqual(self.width("render"), 1180 * 3 / 4, delta=12)
        self.assertAlmostEqual(self.width("all"), 1180, delta=1)
        self.assertLess(self.frames()["all"]["top"], self.frames()["draw"]["top"])
        self.assertIn("draw", self.text("functions"))
        with open(self.folder / "samples", "a", encoding="utf-8") as file:
            file.write("2 main;late;later;latest\n")
        self.wait_for(lambda: "latest" in self.titles())
        self.end()
        self.wait_for(lambda: self.text("ending"))
        self.assertRegex(self.text("ending"), r"^python\S* has ended: out.folded is written. A reload would lose this page.$")
        written = sum(int(line.rsplit(" ", 1)[1]) for line in (self.folder / "out.folded").read_text().splitlines())
        self.assertEqual(self.total(), written)
        self.assertEqual(self.browser.run("return document.getElementById('pause').hidden"), True)
        self.assertEqual(self.browser.run("return document.querySelectorAll('#choices button:not(:disabled)').length"), 0)

    def test_zoom_search_table_and_focus_stay(self):
        self.begin()
        self.click_frame("render")
        self.click("#functions thead th:nth-child(4) button")  # by total
        self.browser.run("document.getElementById('search').focus()")
        for letter in "dra":
            self.browser.press(letter)
            self.after_next_event()
        self.browser.press("w")
        self.after_next_event(2)
        self.assertEqual((self.value("search"), self.focused()), ("draw", "search"))
        self.assertAlmostEqual(self.width("render"), 1180, delta=1)
        self.assertIn("match", self.frames()["draw"]["kinds"])
        self.assertNotIn("match", self.frames()["shade"]["kinds"])
        self.assertRegex(self.text("matched"), r"^Matched: \d\d\.\d\d%$")
        order = "return document.querySelector('#functions th:nth-child(4)').getAttribute('aria-sort')"
        self.assertEqual(self.browser.run(order), "descending")
        self.browser.press("Escape")
        self.browser.press("Escape")
        self.after_next_event()
        self.assertAlmostEqual(self.width("render"), 1180 * 3 / 4, delta=12)
        self.end()

    def test_pause_holds_the_picture_and_not_the_recording(self):
        self.begin()
        self.click("#pause")
        held, samples = self.total(), self.samples()
        self.after_next_event(2)
        self.assertEqual(self.total(), held)
        self.assertGreater(self.samples(), samples)
        self.assertEqual((self.text("pause"), self.text("ending")), ("Resume", "The picture is held."))
        self.click("#pause")
        self.assertGreater(self.wait_for(lambda: self.total() > held and self.total()), held)
        self.end()


    def test_a_selection_holds_the_picture_and_the_picture_its_place(self):
        self.begin()
        top = self.frames()["all"]["top"]
        with open(self.folder / "samples", "a", encoding="utf-8") as file:
            file.write("".join(f"0 main;f{i}\n" for i in range(6)))
        self.wait_for(lambda: "f5" in self.titles())
        self.assertEqual(self.frames()["all"]["top"], top)
        self.browser.run("getSelection().selectAllChildren(document.querySelector('#functions td'))")
        held = self.total()
        self.after_next_event(2)
        self.assertEqual(self.total(), held)
        self.assertNotEqual(self.browser.run("return String(getSelection())"), "")
        self.browser.run("getSelection().removeAllRanges()")
        self.wait_for(lambda: self.total() > held)
        self.end()


class Choosing(Live):
    """Threads and values."""

    def test_threads_and_values(self):
        self.begin()
        self.wait_for(lambda: self.browser.run("return document.querySelectorAll('#threads button').length") == 3)
        self.click_frame("read_file")
        self.click("#threads button:nth-child(2)")
        self.wait_for(lambda: "read_file" not in self.titles())
        self.assertAlmostEqual(self.width("render"), 1180, delta=1)
        self.click("#types button:nth-child(1)")
        self.wait_for(lambda: " samples," in self.frames()["all"]["title"])
        self.after_next_event()
        self.assertEqual(self.browser.run("return document.querySelectorAll('button[aria-pressed=true]').length"), 3)  # and the table's
        self.click("#threads button:nth-child(1)")
        self.wait_for(lambda: "read_file" in self.titles())
        self.assertEqual(self.total(), self.samples())
        self.end()


class Enduring(Live):
    """Names that mean harm, and a profconv that goes away."""

    def test_names_are_only_text(self):
        name = "</script><img src=x onerror=alert(1)>'\"&amp \\u0000"
        self.begin(f"0 main;{name};leaf\n1 javascript:alert(2);${{x}}\n")
        self.assertIn(name, self.titles())
        self.click_frame(name)
        self.after_next_event(2)
        self.assertAlmostEqual(self.width(name), 1180, delta=1)
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, script:not([src])').length"), 0)
        self.end()

    def test_a_profconv_that_is_gone(self):
        self.begin()
        total = self.total()
        self.process.kill()
        self.wait_for(lambda: self.text("ending"))
        self.assertIn("does not answer", self.text("ending"))
        self.assertGreaterEqual(self.total(), total)
        self.assertTrue(all("ERR_" in line for line in self.browser.console()))

    def test_a_narrow_window_and_the_dark(self):
        self.begin()
        self.browser.resize(360)
        self.browser.colour_scheme("dark")
        self.addCleanup(self.browser.colour_scheme, "light")
        self.after_next_event()
        self.assertAlmostEqual(self.width("all"), 340, delta=1)
        self.assertEqual(self.browser.run("return document.documentElement.scrollWidth"), 360)
        self.assertEqual(self.browser.run("return getComputedStyle(document.body).backgroundColor"), "rgb(22, 24, 28)")
        self.end()


def main():
    missing = webdriver.missing()
    if missing:
        print(f"live: skipped: {missing}")
        return 0
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    return 0 if unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
