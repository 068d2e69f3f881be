# SPDX-License-Identifier: Apache-2.0
"""What all cases share: a browser, a folder, and the rule that a picture is quiet and asks for nothing."""

import atexit
import functools
import itertools
import pathlib
import tempfile
import unittest

from picture import Picture, draw
from stacks import USUAL, Stacks
from webdriver import Browser


@functools.lru_cache(maxsize=None)
def the_browser():
    """One for all cases, until the program ends."""
    browser = Browser()
    atexit.register(browser.__exit__)
    return browser


class Case(unittest.TestCase):
    """Opens pictures; whatever a test did, there may be no console message, no dialog and no request but for them."""

    browser = None
    usual = Stacks(USUAL)

    @classmethod
    def setUpClass(cls):
        cls.browser = the_browser()
        cls.numbers = itertools.count()
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))

    def setUp(self):
        self.expected_requests = set()
        self.browser.resize(1200)
        self.browser.colour_scheme("light")

    def open(self, stacks=None, *arguments, suffix="", **options):
        """Draws stacks and opens the picture; a suffix is what the address ends with."""
        path = draw((stacks or self.usual).text.encode(), self.folder / f"picture{next(self.numbers)}.svg", *arguments, **options)
        return self.open_again(path, suffix)

    def open_again(self, path, suffix=""):
        picture = Picture(self.browser, path, suffix)
        self.expected_requests.add(picture.address)
        return picture

    def tearDown(self):
        self.assertIsNone(self.browser.dialog())
        self.assertEqual(self.browser.console(), [])
        asked = {address.partition("#")[0].partition("?")[0] for address in self.browser.requests()}
        self.assertLessEqual(asked - {"about:blank"}, self.expected_requests)
