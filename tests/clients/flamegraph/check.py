# SPDX-License-Identifier: Apache-2.0
"""Uses flame graphs in a browser as people do, and compares what is seen with sums of the collapsed stacks."""

import os
import sys
import unittest

import webdriver

SUITES = ["geometry_test", "search_test", "keys_test", "address_test", "table_test", "look_test", "hostile_test"]
if os.environ.get("PROFCONV_FULL"):
    SUITES.append("speed_test")


def main():
    missing = webdriver.missing()
    if missing:
        print(f"flamegraph: skipped: {missing}")
        return 0
    suite = unittest.defaultTestLoader.loadTestsFromNames(SUITES)
    return 0 if unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
