#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The law of growth fails what grows too fast, and what has no row."""

import unittest
from unittest import mock

import gaps
from judging import LEAST, judged
from program import Format
from table import FLAG_ROWS, SHAPES, all_rows, reader_rows

START_UP = 4_000_000


class Judging(unittest.TestCase):
    def test_linear_work_passes_and_quadratic_work_fails(self):
        for power, is_fine in [(1, True), (1.2, True), (1.4, False), (2, False)]:
            large = START_UP + int(10 * LEAST * 4**power)
            self.assertEqual(judged(START_UP + 10 * LEAST, large, START_UP).problem == "", is_fine, power)

    def test_work_that_starts_below_the_least_is_still_judged(self):
        self.assertIn("grows to 50.0", judged(START_UP + 10, START_UP + 50 * LEAST, START_UP).problem)

    def test_a_mark_of_what_is_steep_fails_once_it_is_mended(self):
        linear, quadratic = START_UP + 40 * LEAST, START_UP + 160 * LEAST
        self.assertIn("remove the mark", judged(START_UP + 10 * LEAST, linear, START_UP, "a search").problem)
        self.assertEqual(judged(START_UP + 10 * LEAST, quadratic, START_UP, "a search").problem, "")


class Gaps(unittest.TestCase):
    def missing(self, option, flags):
        made = Format("write", "top", [{"name": option, "type": "text", "default": ""}])
        return list(gaps.missing(all_rows([made]), [made], {"convert": flags}))

    def test_what_has_rows_is_not_missed(self):
        self.assertEqual(self.missing("per", ["--scale", "--help"]), [])

    def test_a_new_option_and_a_new_flag_are_missed(self):
        self.assertEqual(self.missing("per", ["--new"]), ["the flag --new of convert has no row"])
        self.assertIn('the option top.new has no row: add "top.new": (shape, value) to VALUES in tests/growth/table.py',
                      self.missing("new", []))

    def test_a_new_command_is_missed(self):
        found = list(gaps.missing(FLAG_ROWS, [], {"convert": [], "new": []}))
        self.assertEqual(found, ["the command new has no row"])

    def test_a_reader_with_shapes_has_all_that_are_required(self):
        with mock.patch.dict(SHAPES, {"new": {"wide": None}}):
            found = list(gaps.missing(FLAG_ROWS, [Format("read", "new", [])], {"convert": []}))
        self.assertEqual(found, ["tests/growth/new_shapes.py lacks shapes: deep, long_name"])

    def test_a_reader_without_shapes_is_run_on_its_first_fixture_repeated(self):
        with mock.patch.dict(SHAPES, clear=True):
            rows = list(reader_rows("collapsed"))
        self.assertEqual([row.words(1)[0] for row in rows], ["-f", "info", "check"])
        content = rows[0].shape.files(1)["input"]
        self.assertTrue(content.endswith(b"\n"))
        self.assertEqual(rows[0].shape.files(3)["input"], 3 * content)


if __name__ == "__main__":
    unittest.main()
