# SPDX-License-Identifier: Apache-2.0
"""The table of functions, the modules in labels, and the hover line of a tall picture."""

from case import Case
from picture import draw
from stacks import Stacks

ROWS = """return Array.from(document.querySelectorAll('#functions tbody tr'),
  (row) => Array.from(row.children, (cell) => cell.textContent));"""


class Table(Case):
    """Rows against sums of the samples."""

    def rows(self):
        return self.browser.run(ROWS)

    def expected(self):
        """Self and total of every function, the largest self first."""
        found = {}
        for stack, value in self.usual.samples:
            for name in set(stack):
                own, total = found.get(name, (0, 0))
                found[name] = own + (value if stack[-1] == name else 0), total + value
        share = lambda value: f"{100 * value / self.usual.total:.2f}%"
        ordered = sorted(found.items(), key=lambda item: (-item[1][0], -item[1][1], item[0]))
        return [[name, f"{own:,}", share(own), f"{total:,}", share(total)] for name, (own, total) in ordered]

    def sort_by(self, column):
        self.browser.run("document.querySelectorAll('#functions thead button')[arguments[0]].click()", column)

    def test_rows_count_recursion_once(self):
        picture = self.open()
        self.assertEqual(self.rows(), [])
        picture.press_button("table")
        self.assertEqual(self.rows(), self.expected())
        picture.press_button("table")
        self.assertEqual(self.rows(), [])

    def test_narrow_frames_are_no_ones_own(self):
        self.open(Stacks("main;narrow 1\nmain;wide 999\n"), minwidth="1%")
        self.browser.press("t")
        self.assertEqual([row[:2] for row in self.rows()], [["wide", "999"], ["main", "0"]])

    def test_sort(self):
        picture = self.open()
        picture.press_button("table")
        self.sort_by(0)
        names = [row[0] for row in self.rows()]
        self.assertEqual(names, sorted(names))
        self.sort_by(3)
        totals = [int(row[3].replace(",", "")) for row in self.rows()]
        self.assertEqual(totals, sorted(totals, reverse=True))
        self.sort_by(3)
        self.assertEqual([int(row[3].replace(",", "")) for row in self.rows()], sorted(totals))
        sorts = self.browser.run(
            "return Array.from(document.querySelectorAll('#functions thead th'), (h) => h.getAttribute('aria-sort'))")
        self.assertEqual(sorts, ["none", "none", "none", "ascending", "none"])

    def test_the_search_filters_and_a_row_highlights(self):
        picture = self.open()
        picture.press_button("table")
        picture.search("alloc|draw")
        self.assertEqual({row[0] for row in self.rows()}, {"alloc", "draw"})
        self.browser.press("Tab", "Tab")
        self.browser.run("document.querySelector('#functions tbody button[title=draw]').focus()")
        self.browser.press("Enter")
        matching = lambda: {frame["name"] for frame in picture.frames() if "match" in frame["kinds"]}
        self.assertEqual(matching(), {"draw"})
        self.assertEqual(picture.text("matched"), f"Matched: {self.usual.matched_share('^draw$')}")
        self.assertEqual(self.browser.run("return document.activeElement.title"), "draw")
        self.browser.press("Escape")
        self.assertEqual(matching(), {"alloc", "draw"})

    def test_letters_in_the_field_are_letters(self):
        picture = self.open()
        picture.search("mt")
        self.assertEqual(self.rows(), [])

    def test_comparison(self):
        path = draw(b"main;grows 10 40\nmain;shrinks 30 5\nmain;stays 2 2\n", self.folder / "comparison.svg")
        self.open_again(path)
        self.browser.press("t")
        self.assertEqual(self.rows(), [["grows", "10", "40", "+30", "+30"], ["shrinks", "30", "5", "-25", "-25"],
                                       ["main", "42", "47", "+5", "0"], ["stays", "2", "2", "0", "0"]])


class Modules(Case):
    """Modules in labels: where they fit, always, or never."""

    def test_button_and_key(self):
        stacks = Stacks("a_module_with_a_long_name.so.6`read 1\nlibc.so.6`write 9\n")
        self.browser.resize(800)
        picture = self.open(stacks)
        labels = lambda: [frame["label"] for frame in picture.frames()[1:]]
        self.assertEqual(labels(), ["read", "libc.so.6`write"])
        picture.press_button("modules")
        self.assertTrue(labels()[0].startswith("a_modul"), labels())
        self.browser.press("m")
        self.assertEqual(labels(), ["read", "write"])
        self.assertEqual(picture.text("modules"), "Modules: never")

    def test_first_parts(self):
        shown = {"app`core::slice::sort::merge": "sort::merge", "<Vec<T> as core::fmt::Debug>::fmt_all": "fmt_all",
                 "github.com/spf13/cobra.(*C).run": "cobra.(*C).run", "a_long_name::main::{{closure}}": "main::{{",
                 "std::operator<< <char>(a::b)": "std::operat", "libc.so.6`a_function_without": "a_function_w"}
        self.browser.resize(800)
        picture = self.open(Stacks("".join(f"{name} 1\n" for name in shown) + "rest 1\n"))
        for name, label in shown.items():
            self.assertTrue(picture.frame(name)["label"].startswith(label), (name, picture.frame(name)["label"]))

    def test_no_button_without_modules(self):
        picture = self.open()
        self.assertNotIn("modules", picture.boxes())


class Sight(Case):
    """The hover line is seen, however tall the picture."""

    def test_tall(self):
        for inverted in ("no", "yes"):
            picture = self.open(Stacks(";".join(f"f{i}" for i in range(200)) + " 1\n"), inverted=inverted)
            for top in (0, 500, 10_000):
                self.browser.run("scrollTo(0, arguments[0])", top)
                self.browser.post("/execute/async", args=[],
                                  script="requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
                self.browser.point(600, 5, click=False)
                self.browser.point(600, 450, click=False)
                box = picture.boxes()["details"]
                self.assertGreater(box[1], 0)
                self.assertLessEqual(box[3], 900)
                self.assertIn("(1 samples, 100", picture.text("details"))

    def test_no_bar_without_a_frame(self):
        picture = self.open(Stacks(";".join(f"f{i}" for i in range(200)) + " 1\n"))
        self.browser.point(600, 5, click=False)
        self.assertEqual(picture.style("#bar", "display"), "none")
        self.browser.point(600, 450, click=False)
        self.assertNotEqual(picture.style("#bar", "display"), "none")

    def test_the_total_is_kept_where_the_source_has_no_room(self):
        picture = self.open(source="a_recording_with_a_name_that_is_rather_long.out")
        self.assertTrue(picture.text("heading").startswith("a_recording"))
        self.browser.resize(400)
        self.assertEqual(picture.text("heading"), f"samples, {self.usual.total:,} total")

    def test_in_another_page_as_an_image(self):
        """No script runs there: the picture is scaled as a whole, and keeps its shape."""
        path = draw(self.usual.text.encode(), self.folder / "picture.svg")
        self.expected_requests.add(path.as_uri())
        page = self.folder / "page.html"
        page.write_text('<!doctype html><body style="margin:0"><img src="picture.svg" style="max-width:100%">',
                        encoding="utf-8")
        self.open_again(page)
        shape = "const b = document.querySelector('img').getBoundingClientRect(); return [b.width, b.height];"
        width, height = self.browser.run(shape)
        self.assertEqual(width, 1200)
        self.browser.resize(400)
        small = self.browser.run(shape)
        self.assertAlmostEqual(small[0], 400, delta=0.5)
        self.assertAlmostEqual(small[1], height / 3, delta=1)
