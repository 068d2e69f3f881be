# SPDX-License-Identifier: Apache-2.0
"""tests/tools/dtrace_expected.py, which counts DTrace's output knowing nothing of profconv, against the table that the
reader is tested with."""
import csv
import json
import os
import pathlib
import subprocess
import sys
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent / "tools"
CORPUS = os.environ.get("PROFCONV_CORPUS", "")
NUMBERS = {"scalars": ("scalars", "records"), "scalars_sum": ("scalars", "sum"), "tables": ("tables", "records"),
           "tables_sum": ("tables", "sum"), "stacks": ("stacks", "records"), "stacks_distinct": ("stacks", "distinct"),
           "actions": ("actions", "records")}


@unittest.skipUnless(os.path.isdir(os.path.join(CORPUS, "public", "dtrace-real")),
                     "skipped: PROFCONV_CORPUS names no folder with public/dtrace-real")
class Oracle(unittest.TestCase):
    def test_the_script_counts_what_the_table_says(self):
        with open(TOOLS / "dtrace_real.tsv", encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file, delimiter="\t") if row["by"] == "script"]
        self.assertGreater(len(rows), 130)
        paths = [os.path.join(CORPUS, row["file"]) for row in rows]
        printed = subprocess.run([sys.executable, str(TOOLS / "dtrace_expected.py"), *paths], capture_output=True,
                                 check=True, timeout=500).stdout
        for row, line in zip(rows, printed.splitlines(), strict=True):
            counted = json.loads(line)
            with self.subTest(row["file"]):
                for column, (kind, what) in NUMBERS.items():
                    self.assertEqual(str(counted[kind][what]), row[column], column)


if __name__ == "__main__":
    unittest.main()
