# SPDX-License-Identifier: Apache-2.0
"""What a reader skips unless a setting requests it: declared where somebody looks, and no loss."""

import json
import unittest

from harness import CommandTest, dhat_json

UNREAD = "each site's own maximum (mb, mbk) (read with --set dhat.site-max=yes)"


class Unread(CommandTest):
    """Formats that would add maxima up get none, which is declared and no loss."""

    def setUp(self):
        super().setUp()
        self.file("a.json", dhat_json())

    def test_a_plain_conversion_is_silent_and_not_lossy(self):
        self.assertEqual(self.good("a.json", "-o", "a.pb.gz").stderr, "")
        self.assertEqual(self.good("a.json", "-o", "b.pb.gz", "--strict").stderr, "")
        self.assertEqual(self.read("a.pb.gz"), self.read("b.pb.gz"))
        types = {kind["type"] for kind in self.info("a.pb.gz")["profiles"][0]["value_types"]}
        self.assertNotIn("site_max_space", types)

    def info(self, *arguments):
        return json.loads(self.good("info", "--json", *arguments).stdout)

    def test_verbose_lists_it_for_every_output_that_lacks_it(self):
        for output in ("a.pb.gz", "a.folded", "a.spall", "a.svg"):
            with self.subTest(output):
                lines = self.good("a.json", "-o", output, "-v").stderr.splitlines()
                self.assertIn(f"profconv: a.json: not read: {UNREAD}", lines)
                self.assertNotIn("not read", self.good("a.json", "-o", output).stderr)
        for arguments in (["-o", "a.pb.gz", "--set", "dhat.site-max=yes"], ["-o", "b.dhat.json"],
                          ["-o", "a.pb.gz", "--set", "inuse=site-max"]):
            self.assertNotIn("not read", self.good("a.json", "--verbose", *arguments).stderr)

    def test_info_lists_it(self):
        self.assertHas(self.good("info", "a.json").stdout.decode(), f"not read    {UNREAD}\n")
        self.assertEqual(self.info("a.json")["unread"],
                         [{"what": "each site's own maximum (mb, mbk)", "setting": "dhat.site-max=yes"}])
        read_all = ("a.json", "--set", "dhat.site-max=yes")
        self.assertNotIn("not read", self.good("info", *read_all).stdout.decode())
        self.assertEqual(self.info(*read_all)["unread"], [])

    def test_a_dry_run_lists_it(self):
        told = self.good("a.json", "-o", "a.pb.gz", "--dry-run").stdout.decode()
        self.assertHas(told, f"a.json: would not read: {UNREAD}\n")
        self.assertNotIn("would not read", self.good("a.json", "-o", "a.dhat.json", "--dry-run").stdout.decode())

    def test_the_setting_that_is_named_reads_it(self):
        self.good("a.json", "-q", "-o", "a.pb.gz", "--set", "dhat.site-max=yes")
        totals = {kind["type"]: kind["total"] for kind in self.info("a.pb.gz")["profiles"][0]["value_types"]}
        self.assertEqual((totals["site_max_space"], totals["site_max_objects"]), (900, 6))

    def test_quiet_and_verbose_exclude_each_other(self):
        self.assertHas(self.refused(2, "a.json", "-o", "a.pb.gz", "-q", "-v"), "--verbose", "--quiet")


if __name__ == "__main__":
    unittest.main()
