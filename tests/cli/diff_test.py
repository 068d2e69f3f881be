# SPDX-License-Identifier: Apache-2.0
"""Comparing profiles: the table, the outputs, the gates."""

import json
import pathlib
import re
import unittest

from harness import COLLAPSED, CommandTest, dhat_json

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples" / "diff"

OLD = "main;parse;read 41\nmain;parse 7\nmain;eval 100\nmain;old 5\n"
NEW = "main;parse;read 45\nmain;parse 7\nmain;eval 160\nmain;fresh 3\n"

TABLE = """samples (count): 153 -> 215, +62 (+40.5%)
  self before   after   change            total change            function
          100     160      +60   +60.0%            +60   +60.0%   eval
            5       0       -5     gone             -5     gone   old
           41      45       +4    +9.8%             +4    +9.8%   read
            0       3       +3      new             +3      new   fresh
            0       0        0                     +62   +40.5%   main
            7       7        0                      +4    +8.3%   parse
"""


class DiffTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("old.folded", OLD)
        self.file("new.folded", NEW)

    def diff(self, *arguments):
        return self.good("diff", "old.folded", "new.folded", *arguments).stdout.decode()

    def test_the_table_has_what_changed_most_first(self):
        self.assertEqual(self.diff(), TABLE)
        self.assertHas(self.diff("--top", "2"), "eval", "old", "and 4 functions more")
        self.assertNotIn("fresh", self.diff("--top", "2"))

    def test_a_profile_of_what_changed_adds_up_to_the_difference(self):
        self.diff("-o", "d.folded", "-o", "d.pb.gz")
        self.assertEqual(self.read("d.folded").decode(), "main;eval 100 160\nmain;fresh 0 3\nmain;old 5 0\n"
                         "main;parse 7 7\nmain;parse;read 41 45\n")
        again = self.good("d.pb.gz", "-t", "collapsed").stdout
        self.assertEqual(again, self.read("d.folded"))
        net = self.good("d.pb.gz", "-t", "collapsed", "--set", "comparison=net", "-q").stdout.decode()
        self.assertEqual(sum(int(line.split()[-1]) for line in net.splitlines()), 215 - 153)

    def test_two_columns_become_the_same_comparison_in_pprof(self):
        self.diff("-o", "d.folded")
        self.good("d.folded", "-q", "-o", "two.pb.gz")
        self.assertEqual(self.good("two.pb.gz", "-t", "collapsed").stdout, self.read("d.folded"))

    def test_json_has_every_function(self):
        found = json.loads(self.diff("--json"))
        self.assertEqual(found["schema"], "profconv-diff-1")
        kind = found["profiles"][0]["types"][0]
        self.assertEqual((kind["type"], kind["sum"]), ("samples", {"base": 153, "now": 215, "change": 62}))
        self.assertEqual(kind["functions"][0], {"name": "eval", "self": {"base": 100, "now": 160, "change": 60},
                                                "total": {"base": 100, "now": 160, "change": 60}})
        self.assertEqual(len(kind["functions"]), 6)
        self.assertEqual(found["grew"], [])

    def test_a_gate_exits_with_4_and_says_what_grew(self):
        self.diff("--fail-if-grew", "50%", "--fail-if-grew", "samples=41%")
        result = self.run_command("diff", "old.folded", "new.folded", "--fail-if-grew", "samples=40%", "--json")
        self.assertEqual(result.returncode, 4)
        self.assertEqual(result.stderr, "profconv: samples (count) grew by 62 (+40.5%), from 153 to 215, where 40% is "
                         "allowed; most in eval (+60), read (+4), fresh (+3)\n")
        self.assertEqual(json.loads(result.stdout)["grew"][0]["type"], "samples")

    def test_a_gate_looks_at_what_filters_left(self):
        self.diff("--fail-if-grew", "9%", "--focus", "parse")
        self.assertEqual(self.run_command("diff", "old.folded", "new.folded", "--fail-if-grew", "9%", "--focus",
                                          "eval").returncode, 4)

    def test_small_growth_trips_no_gate(self):
        self.diff("--fail-if-grew", "1%", "--min-growth", "63")
        self.assertEqual(self.run_command("diff", "old.folded", "new.folded", "--fail-if-grew", "1%", "--min-growth",
                                          "62").returncode, 4)

    def test_a_gate_for_a_type_that_is_missing_is_an_error(self):
        self.assertHas(self.refused(1, "diff", "old.folded", "new.folded", "-q", "-o", "d.folded", "--fail-if-grew",
                                    "cpu=5%"), "'cpu'", "samples")

    def test_normalized_the_new_side_comes_to_what_the_base_does(self):
        found = json.loads(self.diff("--normalize", "--json"))
        self.assertEqual(found["profiles"][0]["types"][0]["sum"], {"base": 153, "now": 153, "change": 0})

    def test_formats_do_not_matter(self):
        self.file("old.json", dhat_json(blocks=7))
        self.file("new.json", dhat_json(blocks=9))
        self.good("old.json", "-q", "-o", "old.pb.gz")
        text = self.good("diff", "old.pb.gz", "new.json", "-q", "--type", "alloc_objects").stdout.decode()
        self.assertHas(text, "alloc_objects (count): 8 -> 10, +2 (+25.0%)")
        self.assertHas(self.refused(2, "diff", "old.json", "new.folded", "-q"), "alloc_space/bytes", "samples/count")

    def test_an_inserted_comment_changes_nothing_but_under_lines(self):
        moved = dhat_json().replace("prog.c:12", "prog.c:13").replace("prog.c:30", "prog.c:31").replace("0x10", "0x20")
        self.file("old.json", dhat_json())
        self.file("new.json", moved)
        text = self.good("diff", "old.json", "new.json", "-q").stdout.decode()
        self.assertEqual(text.count("no function changed"), text.count("->"))
        self.assertGreater(text.count("->"), 3)
        self.good("diff", "old.json", "new.json", "-q", "-o", "f.folded", "--type", "alloc_space")
        self.good("diff", "old.json", "new.json", "-q", "-o", "l.pb.gz", "--type", "alloc_space", "--granularity",
                  "line")
        counts = [len(json.loads(self.good(name, "-t", "json").stdout)["profiles"][0]["samples"])
                  for name in ("l.pb.gz",)]
        self.assertEqual(counts, [4])
        self.assertTrue(all(a == b for a, b in (line.split()[-2:] for line in self.read("f.folded").decode().splitlines())))

    def test_what_makes_no_sense_is_refused(self):
        for arguments, words in ((["old.folded"], "BASE NEW"), (["-", "-"], "only one"),
                                 (["old.folded", "new.folded", "--fail-if-grew", "5"], "no limit"),
                                 (["old.folded", "new.folded", "--min-growth", "1x"], "no amount"),
                                 (["old.folded", "new.folded", "--set", "spall.version=3"], "spall")):
            self.assertHas(self.refused(2, "diff", *arguments), words)
        self.assertHas(self.refused(1, "diff", "old.folded", "missing.folded"), "missing.folded")
        self.assertEqual(self.files(), ["new.folded", "old.folded"])

    def test_one_side_may_come_from_a_pipe(self):
        self.assertEqual(self.good("diff", "-", "new.folded", stdin=OLD).stdout.decode(), TABLE)

    def test_equal_profiles_say_so(self):
        self.file("same.folded", COLLAPSED)
        text = self.good("diff", "same.folded", "same.folded").stdout.decode()
        self.assertEqual(text, "samples (count): 132 -> 132, 0\n  no function changed\n")

    def test_a_planted_slowdown_is_named_first(self):
        text = self.good("diff", EXAMPLES / "before.out", EXAMPLES / "after.out").stdout.decode()
        self.assertEqual(text.splitlines()[2].split()[-1], "spin`checksum")
        self.good("diff", EXAMPLES / "before.out", EXAMPLES / "after.out", "-o", "d.svg")
        frames = re.findall(r'<title>(\S+) [^<]*</title><rect[^>]* fill="#ff([0-9a-f]{2})', self.read("d.svg").decode())
        reddest = min(frames, key=lambda frame: int(frame[1], 16))
        self.assertEqual(reddest[0], "spin`checksum")


if __name__ == "__main__":
    unittest.main()
